# %% right: narrow
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n = n
        ctx.dim = dim
        output = input.clone()
        output.narrow(dim, 0, n).zero_()
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad_input = grad.clone()
        grad_input.narrow(ctx.dim, 0, ctx.n).zero_()
        return grad_input, None, None


# %% right: helper_slice_assign
def without_head(tensor, n, dim):
    copy = tensor.clone()
    head = copy.narrow(dim, 0, n)
    head[...] = 0
    return copy


class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.where = (n, dim)
        return without_head(input, n, dim)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        return without_head(grad, *ctx.where), None, None


# %% right: index_list
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        # an index like [:, :, 0:n, :]
        index = []
        for d in range(len(input.shape)):
            index.append(slice(None))
        index[dim] = slice(0, n)
        index = tuple(index)
        ctx.index = index
        result = input.clone()
        result[index] = 0.0
        return result

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        g = grad.clone()
        g[ctx.index] = 0.0
        return g, None, None


# %% right: cat
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        head = input.narrow(dim, 0, n)
        tail = input.narrow(dim, n, input.shape[dim] - n)
        return torch.cat([torch.zeros_like(head), tail], dim)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        n, dim = ctx.n, ctx.dim
        tail = grad.narrow(dim, n, grad.shape[dim] - n)
        return (
            torch.cat([torch.zeros_like(grad.narrow(dim, 0, n)), tail], dim),
            None,
            None,
        )


# %% right: copy_the_tail
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        if dim < 0:
            dim = dim + input.dim()
        ctx.tail = (slice(None),) * dim + (slice(n, None),)
        output = torch.zeros_like(input)
        output[ctx.tail] = input[ctx.tail]
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        if not ctx.needs_input_grad[0]:
            return None, None, None
        grad_input = torch.zeros_like(grad)
        grad_input[ctx.tail] = grad[ctx.tail]
        return grad_input, None, None


# %% wrong: input_in_place
# why: There is no copy in forward: the zeros are written into the caller's input.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        output = input
        output.narrow(dim, 0, n)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad = grad.clone()
        grad.narrow(ctx.dim, 0, ctx.n)[...] = 0
        return grad, None, None


# %% wrong: grad_in_place
# why: backward writes the zeros into the upstream gradient itself, which others may still need.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        output = input.clone()
        output.narrow(dim, 0, n)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad.narrow(ctx.dim, 0, ctx.n)[...] = 0
        return grad, None, None


# %% wrong: one_gradient
# why: backward returns one value only; forward has three arguments besides ctx, so n and dim need a None each.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        output = input.clone()
        output.narrow(dim, 0, n)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad = grad.clone()
        grad.narrow(ctx.dim, 0, ctx.n)[...] = 0
        return grad


# %% wrong: grad_straight_through
# why: The upstream gradient is passed on as it is; the head of the output does not depend on the input, so its gradient must be zero.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        output = input.clone()
        output.narrow(dim, 0, n)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        return grad.clone(), None, None


# %% wrong: columns_of_the_lecture
# why: The columns are always cut, as in the lecture's Function for matrices; dim is not used.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n = n
        output = input.clone()
        output[:, :n] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad = grad.clone()
        grad[:, : ctx.n] = 0
        return grad, None, None


# %% wrong: backward_along_rows
# why: forward uses dim, but backward always zeroes along dimension 0.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n = n
        output = input.clone()
        output.narrow(dim, 0, n)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad_input = grad.clone()
        grad_input[: ctx.n] = 0
        return grad_input, None, None


# %% wrong: negative_dim
# why: The index (slice(None),) * dim is empty for a negative dim, so with dim = -1 the first rows are zeroed instead of the last dimension.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.index = (slice(None),) * dim + (slice(0, n),)
        output = input.clone()
        output[ctx.index] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad_input = grad.clone()
        grad_input[ctx.index] = 0
        return grad_input, None, None


# %% wrong: tail_lost_in_backward
# why: backward zeroes the tail and lets the head through: head and tail are exchanged.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        output = input.clone()
        output.narrow(dim, 0, n)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad_input = torch.zeros_like(grad)
        grad_input.narrow(ctx.dim, 0, ctx.n)[...] = grad.narrow(ctx.dim, 0, ctx.n)
        return grad_input, None, None


# %% wrong: last_n
# why: The last n places are zeroed instead of the first n.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.start, ctx.n, ctx.dim = input.shape[dim] - n, n, dim
        output = input.clone()
        output.narrow(dim, ctx.start, n)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad_input = grad.clone()
        grad_input.narrow(ctx.dim, ctx.start, ctx.n)[...] = 0
        return grad_input, None, None


# %% wrong: only_place_n
# why: Only one place (the one with the number n - 1) along dim is zeroed, not all of the first n.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        output = input.clone()
        output.narrow(dim, n - 1, 1)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad_input = grad.clone()
        grad_input.narrow(ctx.dim, ctx.n - 1, 1)[...] = 0
        return grad_input, None, None


# %% wrong: short_gradient
# why: backward returns only the tail of the gradient; it has not the shape of the input, as the zeros for the head are missing.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        output = input.clone()
        output.narrow(dim, 0, n)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        tail = grad.narrow(ctx.dim, ctx.n, grad.shape[ctx.dim] - ctx.n)
        return tail, None, None


# %% wrong: zero_for_n
# why: n and dim get the gradient 0 instead of None; a number cannot have a gradient.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        output = input.clone()
        output.narrow(dim, 0, n)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad_input = grad.clone()
        grad_input.narrow(ctx.dim, 0, ctx.n)[...] = 0
        return grad_input, torch.tensor(0.0), torch.tensor(0.0)


# %% wrong: numbers_saved_as_tensors
# why: save_for_backward is for tensors; n and dim are Python numbers and belong into attributes of ctx.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.save_for_backward(n, dim)
        output = input.clone()
        output.narrow(dim, 0, n)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        n, dim = ctx.saved_tensors
        grad_input = grad.clone()
        grad_input.narrow(dim, 0, n)[...] = 0
        return grad_input, None, None


# %% wrong: kept_at_the_class
# why: n and dim are kept at the class, which all calls share: after a second call the backward of the first uses the wrong numbers.
class ZeroHead(torch.autograd.Function):
    n = 0
    dim = 0

    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ZeroHead.n = n
        ZeroHead.dim = dim
        output = input.clone()
        output.narrow(dim, 0, n)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad_input = grad.clone()
        grad_input.narrow(ZeroHead.dim, 0, ZeroHead.n)[...] = 0
        return grad_input, None, None


# %% wrong: mask_from_output
# why: backward takes the zeros of the output for the head: an entry of the tail that happens to be 0 loses its gradient.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        output = input.clone()
        output.narrow(dim, 0, n)[...] = 0
        ctx.save_for_backward(output)
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        (output,) = ctx.saved_tensors
        return grad * (output != 0), None, None


# %% wrong: upstream_ignored
# why: backward returns ones in the tail whatever comes from above; the upstream gradient is not used.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        output = input.clone()
        output.narrow(dim, 0, n)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        mask = torch.ones_like(grad)
        mask.narrow(ctx.dim, 0, ctx.n)[...] = 0
        return mask, None, None


# %% wrong: names_of_forward
# why: backward uses n and dim as if it had them; they were not kept in forward, so there is a NameError.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        output = input.clone()
        output.narrow(dim, 0, n)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad_input = grad.clone()
        grad_input.narrow(dim, 0, n)[...] = 0
        return grad_input, None, None


# %% wrong: off_by_one
# why: The slice goes up to and including n, so n + 1 places are zeroed.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        output = input.clone()
        for k in range(n + 1):
            output.select(dim, k)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad_input = grad.clone()
        for k in range(ctx.n + 1):
            grad_input.select(ctx.dim, k)[...] = 0
        return grad_input, None, None


# %% wrong: only_first_or_last
# why: Only dim 0 and any other dim as the last are distinguished; with three dimensions and dim = 1 the last one is zeroed.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        output = input.clone()
        if dim == 0:
            output[:n] = 0
        else:
            output[..., :n] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad = grad.clone()
        if ctx.dim == 0:
            grad[: ctx.n] = 0
        else:
            grad[..., : ctx.n] = 0
        return grad, None, None


# %% wrong: narrow_args_swapped
# why: narrow takes (dim, start, length); here start and length are exchanged, so the view is empty and nothing becomes zero.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        output = input.clone()
        output.narrow(dim, n, 0)[...] = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad_input = grad.clone()
        grad_input.narrow(ctx.dim, ctx.n, 0)[...] = 0
        return grad_input, None, None


# %% wrong: view_rebound
# why: The view is rebound to 0 instead of written to: the name head changes, the copy does not, so nothing is cut.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        output = input.clone()
        head = output.narrow(dim, 0, n)
        head = 0
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        grad_input = grad.clone()
        head = grad_input.narrow(ctx.dim, 0, ctx.n)
        head = 0
        return grad_input, None, None

# %% right: mask_product
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        mask = torch.ones_like(input)
        mask.narrow(dim, 0, n)[...] = 0
        ctx.save_for_backward(mask)
        return input * mask

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        (mask,) = ctx.saved_tensors
        return grad * mask, None, None
