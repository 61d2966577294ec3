# %% right: clone_and_narrow
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        """A copy with zeros in the first n places along dim."""
        ctx.n, ctx.dim = n, dim
        output = input.clone()
        output.narrow(dim, 0, n).zero_()
        return output

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, n and dim."""
        result = grad.clone()
        result.narrow(ctx.dim, 0, ctx.n).zero_()
        return result, None, None

# %% right: tuple_of_slices
def head(tensor, n, dim):
    index = [slice(None)] * tensor.dim()
    index[dim] = slice(0, n)
    return tuple(index)


class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.where = head(input, n, dim)
        out = input.clone()
        out[ctx.where] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        grad_input = grad.clone()
        grad_input[ctx.where] = 0
        return grad_input, None, None

# %% right: saved_mask
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
        return (grad * mask, None, None)

# %% right: same_helper_both_ways
def without_head(t, n, dim):
    copy = t.clone()
    first = copy.narrow(dim, 0, n)
    first *= 0
    return copy


class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.args = (n, dim)
        return without_head(input, n, dim)

    @staticmethod
    def backward(ctx, grad):
        return without_head(grad, *ctx.args), None, None

# %% wrong: negative_dim
# why: (slice(None),) * dim is empty for a negative dim, so for -1 the first dimension is taken instead of the last one. dim may count
# from the end and must be brought to its place first.
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

# %% wrong: slice_taken_for_a_copy
# why: input[:] makes a copy of a list, but of a tensor only a view of the same memory. The zeros are written into the input itself; clone makes a copy.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n = n
        ctx.dim = dim
        output = input[:]
        output.narrow(dim, 0, n).zero_()
        return output

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

# %% wrong: mask_of_what_is_not_zero
# why: The gradient passes where the output is not 0. An entry of the tail may be 0 by itself, and its gradient is lost; what counts is the place, not the value.
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

# %% wrong: gradient_of_the_head_passes
# why: backward hands the upstream gradient on as a whole. The head of the output does not depend on the input, so the gradient of its first n
# places must be 0.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        return grad.clone(), None, None

# %% wrong: numbers_on_the_class
# why: n and dim are kept on the class, which all calls share. After a second call with other numbers, the backward of the first one uses
# the wrong ones; they belong on ctx.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ZeroHead.n = n
        ZeroHead.dim = dim
        result = input.clone()
        result.narrow(dim, 0, n).zero_()
        return result

    @staticmethod
    def backward(ctx, grad):
        result = grad.clone()
        result.narrow(ZeroHead.dim, 0, ZeroHead.n).zero_()
        return result, None, None

# %% wrong: zeros_of_the_default_dtype
# why: The output is made by torch.zeros without a dtype and is float32, also for a float64 input. The output must have the dtype of the input.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        rest = input.shape[dim] - n
        out = torch.zeros(input.shape)
        out.narrow(dim, n, rest).copy_(input.narrow(dim, n, rest))
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

# %% wrong: upstream_gradient_overwritten
# why: backward writes the zeros into the upstream gradient itself, which others may still need. It must change a copy of it.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.head = (dim, 0, n)
        output = input.clone()
        output.narrow(*ctx.head).zero_()
        return output

    @staticmethod
    def backward(ctx, grad):
        grad.narrow(*ctx.head).zero_()
        return grad, None, None

# %% wrong: numbers_through_save_for_backward
# why: The numbers n and dim are given to save_for_backward, which takes only tensors. Numbers are kept as attributes of ctx.
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
