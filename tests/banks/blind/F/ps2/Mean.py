# %% right: plain
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = 1
        for whole, left in zip(ctx.shape, ctx.kept):
            if left == 1:
                n *= whole
        return np.broadcast_to(grad.reshape(ctx.kept) / n, ctx.shape)
# %% right: size_by_size
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.mean(a, axis=dim, keepdims=True)
        ctx.shape = a.shape
        ctx.kept = out.shape
        ctx.n = a.size // max(out.size, 1)
        if not keepdim:
            out = out.squeeze(axis=dim)
        return out

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n
# %% right: expand_dims
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape, ctx.dim, ctx.keepdim = a.shape, dim, keepdim
        return np.mean(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.dim is not None and not ctx.keepdim:
            grad = np.expand_dims(grad, ctx.dim)
        full = np.array(np.broadcast_to(grad, ctx.shape))
        full /= full.size // max(grad.size, 1)
        return full
# %% right: counting_axes
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None:
            dim = tuple(range(a.ndim))
        if isinstance(dim, int):
            dim = (dim,)
        n = 1
        for axis in dim:
            n = n * a.shape[axis]
        total = a.sum(axis=dim, keepdims=True)
        ctx.n, ctx.shape, ctx.kept = n, a.shape, total.shape
        return a.sum(axis=dim, keepdims=keepdim) / n

    @staticmethod
    def backward(ctx, grad):
        return np.zeros(ctx.shape, grad.dtype) + grad.reshape(ctx.kept) * (1 / ctx.n)
# %% wrong: not_divided
# why: That is the gradient of the sum: it must be divided by the number of entries in each mean.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)
# %% wrong: divided_by_size
# why: It divides by all entries of a; each mean has only those along dim.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept, ctx.n = a.shape, out.shape, a.size
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)
# %% wrong: number_of_means
# why: It divides by the number of means instead of by the number of entries in one.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / max(grad.size, 1), ctx.shape)
# %% wrong: multiplied
# why: It multiplies by n, where one n-th is due.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = a_size = 1
        for each in ctx.shape:
            a_size *= each
        n = a_size // max(grad.size, 1)
        return np.broadcast_to(grad.reshape(ctx.kept) * n, ctx.shape)
# %% wrong: numpy_integer
# why: np.prod gives a NumPy integer, and float32 divided by it becomes float64.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = np.prod(ctx.shape) // np.prod(ctx.kept)
        return np.broadcast_to(grad.reshape(ctx.kept) / n, ctx.shape)
# %% wrong: first_axis_length
# why: n is taken from axis 0 whatever dim is.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = ctx.shape[0] if ctx.shape else 1
        return np.broadcast_to(grad.reshape(ctx.kept) / n, ctx.shape)
# %% wrong: last_axis_length
# why: n is taken from the last axis whatever dim is.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = ctx.shape[-1] if ctx.shape else 1
        return np.broadcast_to(grad.reshape(ctx.kept) / n, ctx.shape)
# %% wrong: no_axes_back
# why: The averaged axis is not put back before broadcasting, so (2,) does not fit to (2, 3).
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        out = a.mean(axis=dim, keepdims=keepdim)
        ctx.n = a.size // max(out.size, 1)
        return out

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad / ctx.n, ctx.shape)
# %% wrong: one_axis_only
# why: a.shape[dim] understands one number only: a tuple of axes or None stops with an error.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.n = a.shape[dim]
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)
# %% wrong: tuple_adds_sizes
# why: For a tuple of axes the lengths are added up instead of multiplied.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        axes = tuple(range(a.ndim)) if dim is None else dim if isinstance(dim, tuple) else (dim,)
        ctx.n = sum(a.shape[axis] for axis in axes)
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)
# %% wrong: squeeze_all
# why: squeeze() without an axis takes every axis of size 1 away, also one that was not averaged.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.n = a.size // max(out.size, 1)
        return out if keepdim else out.squeeze()

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)
# %% wrong: keepdim_ignored
# why: The result never keeps its axes, although keepdim=True asks for it.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.n = a.size // max(out.size, 1)
        return out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)
# %% wrong: no_upstream
# why: Every entry gets 1/n, and what came from above is lost.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = 1
        for whole, left in zip(ctx.shape, ctx.kept):
            if left == 1:
                n *= whole
        return np.full(ctx.shape, 1 / n, dtype=grad.dtype)
# %% wrong: mean_of_grad
# why: It averages the upstream gradient and gives everybody the same.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = 1
        for whole, left in zip(ctx.shape, ctx.kept):
            if left == 1:
                n *= whole
        return np.broadcast_to(grad.mean() / n, ctx.shape)
# %% wrong: divides_forward_twice
# why: np.mean divides by n already, and the result is divided once more.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.n = a.size // max(out.size, 1)
        return a.mean(axis=dim, keepdims=keepdim) / ctx.n

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)
# %% wrong: in_place
# why: The upstream gradient, which has other owners, is divided in place.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = 1
        for whole, left in zip(ctx.shape, ctx.kept):
            if left == 1:
                n *= whole
        grad /= n
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)
# %% wrong: n_minus_one
# why: It divides by n - 1, as for a variance; a mean has n.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = 1
        for whole, left in zip(ctx.shape, ctx.kept):
            if left == 1:
                n *= whole
        return np.broadcast_to(grad.reshape(ctx.kept) / max(n - 1, 0.5), ctx.shape)
# %% wrong: integer_division
# why: // rounds the gradient down to whole numbers.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = 1
        for whole, left in zip(ctx.shape, ctx.kept):
            if left == 1:
                n *= whole
        return np.broadcast_to(grad.reshape(ctx.kept) // n, ctx.shape)
# %% wrong: not_broadcast
# why: The gradient stays in the shape of the means; each entry of a needs its own.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = 1
        for whole, left in zip(ctx.shape, ctx.kept):
            if left == 1:
                n *= whole
        return grad.reshape(ctx.kept) / n
