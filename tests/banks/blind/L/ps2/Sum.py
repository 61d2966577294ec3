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

# %% right: loop_over_axes
def size_one_shape(shape, dim):
    if dim is None:
        return (1,) * len(shape)
    if isinstance(dim, int):
        dim = (dim,)
    result = list(shape)
    for d in dim:
        if shape:
            result[d] = 1
    return tuple(result)


@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape, ctx.dim = a.shape, dim
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        grad = np.reshape(grad, size_one_shape(ctx.shape, ctx.dim))
        return np.broadcast_to(grad, ctx.shape).copy()

# %% right: add_to_zeros
@piece
class Sum(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        total = np.sum(a, axis=dim, keepdims=True)
        ctx.with_ones = total.shape
        if keepdim:
            return total
        return a.sum(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        result = np.zeros(ctx.shape, dtype=grad.dtype)
        result[...] = grad.reshape(ctx.with_ones)
        return result

# %% right: normalised_dims
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        nd = a.ndim
        if dim is None:
            axes = set(range(nd))
        else:
            dims = dim if isinstance(dim, tuple) else (dim,)
            axes = {d % max(nd, 1) for d in dims}
        ctx.inner = tuple(1 if i in axes else n for i, n in enumerate(a.shape))
        ctx.outer = a.shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.inner) * np.ones(ctx.outer, dtype=grad.dtype)

# %% wrong: no_axes_back
# why: grad is broadcast to the shape of a without putting the summed axis back. Shapes line up from the right, so that fits for
# dim=0 only (and for square arrays by accident, along the wrong axis); reshape grad to size 1 at each summed axis first.
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

# %% wrong: expand_always
# why: backward puts the summed axes back with np.expand_dims even with keepdim=True, when they are still there. Then grad has too many axes.
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

# %% wrong: ones_in_float64
# why: grad is multiplied by np.ones(shape), which is float64, so a float32 input gets a float64 gradient. Give the ones the dtype of
# grad, or use np.broadcast_to.
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

# %% wrong: keepdim_ignored
# why: forward does not pass keepdim on to NumPy, so with keepdim=True the summed axes are missing from the output. They should stay, with size 1.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        return np.sum(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(np.reshape(grad, ctx.kept), ctx.shape)

# %% wrong: if_dim
# why: `if dim:` is False for dim=0 as well as for None, so for dim=0 everything is summed. Ask `if dim is None`.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        axes = dim if dim else tuple(range(a.ndim))
        ctx.kept = a.sum(axis=axes, keepdims=True).shape
        return a.sum(axis=axes, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: negative_axes_missed
# why: The loop compares the positions 0, 1, … with the entries of dim, so a negative axis is never found and its size is not
# set to 1. Bring negative axes into 0 … ndim - 1 first (or let NumPy work out the shape).
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
        dims = ctx.dim
        if dims is None:
            dims = range(len(ctx.shape))
        elif isinstance(dims, int):
            dims = [dims]
        kept = [1 if i in dims else n for i, n in enumerate(ctx.shape)]
        return np.broadcast_to(grad.reshape(kept), ctx.shape)

# %% wrong: insert_axes_one_by_one
# why: For a tuple the axes are inserted one after the other in the order of the tuple. With (1, 0), or with negative axes, an axis inserted later shifts the earlier ones,
# so grad lands in the wrong shape; all axes must be put back at once (np.expand_dims takes a tuple, or reshape).
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.dim, ctx.keepdim = dim, keepdim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.dim is not None and not ctx.keepdim and len(ctx.shape) > 0:
            dims = ctx.dim if isinstance(ctx.dim, tuple) else (ctx.dim,)
            for d in dims:
                grad = np.expand_dims(grad, d)
        return np.broadcast_to(grad, ctx.shape)

# %% wrong: saves_a
# why: forward saves a, of which backward uses only the shape. Keep the shape as an attribute: a sum must let its operand change, and allow a second backward.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        kept = a.sum(axis=ctx.dim, keepdims=True).shape
        return grad.reshape(kept) * np.ones_like(a)
