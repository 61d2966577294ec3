# %% right: straight
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u

# %% right: sign_as_a_number
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        dot = (u * v).sum()
        number = dot.item()
        ctx.sign = (number > 0) - (number < 0)
        ctx.save_for_backward(u, v)
        return ctx.sign * dot

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        factor = grad * ctx.sign
        return factor * v, factor * u

# %% right: three_cases
def gradients(grad, u, v):
    dot = (u * v).sum()
    if dot > 0:
        return grad * v, grad * u
    elif dot < 0:
        return -grad * v, -grad * u
    return torch.zeros_like(u), torch.zeros_like(v)


class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return torch.abs(torch.sum(u * v))

    @staticmethod
    def backward(ctx, grad):
        return gradients(grad, *ctx.saved_tensors)

# %% wrong: sign_of_the_output
# why: The sign is taken of the output, which already has its bars and is never negative. The sign must be
# that of the dot product itself.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        out = (u * v).sum().abs()
        ctx.save_for_backward(u, v, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        u, v, out = ctx.saved_tensors
        s = out.sign()
        return grad * s * v, grad * s * u

# %% wrong: zero_counts_as_positive
# why: The sign is 1 whenever the dot product is not negative, so also where it is 0. There the sign is 0
# and both gradients are zero.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        d = (u * v).sum()
        ctx.negative = d.item() < 0
        return -d if ctx.negative else d

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = -1 if ctx.negative else 1
        return s * grad * v, s * grad * u

# %% wrong: dot_divided_by_its_size
# why: The sign is computed as dot / |dot|, which is 0/0 = nan where the dot product is 0. Use sign(), which
# is 0 there.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return ((u * v).sum() ** 2) ** 0.5

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        dot = (u * v).sum()
        slope = dot / (dot ** 2) ** 0.5
        return grad * slope * v, grad * slope * u

# %% wrong: own_vector_as_slope
# why: Each vector gets a gradient made of itself. The slope for u is sign times v, and for v it is sign
# times u: the two are in the wrong order.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        sign = (saved[0] * saved[1]).sum().sign()
        return tuple(grad * sign * vector for vector in saved)

# %% wrong: sign_of_every_product
# why: The sum is missing in backward: the sign is taken of each product u_i v_i. There is one sign, that of
# the whole dot product.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return abs((u * v).sum())

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        sign = (u * v).sign()
        grad_u = grad * sign * v
        grad_v = grad * sign * u
        return grad_u, grad_v

# %% wrong: multiplied_in_place
# why: v *= s and u *= s change the saved tensors in place, and these are the caller's own vectors. Make new
# tensors: s * v and s * u.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = grad * (u * v).sum().sign()
        with torch.no_grad():
            v *= s
            u *= s
        return v.clone(), u.clone()

# %% wrong: one_saved_one_attribute
# why: Only u goes through save_for_backward, v is an attribute of ctx. If v is changed in place before the
# backward, nobody notices and the gradient is wrong; save both in one call.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u)
        ctx.v = v
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, = ctx.saved_tensors
        v = ctx.v
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u

# %% wrong: python_sum_loses_the_dtype
# why: The sum is a Python float, from which torch.tensor makes a float32 tensor. For vectors in float64 the
# output must be float64; stay with tensors, (u * v).sum().abs().
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        total = 0.0
        for a, b in zip(u.tolist(), v.tolist()):
            total += a * b
        return torch.tensor(abs(total))

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u

# %% wrong: upstream_only_for_the_first
# why: The gradient of v lacks the upstream gradient: grad stands only in the first of the two. Both are the
# upstream gradient times a slope.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, s * u
