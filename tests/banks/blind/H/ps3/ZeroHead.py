# %% right: cat
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        rest = input.shape[dim] - n
        head = torch.zeros_like(input.narrow(dim, 0, n))
        return torch.cat((head, input.narrow(dim, n, rest)), dim)

    @staticmethod
    def backward(ctx, grad):
        head = torch.zeros_like(grad.narrow(ctx.dim, 0, ctx.n))
        tail = grad.narrow(ctx.dim, ctx.n, grad.shape[ctx.dim] - ctx.n)
        return torch.cat((head, tail), ctx.dim), None, None

# %% right: index_of_slices
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        index = [slice(None)] * input.ndim
        index[dim] = slice(0, n)
        ctx.index = tuple(index)
        out = input.clone()
        out[ctx.index] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        result = grad.clone()
        result[ctx.index] = 0
        return result, None, None

# %% wrong: where_the_output_is_0
# why: The gradient is stopped wherever the output is 0. An entry of the tail may be 0 too, and its gradient must pass.
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

# %% wrong: negative_dim
# why: The index is made of dim full slices and one short slice. For dim = -1 there are no full slices, and the first dimension is cut.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.index = (slice(None),) * dim + (slice(0, n),)
        result = input.clone()
        result[ctx.index] = 0
        return result

    @staticmethod
    def backward(ctx, grad):
        grad_input = grad.clone()
        grad_input[ctx.index] = 0
        return grad_input, None, None

# %% wrong: kept_on_the_class
# why: n and dim are kept on the class, where a second call overwrites those of the first before its backward runs.
class ZeroHead(torch.autograd.Function):
    n = None
    dim = None

    @staticmethod
    def forward(ctx, input, n, dim):
        ZeroHead.n = n
        ZeroHead.dim = dim
        copy = input.clone()
        copy.narrow(dim, 0, n).zero_()
        return copy

    @staticmethod
    def backward(ctx, grad):
        copy = grad.clone()
        copy.narrow(ZeroHead.dim, 0, ZeroHead.n).zero_()
        return copy, None, None

# %% wrong: upstream_in_place
# why: The head of the upstream gradient itself is set to 0. Others may still need that tensor.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n = n
        ctx.dim = dim
        y = input.clone()
        y.narrow(dim, 0, n).fill_(0)
        return y

    @staticmethod
    def backward(ctx, grad):
        grad.narrow(ctx.dim, 0, ctx.n).zero_()
        return grad, None, None

# %% wrong: last_places
# why: Backward stops the gradient of everything but the head: it lets the head through and cuts the tail off.
class ZeroHead(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.args = n, dim
        x = input.clone()
        x.narrow(dim, 0, n).zero_()
        return x

    @staticmethod
    def backward(ctx, grad):
        n, dim = ctx.args
        result = torch.zeros_like(grad)
        result.narrow(dim, 0, n).copy_(grad.narrow(dim, 0, n))
        return result, None, None
