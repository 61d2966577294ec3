# %% right: keep_then_reshape
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sum(a, axis=dim, keepdims=True)
        ctx.kept_shape = kept.shape
        ctx.shape = a.shape
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept_shape), ctx.shape)


# %% right: ones_from_axes
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        axes = range(a.ndim) if dim is None else (dim if isinstance(dim, tuple) else (dim,))
        axes = {axis % a.ndim for axis in axes} if a.ndim else set()
        ctx.kept = tuple(1 if i in axes else size for i, size in enumerate(a.shape))
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        g = np.reshape(grad, ctx.kept)
        return g * np.ones(ctx.shape, dtype=g.dtype)


# %% right: expand_if_needed
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.dim = dim
        ctx.keepdim = keepdim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.dim is not None and not ctx.keepdim:
            grad = np.expand_dims(grad, ctx.dim)
        out = np.empty(ctx.shape, dtype=grad.dtype)
        out[...] = grad
        return out


# %% wrong: no_axis_back
# why: The summed axis is not put back before broadcasting: for dim=1 it does not fit, or goes along the wrong axis if a is square.
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


# %% wrong: dtype_lost
# why: np.ones(shape) is float64 and makes a float64 gradient of float32.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.sum(axis=dim, keepdims=True)
        ctx.kept = kept.shape
        ctx.shape = a.shape
        return kept if keepdim else a.sum(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.kept) * np.ones(ctx.shape)


# %% wrong: expands_also_kept
# why: With keepdim=True the axes are still there, and they are put back a second time.
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
        if ctx.dim is not None:
            grad = np.expand_dims(grad, ctx.dim)
        return np.broadcast_to(grad, ctx.shape)


# %% wrong: dim_none_expanded
# why: dim=None is not told apart: np.expand_dims cannot do anything with None.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.dim = dim
        ctx.keepdim = keepdim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if not ctx.keepdim:
            grad = np.expand_dims(grad, axis=ctx.dim)
        return np.broadcast_to(grad, ctx.shape)


# %% wrong: dim_zero_is_none
# why: `if dim` is false for dim=0, which is then treated like None: everything is summed.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        if dim:
            out = a.sum(axis=dim, keepdims=keepdim)
            ctx.kept = a.sum(axis=dim, keepdims=True).shape
        else:
            out = a.sum(keepdims=keepdim)
            ctx.kept = (1,) * a.ndim
        return out

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)


# %% wrong: negative_dim
# why: Axes counted from the end are not found by `i in dims`, so for dim=-1 the shape to put back is wrong.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        dims = tuple(range(a.ndim)) if dim is None else dim
        if isinstance(dims, int):
            dims = (dims,)
        ctx.kept = tuple(1 if i in dims else n for i, n in enumerate(a.shape))
        ctx.shape = a.shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)


# %% wrong: no_upstream
# why: Ones in the shape of a are returned; the upstream gradient is missing.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.ones = np.ones_like(a)
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return ctx.ones


# %% wrong: mean_slope
# why: The gradient is divided by the number of entries in each sum, as for a mean.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.sum(axis=dim, keepdims=True)
        ctx.kept = kept.shape
        ctx.shape = a.shape
        ctx.n = a.size // max(kept.size, 1)
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / max(ctx.n, 1), ctx.shape)


# %% wrong: total_upstream
# why: All upstream gradients are added up and handed to every entry; an entry should get only that of its own sum.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.full(ctx.shape, grad.sum(), dtype=grad.dtype)


# %% wrong: keepdim_ignored
# why: keepdim is ignored in forward: the summed axes are always gone.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)


# %% wrong: two_axes_only
# why: Made for arrays of two axes with one axis in dim: for three axes, for tuples and for negative numbers it is wrong.
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
        rows, cols = ctx.shape
        if ctx.dim is None:
            return np.broadcast_to(grad, ctx.shape)
        if ctx.dim == 0:
            return np.broadcast_to(grad.reshape(1, cols), ctx.shape)
        return np.broadcast_to(grad.reshape(rows, 1), ctx.shape)


# %% wrong: reshape_only
# why: grad is only reshaped to the shape of a; a smaller array has not enough entries for that, it must be repeated.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.shape)
