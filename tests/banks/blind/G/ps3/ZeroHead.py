# %% right: index_of_slices
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        head = [slice(None)] * len(input.shape)
        head[dim] = slice(0, n)
        ctx.head = tuple(head)
        out = input.clone()
        out[ctx.head] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        result = grad.clone()
        result[ctx.head] = 0
        return result, None, None

# %% right: zeros_and_the_tail
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        return ZeroHead.cut(input, n, dim)

    @staticmethod
    def cut(tensor, n, dim):
        rest = tensor.shape[dim] - n
        head = torch.zeros_like(tensor.narrow(dim, 0, n))
        tail = tensor.narrow(dim, n, rest)
        return torch.cat([head, tail], dim)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        return ZeroHead.cut(grad, ctx.n, ctx.dim), None, None

# %% wrong: mask_from_the_output
# why: backward passes the gradient where the output is not 0; an entry of the tail that is 0 itself loses its gradient.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        out = input.clone()
        out.narrow(dim, 0, n).fill_(0)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        (out,) = ctx.saved_tensors
        return grad * (out != 0), None, None

# %% wrong: upstream_changed_in_place
# why: backward writes the zeros into the upstream gradient itself, which others may still need; it must change a copy.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n = n
        ctx.dim = dim
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad.narrow(ctx.dim, 0, ctx.n).zero_()
        return grad, None, None

# %% wrong: columns_of_a_matrix
# why: it always cuts along the last dimension, as the lecture's Function does with the columns of a matrix; dim is not looked at.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n = n
        result = input.clone()
        result[..., :n] = 0
        return result

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad = grad.clone()
        grad[..., : ctx.n] = 0
        return grad, None, None

# %% wrong: gradient_of_the_input_only
# why: backward returns one gradient; forward has three arguments, and for n and dim a None must be returned.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        mask = torch.ones_like(input)
        mask.narrow(dim, 0, n).fill_(0)
        ctx.save_for_backward(mask)
        return input * mask

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        (mask,) = ctx.saved_tensors
        return grad * mask

# %% wrong: gradient_passes_unchanged
# why: backward hands the whole upstream gradient on; the head of the output does not depend on the input, so nothing flows back to it.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        index = [slice(None) for _ in input.shape]
        index[dim] = slice(n)
        copy = input.clone()
        copy[tuple(index)] = 0
        return copy

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        return grad.clone(), None, None
