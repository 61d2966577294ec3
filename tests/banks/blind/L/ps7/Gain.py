# %% right: attribute_of_ctx
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        """factor * x"""
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for the factor."""
        return ctx.factor * grad, None

# %% right: factor_as_a_saved_tensor
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        """factor * x"""
        ctx.save_for_backward(torch.tensor(factor, dtype=x.dtype))
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for the factor."""
        (factor,) = ctx.saved_tensors
        return grad * factor, None

# %% right: closure_on_ctx
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        """factor * x"""
        ctx.scale = lambda tensor: tensor * factor
        return ctx.scale(x)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for the factor."""
        return ctx.scale(grad), None

# %% right: table_of_slopes
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        """factor * x"""
        slopes = torch.ones_like(x) * factor
        ctx.save_for_backward(slopes)
        return x * slopes

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for the factor."""
        slopes = ctx.saved_tensors[0]
        result = grad * slopes
        return result, None

# %% wrong: stack_of_factors
# why: The factors are pushed onto a list that all calls share, and each backward pops the last one. This
# works only if the passes come in the opposite order of the calls, each once; the factor belongs on
# the ctx of its call.
@piece
class Gain(torch.autograd.Function):
    factors = []

    @staticmethod
    def forward(ctx, x, factor):
        Gain.factors.append(factor)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return Gain.factors.pop() * grad, None

# %% wrong: dict_by_the_shape
# why: backward looks the factor up by the shape of the gradient, in a dict that all calls share. Two
# calls with tensors of one shape overwrite each other's factor; each call has its own ctx for that.
factors = {}


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        factors[tuple(x.shape)] = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return factors[tuple(grad.shape)] * grad, None

# %% wrong: no_none_for_the_factor
# why: backward returns a single value, but forward has two arguments. There must be one value for
# each: the gradient of x, and None for the factor.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad

# %% wrong: float_is_saved
# why: save_for_backward is for tensors, and the factor is a float, so the call fails. A plain number is
# kept as an attribute of ctx.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(factor)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        factor, = ctx.saved_tensors
        return factor * grad, None

# %% wrong: factor_rounded_to_float32
# why: torch.tensor(factor) is a float32, so a factor such as 0.1 is rounded before backward uses it. For
# an x in float64 the gradient is off from the eighth digit on; keep the float itself.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(torch.tensor(factor))
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        (factor,) = ctx.saved_tensors
        return factor * grad, None

# %% wrong: upstream_in_place
# why: backward multiplies the upstream gradient in place. That tensor may be used elsewhere as well; the
# product must be a new tensor.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        grad.mul_(ctx.factor)
        return grad, None

# %% wrong: forgets_after_the_first_pass
# why: The first backward pass takes the factor off ctx, so a second pass through the same call has none.
# A pass may come twice, and the factor has to stay.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.waiting = [factor]
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        factor = ctx.waiting.pop()
        return factor * grad, None

# %% wrong: factor_from_a_ratio
# why: The factor is computed back as output / input. Where an entry of x is 0 this is 0 / 0, and the
# gradient nan, and elsewhere it is rounded; the factor itself can be kept on ctx.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        y = factor * x
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, grad):
        x, y = ctx.saved_tensors
        return grad * (y / x), None
