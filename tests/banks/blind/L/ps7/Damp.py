# %% right: product_in_a_new_tensor
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        """The values of x, in a new tensor."""
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        """The gradient times the factor, and None."""
        return grad * ctx.factor, None

# %% right: own_copy_then_in_place
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        """The values of x, in a new tensor."""
        ctx.factor = factor
        return x.detach().clone()

    @staticmethod
    def backward(ctx, grad):
        """The gradient times the factor, and None."""
        damped = grad.clone()
        damped *= ctx.factor
        return damped, None

# %% right: one_times_x
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        """The values of x, in a new tensor."""
        ctx.factor = factor
        return 1 * x

    @staticmethod
    def backward(ctx, grad):
        """The gradient times the factor, and None."""
        return torch.mul(grad, ctx.factor), None

# %% right: factor_saved_as_a_tensor
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        """The values of x, in a new tensor."""
        ctx.save_for_backward(torch.tensor(factor, dtype=x.dtype))
        out = torch.zeros_like(x)
        out += x
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradient times the factor, and None."""
        (factor,) = ctx.saved_tensors
        return factor * grad, None

# %% wrong: returns_x_itself
# why: forward returns x itself instead of its values in a new tensor. A copy, x.clone(), is
# asked for.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% wrong: detach_is_no_copy
# why: grad.detach() is another tensor with the same memory, so the product in place still changes the
# upstream gradient, which others use as well. grad * factor makes a new tensor.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        g = grad.detach()
        g *= ctx.factor
        return g, None

# %% wrong: copied_too_late
# why: The upstream gradient is multiplied in place, and copied only afterwards. The copy has to be made
# first, and the copy be changed.
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

# %% wrong: changed_and_changed_back
# why: The gradient is multiplied in place and divided again after the copy. With the factor 0 this is
# 0 / 0, and the upstream gradient becomes nan; with others it may be rounded. It should not be touched
# at all.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad *= ctx.factor
        damped = grad.clone()
        grad /= ctx.factor
        return damped, None

# %% wrong: values_are_damped_too
# why: forward multiplies the values by the factor as well. The numbers should stay as they are, only
# the gradient is made smaller.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% wrong: factor_on_the_class
# why: The factor is kept on the class, which all calls share, so of two calls before the backward pass
# both use the factor of the later one. It belongs on the ctx of its call.
@piece
class Damp(torch.autograd.Function):
    factor = 1.0

    @staticmethod
    def forward(ctx, x, factor):
        Damp.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return Damp.factor * grad, None

# %% wrong: copy_through_a_list
# why: torch.tensor of a list of numbers is a float32, so for an x in float64 the output has another dtype
# and rounded values. clone keeps both.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return torch.tensor(x.tolist())

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None

# %% wrong: factor_as_a_third_gradient
# why: backward returns the factor in the place of the factor's gradient. The factor is a plain float and
# has none, so None must stand there.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, ctx.factor
