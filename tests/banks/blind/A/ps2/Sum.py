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


# %% right: expand_dims
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.dim = dim
        ctx.keepdim = keepdim
        return np.sum(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if ctx.dim is not None and not ctx.keepdim:
            grad = np.expand_dims(grad, ctx.dim)
        return np.broadcast_to(grad, ctx.shape)


# %% right: zeros_plus
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.sum(a, axis=dim, keepdims=True)
        ctx.kept_shape = kept.shape
        ctx.a_shape = a.shape
        if keepdim:
            return kept
        return np.sum(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        grad = grad.reshape(ctx.kept_shape)
        result = np.zeros(ctx.a_shape, dtype=grad.dtype)
        result = result + grad
        return result


# %% right: axes_by_hand
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.sum(axis=dim, keepdims=keepdim)
        if dim is None:
            axes = list(range(a.ndim))
        elif isinstance(dim, (tuple, list)):
            axes = [d if d >= 0 else d + a.ndim for d in dim]
        else:
            axes = [dim if dim >= 0 else dim + a.ndim]
        shape = []
        for i in range(a.ndim):
            shape.append(1 if i in axes else a.shape[i])
        ctx.with_ones = tuple(shape)
        ctx.shape = a.shape
        return out

    @staticmethod
    def backward(ctx, grad):
        back = grad.reshape(ctx.with_ones)
        return np.ones(ctx.shape, dtype=grad.dtype) * back


# %% wrong: not_put_back
# why: grad is broadcast to the shape of a without putting the summed axes back: it fails for dim=1, and in square arrays the gradients of the rows go to the columns.
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
# why: expand_dims also with keepdim=True, where the axes are still there: they are put back a second time.
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


# %% wrong: ones_float64
# why: np.ones(shape) is float64 and makes a float64 gradient of a float32 one.
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
# why: Puts the axis back by shape[dim] = 1, which works for one number, not for a tuple of axes or None.
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
        shape = list(ctx.shape)
        shape[ctx.dim] = 1
        return np.broadcast_to(grad.reshape(shape), ctx.shape)


# %% wrong: negative_dims_missed
# why: Compares the axis numbers with dim as given: a negative dim is never found, so nothing is put back.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        dims = (
            range(a.ndim) if dim is None else dim if isinstance(dim, tuple) else (dim,)
        )
        ctx.kept = tuple(1 if i in dims else n for i, n in enumerate(a.shape))
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)


# %% wrong: upstream_missing
# why: Every entry gets 1: the gradient of the sum it went into is ignored.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.ones_like(a)


# %% wrong: divided_by_n
# why: Divides by the number of entries summed: that is the gradient of the mean.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        out = a.sum(axis=dim, keepdims=True)
        ctx.kept = out.shape
        ctx.n = a.size // out.size
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.n, ctx.shape)


# %% wrong: keepdim_ignored
# why: forward does not pass keepdim on, so the summed axes are always gone.
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


# %% wrong: grad_shape_stays
# why: Returns grad in the shape of out with the axes of size 1, and does not repeat it to the shape of a.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.kept)


# %% wrong: dim_or_all
# why: `if dim:` takes dim=0 for None, so a sum over axis 0 becomes the sum of everything.
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


# %% wrong: upstream_summed
# why: Adds up the whole upstream gradient and gives the total to every entry, instead of to each entry that of its own sum.
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


# %% wrong: last_axis_put_back
# why: The summed axis is always put back at the end, whatever dim was.
@piece
class Sum(Op):
    """out = the sum of a over the axes in dim (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.all = dim is None
        ctx.keepdim = keepdim
        return a.sum(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        if not ctx.all and not ctx.keepdim:
            grad = grad[..., None]
        return np.broadcast_to(grad, ctx.shape)


# %% wrong: times_a
# why: Multiplies by the entries of a; their factor in a sum is 1.
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
