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
        def scaled(tensor):
            return tensor * factor

        ctx.scaled = scaled
        return scaled(x)

    @staticmethod
    def backward(ctx, grad):
        return ctx.scaled(grad), None

# %% wrong: stack_of_factors
# why: The factors of all calls are put on one stack, and backward takes the topmost. That is right only if each pass
# comes once, in reverse order; every call must keep its factor on its own ctx.
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
# why: The factors are kept in a dict by the shape of the tensor. Two calls with tensors of the same shape overwrite each
# other; each call has a ctx of its own for that.
_FACTORS = {}


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        _FACTORS[tuple(x.shape)] = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return _FACTORS[tuple(grad.shape)] * grad, None

# %% wrong: global_variable
# why: The factor is a global variable, which is there once for all calls. backward always uses the factor of the last
# call; it belongs on ctx.
last_factor = 1.0


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        global last_factor
        last_factor = factor
        return x * last_factor

    @staticmethod
    def backward(ctx, grad):
        return grad * last_factor, None

# %% wrong: factor_from_output_and_input
# why: The factor is won back as output divided by input. Where x is 0 that is 0 / 0, nan; the factor itself must be kept.
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
        return out / x * grad, None

# %% wrong: upstream_gradient_scaled_in_place
# why: backward multiplies the upstream gradient in place. It is not its own, and others may get the same tensor; the
# product must be a new tensor.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        grad *= ctx.factor
        return grad, None

# %% wrong: kept_on_the_class_of_ctx
# why: The factor is set on type(ctx), the class, and that is shared by all calls. It must be an attribute of ctx itself.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        type(ctx).factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * type(ctx).factor, None
