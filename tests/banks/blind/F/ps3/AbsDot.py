# %% right: plain
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

# %% right: matmul_operator
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return torch.abs(u @ v)

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        factor = torch.sign(u @ v) * grad
        grad_u = factor * v
        grad_v = factor * u
        return grad_u, grad_v

# %% right: sign_as_number
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        dot = (u * v).sum()
        ctx.save_for_backward(u, v)
        number = dot.item()
        if number > 0:
            ctx.sign = 1
        elif number < 0:
            ctx.sign = -1
        else:
            ctx.sign = 0
        return dot.abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        return ctx.sign * v * grad, ctx.sign * u * grad

# %% right: sign_saved_too
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        dot = torch.sum(u * v)
        s = torch.sign(dot)
        ctx.save_for_backward(u, v, s)
        return dot * s

    @staticmethod
    def backward(ctx, grad):
        u, v, s = ctx.saved_tensors
        return s * v * grad, s * u * grad

# %% right: saved_as_list
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        pair = [u, v]
        ctx.save_for_backward(*pair)
        product = torch.mul(u, v)
        total = torch.sum(product)
        return torch.abs(total)

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        dot = torch.sum(torch.mul(saved[0], saved[1]))
        grads = []
        for other in (saved[1], saved[0]):
            grads.append(torch.sign(dot) * other * grad)
        return tuple(grads)

# %% right: if_in_backward
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        dot = (u * v).sum()
        if dot > 0:
            return grad * v, grad * u
        if dot < 0:
            return -grad * v, -grad * u
        return 0 * grad * v, 0 * grad * u

# %% wrong: bars_around_each
# why: The bars stand around each product instead of around the sum.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).abs().sum()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sign()
        return grad * s * v, grad * s * u

# %% wrong: lecture_gradient
# why: The gradients are those of bars around each product; here one sign belongs to the whole dot product.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        return grad * u.sign() * v.abs(), grad * v.sign() * u.abs()

# %% wrong: swapped_gradients
# why: The gradients of u and v are exchanged: the slope for u is v times the sign.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * u, grad * s * v

# %% wrong: no_sign
# why: The sign of the dot product is missing, so a negative one gets gradients of the wrong sign.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        return grad * v, grad * u

# %% wrong: no_upstream
# why: The upstream gradient is not multiplied in.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return s * v, s * u

# %% wrong: upstream_for_one
# why: Only the gradient of u is multiplied by the upstream gradient.
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

# %% wrong: two_saves
# why: The second call of save_for_backward replaces the first, so only v is there.
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

# %% wrong: attributes
# why: The vectors are kept as attributes, so a change in place is not noticed.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.u = u
        ctx.v = v
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        s = (ctx.u * ctx.v).sum().sign()
        return grad * s * ctx.v, grad * s * ctx.u

# %% wrong: one_as_attribute
# why: v is kept as an attribute, so its change in place is not noticed.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u)
        ctx.v = v
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        (u,) = ctx.saved_tensors
        s = (u * ctx.v).sum().sign()
        return grad * s * ctx.v, grad * s * u

# %% wrong: sign_of_zero
# why: At a dot product of 0 the sign must be 0, and not 1.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = 1 if (u * v).sum() >= 0 else -1
        return grad * s * v, grad * s * u

# %% wrong: sign_of_zero_negative
# why: At a dot product of 0 the sign comes out as -1 instead of 0.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = 2 * ((u * v).sum() > 0).to(grad.dtype) - 1
        return grad * s * v, grad * s * u

# %% wrong: kept_dimension
# why: The output is a vector with one entry instead of a single number.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum(0, keepdim=True).abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u

# %% wrong: sign_of_each
# why: The sign is taken of each product instead of the whole sum.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sign()
        return grad * s * v, grad * s * u

# %% wrong: sign_of_output
# why: The sign is taken of the output, which is never negative.
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

# %% wrong: divides_by_abs
# why: dot / |dot| is nan where the dot product is 0.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        dot = (u * v).sum()
        return grad * dot / dot.abs() * v, grad * dot / dot.abs() * u

# %% wrong: soft_sign
# why: An epsilon in the denominator makes the sign a little too small everywhere.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        dot = (u * v).sum()
        s = dot / (dot.abs() + 0.01)
        return grad * s * v, grad * s * u

# %% wrong: mean
# why: The products are averaged instead of summed.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).mean().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u

# %% wrong: one_gradient
# why: Only the gradient of u is returned.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v

# %% wrong: no_abs
# why: forward forgets the absolute value.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u

# %% wrong: a_python_number
# why: forward returns a Python number instead of a tensor.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs().item()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u

# %% wrong: summed_gradient
# why: The gradients are summed to single numbers, but they have the shapes of u and v.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return (grad * s * v).sum(), (grad * s * u).sum()

# %% wrong: saved_in_other_order
# why: Saved as (v, u) and read as (u, v), so the gradients are exchanged.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(v, u)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u

# %% wrong: abs_of_factors
# why: forward takes the absolute value of u first.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u.abs() * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u

# %% wrong: forgets_return
# why: backward returns nothing.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        grad_u = grad * s * v
        grad_v = grad * s * u

# %% wrong: slope_doubled
# why: These are the gradients of the square of the dot product, not of its absolute value.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        dot = (u * v).sum()
        return grad * 2 * dot * v, grad * 2 * dot * u

