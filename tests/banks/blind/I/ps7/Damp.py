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

# %% right: copy_then_in_place
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.less = float(factor)
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        mine = grad.clone()
        mine *= ctx.less
        return mine, None

# %% wrong: second_name_for_the_gradient
# why: "damped = grad" is only a second name for the upstream gradient, and the product in place still changes it. A new
# tensor must be computed.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        damped = grad
        damped *= ctx.factor
        return damped, None

# %% wrong: mul_on_the_detached
# why: detach() has the same memory, so mul_ still changes the upstream gradient, which others get too.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad.detach().mul_(ctx.factor), None

# %% wrong: a_view_in_forward
# why: forward returns a view of x, which has the memory of x. The values must be in a tensor of its own, or a change of
# one of them changes the other.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.detach()

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None

# %% wrong: values_are_damped_too
# why: forward multiplies the values by the factor as well. It leaves the numbers as they are; only the gradient becomes
# smaller.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% wrong: divided_by_the_factor
# why: The gradient is divided by the factor. It must be multiplied by it.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad / ctx.factor, None

# %% wrong: damped_and_put_back
# why: The upstream gradient is changed in place, copied, and divided again. What is put back is rounded, and with a factor
# of 0 it is nan; it must not be changed at all.
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
