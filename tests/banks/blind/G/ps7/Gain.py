# %% right: a_closure_on_ctx
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        def stronger(tensor):
            return tensor * factor

        ctx.stronger = stronger
        return stronger(x)

    @staticmethod
    def backward(ctx, grad):
        return ctx.stronger(grad), None


# %% right: backward_is_a_gain_too
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.settings = {"factor": float(factor)}
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        gradients = [Gain.apply(grad, ctx.settings["factor"])]
        gradients.append(None)
        return tuple(gradients)


# %% wrong: a_dict_by_the_tensor
# why: The factors are kept in a dict of the class, one for each tensor x. Two calls with the same x, as in the complaint, still share a place.
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


# %% wrong: a_stack_of_factors
# why: The factors are pushed on a stack and popped in backward. That fits one order of the passes only, and a second pass finds the stack empty.
@piece
class Gain(torch.autograd.Function):
    waiting = []

    @staticmethod
    def forward(ctx, x, factor):
        Gain.waiting.append(factor)
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        factor = Gain.waiting.pop()
        return grad * factor, None


# %% wrong: the_factor_is_thrown_away
# why: backward clears the factor to save memory. A second pass through the same call has none any more.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return factor * x

    @staticmethod
    def backward(ctx, grad):
        factor, ctx.factor = ctx.factor, None
        return factor * grad, None


# %% wrong: the_factor_from_the_quotient
# why: The factor is computed back as output / input. Where x is 0 this is nan.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        y = x * factor
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, grad):
        x, y = ctx.saved_tensors
        return grad * (y / x).detach(), None


# %% wrong: the_upstream_is_multiplied_in_place
# why: The factor is on ctx now, but backward multiplies the upstream gradient in place, which it was only lent.
@piece
class Gain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        out = x.clone()
        out *= factor
        return out

    @staticmethod
    def backward(ctx, grad):
        grad *= ctx.factor
        return grad, None
