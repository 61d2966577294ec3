# %% right: size_ratio
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.mean(axis=dim, keepdims=True)
        ctx.kept = kept.shape
        ctx.shape = a.shape
        ctx.n = a.size / max(kept.size, 1)
        return kept if keepdim else a.mean(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)


# %% right: product_of_axes
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None:
            dims = range(a.ndim)
        elif isinstance(dim, int):
            dims = (dim,)
        else:
            dims = dim
        n = 1
        for d in dims:
            n = n * a.shape[d]
        ctx.n = n
        ctx.shape = a.shape
        total = a.sum(axis=dim, keepdims=True)
        ctx.kept = total.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        share = grad / ctx.n
        share = share.reshape(ctx.kept)
        return np.broadcast_to(share, ctx.shape).copy()


# %% right: squeeze
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shapes = a.shape, out.shape, a.size // max(out.size, 1)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        shape, kept, n = ctx.shapes
        big = np.zeros(shape, dtype=grad.dtype)
        big += np.reshape(grad, kept) / n
        return big


# %% wrong: divided_by_all
# why: Divided by a.size, the number of all entries, instead of the number in each mean.
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


# %% wrong: not_divided
# why: The division by n is missing: that is the gradient of the sum.
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


# %% wrong: divided_by_number_of_means
# why: Divided by out.size, the number of means, instead of the number of entries in each.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept, ctx.n = a.shape, kept.shape, kept.size
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)


# %% wrong: one_axis_only
# why: a.shape[dim] works for a single number only: for a tuple or None it raises an error.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.mean(axis=dim, keepdims=True).shape
        ctx.n = a.shape[dim]
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)


# %% wrong: first_axis_counted
# why: n is always the length of axis 0, whatever dim is.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.mean(axis=dim, keepdims=True).shape
        ctx.n = len(a)
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)


# %% wrong: numpy_count
# why: n is a NumPy whole number (np.prod), and float32 divided by it becomes float64.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.mean(axis=dim, keepdims=True).shape
        ctx.n = np.prod(ctx.shape) // np.prod(ctx.kept, dtype=np.int64)
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)


# %% wrong: floor_division
# why: // rounds the shares down to whole numbers.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept, ctx.n = a.shape, kept.shape, a.size // kept.size
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) // ctx.n, ctx.shape)


# %% wrong: sum_forward
# why: forward returns the sum, not the mean.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.sum(axis=dim, keepdims=True)
        ctx.shape, ctx.kept, ctx.n = a.shape, kept.shape, a.size / kept.size
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)


# %% wrong: axes_not_put_back
# why: The averaged axis is not put back before broadcasting; it fits only for dim=0 or keepdim=True.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        out = a.mean(axis=dim, keepdims=keepdim)
        ctx.n = a.size / out.size
        return out

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad / ctx.n, ctx.shape)


# %% wrong: small_gradient
# why: The gradient keeps the shape of out with size 1 on the averaged axes; it is not repeated to the shape of a.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.mean(axis=dim, keepdims=True)
        ctx.kept, ctx.n = kept.shape, a.size / kept.size
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.kept) / ctx.n


# %% wrong: mean_of_grad
# why: The upstream gradient is averaged over dim, which gives back no single gradient of each mean.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.mean(), ctx.shape)


# %% wrong: keepdim_swapped
# why: keepdims is set to the opposite of keepdim.
@piece
class Mean(Op):
    """out = the mean of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept, ctx.n = a.shape, kept.shape, a.size / kept.size
        return a.mean(axis=dim, keepdims=not keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)
