# %% right: clone_and_narrow
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.narrow(dim, 0, n)[:] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n)[:] = 0
        return g, None, None

# %% right: index_tuple
def _cut_head(tensor, where):
    copy = tensor.clone()
    copy[where] = 0
    return copy

class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        where = [slice(None)] * len(input.shape)
        where[dim] = slice(0, n)
        ctx.where = tuple(where)
        return _cut_head(input, ctx.where)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        return _cut_head(grad, ctx.where), None, None

# %% right: transposed_view
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n = n
        ctx.dim = dim
        result = input.clone()
        rows_first = result.transpose(0, dim)   # a view: same memory
        rows_first[:n] = 0
        return result

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        result = grad.clone()
        rows_first = result.transpose(0, ctx.dim)
        rows_first[:ctx.n] = 0
        return result, None, None

# %% right: saved_mask
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        keep = torch.ones_like(input)
        head = keep.narrow(dim, 0, n)
        head *= 0
        ctx.save_for_backward(keep)
        return input * keep

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        keep, = ctx.saved_tensors
        return grad * keep, None, None

# %% wrong: negative_dim_prefix
# why: The index is built as dim colons and then the slice of the head. For a negative dim, (slice(None),) * dim is
# empty, so the head is cut along the first dimension; a negative dim has to be counted from the end.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.index = (slice(None),) * dim + (slice(0, n),)
        out = input.clone()
        out[ctx.index] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad_input = grad.clone()
        grad_input[ctx.index] = 0
        return grad_input, None, None

# %% wrong: mask_where_output_is_zero
# why: The backward takes each zero of the output for a place of the head. An entry of the tail that happens to be 0
# gets no gradient then; which places are cut depends on n and dim only, not on the values.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        out = input.clone()
        out.narrow(dim, 0, n)[:] = 0
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        (out,) = ctx.saved_tensors
        return grad * (out != 0), None, None

# %% wrong: n_and_dim_on_the_class
# why: n and dim are stored on the class ZeroHead, which all calls share, so a later call overwrites those of an
# earlier one before its backward runs. They belong on ctx, which each call has for itself.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ZeroHead.n = n
        ZeroHead.dim = dim
        out = input.clone()
        head = out.narrow(dim, 0, n)
        head[:] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        out = grad.clone()
        head = out.narrow(ZeroHead.dim, 0, ZeroHead.n)
        head[:] = 0
        return out, None, None

# %% wrong: head_only_renamed
# why: head = zeros gives the name head to a new tensor and writes nothing into the view, so the copy keeps its head.
# The zeros must be written into the view, for example by head[:] = 0.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n = n
        ctx.dim = dim
        copy = input.clone()
        head = copy.narrow(dim, 0, n)
        head = torch.zeros_like(head)
        return copy

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        copy = grad.clone()
        head = copy.narrow(ctx.dim, 0, ctx.n)
        head = torch.zeros_like(head)
        return copy, None, None

# %% wrong: zeros_of_default_dtype
# why: torch.zeros(shape) makes a float32 tensor, whatever the input is, so for a float64 input the output has the wrong
# dtype and has lost digits. Use zeros_like(input), or start from a clone.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        tail = [slice(None) for _ in input.shape]
        tail[dim] = slice(n, None)
        ctx.tail = tuple(tail)
        out = torch.zeros(input.shape)
        out[ctx.tail] = input[ctx.tail]
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        g = torch.zeros(grad.shape)
        g[ctx.tail] = grad[ctx.tail]
        return g, None, None

# %% wrong: tail_counted_from_the_end
# why: The tail is taken as the last size - n places, slice(-(size - n), None). If n is the whole size, that is
# slice(0, None), which is everything instead of nothing: no entry is zeroed. Count from the front: slice(n, None).
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        rest = input.shape[dim] - n
        index = [slice(None)] * input.dim()
        index[dim] = slice(-rest, None)
        ctx.index = tuple(index)
        out = torch.zeros_like(input)
        out[ctx.index] = input[ctx.index]
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        g = torch.zeros_like(grad)
        g[ctx.index] = grad[ctx.index]
        return g, None, None

# %% wrong: gradient_passes_whole
# why: The backward hands the upstream gradient on as it is. The head of the output is a constant 0 and does not depend
# on the input, so the first n places along dim must get the gradient 0.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        res = input.clone()
        part = res.narrow(dim, 0, n)
        part *= 0
        return res

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        # copying: slope 1
        return grad, None, None

# %% wrong: cloned_too_late
# why: The zeros are written into a view of the input itself, and only then it is copied, so the caller's tensor loses
# its head. Clone first, and write into the clone.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.args = (dim, 0, n)
        head = input.narrow(*ctx.args)
        head[:] = 0
        return input.clone()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad = grad.clone()
        head = grad.narrow(*ctx.args)
        head[:] = 0
        return grad, None, None
