# %% right: maximum_found_again
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return np.max(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        top = np.max(a, axis=ctx.dim, keepdims=True)
        share = (a == top).astype(grad.dtype)
        share = share / share.sum(axis=ctx.dim, keepdims=True)
        return share * grad.reshape(top.shape)

# %% right: input_and_output_saved
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        axes = tuple(range(a.ndim)) if dim is None or a.ndim == 0 else dim
        out = np.amax(a, axis=axes, keepdims=keepdim)
        ctx.axes = axes
        ctx.missing = not keepdim
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if ctx.missing:
            out = np.expand_dims(out, ctx.axes)
            grad = np.expand_dims(grad, ctx.axes)
        winners = np.where(a == out, np.ones_like(a), np.zeros_like(a))
        how_many = np.sum(winners, axis=ctx.axes, keepdims=True)
        return winners * (grad / how_many)

# %% wrong: each_gets_all
# why: every one of several equal largest entries gets the full gradient; k equal ones must get one k-th each.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=True)
        ctx.kept = out.shape
        ctx.dim = dim
        ctx.save_for_backward(a)
        return out if keepdim else a.max(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        mask = a == a.max(axis=ctx.dim, keepdims=True)
        return mask * grad.reshape(ctx.kept)

# %% wrong: counted_over_the_whole_array
# why: the ones that share are counted in the whole array; each maximum is shared only within its own row.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        largest = a.max(axis=ctx.dim, keepdims=True)
        mask = (a == largest).astype(a.dtype)
        return mask * grad.reshape(largest.shape) / mask.sum()

# %% wrong: nearly_equal_ones_share
# why: np.isclose also takes entries that are a little smaller for the largest, and they get part of the gradient.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        best = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a)
        ctx.dim, ctx.kept = dim, best.shape
        return best if keepdim else a.max(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        best = a.max(axis=ctx.dim, keepdims=True)
        ties = np.isclose(a, best).astype(a.dtype)
        return ties / ties.sum(axis=ctx.dim, keepdims=True) * grad.reshape(ctx.kept)

# %% wrong: whole_numbers_in_the_count
# why: the count of a mask of True and False is an array of whole numbers, and float32 divided by them is float64: the dtype is lost.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return np.amax(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        out = np.amax(a, axis=ctx.dim, keepdims=True)
        mask = a == out
        counts = np.count_nonzero(mask, axis=ctx.dim, keepdims=True)
        return np.asarray(mask * grad.reshape(out.shape)) / counts

# %% wrong: nan_is_passed_over
# why: forward looks for the largest with np.nanmax, which passes over nan; where an entry is nan, the maximum must be nan.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        with_axes = np.nanmax(a, axis=dim, keepdims=True)
        ctx.dim = dim
        ctx.shape = with_axes.shape
        ctx.save_for_backward(a)
        return with_axes if keepdim else np.nanmax(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        mask = (a == np.nanmax(a, axis=ctx.dim, keepdims=True)).astype(grad.dtype)
        return grad.reshape(ctx.shape) * mask / mask.sum(axis=ctx.dim, keepdims=True)
