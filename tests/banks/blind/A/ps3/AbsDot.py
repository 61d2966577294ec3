# %% right: plain
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
        return grad * s * v, grad * s * u


# %% right: verbose
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        product = u * v
        dot = product.sum()
        result = dot.abs()
        ctx.save_for_backward(u, v)
        return result

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        saved = ctx.saved_tensors
        u = saved[0]
        v = saved[1]
        dot = (u * v).sum()
        sign = dot.sign()
        slope_u = sign * v
        slope_v = sign * u
        grad_u = slope_u * grad
        grad_v = slope_v * grad
        return (grad_u, grad_v)


# %% right: only_needed
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.save_for_backward(u, v)
        return torch.abs(torch.sum(u * v))

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        factor = grad * torch.sign(torch.sum(u * v))
        grad_u = factor * v if ctx.needs_input_grad[0] else None
        grad_v = factor * u if ctx.needs_input_grad[1] else None
        return grad_u, grad_v


# %% right: if_negative
def dot(u, v):
    return (u * v).sum()


class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.save_for_backward(u, v)
        d = dot(u, v)
        return -d if d.item() < 0 else d

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        d = dot(u, v).item()
        s = (d > 0) - (d < 0)
        return grad * v * s, grad * u * s


# %% right: sign_saved
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        d = (u * v).sum()
        s = d.sign()
        ctx.save_for_backward(u, v, s)
        return d * s

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v, s = ctx.saved_tensors
        return v * (s * grad), u * (s * grad)


# %% wrong: lecture_slopes
# why: sign(u) * |v| is the slope of the lecture's function with bars around each product; here one pair of bars stands around the sum, and there is one sign.
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


# %% wrong: sum_of_bars
# why: forward takes the absolute value of each product before the sum; the bars belong around the sum.
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
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u


# %% wrong: swapped
# why: The two gradients are in the wrong order: the slope for u is v, and the other way round.
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
        return grad * s * u, grad * s * v


# %% wrong: no_sign
# why: The sign is missing in backward: the gradients are those of the dot product without bars.
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


# %% wrong: upstream_ignored
# why: The upstream gradient is not used.
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
        sign = torch.sign((u * v).sum())
        return sign * v, sign * u


# %% wrong: attributes
# why: The tensors are kept as attributes of ctx instead of by save_for_backward: a change in place is not noticed and gives a wrong gradient.
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
        s = (ctx.u * ctx.v).sum().sign()
        return grad * s * ctx.v, grad * s * ctx.u


# %% wrong: saved_by_two_calls
# why: save_for_backward is called twice; only what the last call got is there, so the unpacking fails.
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
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u


# %% wrong: zero_counts_as_positive
# why: With a dot product of 0 the sign is taken as 1 instead of 0.
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
            s = -1.0
        else:
            s = 1.0
        return grad * s * v, grad * s * u


# %% wrong: quotient_as_sign
# why: The sign is computed as d / |d|, which is nan for a dot product of 0, where it should be 0.
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
        d = (u * v).sum()
        s = d / d.abs()
        return grad * s * v, grad * s * u


# %% wrong: quotient_with_epsilon
# why: The sign is d / (|d| + 1e-3): the epsilon avoids the nan at 0, but makes every gradient a little too small, and much too small for a small dot product.
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
        d = (u * v).sum()
        s = d / (d.abs() + 1e-3)
        return grad * s * v, grad * s * u


# %% wrong: sign_per_product
# why: The sign is taken of each product u_i v_i instead of their sum.
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
        s = (u * v).sign()
        return grad * s * v, grad * s * u


# %% wrong: one_gradient_only
# why: Only the gradient of u is returned; v is an argument too.
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
        return grad * s * v


# %% wrong: v_is_constant
# why: v is treated as a constant: its gradient is None.
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
        return grad * s * v, None


# %% wrong: mean
# why: forward takes the mean of the products instead of their sum (and backward divides too): the value is too small by the length.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.save_for_backward(u, v)
        return (u * v).mean().abs()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        s = (u * v).mean().sign()
        return grad * s * v / len(u), grad * s * u / len(u)


# %% wrong: keepdim
# why: The output is a vector of one entry (keepdim) instead of a single number.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.save_for_backward(u, v)
        return (u * v).sum(0, keepdim=True).abs()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u


# %% wrong: python_number
# why: forward returns a Python number (item()) instead of a tensor.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.save_for_backward(u, v)
        return abs((u * v).sum().item())

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u


# %% wrong: sign_in_place
# why: The saved vectors are multiplied in place, so the caller's u and v change during backward.
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
        with torch.no_grad():
            u *= s * grad
            v *= s * grad
        return v, u


# %% wrong: stops_if_u_frozen
# why: If u needs no gradient, backward returns None for both; v may still need its own.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        if not ctx.needs_input_grad[0]:
            return None, None
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u


# %% wrong: value_as_factor
# why: The slope has the value |u . v| itself as a factor instead of the sign: as if the square were differentiated.
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
        d = (u * v).sum()
        return grad * d * v, grad * d * u
