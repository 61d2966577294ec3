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
        sign = (u * v).sum().sign()
        return grad * sign * v, grad * sign * u

# %% right: sign_as_a_number
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        dot = (u * v).sum()
        value = dot.item()
        ctx.sign = (value > 0) - (value < 0)
        ctx.save_for_backward(u, v)
        return dot * ctx.sign

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        g = ctx.sign * grad
        return g * v, g * u

# %% right: three_cases_matmul
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return abs(u @ v)

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        d = (u @ v).item()
        if d > 0:
            return grad * v, grad * u
        elif d < 0:
            return -grad * v, -grad * u
        else:
            return 0 * grad * v, 0 * grad * u

# %% wrong: bars_around_each_product
# why: The absolute value is taken of each product before the sum, as in the lecture. Here the products
# are summed first, and the bars stand around the sum.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).abs().sum()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        return grad * u.sign() * v.abs(), grad * v.sign() * u.abs()

# %% wrong: sign_of_each_product
# why: backward uses the sign of each single product u_i v_i. There is only one sign, that of the whole
# dot product, for all entries.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        signs = (u * v).sign()
        return grad * signs * v, grad * signs * u

# %% wrong: zero_counts_as_positive
# why: A dot product of exactly 0 gets the sign +1, so u and v get a gradient there. sign(0) is 0, and the
# gradients are zero.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = 1 if (u * v).sum().item() >= 0 else -1
        return s * grad * v, s * grad * u

# %% wrong: own_vector_as_slope
# why: The two gradients are swapped: u gets a multiple of u, and v of v. The slope for u is made of v, and the
# slope for v of u.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return torch.abs(torch.sum(u * v))

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        factor = grad * torch.sign(torch.sum(u * v))
        grad_u = factor * u
        grad_v = factor * v
        return grad_u, grad_v

# %% wrong: sign_of_the_output
# why: The sign is taken from the output, which has its bars already and is never negative. It must be
# the sign of the dot product before the absolute value.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        out = (u * v).sum().abs()
        ctx.save_for_backward(u, v, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        u, v, out = ctx.saved_tensors
        return grad * out.sign() * v, grad * out.sign() * u

# %% wrong: dot_over_its_absolute_value
# why: The sign is computed as d / |d|, which is 0 / 0, not a number, where the dot product is 0. The
# sign of 0 is 0, and so should the gradients be.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        d = (u * v).sum()
        slope = d / d.abs()
        return grad * slope * v, grad * slope * u

# %% wrong: saved_copies
# why: forward saves copies of the vectors. If someone changes u or v in place before backward,
# nobody notices; the vectors themselves must be saved, so that the change raises an error.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u.clone(), v.clone())
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        s = (a * b).sum().sign()
        return grad * s * b, grad * s * a

# %% wrong: kept_in_a_tuple_on_ctx
# why: The vectors are kept as an attribute of ctx, so a change in place goes unnoticed and gives a
# wrong gradient. They should go through ctx.save_for_backward.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.vectors = (u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.vectors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u

# %% wrong: upstream_forgotten
# why: backward returns the bare slopes and never uses the upstream gradient. Each slope must be multiplied
# with grad.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        sgn = (u * v).sum().sign()
        return sgn * v, sgn * u

# %% wrong: saved_in_two_calls
# why: save_for_backward is called twice, and the second call replaces what the first one saved. Both
# vectors must be saved by one call.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u)
        ctx.save_for_backward(v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u

# %% wrong: one_element_vector
# why: The output keeps a dimension and is a vector with one entry. It should be a single number, a tensor
# without dimensions.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum(dim=0, keepdim=True).abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u
