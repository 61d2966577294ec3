# %% right: size_over_size
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, kept.shape
        ctx.n = a.size // max(kept.size, 1)
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)


# %% right: squeeze
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.mean(a, axis=dim, keepdims=True)
        ctx.kept = out.shape
        ctx.shape = a.shape
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        n = 1
        for full, one in zip(ctx.shape, ctx.kept):
            if one != full:
                n *= full
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / n


# %% right: count_by_loop
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None:
            dims = tuple(range(a.ndim))
        elif isinstance(dim, int):
            dims = (dim,)
        else:
            dims = tuple(dim)
        n = 1
        for d in dims:
            n = n * a.shape[d]
        ctx.n = n
        ctx.dims = dims
        ctx.keepdim = keepdim
        ctx.shape = a.shape
        return np.mean(a, axis=dims, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        share = grad / ctx.n
        if not ctx.keepdim:
            share = np.expand_dims(share, ctx.dims)
        return np.broadcast_to(share, ctx.shape)


# %% right: sum_divided
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        total = a.sum(axis=dim, keepdims=True)
        ctx.full = a.shape
        ctx.ones = total.shape
        ctx.count = int(np.prod(a.shape)) / max(int(np.prod(total.shape)), 1)
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        g = np.reshape(grad, ctx.ones) / ctx.count
        return g + np.zeros(ctx.full, dtype=grad.dtype)


# %% wrong: not_divided
# why: Not divided by n: that is the gradient of the sum.
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


# %% wrong: divided_by_all
# why: Divides by the number of all entries of a, not by the number in each mean.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.n = a.size
        ctx.kept = a.mean(axis=dim, keepdims=True).shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)


# %% wrong: divided_by_number_of_means
# why: Divides by the number of means (the entries of out) instead of by the entries in each.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        kept = a.mean(axis=dim, keepdims=True)
        ctx.kept = kept.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / grad.size, ctx.shape)


# %% wrong: numpy_count
# why: np.prod gives an int64 scalar, and dividing a float32 array by it makes float64: the dtype is lost.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        kept = a.mean(axis=dim, keepdims=True)
        ctx.kept = kept.shape
        ctx.n = np.prod(a.shape) // np.prod(kept.shape)
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / np.asarray(ctx.n), ctx.shape)


# %% wrong: length_of_first_axis
# why: Takes len(a), the length of axis 0, for n, whatever dim is.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.n = len(a)
        ctx.kept = a.mean(axis=dim, keepdims=True).shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)


# %% wrong: dim_as_an_index
# why: n = a.shape[dim] works for one axis only; a tuple of axes is no index for a shape, and None neither.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.n = a.shape[dim]
        ctx.kept = a.mean(axis=dim, keepdims=True).shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)


# %% wrong: first_of_the_tuple
# why: Of a tuple of axes only the first is counted in n.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None:
            n = a.size
        elif isinstance(dim, tuple):
            n = a.shape[dim[0]]
        else:
            n = a.shape[dim]
        ctx.n = n
        ctx.shape = a.shape
        ctx.kept = a.mean(axis=dim, keepdims=True).shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)


# %% wrong: axis_not_put_back
# why: The averaged axis is not put back before broadcasting: error, or, in a square array, the wrong axis.
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
        return np.broadcast_to(grad, ctx.shape) / ctx.n


# %% wrong: multiplied_by_n
# why: Multiplies by n instead of dividing.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        kept = a.mean(axis=dim, keepdims=True)
        ctx.kept = kept.shape
        ctx.n = a.size // max(kept.size, 1)
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) * ctx.n, ctx.shape)


# %% wrong: squeeze_all
# why: squeeze() without an axis also takes away axes of size 1 that were there before the mean.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.mean(axis=dim, keepdims=True)
        ctx.shape = a.shape
        ctx.kept = kept.shape
        ctx.n = a.size // max(kept.size, 1)
        return kept if keepdim else kept.squeeze()

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)


# %% wrong: divided_twice
# why: Divides by n in forward (where mean has done so already) as well as in backward.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.mean(axis=dim, keepdims=True)
        ctx.shape = a.shape
        ctx.kept = kept.shape
        ctx.n = a.size // max(kept.size, 1)
        return a.mean(axis=dim, keepdims=keepdim) / ctx.n

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)


# %% wrong: mean_of_upstream
# why: Gives every entry the mean of the whole upstream gradient.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        kept = a.mean(axis=dim, keepdims=True)
        ctx.n = a.size // max(kept.size, 1)
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.full(ctx.shape, grad.mean() / ctx.n, dtype=grad.dtype)
