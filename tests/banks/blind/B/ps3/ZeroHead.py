# %% right: narrow_zero
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad = grad.clone()
        grad.narrow(ctx.dim, 0, ctx.n).zero_()
        return grad, None, None

# %% right: slices_helper
def _without_head(tensor, n, dim):
    index = [slice(None)] * tensor.dim()
    index[dim] = slice(0, n)
    copy = tensor.clone()
    copy[tuple(index)] = 0
    return copy


class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n = n
        ctx.dim = dim
        return _without_head(input, n, dim)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        return _without_head(grad, ctx.n, ctx.dim), None, None

# %% right: head_and_tail_glued
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        head = torch.zeros_like(input.narrow(dim, 0, n))
        tail = input.narrow(dim, n, input.shape[dim] - n)
        return torch.cat([head, tail], dim)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        head = torch.zeros_like(grad.narrow(ctx.dim, 0, ctx.n))
        tail = grad.narrow(ctx.dim, ctx.n, grad.shape[ctx.dim] - ctx.n)
        return torch.cat([head, tail], ctx.dim), None, None

# %% right: mask
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        mask = torch.ones_like(input)
        head = mask.narrow(dim, 0, n)
        head *= 0
        ctx.save_for_backward(mask)
        return input * mask

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        (mask,) = ctx.saved_tensors
        grad_input = grad * mask
        grad_n = None
        grad_dim = None
        return grad_input, grad_n, grad_dim

# %% wrong: columns_of_a_matrix
# why: It always zeroes columns of a matrix, as in the lecture, and ignores dim.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n = n
        out = input.clone()
        out[:, :n] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad = grad.clone()
        grad[:, :ctx.n] = 0
        return grad, None, None

# %% wrong: input_changed
# why: forward zeroes the head of the input itself, since narrow gives a view and nothing was cloned.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        input.narrow(dim, 0, n).zero_()
        return input.clone()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

# %% wrong: upstream_changed
# why: backward zeroes the head of the upstream gradient in place; others may still need it, so a copy must be changed.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad_input = grad
        grad_input.narrow(ctx.dim, 0, ctx.n).zero_()
        return grad_input, None, None

# %% wrong: upstream_passed_whole
# why: backward passes the whole upstream gradient on; the head of the output does not depend on the input, so its gradient is zero.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        return grad.clone(), None, None

# %% wrong: zeros_taken_for_the_head
# why: backward finds the head by the zeros of the output; an entry of the tail that happens to be 0 loses its gradient too.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        (out,) = ctx.saved_tensors
        return grad * (out != 0), None, None

# %% wrong: negative_dim_is_the_first
# why: The index is built by (slice(None),) * dim, which is empty for a negative dim: then the first dimension is cut instead of one from the end.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.where = (slice(None),) * dim + (slice(0, n),)
        out = input.clone()
        out[ctx.where] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad = grad.clone()
        grad[ctx.where] = 0
        return grad, None, None

# %% wrong: attributes_of_the_class
# why: n and dim are kept as attributes of the class instead of ctx, so all calls share them: a second call overwrites those of the first before backward.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ZeroHead.n = n
        ZeroHead.dim = dim
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        out = grad.clone()
        out.narrow(ZeroHead.dim, 0, ZeroHead.n).zero_()
        return out, None, None

# %% wrong: default_dtype
# why: The results are filled into torch.zeros(shape) of the default dtype, so a float64 input comes back as float32.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        index = [slice(None)] * len(input.shape)
        index[dim] = slice(n, None)
        ctx.index = tuple(index)
        out = torch.zeros(input.shape)
        out[ctx.index] = input[ctx.index]
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        g = torch.zeros(grad.shape)
        g[ctx.index] = grad[ctx.index]
        return g, None, None
