# %% right: product
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None


# %% right: clone_then
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        mine = grad.clone()
        mine *= ctx.factor
        return mine, None


# %% right: times_one
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        copy = x * 1
        return copy

    @staticmethod
    def backward(ctx, grad):
        gradient = torch.mul(grad, ctx.factor)
        return gradient, None


# %% right: rebind
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.detach().clone()

    @staticmethod
    def backward(ctx, grad):
        factor = ctx.factor
        grad = factor * grad
        return grad, None


# %% wrong: detach
# why: detach is another name for the same memory: it is still changed in place.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad = grad.detach()
        grad *= ctx.factor
        return grad, None


# %% wrong: view
# why: A view shares the memory.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        mine = grad.view(grad.shape)
        mine.mul_(ctx.factor)
        return mine, None


# %% wrong: data
# why: .data is the same memory.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad.data *= ctx.factor
        return grad, None


# %% wrong: clone_after
# why: The copy is made after the change.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad *= ctx.factor
        return grad.clone(), None


# %% wrong: forward_damped
# why: The factor is multiplied in forward as well.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None


# %% wrong: returns_x
# why: forward returns the input itself, not a tensor of its own.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None


# %% wrong: undo
# why: Damps in place and divides it back afterwards: result is the same tensor, so the damping of what is returned is undone as well.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        grad *= ctx.factor
        result = grad
        grad /= ctx.factor
        return result, None


# %% wrong: no_factor
# why: The gradient is handed on undamped.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad.clone(), None


# %% wrong: divides
# why: Divides by the factor.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad / ctx.factor, None


# %% wrong: shared_factor
# why: The factor is stored on the class: a second damper overwrites it.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        Damp.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * Damp.factor, None


# %% wrong: missing_none
# why: Only one value is returned for two arguments.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor


# %% wrong: ones
# why: Returns the factor and forgets the upstream gradient.
@piece
class Damp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return torch.full_like(grad, ctx.factor), None
