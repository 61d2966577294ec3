# %% right: clone_narrow
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n = n
        ctx.dim = dim
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        grad = grad.clone()
        grad.narrow(ctx.dim, 0, ctx.n).zero_()
        return grad, None, None

# %% right: helper
def without_head(tensor, n, dim):
    copy = tensor.clone()
    head = copy.narrow(dim, 0, n)
    head.fill_(0)
    return copy

class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.args = n, dim
        return without_head(input, n, dim)

    @staticmethod
    def backward(ctx, grad):
        n, dim = ctx.args
        return without_head(grad, n, dim), None, None

# %% right: mask
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        mask = torch.ones_like(input)
        mask.narrow(dim, 0, n).zero_()
        ctx.save_for_backward(mask)
        return input * mask

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return grad * mask, None, None

# %% right: slices
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        where = [slice(None)] * input.dim()
        where[dim] = slice(0, n)
        ctx.where = tuple(where)
        out = input.clone()
        out[ctx.where] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad_input = grad.clone()
        grad_input[ctx.where] = 0
        return grad_input, None, None

# %% right: cat
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        size = input.shape[dim]
        head = torch.zeros_like(input.narrow(dim, 0, n))
        tail = input.narrow(dim, n, size - n)
        return torch.cat([head, tail], dim)

    @staticmethod
    def backward(ctx, grad):
        n, dim = ctx.n, ctx.dim
        head = torch.zeros_like(grad.narrow(dim, 0, n))
        tail = grad.narrow(dim, n, grad.shape[dim] - n)
        return torch.cat([head, tail], dim), None, None

# %% wrong: columns_only
# why: zeroes the first n columns of a matrix as in the lecture and ignores dim
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n = n
        out = input.clone()
        out[:, :n] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g[:, :ctx.n] = 0
        return g, None, None

# %% wrong: rows_only
# why: always zeroes the first n places of dimension 0, whatever dim says
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n = n
        out = input.clone()
        out[:n] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g[:ctx.n] = 0
        return g, None, None

# %% wrong: two_dims_only
# why: knows only dim 0 and 1; dim -1 and further dimensions are taken for columns
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        if dim == 0:
            out[:n] = 0
        else:
            out[:, :n] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        if ctx.dim == 0:
            g[:ctx.n] = 0
        else:
            g[:, :ctx.n] = 0
        return g, None, None

# %% wrong: changes_input
# why: works on the input itself instead of a copy, so the caller's tensor is changed
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        input.narrow(dim, 0, n).zero_()
        return input

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

# %% wrong: changes_upstream
# why: zeroes the head of the upstream gradient in place; others may still need it
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        grad.narrow(ctx.dim, 0, ctx.n).zero_()
        return grad, None, None

# %% wrong: gradient_passes_everywhere
# why: the upstream gradient is handed on as it is; the head of the output does not depend on the input, so its gradient should be zero
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        return grad, None, None

# %% wrong: one_gradient
# why: backward returns one gradient, but forward has three arguments: the None for n and dim are missing
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g

# %% wrong: two_gradients
# why: only one None for the two numbers n and dim, as in the lecture's Function with one number
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None

# %% wrong: mask_from_output
# why: takes the entries of the output that are not 0 for the tail; an entry of the tail that happens to be 0 loses its gradient
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (out != 0), None, None

# %% wrong: tail_zeroed
# why: zeroes the last n places instead of the first n
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.narrow(dim, input.shape[dim] - n, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, grad.shape[ctx.dim] - ctx.n, ctx.n).zero_()
        return g, None, None

# %% wrong: keeps_only_tail
# why: cuts the first n places off instead of setting them to zero, so the output has another shape
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        return input.narrow(dim, n, input.shape[dim] - n).clone()

    @staticmethod
    def backward(ctx, grad):
        shape = list(grad.shape)
        shape[ctx.dim] = ctx.n
        return torch.cat([torch.zeros(shape), grad], ctx.dim), None, None

# %% wrong: backward_zeroes_tail
# why: forward is right, but backward keeps the head of the gradient and throws the tail away
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        g = torch.zeros_like(grad)
        g.narrow(ctx.dim, 0, ctx.n).copy_(grad.narrow(ctx.dim, 0, ctx.n))
        return g, None, None

# %% wrong: narrow_arguments_swapped
# why: the start and the length of narrow are swapped: narrow(dim, n, 0) is empty, and nothing is zeroed
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.narrow(dim, n, 0).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, ctx.n, 0).zero_()
        return g, None, None

# %% wrong: n_not_saved
# why: n and dim are used in backward, which does not get them; they were never kept on ctx
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(dim, 0, n).zero_()
        return g, None, None

# %% wrong: saves_numbers_for_backward
# why: save_for_backward takes tensors only; n and dim are numbers and belong into attributes
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.save_for_backward(n, dim)
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        n, dim = ctx.saved_tensors
        g = grad.clone()
        g.narrow(dim, 0, n).zero_()
        return g, None, None

# %% wrong: upstream_ignored
# why: returns ones in the tail instead of the upstream gradient
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        g = torch.ones_like(grad)
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

# %% wrong: float32_zeros
# why: builds the gradient in torch.zeros of the default dtype float32 and loses the digits of a float64 upstream
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        k = input.shape[dim] - n
        out = torch.zeros(input.shape)
        out.narrow(dim, n, k).copy_(input.narrow(dim, n, k))
        return out

    @staticmethod
    def backward(ctx, grad):
        k = grad.shape[ctx.dim] - ctx.n
        g = torch.zeros(grad.shape)
        g.narrow(ctx.dim, ctx.n, k).copy_(grad.narrow(ctx.dim, ctx.n, k))
        return g, None, None

# %% wrong: off_by_one
# why: zeroes n + 1 places: the bound of the slice is one too far
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.where = (slice(None),) * (dim % input.dim()) + (slice(0, n + 1),)
        out = input.clone()
        out[ctx.where] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g[ctx.where] = 0
        return g, None, None

# %% wrong: negative_dim_prefix
# why: builds the index with dim leading full slices, which for a negative dim is none, so dim -1 zeroes the rows
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.index = (slice(None),) * dim + (slice(0, n),)
        out = input.clone()
        out[ctx.index] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g[ctx.index] = 0
        return g, None, None
