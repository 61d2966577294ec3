# %% right: expand_dims_if_dropped
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        if dim is None or a.ndim == 0:
            axes = tuple(range(a.ndim))
        elif isinstance(dim, (tuple, list)):
            axes = tuple(dim)
        else:
            axes = (dim,)
        ctx.put_back = () if keepdim else axes
        return np.sum(a, axis=axes, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.put_back:
            grad = np.expand_dims(grad, ctx.put_back)
        return np.broadcast_to(grad, ctx.shape)

# %% right: kept_shape_and_ones
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        with_axes = a.sum(axis=dim, keepdims=True)
        ctx.kept, ctx.full = with_axes.shape, a.shape
        return with_axes if keepdim else a.sum(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        column = grad.reshape(ctx.kept)
        return column * np.ones(ctx.full, dtype=grad.dtype)

# %% wrong: no_axis_put_back
# why: grad is broadcast as it is; for dim=1 shapes do not fit, or, if a is square, the gradients of the rows go to the columns.
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

# %% wrong: zero_is_no_axis
# why: dim=0 is taken for "no dim given", since 0 counts as false; the sum then goes over all axes.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        dim = dim or None
        kept = a.sum(axis=dim, keepdims=True)
        ctx.kept = kept.shape
        ctx.shape = a.shape
        return kept if keepdim else a.sum(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: axes_put_back_twice
# why: the summed axes are put back even if keepdim=True has left them in place, so grad gets too many axes.
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
        grad = np.expand_dims(grad, ctx.dim)
        return np.broadcast_to(grad, ctx.shape)

# %% wrong: shape_cut_at_a_negative_axis
# why: the shape with size 1 is cut together at dim + 1, which for dim=-1 is 0: the whole shape follows once more.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        shape = a.shape
        axes = range(a.ndim) if dim is None else (dim if isinstance(dim, tuple) else (dim,))
        kept = shape
        for axis in axes:
            kept = kept[:axis] + (1,) + kept[axis + 1 :]
        ctx.kept = kept
        ctx.shape = shape
        return a.sum(axis=tuple(axes), keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)

# %% wrong: float64_ones
# why: the ones that grad is multiplied by are float64, so the gradient of a float32 input becomes float64.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.add.reduce(a, axis=dim if dim is not None else tuple(range(a.ndim)), keepdims=True)
        ctx.small = out.shape
        ctx.big = a.shape
        if keepdim:
            return out
        return a.sum(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return np.ones(ctx.big) * np.reshape(grad, ctx.small)
