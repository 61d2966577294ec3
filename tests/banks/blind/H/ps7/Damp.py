# %% right: clone_then_scale
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.detach().clone()

    @staticmethod
    def backward(ctx, grad):
        smaller = grad.clone()
        smaller *= ctx.factor
        return smaller, None

# %% right: torch_mul
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.scale = float(factor)
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        return torch.mul(grad, ctx.scale), None

# %% wrong: detached_and_scaled
# why: detach() gives another tensor with the same memory, so the upstream gradient is still changed in place.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        mine = grad.detach()
        mine *= ctx.factor
        return mine, None

# %% wrong: scaled_on_the_way_forward
# why: The values are multiplied by the factor, too; forward should leave them as they are.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        out = x.clone()
        out *= factor
        return out

    @staticmethod
    def backward(ctx, grad):
        return ctx.factor * grad, None

# %% wrong: factor_on_the_class
# why: The factor is kept on the class, so of two dampers the one called last decides for both.
@piece
class Damp(torch.autograd.Function):
    factor = 1.0

    @staticmethod
    def forward(ctx, x, factor):
        Damp.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * Damp.factor, None

# %% wrong: a_view_comes_back
# why: The output is a view with the memory of x, and not a tensor of its own: who changes the output changes x.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.detach()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None

# %% wrong: changed_and_changed_back
# why: The gradient is scaled in place, copied, and divided by the factor again; with the factor 0 nothing can be put back and nan is left.
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
