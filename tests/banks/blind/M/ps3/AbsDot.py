# %% right: recompute_the_dot
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
        s = grad * (u * v).sum().sign()
        return s * v, s * u

# %% right: sign_as_python_number
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        dot = (u * v).sum()
        number = dot.item()
        if number > 0:
            ctx.sign = 1
        elif number < 0:
            ctx.sign = -1
        else:
            ctx.sign = 0
        ctx.save_for_backward(u, v)
        return dot * ctx.sign

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        return grad * ctx.sign * v, grad * ctx.sign * u

# %% right: matmul_and_needs
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
        sign = torch.sign(u @ v)
        grad_u = grad_v = None
        if ctx.needs_input_grad[0]:
            grad_u = grad * sign * v
        if ctx.needs_input_grad[1]:
            grad_v = grad * sign * u
        return grad_u, grad_v

# %% right: three_saved
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        product = (u * v).sum()
        sign = product.sign()
        ctx.save_for_backward(u, v, sign)
        return sign * product

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v, sign = ctx.saved_tensors
        return tuple(grad * sign * other for other in (v, u))

# %% wrong: bars_around_each_product
# why: It sums the absolute values of the single products, as the lecture did. The bars stand around the whole sum here:
# first the dot product, then its absolute value, and one sign for all entries.
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
        sign = (u * v).sign()
        return grad * sign * v, grad * sign * u

# %% wrong: sign_of_the_output
# why: The sign is taken of the saved output, which is already an absolute value and never negative, so the sign is
# never -1. It must be the sign of the dot product before the bars.
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
        sign = out.sign()
        return grad * sign * v, grad * sign * u

# %% wrong: gradients_exchanged
# why: The gradient of u is made from u and that of v from v. The slope of a product for one factor is the other factor,
# so the gradient of u needs v, and the gradient of v needs u.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        ctx.save_for_backward(u, v)
        d = (u * v).sum()
        return d.abs()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        s = (u * v).sum().sign()
        grad_u = grad * s * u
        grad_v = grad * s * v
        return grad_u, grad_v

# %% wrong: sign_by_division
# why: The sign is computed as dot / |dot|, which is 0/0 and gives nan when the dot product is 0. There the sign is to
# be 0, as dot.sign() says.
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
        direction = dot / dot.abs()
        return grad * direction * v, grad * direction * u

# %% wrong: zero_counts_as_positive
# why: The sign is 1 or -1 only, so a dot product of exactly 0 is treated as positive and the vectors get a gradient.
# sign(0) is to be 0, so both gradients are zero there.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        dot = (u * v).sum()
        ctx.save_for_backward(u, v)
        ctx.sign = -1.0 if dot.item() < 0 else 1.0
        return ctx.sign * dot

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        return grad * ctx.sign * v, grad * ctx.sign * u

# %% wrong: vector_of_one_entry
# why: keepdim=True leaves a dimension of size 1, so the output is a vector with one entry, of shape (1,). The output is
# to be a single number, of shape ().
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
        s = (u * v).sum(0, keepdim=True).sign()
        return grad * (s * v), grad * (s * u)

# %% wrong: copies_are_saved
# why: It saves clones of u and v. If u or v is changed in place before backward, the clones stay as they are and no
# error is raised, although the change should be noticed; save the tensors themselves.
class AbsDot(torch.autograd.Function):
    @staticmethod
    def forward(ctx, u, v):
        """|u . v|, a single number."""
        # clone, to be on the safe side
        ctx.save_for_backward(u.clone(), v.clone())
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of u and v."""
        u, v = ctx.saved_tensors
        k = grad * (u * v).sum().sign()
        return k * v, k * u

# %% wrong: python_number_returned
# why: The forward returns a Python number, made by item(). A Function gives a tensor back, a bare number has no node
# and no gradient can flow from it; leave the sum a tensor and use its abs().
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
        sgn = (u * v).sum().sign()
        return grad * sgn * v, grad * sgn * u
