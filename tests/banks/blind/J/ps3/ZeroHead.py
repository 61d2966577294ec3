# %% right: clone_and_narrow
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
        return g, None, None

# %% right: slices_helper
def head(tensor, n, dim):
    where = [slice(None)] * len(tensor.shape)
    where[dim] = slice(0, n)
    return tuple(where)


class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.where = head(input, n, dim)
        result = input.clone()
        result[ctx.where] = 0
        return result

    @staticmethod
    def backward(ctx, grad):
        d_input = grad.clone()
        d_input[ctx.where] = 0
        return d_input, None, None

# %% right: saved_mask
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        mask = torch.ones_like(input)
        mask.narrow(dim, 0, n)[...] = 0
        ctx.save_for_backward(mask)
        return input * mask

    @staticmethod
    def backward(ctx, grad):
        mask, = ctx.saved_tensors
        return grad * mask, None, None

# %% wrong: negative_dim_builds_slices
# why: The index is built as dim full slices followed by the slice of n. For dim = -1 a list times -1 is
# empty, so the first dimension is zeroed and not the last. Count a negative dim from the end (or use narrow).
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.idx = tuple([slice(None)] * dim + [slice(None, n)])
        y = input.clone()
        y[ctx.idx] = 0
        return y

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g[ctx.idx] = 0
        return g, None, None

# %% wrong: mask_from_output
# why: backward takes every place where the output is 0 for the head. An entry of the tail may be 0 too,
# and its gradient must pass; which places are the head depends on n and dim, not on the values.
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

# %% wrong: second_name_is_no_copy
# why: out = input gives the same tensor a second name, so zeroing out changes the caller's input. Make a
# copy with input.clone() first.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n = n
        ctx.dim = dim
        out = input
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        new_grad = grad.clone()
        new_grad.narrow(ctx.dim, 0, ctx.n).zero_()
        return new_grad, None, None

# %% wrong: cloned_too_late
# why: In backward the head of grad is zeroed through a view, and only afterwards is a copy made. The
# upstream gradient itself has been changed; clone first and zero the copy.
def zero_head(t, n, dim):
    part = t.narrow(dim, 0, n)
    part.zero_()
    return t.clone()


class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.args = (n, dim)
        return zero_head(input.clone(), n, dim)

    @staticmethod
    def backward(ctx, grad):
        return zero_head(grad, *ctx.args), None, None

# %% wrong: remembered_on_the_class
# why: n and dim are stored on the class, which all calls share. After a second call with other numbers,
# the backward of the first one uses the numbers of the second; store them on ctx.
class ZeroHead(torch.autograd.Function):
    n = 0
    dim = 0

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

# %% wrong: default_dtype_zeros
# why: torch.zeros(input.shape) makes a float32 tensor whatever the input is, so a float64 input comes back
# as float32. The output must have the dtype of the input: torch.zeros_like, or clone.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        rest = input.shape[dim] - n
        out = torch.zeros(input.shape)
        tail = out.narrow(dim, n, rest)
        tail += input.narrow(dim, n, rest)
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

# %% wrong: not_transposed_back
# why: backward works on a transposed copy of the gradient and returns it still transposed. It has to be
# transposed back before it is returned, as forward does, so that each entry stands at its own place.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        t = input.transpose(0, dim).clone()
        t[:n] = 0
        return t.transpose(0, dim)

    @staticmethod
    def backward(ctx, grad):
        t = grad.transpose(0, ctx.dim).clone()
        t[:ctx.n] = 0
        return t, None, None

# %% wrong: shortcut_for_nothing_to_do
# why: For n = 0 forward returns the input itself instead of a copy, so that a later change of the output
# changes the input as well. Return a clone in this case too.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        if n == 0:
            return input
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        g = grad.clone()
        g.narrow(ctx.dim, 0, ctx.n).zero_()
        return g, None, None

# %% wrong: columns_in_backward
# why: forward respects dim, but backward always zeroes the first n columns, as for the matrix of the
# lecture. backward has to zero the same places as forward, along dim.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n = n
        copy = input.clone()
        copy.narrow(dim, 0, n).zero_()
        return copy

    @staticmethod
    def backward(ctx, grad):
        grad = grad.clone()
        grad[:, :ctx.n] = 0
        return grad, None, None
