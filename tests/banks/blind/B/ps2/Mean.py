# %% right: size_over_size
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape = a.shape
        ctx.kept = out.shape
        ctx.n = a.size // max(out.size, 1)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n


# %% right: sizes_in_backward
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        return np.mean(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = 1
        for whole, left in zip(ctx.shape, ctx.kept):
            if left == 1:
                n *= whole
        ones = np.ones(ctx.shape, dtype=grad.dtype)
        return ones * grad.reshape(ctx.kept) / n


# %% right: axes_normalised
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None:
            dims = range(a.ndim)
        elif isinstance(dim, int):
            dims = [dim]
        else:
            dims = dim
        ctx.dims = tuple(d % a.ndim for d in dims) if a.ndim else ()
        ctx.shape = a.shape
        ctx.keepdim = keepdim
        return a.mean(axis=ctx.dims, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        count = 1
        for d in ctx.dims:
            count = count * ctx.shape[d]
        if not ctx.keepdim:
            grad = np.expand_dims(grad, ctx.dims)
        full = np.broadcast_to(grad, ctx.shape)
        return full / count


# %% right: math_prod
import math


@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        share = np.zeros(ctx.shape, dtype=grad.dtype) + grad.reshape(ctx.kept)
        n = math.prod(s for s, k in zip(ctx.shape, ctx.kept) if s != k)
        return share / n


# %% wrong: not_divided
# why: The division by n is missing: this is the gradient of the sum.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape = a.shape
        ctx.kept = out.shape
        ctx.n = a.size // max(out.size, 1)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape).copy()


# %% wrong: all_entries
# why: Divides by a.size, the number of all entries, not of those in each mean.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape = a.shape
        ctx.kept = out.shape
        ctx.n = a.size
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n


# %% wrong: always_first_axis
# why: n is always the length of axis 0, whichever axis is averaged.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape = a.shape
        ctx.kept = out.shape
        ctx.n = len(a) if a.ndim else 1
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n


# %% wrong: number_of_means
# why: Divides by the number of means (the size of out), not by the number of entries in each.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape = a.shape
        ctx.kept = out.shape
        ctx.n = out.size
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n


# %% wrong: np_prod_float64
# why: n is a quotient of two np.prod, a NumPy float64 and no plain number; float32 divided by it becomes float64.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        ctx.n = np.prod(ctx.shape) / max(np.prod(ctx.kept), 1)
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n


# %% wrong: keepdim_ignored
# why: forward never looks at keepdim: the averaged axes are always taken away.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape = a.shape
        ctx.kept = out.shape
        ctx.n = a.size // max(out.size, 1)
        return out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n


# %% wrong: tuple_counts_last
# why: For a tuple of axes n is overwritten in the loop instead of multiplied: only the length of the last axis counts.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape = a.shape
        ctx.kept = out.shape
        if dim is None:
            ctx.n = a.size
        elif isinstance(dim, int):
            ctx.n = a.shape[dim] if a.ndim else 1
        else:
            for d in dim:
                ctx.n = a.shape[d]
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n


# %% wrong: upstream_averaged
# why: The upstream gradients of all means are averaged first, so every mean sends back the same.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape = a.shape
        ctx.kept = out.shape
        ctx.n = a.size // max(out.size, 1)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.full(ctx.shape, grad.mean() / ctx.n, dtype=grad.dtype)
