# %% right: ctx
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None


# %% right: tuple_attr
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.settings = (factor,)
        result = x * factor
        return result

    @staticmethod
    def backward(ctx, grad):
        (factor,) = ctx.settings
        gradient = grad * factor
        return gradient, None


# %% right: needs
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.k = float(factor)
        return x.mul(factor)

    @staticmethod
    def backward(ctx, grad):
        if not ctx.needs_input_grad[0]:
            return None, None
        return grad.mul(ctx.k), None


# %% right: dict_on_ctx
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.memory = {'factor': factor}
        return torch.mul(x, factor)

    @staticmethod
    def backward(ctx, grad):
        return torch.mul(grad, ctx.memory['factor']), None


# %% wrong: class_attribute
# why: The factor is kept on the class, which all calls share.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        Gain.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return Gain.factor * grad, None


# %% wrong: global
# why: A global variable is one place for all calls.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        global last_factor
        last_factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return last_factor * grad, None


# %% wrong: stack
# why: A list on the class with pop: right in reverse order only, and empty at a second pass.
_factors = []


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        _factors.append(factor)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return _factors.pop() * grad, None


# %% wrong: queue
# why: A list with pop(0): takes the factors in the order of the calls, and backward comes in the other.
_queue = []


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        _queue.append(factor)
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return _queue.pop(0) * grad, None


# %% wrong: save_for_backward_float
# why: save_for_backward is for tensors; a float is handed to it.
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


# %% wrong: one_result
# why: Only one gradient is returned for two arguments.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad


# %% wrong: grad_for_factor
# why: A gradient for the factor is returned, which is a float.
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


# %% wrong: no_upstream
# why: The upstream gradient is ignored.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * torch.ones_like(grad), None


# %% wrong: default_dict
# why: A dict by the shape of x: two calls on tensors of one shape share an entry.
_memory = {}


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        _memory[tuple(x.shape)] = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return _memory[tuple(grad.shape)] * grad, None


# %% wrong: in_place_forward
# why: Multiplies the input in place.
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


# %% wrong: in_place_backward
# why: Changes the upstream gradient in place.
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


# %% wrong: deletes_factor
# why: The factor is deleted after the first pass; a second pass finds none.
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


# %% wrong: squared
# why: The factor is multiplied twice, once with the saved product.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * ctx.factor * grad, None
