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
# %% right: a_function_on_ctx
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.back = lambda grad: grad * factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return ctx.back(grad), None
# %% right: a_tensor_saved
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        factor = torch.tensor(factor, dtype=x.dtype)
        ctx.save_for_backward(factor)
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        (factor,) = ctx.saved_tensors
        return grad * factor, None
# %% right: settings
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.settings = {"factor": float(factor)}
        return x.mul(factor)

    @staticmethod
    def backward(ctx, grad):
        gradient = grad.mul(ctx.settings["factor"])
        return (gradient, None)
# %% wrong: class_attribute
# why: The class is there once: a second call overwrites the factor of the first.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        Gain.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return Gain.factor * grad, None
# %% wrong: global_variable
# why: A global variable is there once for all calls.
FACTOR = None


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
# %% wrong: stack
# why: A stack assumes that the passes come in the opposite order of the calls, each once.
factors = []


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        factors.append(factor)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return factors.pop() * grad, None
# %% wrong: queue
# why: A queue assumes that the passes come in the order of the calls, each once.
factors = []


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        factors.append(factor)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return factors.pop(0) * grad, None
# %% wrong: dict_by_shape
# why: A dict by shape has one place for all tensors of a shape.
memory = {}


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        memory[tuple(x.shape)] = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return memory[tuple(grad.shape)] * grad, None
# %% wrong: number_saved
# why: save_for_backward is for tensors, and the factor is a number: an error.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(factor)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.saved_tensors[0] * grad, None
# %% wrong: class_of_ctx
# why: type(ctx) is a class too, and shared by all calls.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        type(ctx).factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None
# %% wrong: one_value
# why: backward returns one value for two arguments.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad
# %% wrong: thrown_away
# why: The factor is deleted in backward, so a second pass has none.
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
# %% wrong: factor_forgotten
# why: backward hands the gradient on without the factor.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return grad, None
# %% wrong: grad_in_place
# why: The upstream gradient is changed in place.
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
# %% wrong: x_in_place
# why: forward changes x in place.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        x *= factor
        return x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None
# %% wrong: ratio
# why: The factor is found as out / x, which is nan at x = 0.
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
        return grad * out / x, None
# %% wrong: whole_number
# why: int() cuts off the decimals of the factor.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = int(factor)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None
# %% wrong: times_x
# why: The gradient is multiplied by x as well, as if the factor wanted one.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor * x.detach()
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None
# %% wrong: default_argument
# why: A list as a default argument is made once and shared by all calls.
def remember(factor=None, box=[0.0]):
    if factor is not None:
        box[0] = factor
    return box[0]


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        remember(factor)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return remember() * grad, None
# %% wrong: dict_by_factor_sum
# why: Factors are kept in a dict by the sum of x, and two calls on the same tensor have one place.
kept = {}


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.key = round(float(x.sum()), 6)
        kept[ctx.key] = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return kept[ctx.key] * grad, None
