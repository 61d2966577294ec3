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
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

# %% right: slices
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.index = n, dim
        copy = input.clone()
        where = [slice(None)] * input.dim()
        where[dim] = slice(0, n)
        copy[tuple(where)] = 0
        return copy

    @staticmethod
    def backward(ctx, grad):
        n, dim = ctx.index
        back = grad.clone()
        where = [slice(None)] * grad.dim()
        where[dim] = slice(0, n)
        back[tuple(where)] = 0
        return back, None, None

# %% right: saved_mask
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        mask = torch.ones_like(input)
        mask.narrow(dim, 0, n).fill_(0)
        ctx.save_for_backward(mask)
        return input * mask

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return grad * mask, None, None

# %% right: cat
def without_head(tensor, n, dim):
    head = tensor.narrow(dim, 0, n)
    tail = tensor.narrow(dim, n, tensor.shape[dim] - n)
    return torch.cat([torch.zeros_like(head), tail], dim)


class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        return without_head(input, n, dim)

    @staticmethod
    def backward(ctx, grad):
        return without_head(grad, ctx.n, ctx.dim), None, None

# %% right: one_place_at_a_time
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n = n
        ctx.dim = dim
        result = input.clone()
        for k in range(n):
            result.narrow(dim, k, 1).mul_(0)
        return result

    @staticmethod
    def backward(ctx, grad):
        result = grad.clone()
        for k in range(ctx.n):
            result.narrow(ctx.dim, k, 1).mul_(0)
        return result, None, None

# %% right: applies_itself
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
        return ZeroHead.apply(grad, ctx.n, ctx.dim), None, None

# %% right: transposed_view
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.transpose(0, dim)[:n] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.transpose(0, ctx.dim)[:ctx.n] = 0
        return g, None, None

# %% right: subtracts_head
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
        head = torch.zeros_like(grad)
        head.narrow(ctx.dim, 0, ctx.n).copy_(grad.narrow(ctx.dim, 0, ctx.n))
        return grad - head, None, None

# %% wrong: changes_input
# why: The zeros are written into the input itself instead of a copy.
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

# %% wrong: detach_is_no_copy
# why: detach() is no copy: it shares its memory with the input, which is changed too.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n = n
        ctx.dim = dim
        out = input.detach()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

# %% wrong: changes_grad
# why: backward changes the upstream gradient in place.
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
        grad.narrow(ctx.dim, 0, ctx.n).zero_()
        return grad, None, None

# %% wrong: columns_only
# why: It always cuts the columns of a matrix and does not look at dim.
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

# %% wrong: dim_lost_in_backward
# why: backward always cuts along dimension 0.
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
        g = grad.clone()
        g[:ctx.n] = 0
        return g, None, None

# %% wrong: grad_passes
# why: The upstream gradient is passed on whole; that of the head must be lost.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        return grad.clone(), None, None

# %% wrong: tail_zeroed_in_backward
# why: backward keeps the gradient of the head and loses that of the tail.
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
        g = torch.zeros_like(grad)
        g.narrow(ctx.dim, 0, ctx.n).copy_(grad.narrow(ctx.dim, 0, ctx.n))
        return g, None, None

# %% wrong: one_gradient
# why: backward returns one gradient, though forward has three arguments.
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
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g

# %% wrong: two_gradients_in_wrong_place
# why: The gradient stands in the last place instead of the first.
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
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return None, None, g

# %% wrong: mask_from_output
# why: It takes each 0 of the output for a part of the head, but an entry of the tail may be 0 as well.
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

# %% wrong: zero_gradients_for_numbers
# why: n and dim are numbers: their gradient is None, not zero.
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
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, torch.zeros(1), torch.zeros(1)

# %% wrong: kept_on_class
# why: n and dim are kept on the class, so a second call overwrites those of the first.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ZeroHead.n = n
        ZeroHead.dim = dim
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ZeroHead.dim, 0, ZeroHead.n).zero_()
        return g, None, None

# %% wrong: tail_only
# why: The head is cut off instead of set to zero, so the output is smaller than the input.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        return input.narrow(dim, n, input.shape[dim] - n).clone()

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

# %% wrong: only_nth_place
# why: Only the n-th place is set to zero, not the first n.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n = n
        ctx.dim = dim
        out = input.clone()
        out.narrow(dim, n - 1, 1).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, ctx.n - 1, 1).zero_()
        return g, None, None

# %% wrong: one_too_few
# why: The loop begins at 1, so the first place keeps its value.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        for k in range(1, n):
            out.narrow(dim, k, 1).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        for k in range(1, ctx.n):
            g.narrow(ctx.dim, k, 1).zero_()
        return g, None, None

# %% wrong: one_too_many
# why: It sets n + 1 places to zero.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.transpose(0, dim)[: n + 1] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.transpose(0, ctx.dim)[: ctx.n + 1] = 0
        return g, None, None

# %% wrong: negative_dim
# why: A dim that counts from the end is never found, and then everything is set to zero.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out[tuple(slice(0, n) if d == dim else slice(None) for d in range(input.dim()))] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g[tuple(slice(0, ctx.n) if d == ctx.dim else slice(None) for d in range(grad.dim()))] = 0
        return g, None, None

# %% wrong: last_places
# why: The last n places are set to zero instead of the first.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.narrow(dim, out.shape[dim] - n, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, g.shape[ctx.dim] - ctx.n, ctx.n).zero_()
        return g, None, None

# %% wrong: float32_always
# why: torch.zeros without a dtype makes float32, so a float64 input comes back as float32.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = torch.zeros(input.shape)
        size = input.shape[dim] - n
        out.narrow(dim, n, size).copy_(input.narrow(dim, n, size))
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

# %% wrong: forgets_return
# why: forward does not return anything.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n = n
        ctx.dim = dim
        out = input.clone()
        out.narrow(dim, 0, n).zero_()

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

# %% wrong: attributes_missing
# why: backward reads ctx.n and ctx.dim, which forward never set.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

# %% wrong: flattened
# why: The first n entries of the whole tensor are set to zero, not the first n places along dim.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n = n
        out = input.clone()
        out.reshape(-1)[:n] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.reshape(-1)[: ctx.n] = 0
        return g, None, None

# %% wrong: two_dims_only
# why: Every dim but 0 is taken for 1, which is wrong as soon as there are three dimensions.
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

# %% wrong: forgets_upstream
# why: backward returns the slopes 0 and 1 without the upstream gradient.
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
        g = torch.ones_like(grad)
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

# %% wrong: slices_wrong_side
# why: The gradient is turned along dim on one side only, so for any dim but 0 the shapes or entries do not match.
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
        g = torch.zeros_like(grad)
        g.transpose(0, ctx.dim)[ctx.n :] = grad[ctx.n :]
        return g, None, None

# %% wrong: head_of_ones
# why: The head is filled with ones instead of zeros.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.narrow(dim, 0, n).fill_(1)
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

