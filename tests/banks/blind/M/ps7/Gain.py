# %% right: attribute_of_ctx
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None

# %% right: closure_on_ctx
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.pull_back = lambda g: (g * factor, None)
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return ctx.pull_back(grad)

# %% right: saved_full_like
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        """factor * x"""
        factors = torch.full_like(x, factor)
        ctx.save_for_backward(factors)
        return factors * x

    @staticmethod
    def backward(ctx, grad):
        (factors,) = ctx.saved_tensors
        return grad * factors, None

# %% right: settings_dict_of_call
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.settings = dict(gain=factor)
        out = x.clone()
        out *= factor
        return out

    @staticmethod
    def backward(ctx, grad):
        gain = ctx.settings["gain"]
        return torch.mul(grad, gain), None

# %% wrong: module_global
# why: The factor is kept in a global variable, which all calls share; backward finds the factor of the last call. It must be kept on the ctx of its own call.
_factor = None


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        global _factor
        _factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return _factor * grad, None

# %% wrong: stack_of_factors
# why: The factors lie on a stack of the class and are popped in the reverse order of the calls. If the backward passes come in another order or twice, each gets a wrong factor or the stack is empty. Each call's factor belongs on its ctx.
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
# why: The factor is filed under the input x, so two calls with the same x overwrite each other's factor. The place that belongs to a call is ctx.
FACTOR_OF = {}


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.key = id(x)
        FACTOR_OF[ctx.key] = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return FACTOR_OF[ctx.key] * grad, None

# %% wrong: used_up_after_one_pass
# why: backward pops the factor from the list on ctx, so a second pass through the same call finds nothing and fails. The factor must stay.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.todo = [factor]
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        factor = ctx.todo.pop()
        return factor * grad, None

# %% wrong: float_saved_as_tensor
# why: save_for_backward is for tensors, and the factor is a float, so forward stops with an error. It belongs on ctx as an attribute.
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

# %% wrong: factor_from_quotient
# why: backward recovers the factor as output / input, which is 0 / 0 = nan where the input is 0. Keep the factor itself on ctx.
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

# %% wrong: upstream_changed
# why: backward multiplies the upstream gradient in place. That tensor belongs to others too, who then see a changed gradient; compute a new one.
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

# %% wrong: one_gradient_only
# why: backward returns one value, but forward has two arguments besides ctx. A second one is due, None for the factor.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.k = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.k
