# %% right: shared_factor
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        factor = grad * (u * v).sum().sign()
        return factor * v, factor * u

# %% right: saved_crosswise
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(v, u)
        dot = torch.sum(u * v)
        return dot * dot.sign()

    @staticmethod
    def backward(ctx, grad):
        partners = ctx.saved_tensors
        sign = (partners[0] * partners[1]).sum().sign()
        return tuple(sign * partner * grad for partner in partners)

# %% wrong: as_in_the_lecture
# why: The slope sign(u) |v| belongs to bars around each product. Here only the whole sum has bars.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        return grad * u.sign() * v.abs(), grad * v.sign() * u.abs()

# %% wrong: attributes
# why: The vectors are attributes of ctx. If one is changed in place before backward, the gradient is wrong without a word.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.u, ctx.v = u, v
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        sign = (ctx.u * ctx.v).sum().sign()
        return grad * sign * ctx.v, grad * sign * ctx.u

# %% wrong: divided_by_the_size
# why: The sign is computed as dot / |dot|. If the dot product is 0, that is nan instead of 0.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        dot = (u * v).sum()
        return dot.abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        dot = (u * v).sum()
        sign = dot / dot.abs()
        return grad * sign * v, grad * sign * u

# %% wrong: own_vector
# why: Each vector gets a multiple of itself. The slope for u_i is v_i with a sign.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return abs((u * v).sum())

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = torch.sign((u * v).sum()) * grad
        grad_u = s * u
        grad_v = s * v
        return grad_u, grad_v

# %% wrong: sign_forgotten
# why: The bars are forgotten on the way back: where the dot product is negative, the gradients have the wrong sign.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        total = (u * v).sum()
        if total.item() < 0:
            total = -total
        return total

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        return grad * v, grad * u
