# %% right: plain
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)
# %% right: expand_dims
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape, ctx.dim, ctx.keepdim = a.shape, dim, keepdim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.dim is not None and not ctx.keepdim:
            grad = np.expand_dims(grad, ctx.dim)
        return np.broadcast_to(grad, ctx.shape).copy()
# %% right: zeros_plus
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        total = a.sum(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, total.shape
        return total if keepdim else total.reshape(a.sum(axis=dim).shape)

    @staticmethod
    def backward(ctx, grad):
        return np.zeros(ctx.shape, dtype=grad.dtype) + grad.reshape(ctx.kept)
# %% right: repeat_axis_by_axis
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None:
            axes = tuple(range(a.ndim))
        elif isinstance(dim, tuple):
            axes = dim
        else:
            axes = (dim,)
        ctx.axes = [axis % a.ndim for axis in axes]
        ctx.shape = a.shape
        return a.sum(axis=axes, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        kept = list(ctx.shape)
        for axis in ctx.axes:
            kept[axis] = 1
        grad = grad.reshape(kept)
        for axis in ctx.axes:
            grad = np.repeat(grad, ctx.shape[axis], axis=axis)
        return grad
# %% right: ones_of_right_dtype
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.add.reduce(a, axis=dim, keepdims=True)
        ctx.kept = kept.shape
        ctx.shape = a.shape
        return np.add.reduce(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.ones(ctx.shape, grad.dtype) * grad.reshape(ctx.kept)
# %% wrong: no_axes_back
# why: The summed axes are not put back, so only dim=0 and a full sum fit to the shape of a.
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
# %% wrong: float64_ones
# why: np.ones is float64, and makes float64 of a float32 gradient.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.ones(ctx.shape) * grad.reshape(ctx.kept)
# %% wrong: ones_only
# why: Every entry gets 1; the gradient of the sum that it went into is lost.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.ones(ctx.shape)
# %% wrong: mean_gradient
# why: It divides by the number of entries, which is the gradient of the mean.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        n = np.prod(ctx.shape) / np.prod(ctx.kept)
        return (np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / n).astype(grad.dtype)
# %% wrong: mean_forward
# why: forward computes the mean instead of the sum.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)
# %% wrong: falsy_dim
# why: `if dim` takes the axis 0 for no axis at all, since 0 counts as False.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        axis = dim if dim else None
        ctx.kept = a.sum(axis=axis, keepdims=True).shape
        return a.sum(axis=axis, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)
# %% wrong: keepdim_ignored
# why: keepdim is not handed on to NumPy, so the summed axes are always gone.
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
# %% wrong: keepdim_always
# why: The axes are always kept, also when keepdim is False.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.sum(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        return out

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)
# %% wrong: expand_twice
# why: With keepdim=True the axis is there already, and it is put back a second time.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape, ctx.dim = a.shape, dim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.dim is not None:
            grad = np.expand_dims(grad, ctx.dim)
        return np.broadcast_to(grad, ctx.shape)
# %% wrong: one_number_only
# why: dim may be a tuple of axes; this adds 1 to it as though it were one number.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape, ctx.dim, ctx.keepdim = a.shape, dim, keepdim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.dim is None or ctx.keepdim:
            return np.broadcast_to(grad, ctx.shape)
        front = ctx.shape[: ctx.dim]
        back = ctx.shape[ctx.dim :][1:]
        return np.broadcast_to(grad.reshape(front + (1,) + back), ctx.shape)
# %% wrong: negative_axis
# why: The axes are compared with 0, 1, 2, so -1 is found nowhere, and no axis is put back.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.axes = range(a.ndim) if dim is None else dim if isinstance(dim, tuple) else (dim,)
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        kept = [1 if i in ctx.axes else n for i, n in enumerate(ctx.shape)]
        return np.broadcast_to(grad.reshape(kept), ctx.shape)
# %% wrong: last_axis_always
# why: The lost axis is put back at the end, wherever it was.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape, ctx.dim, ctx.keepdim = a.shape, dim, keepdim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.dim is not None and not ctx.keepdim:
            grad = grad[..., None]
        return np.broadcast_to(grad, ctx.shape)
# %% wrong: total_to_all
# why: It sums the gradient and hands everybody the total; an entry gets the gradient of its own sum only.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.sum(), ctx.shape)
# %% wrong: reshape_only
# why: reshape does not repeat entries; a sum has fewer of them than a.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.shape)
# %% wrong: times_a
# why: The entries of a are no factors of the slope, which is 1.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return a * grad.reshape(ctx.kept)
# %% wrong: resize_fill
# why: np.resize fills up the shape with the entries in turn, so row gradients get mixed.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.resize(grad, ctx.shape)
# %% wrong: grad_unchanged
# why: It returns the gradient in the shape of out; it must have the shape of a.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.kept = np.sum(a, axis=dim, keepdims=True).shape
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return grad
# %% wrong: dim_dropped
# why: forward sums over everything, whatever dim says.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        return a.sum()

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad, ctx.shape)
# %% wrong: shape_on_class
# why: The shapes are kept on the class, so a second sum in the program overwrites those of the first.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        Sum.shape = a.shape
        Sum.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(Sum.kept), Sum.shape)
# %% wrong: transposed
# why: It is broadcast to the reversed shape and turned, which serves dim=1 of a matrix and spoils the rest.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad, ctx.shape[::-1]).T
# %% wrong: saves_a
# why: The whole of a is saved for its shape alone: it stays in memory, and a second backward fails, though a sum has nothing to free.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.broadcast_to(grad.reshape(ctx.kept), a.shape)
