# %% right: plain
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        sign = (u * v).sum().sign()
        return grad * sign * v, grad * sign * u

# %% right: saves_sign_too
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        dot = (u * v).sum()
        sign = dot.sign()
        ctx.save_for_backward(u, v, sign)
        return dot * sign

    @staticmethod
    def backward(ctx, grad):
        u, v, sign = ctx.saved_tensors
        factor = grad * sign
        grad_u = factor * v
        grad_v = factor * u
        return grad_u, grad_v

# %% right: needs_input_grad
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
        s = torch.sign(torch.sum(u * v))
        grad_u = grad_v = None
        if ctx.needs_input_grad[0]:
            grad_u = s * v * grad
        if ctx.needs_input_grad[1]:
            grad_v = s * u * grad
        return grad_u, grad_v

# %% right: sign_as_number
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        dot = (u * v).sum()
        ctx.save_for_backward(u, v)
        if dot.item() > 0:
            ctx.sign = 1
        elif dot.item() < 0:
            ctx.sign = -1
        else:
            ctx.sign = 0
        return dot.abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        return ctx.sign * v * grad, ctx.sign * u * grad

# %% wrong: bars_around_each_product
# why: the bars stand around each product as in the lecture; the sum of absolute products is not the absolute value of the dot product
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).abs().sum()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        return grad * u.sign() * v.abs(), grad * v.sign() * u.abs()

# %% wrong: lecture_backward
# why: forward is right, but backward is the lecture's, with sign(u) |v| for bars around each product
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        return grad * u.sign() * v.abs(), grad * v.sign() * u.abs()

# %% wrong: sign_entry_by_entry
# why: takes the sign of each product instead of the one sign of the dot product
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

# %% wrong: sign_forgotten
# why: backward of the plain dot product; the sign is forgotten, so a negative dot product gets the wrong direction
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        return grad * v, grad * u

# %% wrong: gradients_swapped
# why: the two gradients are in the wrong order: u gets the slope u and v gets the slope v
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

# %% wrong: upstream_ignored
# why: the upstream gradient is not multiplied in
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

# %% wrong: attributes
# why: keeps the vectors as attributes of ctx instead of save_for_backward, so a change in place goes unnoticed
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.u, ctx.v = u, v
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        s = (ctx.u * ctx.v).sum().sign()
        return grad * s * ctx.v, grad * s * ctx.u

# %% wrong: saved_twice
# why: calls save_for_backward twice; the second call replaces the first, and only v is left
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

# %% wrong: sign_of_zero_is_one
# why: takes 1 for the sign of 0: where dot >= 0 the factor is 1, so at a dot product of 0 the gradient is not 0
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        dot = (u * v).sum()
        ctx.sign = 1.0 if dot.item() >= 0 else -1.0
        return dot.abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        return grad * ctx.sign * v, grad * ctx.sign * u

# %% wrong: divides_by_abs
# why: computes the sign as dot / |dot|, which is nan where the dot product is 0
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        dot = (u * v).sum()
        sign = dot / dot.abs()
        return grad * sign * v, grad * sign * u

# %% wrong: epsilon_in_sign
# why: guards the division by a tiny number, dot / (|dot| + 1e-8), so the sign is not exactly 1 and far off for small dot products
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        dot = (u * v).sum()
        sign = dot / (dot.abs() + 1e-8)
        return grad * sign * v, grad * sign * u

# %% wrong: sign_of_upstream
# why: takes the sign of the upstream gradient instead of that of the dot product
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = grad.sign()
        return grad * s * v, grad * s * u

# %% wrong: saves_output
# why: saves the output, which is never negative, and takes its sign; the sign of the dot product is lost by the bars
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

# %% wrong: forward_without_abs
# why: forward returns the dot product itself, the bars are missing
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

# %% wrong: mean_for_sum
# why: the mean of the products instead of their sum, forward and backward
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).mean().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).mean().sign() / u.numel()
        return grad * s * v, grad * s * u

# %% wrong: one_gradient
# why: returns only the gradient of u
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

# %% wrong: python_number
# why: forward returns a Python number by .item(), not a tensor
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return abs((u * v).sum().item())

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u

# %% wrong: keepdim_one_entry
# why: the output is a vector with one entry instead of a single number of no dimension
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

# %% wrong: upstream_in_place
# why: multiplies the sign into the upstream gradient in place; the tensor grad is not backward's own
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        grad *= (u * v).sum().sign()
        return grad * v, grad * u

# %% wrong: v_without_sign
# why: the sign is multiplied into the gradient of u only; that of v lacks it
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        return grad * (u * v).sum().sign() * v, grad * u
