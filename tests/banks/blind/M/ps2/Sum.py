# %% right: shape_kept_by_numpy
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        kept = a.sum(axis=dim, keepdims=True)
        ctx.kept_shape = kept.shape
        return kept if keepdim else a.sum(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept_shape), ctx.shape)

# %% right: shape_worked_out_by_hand
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        n = a.ndim
        if dim is None:
            axes = set(range(n))
        elif isinstance(dim, int):
            axes = {dim + n if dim < 0 else dim}
        else:
            axes = {d + n if d < 0 else d for d in dim}
        ctx.shape = a.shape
        ctx.with_ones = tuple(1 if i in axes else size for i, size in enumerate(a.shape))
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        g = np.reshape(grad, ctx.with_ones)
        return g * np.ones(ctx.shape, dtype=grad.dtype)

# %% right: squeeze_afterwards
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        wide = np.sum(a, axis=dim, keepdims=True)
        ctx.wide, ctx.full = wide.shape, a.shape
        if keepdim:
            return wide
        return np.squeeze(wide, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        spread = np.zeros(ctx.full, grad.dtype)
        spread += grad.reshape(ctx.wide)
        return spread

# %% right: expand_dims_when_dropped
def as_axes(dim, ndim):
    if dim is None:
        return tuple(range(ndim))
    if not isinstance(dim, tuple):
        dim = (dim,)
    return tuple(d % ndim for d in dim) if ndim else ()


@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.axes = as_axes(dim, a.ndim)
        ctx.keepdim = keepdim
        ctx.shape = a.shape
        return a.sum(axis=ctx.axes, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if not ctx.keepdim:
            grad = np.expand_dims(grad, ctx.axes)
        return np.broadcast_to(grad, ctx.shape)

# %% wrong: zero_is_false
# why: `if dim` is False for dim=0 as well as for None, so the sum over axis 0 is taken over everything. Ask `dim is None`.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        axis = dim if dim else tuple(range(a.ndim))
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=axis, keepdims=True).shape
        return a.sum(axis=axis, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: axes_put_back_twice
# why: backward puts the summed axes back without asking for keepdim. With keepdim=True they are still there, and grad gets axes too many; reshape to the kept shape, or ask first.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.dim = tuple(range(a.ndim)) if dim is None else dim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(np.expand_dims(grad, ctx.dim), ctx.shape)

# %% wrong: broadcast_from_the_right
# why: grad is broadcast to the shape of a without its summed axis. Shapes are lined up from the right, so for dim=1 it does not fit, or in a square array it goes along the wrong axis. Put the axis back with size 1 first.
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

# %% wrong: negative_axes_not_found
# why: The axes are looked up as `i in dims`, and a negative axis such as -1 is never found among 0, 1, 2. Add the number of axes to a negative one, or let NumPy keep the axes.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None:
            dims = tuple(range(a.ndim))
        elif type(dim) is int:
            dims = (dim,)
        else:
            dims = tuple(dim)
        ctx.shape = a.shape
        ctx.kept = [1 if i in dims else s for i, s in enumerate(a.shape)]
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: one_axis_after_the_other
# why: forward sums over the axes of the tuple one after the other, but after the first sum the axes behind it have moved up by one, so the next number means another axis. Give the whole tuple to NumPy.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        if keepdim or dim is None or isinstance(dim, int):
            return a.sum(axis=dim, keepdims=keepdim)
        out = a
        for d in dim:
            out = out.sum(axis=d)
        return out

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: operand_saved_for_its_shape
# why: forward saves the whole array a, and backward needs its shape only. Save nothing and keep the shape as an attribute, so that a may change and backward may run twice.
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
        return np.ones_like(a) * grad.reshape(kept)

# %% wrong: expanded_in_the_given_order
# why: The axes are put back one by one in the order of the tuple. For dim=(1, 0) axis 1 is put in before axis 0 exists and ends up in the wrong place; sort the axes, or expand all of them at once.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None:
            dim = tuple(range(a.ndim))
        if isinstance(dim, int):
            dim = (dim,) if a.ndim else ()
        ctx.axes = [d % a.ndim for d in dim]
        ctx.keepdim = keepdim
        ctx.shape = a.shape
        return a.sum(axis=tuple(dim), keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if not ctx.keepdim:
            for axis in ctx.axes:
                grad = np.expand_dims(grad, axis)
        return np.broadcast_to(grad, ctx.shape)

# %% wrong: ones_without_dtype
# why: np.ones(shape) is float64 and makes the gradient float64, also where a and grad are float32. Give it the dtype of grad, or use np.broadcast_to.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        total = a.sum(axis=dim, keepdims=True)
        ctx.ones_shape = total.shape
        ctx.in_shape = a.shape
        return total if keepdim else total.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.ones(ctx.in_shape) * grad.reshape(ctx.ones_shape)
