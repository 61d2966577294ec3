# %% right: sum_over_n
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.sum(axis=dim, keepdims=True)
        out = a.sum(axis=dim, keepdims=keepdim)
        ctx.n = a.size // out.size if out.size else 1
        ctx.shape, ctx.kept = a.shape, kept.shape
        return out / ctx.n

    @staticmethod
    def backward(ctx, grad):
        share = grad / ctx.n
        return np.broadcast_to(share.reshape(ctx.kept), ctx.shape)

# %% right: np_mean_and_sizes_multiplied
import math


@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        axes = dim
        if axes is None:
            axes = tuple(range(a.ndim))
        elif isinstance(axes, int):
            axes = (axes,)
        ctx.count = math.prod(a.shape[i] for i in axes)
        ctx.shape = a.shape
        out = np.mean(a, axis=axes, keepdims=True)
        ctx.with_ones = out.shape
        return out if keepdim else out.squeeze(axis=axes)

    @staticmethod
    def backward(ctx, grad):
        big = np.broadcast_to(grad.reshape(ctx.with_ones), ctx.shape)
        return big / ctx.count

# %% right: count_by_summing_ones
def sums(a, dim, keepdim):
    return np.sum(a, axis=dim, keepdims=keepdim)


@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape, ctx.dim = a.shape, dim
        return sums(a, dim, keepdim) / sums(np.ones_like(a), dim, keepdim)

    @staticmethod
    def backward(ctx, grad):
        ones = np.ones(ctx.shape, dtype=grad.dtype)
        counts = sums(ones, ctx.dim, True)
        return ones * (grad.reshape(counts.shape) / counts)

# %% wrong: not_divided
# why: backward returns the gradient of a sum. Each entry gets only one n-th, with n the number of entries
# in each mean.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return out if keepdim else a.mean(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: divided_by_all_entries
# why: The gradient is divided by a.size, the number of all entries. With dim=1 there are several means,
# and n is the number of entries in each one.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept, ctx.n = a.shape, out.shape, a.size
        return out if keepdim else a.mean(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / max(ctx.n, 1)

# %% wrong: divided_by_the_number_of_means
# why: The gradient is divided by the number of means, which is the size of out. n is how many entries
# are in each of them: a.size over the size of out.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return out if keepdim else a.mean(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        n = max(grad.size, 1)
        return np.broadcast_to(grad.reshape(ctx.kept) / n, ctx.shape)

# %% wrong: a_tuple_as_an_index
# why: n is looked up as a.shape[dim], which works for a single axis but is an error for a tuple of axes. n
# must be the product of the sizes of all averaged axes.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.n = a.size if dim is None else a.shape[dim]
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return out if keepdim else a.mean(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n

# %% wrong: no_means_at_all
# why: If out has no entries, a.size // out.size is a division by zero and raises an error in Python. An
# empty tensor must go through; there is nothing to divide then.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.n = a.size // out.size
        ctx.shape, ctx.kept = a.shape, out.shape
        return out if keepdim else a.mean(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n

# %% wrong: numpy_integer_divisor
# why: np.prod gives a NumPy integer, and float32 divided by it is float64. The gradient must have the dtype of
# its input; a Python number as divisor keeps it.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        axes = tuple(range(a.ndim)) if dim is None else dim
        axes = axes if isinstance(axes, tuple) else (axes,)
        ctx.n = np.prod([a.shape[i] for i in axes], dtype=int)
        out = a.mean(axis=axes, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return out if keepdim else out.squeeze(axis=axes)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n

# %% wrong: only_the_first_axis_of_a_tuple
# why: n is the size of the first of the averaged axes only. With a tuple of axes the sizes of all of them
# must be multiplied.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None:
            ctx.n = a.size
        else:
            ctx.n = a.shape[np.atleast_1d(dim)[0]]
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return out if keepdim else a.mean(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n

# %% wrong: last_axis_assumed
# why: The averaged axis is always put back at the end. If another one was averaged, such as dim=0, the
# gradients are repeated along the wrong axis or do not fit.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=keepdim)
        ctx.n = a.size // max(out.size, 1)
        ctx.shape = a.shape
        return out

    @staticmethod
    def backward(ctx, grad):
        while grad.ndim < len(ctx.shape):
            grad = grad[..., None]
        return np.broadcast_to(grad, ctx.shape) / ctx.n
