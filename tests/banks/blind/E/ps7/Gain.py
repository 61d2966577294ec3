# %% right: on_ctx
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None

# %% right: saved_as_tensor
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        """factor * x"""
        number = torch.tensor(factor, dtype=x.dtype)
        ctx.save_for_backward(number)
        return x * number

    @staticmethod
    def backward(ctx, grad):
        (number,) = ctx.saved_tensors
        return grad * number, None

# %% right: closure
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.back = lambda upstream: upstream * factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return ctx.back(grad), None

# %% right: careful
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        """factor * x"""
        ctx.settings = {"factor": float(factor)}
        result = torch.mul(x, ctx.settings["factor"])
        return result

    @staticmethod
    def backward(ctx, grad):
        """The gradient of x, and None for the factor."""
        if not ctx.needs_input_grad[0]:
            return None, None
        factor = ctx.settings["factor"]
        gradient = torch.mul(grad, factor)
        return gradient, None

# %% wrong: global_factor
# why: The factor is kept in a global, which all calls share; the last call wins.
FACTOR = 1.0


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        global FACTOR
        FACTOR = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return FACTOR * grad, None

# %% wrong: stack_pop
# why: The factors lie on a stack of the class, and backward takes the last one: it fails if the passes come in another order, or twice.
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

# %% wrong: dict_by_input
# why: The factors are kept in a shared dict by the input; two calls with the same x overwrite one another.
@piece
class Gain(torch.autograd.Function):
    factors = {}

    @staticmethod
    def forward(ctx, x, factor):
        ctx.key = id(x)
        Gain.factors[ctx.key] = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return Gain.factors[ctx.key] * grad, None

# %% wrong: save_number
# why: save_for_backward takes tensors only, and the factor is a float: it raises an error.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(factor)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        (factor,) = ctx.saved_tensors
        return factor * grad, None

# %% wrong: one_value
# why: backward returns one value, although forward has two arguments: None for the factor is missing.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad

# %% wrong: upstream_ignored
# why: The upstream gradient is not used; the gradient is the factor everywhere.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return torch.full_like(grad, ctx.factor), None

# %% wrong: grad_in_place
# why: The upstream gradient is multiplied in place; it belongs to others as well.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        grad *= ctx.factor
        return grad, None

# %% wrong: deleted_after_use
# why: The factor is deleted from ctx after the first pass; a second pass through the same call fails.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        factor = ctx.factor
        del ctx.factor
        return factor * grad, None

# %% wrong: class_of_ctx
# why: type(ctx).factor is again an attribute of a class, which all calls share.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        type(ctx).factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None

# %% wrong: first_factor_kept
# why: The class keeps the factor of the first call only: every later call uses that one in backward.
@piece
class Gain(torch.autograd.Function):
    factor = None

    @staticmethod
    def forward(ctx, x, factor):
        if Gain.factor is None:
            Gain.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return Gain.factor * grad, None

# %% wrong: saves_x
# why: x is saved and multiplied with the upstream gradient, as for the gradient of the other factor; the gradient of x is factor times grad.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(x)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * x, None

# %% wrong: input_in_place
# why: forward multiplies x in place and returns it: the argument is changed.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        x *= factor
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% wrong: gradient_for_factor
# why: A gradient is returned for the factor, which is a plain float and has none; it must be None.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        ctx.save_for_backward(x)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return ctx.factor * grad, (grad * x).sum()

# %% wrong: factor_from_quotient
# why: The factor is found again as output / input, which is 0 / 0 = nan where x is 0.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        out = factor * x
        ctx.save_for_backward(x, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        return grad * (out / x), None
