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

# %% right: factor_as_a_tensor
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        gains = torch.full_like(x, factor)
        ctx.save_for_backward(gains)
        return gains * x

    @staticmethod
    def backward(ctx, grad):
        (gains,) = ctx.saved_tensors
        return gains * grad, None

# %% wrong: stack_of_the_class
# why: The factors lie on a stack that all calls share, and backward takes the last one. That is right only
# if the passes come in the opposite order, and each once; the factor should be kept on ctx.
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
# why: The factors are kept in a shared dict by the shape of x. Two calls with the same shape overwrite
# each other's factor; each call should keep its own on ctx.
KNOWN = {}


@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.key = tuple(x.shape)
        KNOWN[ctx.key] = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return KNOWN[ctx.key] * grad, None

# %% wrong: one_gradient_only
# why: backward returns one value, but forward has two arguments. It should return the gradient of x and
# None for the factor.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad

# %% wrong: forgets_after_use
# why: backward deletes the factor once it was used, so a second pass through the same call fails. Some
# passes come twice; the factor should stay on ctx.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        out = grad * ctx.factor
        del ctx.factor  # tidy up
        return out, None

# %% wrong: factor_from_the_quotient
# why: backward finds the factor as output / input, which is 0 / 0 = nan where x is 0. The factor itself
# should be kept on ctx.
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

# %% wrong: input_in_place
# why: forward multiplies x itself in place and so changes what it was given. It should compute a new
# tensor.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        x *= factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None
