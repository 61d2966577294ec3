# %% right: size_ratio
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape = a.shape
        ctx.kept = out.shape
        ctx.n = a.size // out.size if out.size else 1
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        n = max(ctx.n, 1)
        return np.broadcast_to((grad / n).reshape(ctx.kept), ctx.shape)

# %% right: count_in_loop
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.dim = dim
        return np.mean(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        shape = ctx.shape
        dims = ctx.dim
        if dims is None:
            dims = tuple(range(len(shape)))
        elif not isinstance(dims, tuple):
            dims = (dims,)
        if len(shape) == 0:
            dims = ()
        kept = list(shape)
        n = 1
        for d in dims:
            n = n * shape[d]
            kept[d] = 1
        if n == 0:
            return np.zeros(shape, dtype=grad.dtype)
        return np.broadcast_to(grad.reshape(kept) / n, shape)

# %% right: share_then_fill
@piece
class Mean(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept_shape = a.sum(axis=dim, keepdims=True).shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        share = np.empty(ctx.shape, dtype=grad.dtype)
        share[...] = grad.reshape(ctx.kept_shape)
        if share.size:
            share /= share.size // grad.size
        return share

# %% right: np_prod_as_int
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        total = a.sum(axis=dim, keepdims=True)
        pairs = zip(a.shape, total.shape)
        # the averaged axes are those that became 1 (an axis of size 1 counts as 1 anyway)
        n = int(np.prod([m for m, k in pairs if m != k]))
        ctx.info = (a.shape, total.shape, n)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.mean(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        shape, kept, n = ctx.info
        spread = np.broadcast_to(grad.reshape(kept), shape)
        return spread / n if n else spread

# %% wrong: divided_by_all
# why: The gradient is divided by a.size, the number of all entries. With a dim each mean has fewer: n is the number of entries in each mean.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.n = max(a.size, 1)
        ctx.kept = a.mean(axis=dim, keepdims=True).shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)

# %% wrong: number_of_means
# why: n is taken as the number of means (the size of grad) and not the number of entries in each mean, which is a.size divided by it.
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
        n = max(grad.size, 1)
        return np.broadcast_to(grad.reshape(ctx.kept) / n, ctx.shape)

# %% wrong: np_prod_dtype
# why: np.prod gives a NumPy int64, and float32 divided by that is float64. Make it a Python int, so that float32 gradients stay float32.
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
        n = np.prod(ctx.shape) // max(np.prod(ctx.kept), 1)
        if n == 0:
            n = 1
        return np.broadcast_to(grad.reshape(ctx.kept) / n, ctx.shape)

# %% wrong: empty_division
# why: n is computed as a.size // out.size without looking whether out has entries. For an empty output that divides by zero and raises an error, where an empty gradient is due.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, kept.shape
        ctx.n = a.size // kept.size
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        share = grad / ctx.n
        return np.broadcast_to(share.reshape(ctx.kept), ctx.shape)

# %% wrong: only_one_axis
# why: n is a.shape[dim], which works for a single number only. dim may be a tuple of axes, and then n is the product of their sizes.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None or a.ndim == 0:
            ctx.n = a.size
        else:
            ctx.n = a.shape[dim]
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / max(ctx.n, 1), ctx.shape)

# %% wrong: squeeze_everything
# why: out.squeeze() without an axis removes every axis of size 1, also those of a that were not averaged over. Only the axes in dim may go: squeeze(axis=dim).
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.n = a.size // max(out.size, 1)
        if not keepdim:
            out = out.squeeze()
        return out

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / max(ctx.n, 1), ctx.shape)

# %% wrong: sum_gradient
# why: backward hands grad on undivided, which is the gradient of the sum. In a mean of n entries each gets one n-th of it.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.mean(axis=dim, keepdims=True).shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: shape_not_restored
# why: backward divides by n but returns the gradient in the shape of the output. It must be repeated over the averaged axes, in the shape of a.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=keepdim)
        ctx.n = a.size // max(out.size, 1) or 1
        return out

    @staticmethod
    def backward(ctx, grad):
        return grad / ctx.n
