# %% right: new_product
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% right: clone_then_in_place
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        """The values of x, in a new tensor."""
        ctx.factor = factor
        return x.detach().clone()

    @staticmethod
    def backward(ctx, grad):
        mine = grad.clone()
        mine *= ctx.factor
        return mine, None

# %% right: copy_into_empty
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.settings = (factor,)
        out = torch.zeros_like(x)
        out += x
        return out

    @staticmethod
    def backward(ctx, grad):
        (factor,) = ctx.settings
        damped = torch.mul(grad, factor)
        return damped, None

# %% right: closure
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        def back(g):
            return factor * g

        ctx.back = back
        return 1 * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.back(grad), None

# %% wrong: detach_is_no_copy
# why: detach() gives the upstream gradient another name but the same memory, and it is still changed in place. grad * factor computes a new tensor.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        mine = grad.detach()
        mine *= ctx.factor
        return mine, None

# %% wrong: forward_is_a_view
# why: forward returns a view of x, so the result shares the memory of x: a change of one is seen in the other. The values must be in a tensor of their own, a clone.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.view(x.shape)

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None

# %% wrong: values_damped_too
# why: forward multiplies the values by the factor as well. They should be left as they are; only the gradient gets smaller.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% wrong: multiply_and_undo
# why: The upstream gradient is changed in place and divided again afterwards. With the factor 0 that makes nan of it, and else it may be rounded; leave it alone and compute a new tensor.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad *= ctx.factor
        result = grad.clone()
        grad /= ctx.factor
        return result, None

# %% wrong: clone_after_change
# why: The clone is made after the upstream gradient has been changed in place, so the others that hold it see the damped numbers. Clone first, or multiply out of place.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad.mul_(ctx.factor)
        return grad.clone(), None

# %% wrong: product_thrown_away
# why: grad.mul makes a new tensor, which is thrown away, and the undamped gradient is returned. The product itself must be returned.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad.mul(ctx.factor)
        return grad, None

# %% wrong: factor_of_the_class
# why: The factor is an attribute of the class, which all calls share, so with two calls of different factors backward uses the last one. It belongs on ctx.
@piece
class Damp(torch.autograd.Function):
    factor = 1.0

    @staticmethod
    def forward(ctx, x, factor):
        Damp.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * Damp.factor, None

# %% wrong: swapped_return
# why: The two gradients are returned in the wrong order: None for x, and the damped gradient for the factor. The first belongs to x.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return None, grad * ctx.factor
