# %% right: mask_over_count
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        ctx.kept = a.max(axis=dim, keepdims=True).shape
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out.reshape(ctx.kept)) * np.ones_like(a)
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * grad.reshape(ctx.kept) / count

# %% right: recompute_from_input
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
        winners = np.equal(a, top).astype(a.dtype)
        k = np.sum(winners, axis=ctx.dim, keepdims=True)
        share = grad.reshape(top.shape) / k
        return winners * share

# %% right: dims_helper
def axes_of(a, dim):
    if dim is None or a.ndim == 0:
        return tuple(range(a.ndim))
    if isinstance(dim, int):
        dim = (dim,)
    return tuple(d % a.ndim for d in dim)


@piece
class Max(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.axes = axes_of(a, dim)
        ctx.keepdim = keepdim
        result = np.amax(a, axis=ctx.axes, keepdims=keepdim)
        ctx.save_for_backward(a, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        a, result = ctx.saved_tensors
        if not ctx.keepdim:
            result = np.expand_dims(result, ctx.axes)
            grad = np.expand_dims(grad, ctx.axes)
        mask = (a == result).astype(grad.dtype)
        return mask / mask.sum(axis=ctx.axes, keepdims=True) * grad

# %% right: quiet_nan
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
        hit = a == largest
        number = np.count_nonzero(hit, axis=ctx.dim, keepdims=True)
        with np.errstate(invalid="ignore", divide="ignore"):
            result = hit * (grad.reshape(largest.shape) / number)
        return np.asarray(result).astype(grad.dtype)

# %% wrong: no_sharing
# why: Every entry that equals the maximum gets the full gradient. Equal ones share: divide by the number of those that tie.
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
        m = a.max(axis=ctx.dim, keepdims=True)
        return (a == m) * grad.reshape(m.shape)

# %% wrong: argmax_only
# why: np.argmax finds only the first of several equal entries, and that one gets all of the gradient. All of them must share it; compare a with its maximum.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        if dim is None:
            ctx.axes = tuple(range(a.ndim))
        elif isinstance(dim, int):
            ctx.axes = (dim % a.ndim,) if a.ndim else ()
        else:
            ctx.axes = tuple(d % a.ndim for d in dim)
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        others = tuple(i for i in range(a.ndim) if i not in ctx.axes)
        order = others + ctx.axes
        moved = a.transpose(order)
        rows = int(np.prod([a.shape[i] for i in others]))
        flat = moved.reshape(rows, a.size // rows if rows else 1)
        result = np.zeros_like(flat)
        if flat.size:
            result[np.arange(rows), flat.argmax(axis=1)] = grad.reshape(-1)
        return result.reshape(moved.shape).transpose(np.argsort(order))

# %% wrong: counts_all_ties
# why: The tying entries are counted in the whole array, not within each row. Each maximum has a count of its own: sum the mask over dim, with the axes kept.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.save_for_backward(a, out)
        ctx.kept = a.max(axis=dim, keepdims=True).shape
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out.reshape(ctx.kept)).astype(grad.dtype)
        return mask * grad.reshape(ctx.kept) / mask.sum()

# %% wrong: global_maximum
# why: backward compares a with the largest entry of the whole array. With a dim each row has its own maximum; take it over the same axes as forward did.
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
        kept = np.sum(a, axis=ctx.dim, keepdims=True).shape
        mask = (a == a.max(initial=-np.inf)).astype(a.dtype)
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * grad.reshape(kept) / np.maximum(count, 1)

# %% wrong: integer_counts
# why: The mask of True and False is counted, which gives whole numbers, and float32 divided by those is float64. Turn the mask into floats
# of the right dtype before counting.
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
        top = a.max(axis=ctx.dim, keepdims=True)
        mask = a == top
        return mask * grad.reshape(top.shape) / mask.sum(axis=ctx.dim, keepdims=True)

# %% wrong: isclose_ties
# why: np.isclose also counts entries that are only nearly the largest, such as 1.000001 and 1. Only entries exactly equal to the maximum share the gradient: compare with ==.
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
        top = a.max(axis=ctx.dim, keepdims=True)
        mask = np.isclose(a, top).astype(a.dtype)
        k = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * (grad.reshape(top.shape) / k)

# %% wrong: nanmax
# why: forward uses np.nanmax, which skips nan. Where an entry is nan the maximum must be nan, as np.max gives it.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return np.nanmax(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        top = np.nanmax(a, axis=ctx.dim, keepdims=True)
        mask = (a == top).astype(a.dtype)
        return mask * grad.reshape(top.shape) / mask.sum(axis=ctx.dim, keepdims=True)

# %% wrong: out_without_axes
# why: The mask compares a with out after out has lost its axes, so rows meet the maxima of columns or the shapes do not fit. Put the axes back into out, with size 1, before comparing.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * grad.reshape(count.shape) / count
