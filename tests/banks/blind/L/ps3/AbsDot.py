# %% right: save_both_sign_in_backward
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
        ctx.sign = 1 if value > 0 else (-1 if value < 0 else 0)
        ctx.save_for_backward(u, v)
        return dot.abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        g = ctx.sign * grad
        return g * v, g * u

# %% right: three_saved
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        product = u * v
        s = product.sum()
        ctx.save_for_backward(u, v, s)
        return s * s.sign()

    @staticmethod
    def backward(ctx, grad):
        u, v, s = ctx.saved_tensors
        factor = grad * s.sign()
        grad_u = factor * v
        grad_v = factor * u
        return grad_u, grad_v

# %% right: helper_dot
def dot(a, b):
    return (a * b).sum()


class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(v, u)
        return dot(u, v).abs()

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        s = dot(*saved).sign()
        return tuple(other * s * grad for other in saved)

# %% wrong: sign_by_division
# why: The sign is computed as dot / |dot|, which is 0/0 = nan when the dot product is 0. There the sign must be 0.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        d = (u * v).sum()
        sign = d / d.abs()
        return grad * sign * v, grad * sign * u

# %% wrong: gradients_swapped
# why: The two gradients are the wrong way round: the slope for u is made of v, and it must be returned first. Here u gets a multiple of u.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        factor = grad * (u * v).sum().sign()
        return factor * u, factor * v

# %% wrong: vectors_as_attributes
# why: The vectors are kept as attributes of ctx, so a change in place between forward and backward is not noticed and gives a wrong gradient. Tensors
# go through ctx.save_for_backward.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.u = u
        ctx.v = v
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        sign = (ctx.u * ctx.v).sum().sign()
        return grad * sign * ctx.v, grad * sign * ctx.u

# %% wrong: sign_of_each_product
# why: The sign is taken of each product u_i v_i. There is one pair of bars around the whole sum, so there is a single sign, that of the dot product.
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

# %% wrong: sign_of_the_output
# why: The sign is taken of the output, which has its bars already and is never negative. Where the dot product is negative the gradients get the wrong
# sign; the sign of the dot product itself is needed.
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

# %% wrong: product_written_into_u
# why: u *= v writes the products into the user's vector u. An argument must not be changed; u * v makes a new tensor.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u.clone(), v)
        u *= v
        return u.sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        return grad * s * v, grad * s * u

# %% wrong: upstream_gradient_forgotten
# why: backward returns the bare slopes. Each must be multiplied by the upstream gradient.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        if (u * v).sum() < 0:
            return -v, -u
        if (u * v).sum() > 0:
            return v, u
        return 0 * v, 0 * u

# %% wrong: python_number_returned
# why: forward returns a Python number, made by item(). It must return a tensor, or the output has no dtype of the input and no gradient flows.
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
