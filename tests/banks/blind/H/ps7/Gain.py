# %% right: saved_as_a_tensor
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        number = torch.tensor(factor, dtype=x.dtype)
        ctx.save_for_backward(number)
        return number * x

    @staticmethod
    def backward(ctx, grad):
        (number,) = ctx.saved_tensors
        return number * grad, None

# %% right: a_function_of_its_own
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.times = lambda tensor: tensor * factor
        return ctx.times(x)

    @staticmethod
    def backward(ctx, grad):
        return ctx.times(grad), None

# %% wrong: a_stack_of_factors
# why: The factors lie in one stack that all calls share; it is right only if the backward passes come in the opposite order, each once.
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

# %% wrong: dict_by_the_input
# why: The factor is looked up by the input tensor, and two calls with the same x overwrite each other.
@piece
class Gain(torch.autograd.Function):
    table = {}

    @staticmethod
    def forward(ctx, x, factor):
        ctx.key = id(x)
        Gain.table[ctx.key] = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        factor = Gain.table[ctx.key]
        return grad * factor, None

# %% wrong: output_over_input
# why: The factor is got back as output / input, which is nan where x is 0.
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

# %% wrong: deleted_after_use
# why: The factor is deleted after the first backward pass, and a second pass of the same call finds none.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return torch.mul(x, factor)

    @staticmethod
    def backward(ctx, grad):
        factor = ctx.factor
        del ctx.factor
        return torch.mul(grad, factor), None

# %% wrong: upstream_scaled_in_place
# why: The upstream gradient itself is multiplied, and somebody else may hold the same tensor.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.gain = factor
        return x * ctx.gain

    @staticmethod
    def backward(ctx, grad):
        return grad.mul_(ctx.gain), None
