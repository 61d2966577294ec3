# %% right: kept_shape
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)


# %% right: ones_with_dtype
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.sum(a, axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return out if keepdim else np.squeeze(out, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.ones(ctx.shape, dtype=grad.dtype) * grad.reshape(ctx.kept)


# %% right: expand_dims
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.keep = keepdim
        if dim is None:
            ctx.dims = tuple(range(a.ndim))
        elif isinstance(dim, tuple):
            ctx.dims = dim
        else:
            ctx.dims = (dim,)
        return np.sum(a, axis=ctx.dims, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if not ctx.keep:
            grad = np.expand_dims(grad, ctx.dims)
        return grad + np.zeros(ctx.shape, dtype=grad.dtype)


# %% right: helper_shape
def kept_shape(shape, dim):
    """shape with 1 at every summed axis"""
    if dim is None:
        return (1,) * len(shape)
    dims = [dim] if isinstance(dim, int) else list(dim)
    sizes = list(shape)
    for d in dims:
        if sizes:
            sizes[d] = 1
    return tuple(sizes)


@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = kept_shape(a.shape, dim)
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        g = grad.reshape(ctx.kept)
        return np.broadcast_to(g, ctx.shape).copy()


# %% wrong: axis_not_put_back
# why: grad is broadcast without putting the summed axis back: an error for most shapes, and along the wrong axis for square ones.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad, ctx.shape)


# %% wrong: expanded_twice
# why: The summed axes are put back also if keepdim=True, where they are still there.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.dims = tuple(range(a.ndim)) if dim is None else dim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(np.expand_dims(grad, ctx.dims), ctx.shape)


# %% wrong: float64_ones
# why: np.ones(shape) is float64 and makes float64 of a float32 gradient.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.ones(ctx.shape) * grad.reshape(ctx.kept)


# %% wrong: one_axis_only
# why: The axis is put back by kept[dim] = 1, which works for a number, but not for a tuple of axes.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.dim = dim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.dim is None:
            return np.broadcast_to(grad.reshape((1,) * len(ctx.shape)), ctx.shape)
        kept = list(ctx.shape)
        kept[ctx.dim] = 1
        return np.broadcast_to(grad.reshape(kept), ctx.shape)


# %% wrong: negative_dim
# why: The kept shape compares the axis numbers 0, 1, ... with dim, so a negative dim is never found and its axis is not put back.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        if dim is None:
            dims = tuple(range(a.ndim))
        elif isinstance(dim, int):
            dims = (dim,)
        else:
            dims = dim
        ctx.kept = tuple(1 if i in dims else s for i, s in enumerate(a.shape))
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)


# %% wrong: dim_0_is_false
# why: `if dim` is False for dim=0 as well, so the sum over axis 0 becomes the sum over everything.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        axis = dim if dim else None
        out = a.sum(axis=axis, keepdims=True)
        ctx.kept = out.shape
        return out if keepdim else out.squeeze(axis=axis)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)


# %% wrong: like_mean
# why: The gradient is divided by the number of summed entries; that is the mean. In a sum each entry has the factor 1.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = 1
        for big, small in zip(ctx.shape, ctx.kept):
            if small != big:
                n = n * big
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / n


# %% wrong: resize
# why: np.resize fills the shape with the entries of grad one after another; the entries of a row get the gradients of different rows.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.resize(grad, ctx.shape)
