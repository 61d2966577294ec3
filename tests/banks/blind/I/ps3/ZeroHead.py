# %% right: clone_narrow_zero
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
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

# %% right: index_of_slices
def behead(tensor, n, dim):
    index = [slice(None)] * len(tensor.shape)
    index[dim] = slice(0, n)
    result = tensor.clone()
    result[tuple(index)] = 0
    return result

class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.where = (n, dim)
        return behead(input, n, dim)

    @staticmethod
    def backward(ctx, grad):
        n, dim = ctx.where
        return behead(grad, n, dim), None, None

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
        mask, = ctx.saved_tensors
        return grad * mask, None, None

# %% wrong: only_columns
# why: forward and backward always zero the first n columns of a matrix and never look at dim. The
# first n places along the dimension dim must be zeroed, for a tensor of any number of dimensions.
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

# %% wrong: repeats_slices_dim_times
# why: The index is made of dim full slices before the head's slice. For a negative dim that is none at
# all, so the first dimension is zeroed; a negative dim must be counted from the end.
def head_index(n, dim):
    return (slice(None),) * dim + (slice(None, n),)

class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.index = head_index(n, dim)
        out = input.clone()
        out[ctx.index] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        out = grad.clone()
        out[ctx.index] = 0
        return out, None, None

# %% wrong: mask_from_the_output
# why: backward takes for the head every place where the output is 0. An entry of the tail that happens
# to be 0 loses its gradient too; the head must be found by its place, not by its value.
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

# %% wrong: name_bound_to_zero
# why: `head = 0` in the helper only gives the name head a new value; the tensor stays as it was and nothing
# is zeroed. The view itself has to be filled, as with head.zero_().
def cut(t, n, dim):
    t = t.clone()
    head = t.narrow(dim, 0, n)
    head = 0
    return t

class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        return cut(input, n, dim)

    @staticmethod
    def backward(ctx, grad):
        return cut(grad, ctx.n, ctx.dim), None, None

# %% wrong: kept_on_the_class
# why: n and dim are kept on the class ZeroHead, which all calls share, so a second call overwrites those of
# the first before its backward runs. They belong on ctx, of which each call has its own.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ZeroHead.n = n
        ZeroHead.dim = dim
        res = input.clone()
        res.narrow(dim, 0, n).zero_()
        return res

    @staticmethod
    def backward(ctx, grad):
        res = grad.clone()
        res.narrow(ZeroHead.dim, 0, ZeroHead.n).zero_()
        return res, None, None

# %% wrong: minus_zero_slice
# why: The tail is copied as the last `keep` places by a slice from -keep. If n is the whole length, keep is 0,
# and a slice from -0 is everything, so nothing is zeroed; all of it should be.
def tail_only(t, n, dim):
    keep = t.shape[dim] - n
    where = [slice(None) for _ in t.shape]
    where[dim] = slice(-keep, None)
    where = tuple(where)
    new = torch.zeros_like(t)
    new[where] = t[where]
    return new

class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n = n
        ctx.dim = dim
        return tail_only(input, n, dim)

    @staticmethod
    def backward(ctx, grad):
        return tail_only(grad, ctx.n, ctx.dim), None, None

# %% wrong: detach_for_a_copy
# why: forward zeroes the head of input.detach(), which shares the memory of the input, so the
# caller's input is changed. It needs a real copy, as clone() makes it.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n = n
        ctx.dim = dim
        copy = input.detach()
        copy.narrow(dim, 0, n).zero_()
        return copy

    @staticmethod
    def backward(ctx, grad):
        copy = grad.clone()
        copy.narrow(ctx.dim, 0, ctx.n).zero_()
        return copy, None, None

# %% wrong: only_place_n
# why: narrow(dim, n - 1, 1) zeroes one place along dim, the n-th. All of the first n places must be
# zero, so for n above 1 the ones before it are left over.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        if n > 0:
            out.narrow(dim, n - 1, 1).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        if ctx.n > 0:
            g.narrow(ctx.dim, ctx.n - 1, 1).zero_()
        return g, None, None

# %% wrong: gradient_in_place
# why: backward zeroes the head of the upstream gradient itself. Others may still need that tensor; it
# should change a clone of it.
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

# %% wrong: default_dtype
# why: The output starts as torch.zeros of the shape alone, which has the default dtype, so a float64 input
# comes back as float32. The output must have the dtype of the input.
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

# %% wrong: everything_flows_back
# why: backward hands the upstream gradient on unchanged. The head of the output does not depend on
# the input, so the gradient of the first n places along dim must be zero.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        return grad.clone(), None, None
