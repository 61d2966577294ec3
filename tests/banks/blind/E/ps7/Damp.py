# %% right: product
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% right: copy_then_in_place
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        mine = grad.clone()
        mine *= ctx.factor
        return mine, None

# %% right: verbose
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        """The values of x, in a new tensor."""
        ctx.factor = factor
        result = x.detach().clone()
        return result

    @staticmethod
    def backward(ctx, grad):
        """The gradient times the factor, and None."""
        gradient_of_x = None
        if ctx.needs_input_grad[0]:
            gradient_of_x = torch.mul(grad, ctx.factor)
        return gradient_of_x, None

# %% right: saved_tensor
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(torch.tensor(factor, dtype=x.dtype))
        return torch.zeros_like(x) + x

    @staticmethod
    def backward(ctx, grad):
        (factor,) = ctx.saved_tensors
        return factor * grad, None

# %% wrong: second_name
# why: A second name is no copy: the upstream gradient is still changed in place.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        mine = grad
        mine *= ctx.factor
        return mine, None

# %% wrong: detached_in_place
# why: detach shares the memory of the upstream gradient, which is changed in place as before.
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

# %% wrong: view_in_place
# why: A view is multiplied in place; its memory is that of the upstream gradient.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        mine = grad.view(grad.shape)
        return mine.mul_(ctx.factor), None

# %% wrong: copied_after
# why: The copy is made after the change; the upstream gradient is damped for the others, too.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad *= ctx.factor
        return grad.clone(), None

# %% wrong: undone
# why: The upstream gradient is changed and divided back: it is still written to, and a factor 0 makes nan of it.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad *= ctx.factor
        mine = grad.clone()
        grad /= ctx.factor
        return mine, None

# %% wrong: same_tensor
# why: forward returns x itself and not a tensor of its own.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% wrong: shared_memory
# why: forward returns a view: the values are in the memory of x, not in a tensor of its own.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% wrong: forward_damped
# why: forward multiplies by the factor too; it should leave the values as they are.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% wrong: one_value
# why: backward returns one value; None for the factor is missing.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor

# %% wrong: factor_on_class
# why: The factor is kept on the class, which all calls share: with two dampers the last factor wins.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        Damp.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * Damp.factor, None

# %% wrong: upstream_ignored
# why: The upstream gradient is not used.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return torch.ones_like(grad) * ctx.factor, None

# %% wrong: divided
# why: The gradient is divided by the factor and becomes larger (and a factor 0 divides by 0).
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad / ctx.factor, None

# %% wrong: reversed_order
# why: The two values are swapped: the gradient is given to the factor, and x gets None.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return None, grad * ctx.factor

# %% wrong: clamped
# why: The factor is clipped to 0 to 1; a factor of 2 or -1 is a float, too, and should be used.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        factor = min(max(ctx.factor, 0.0), 1.0)
        return grad * factor, None

# %% wrong: times_x
# why: The gradient is multiplied by x as well, as if forward were a square.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        ctx.save_for_backward(x)
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * ctx.factor * x, None
