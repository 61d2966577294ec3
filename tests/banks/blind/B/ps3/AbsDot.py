# %% right: as_hinted
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
        sign = (u * v).sum().sign()
        return grad * sign * v, grad * sign * u

# %% right: sign_as_number
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        dot = torch.sum(u * v)
        number = dot.item()
        if number > 0:
            ctx.sign = 1
        elif number < 0:
            ctx.sign = -1
        else:
            ctx.sign = 0
        ctx.save_for_backward(u, v)
        return torch.abs(dot)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        grad_u = grad * ctx.sign * v
        grad_v = grad * ctx.sign * u
        return grad_u, grad_v

# %% right: matmul_and_needs
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.save_for_backward(u, v)
        return (u @ v).abs()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        signed = grad * (u @ v).sign()
        grad_u = grad_v = None
        if ctx.needs_input_grad[0]:
            grad_u = signed * v
        if ctx.needs_input_grad[1]:
            grad_v = signed * u
        return grad_u, grad_v

# %% right: sign_saved_too
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        dot = (v * u).sum()
        sign = dot.sign()
        ctx.save_for_backward(u, v, sign)
        return dot * sign

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        saved = ctx.saved_tensors
        factor = saved[2] * grad
        return saved[1] * factor, saved[0] * factor

# %% wrong: lectures_bars
# why: The backward is the lecture's, for bars around each product: sign(u)|v|. Here there is one sign, that of the whole dot product.
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
        return grad * u.sign() * v.abs(), grad * v.sign() * u.abs()

# %% wrong: sign_of_the_output
# why: The sign is taken of the output, after the bars, where it is never negative; it must be the sign of the dot product.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        out = (u * v).sum().abs()
        ctx.save_for_backward(u, v, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v, out = ctx.saved_tensors
        return grad * out.sign() * v, grad * out.sign() * u

# %% wrong: upstream_only_for_u
# why: The gradient of v is not multiplied by the upstream gradient.
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
        sign = (u * v).sum().sign()
        return grad * sign * v, sign * u

# %% wrong: gradients_swapped
# why: The two gradients are swapped: that of u has u in it, that of v has v.
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
        s = (u * v).sum().sign()
        grad_u = grad * s * u
        grad_v = grad * s * v
        return grad_u, grad_v

# %% wrong: kept_as_attributes
# why: u and v are kept as attributes of ctx, so a change in place before backward is not noticed and gives a wrong gradient.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.u = u
        ctx.v = v
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        sign = (ctx.u * ctx.v).sum().sign()
        return grad * sign * ctx.v, grad * sign * ctx.u

# %% wrong: sign_of_zero_is_one
# why: For a dot product of 0 the sign is taken as 1; it should be 0, and so should both gradients.
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
        sign = 1.0 if (u * v).sum().item() >= 0 else -1.0
        return grad * sign * v, grad * sign * u

# %% wrong: sign_by_division
# why: The sign is computed as dot / |dot|, which is 0/0 = nan where the dot product is 0.
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
        dot = (u * v).sum()
        slope = dot / dot.abs()
        return grad * slope * v, grad * slope * u

# %% wrong: saved_by_two_calls
# why: u and v are saved by two calls of save_for_backward; only what the last one got is kept, and the unpacking fails.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.save_for_backward(u)
        ctx.save_for_backward(v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        sign = (u * v).sum().sign()
        return grad * sign * v, grad * sign * u
