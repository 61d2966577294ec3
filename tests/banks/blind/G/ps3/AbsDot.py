# %% right: scaled_upstream
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.save_for_backward(u, v)
        return torch.abs(u @ v)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        signed = torch.sign(u @ v) * grad
        return signed * v, signed * u

# %% right: sum_and_tuple
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.save_for_backward(v, u)
        dot = (v * u).sum()
        return dot.abs()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        others = ctx.saved_tensors
        sign = (others[0] * others[1]).sum().sign()
        return tuple(grad * (sign * other) for other in others)

# %% wrong: bars_around_each_product
# why: forward takes the absolute value of each product before summing, as in the lecture; the bars stand around the whole dot product.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.save_for_backward(u, v)
        return (u * v).abs().sum()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        return grad * u.sign() * v.abs(), grad * v.sign() * u.abs()

# %% wrong: sign_forgotten
# why: backward is that of the plain dot product; where the dot product is negative the sign must be turned round.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        return grad * v, grad * u

# %% wrong: vectors_as_attributes
# why: the vectors are kept as attributes of ctx; if one is changed in place before backward nobody notices, and the gradient is wrong.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.u, ctx.v = u, v
        return torch.abs((u * v).sum())

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        factor = grad * (ctx.u * ctx.v).sum().sign()
        return factor * ctx.v, factor * ctx.u

# %% wrong: own_vector
# why: u gets a multiple of u and v a multiple of v; the slope for u_i is the sign times v_i.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        dot = u @ v
        ctx.save_for_backward(u, v)
        return dot.abs()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        sign = (u @ v).sign()
        grad_u = grad * sign * u
        grad_v = grad * sign * v
        return grad_u, grad_v

# %% wrong: plus_one_at_zero
# why: the sign is +1 unless the dot product is negative; at 0 it must be 0, and so must both gradients.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        if (u * v).sum().item() < 0:
            grad = -grad
        return grad * v, grad * u
