# %% right: plain
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = np.where(a == out, np.ones_like(a), np.zeros_like(a))
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * grad.reshape(out.shape) / count
# %% right: shares_saved
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        top = a.max(axis=dim, keepdims=True)
        mask = (a == top).astype(a.dtype)
        share = mask / mask.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(share)
        ctx.kept = top.shape
        return top if keepdim else top.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        (share,) = ctx.saved_tensors
        return share * grad.reshape(ctx.kept)
# %% right: astype_at_the_end
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        equal = a == out
        how_many = np.count_nonzero(equal, axis=ctx.dim, keepdims=True)
        result = equal * (grad.reshape(out.shape) / how_many)
        return result.astype(grad.dtype)
# %% right: expand_dims_and_where
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.dim, ctx.keepdim = dim, keepdim
        out = np.amax(a, axis=dim, keepdims=keepdim)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if ctx.dim is not None and not ctx.keepdim:
            out = np.expand_dims(out, ctx.dim)
            grad = np.expand_dims(grad, ctx.dim)
        count = np.sum(a == out, axis=ctx.dim, keepdims=True).astype(a.dtype)
        return np.where(a == out, grad / count, np.zeros_like(a))
# %% right: maximum_reduce
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.maximum.reduce(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a == out)
        ctx.kept, ctx.dim = out.shape, dim
        return np.maximum.reduce(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (winners,) = ctx.saved_tensors
        full = np.where(winners, grad.reshape(ctx.kept), 0 * grad.reshape(ctx.kept))
        count = winners.sum(axis=ctx.dim, keepdims=True, dtype=grad.dtype)
        return full / count
# %% wrong: not_shared
# why: Each of the equal ones gets the full gradient; k of them are to share it.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return (a == out) * grad.reshape(out.shape)
# %% wrong: first_only
# why: argmax finds the first of the equal ones only, and gives it everything.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if ctx.dim is None:
            place = np.zeros(a.size, dtype=a.dtype)
            place[a.argmax()] = 1
            return place.reshape(a.shape) * grad.reshape(out.shape)
        if isinstance(ctx.dim, tuple):
            mask = (a == out).astype(a.dtype)
            return mask * grad.reshape(out.shape) / mask.sum(axis=ctx.dim, keepdims=True)
        where = np.expand_dims(a.argmax(axis=ctx.dim), ctx.dim)
        result = np.zeros_like(a)
        np.put_along_axis(result, where, grad.reshape(out.shape), axis=ctx.dim)
        return result
# %% wrong: count_of_all
# why: The ties are counted over the whole array; each row has its own number of them.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        return mask * grad.reshape(out.shape) / mask.sum()
# %% wrong: compared_with_whole_max
# why: Every entry is compared with the maximum of the whole array and not with that of its row.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == a.max()).astype(a.dtype)
        count = np.maximum(mask.sum(axis=ctx.dim, keepdims=True), 1)
        return mask * grad.reshape(out.shape) / count
# %% wrong: float64
# why: float32 divided by whole numbers is float64; the dtype of the gradient is lost.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = a == out
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * grad.reshape(out.shape) / count
# %% wrong: grad_not_reshaped
# why: grad has lost the axes of dim and does not meet its own rows without them.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        return mask * grad / mask.sum(axis=ctx.dim, keepdims=True)
# %% wrong: count_not_kept
# why: The counts have lost the axis, so they do not line up with the rows.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        return mask * grad.reshape(out.shape) / mask.sum(axis=ctx.dim)
# %% wrong: divided_by_n
# why: It divides by the number of entries along dim, which is right for a mean; only the equal ones share.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        n = a.size // max(out.size, 1)
        return mask * grad.reshape(out.shape) / n
# %% wrong: no_upstream
# why: The shares are returned without the upstream gradient.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        return mask / mask.sum(axis=ctx.dim, keepdims=True)
# %% wrong: isclose
# why: np.isclose counts entries that are only nearly equal as ties.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = np.isclose(a, out, rtol=0, atol=0.1).astype(a.dtype)
        return mask * grad.reshape(out.shape) / mask.sum(axis=ctx.dim, keepdims=True)
# %% wrong: nan_ignored
# why: np.nanmax passes over nan; where an entry is nan, the maximum is nan, too.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.nanmax(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        return mask * grad.reshape(out.shape) / mask.sum(axis=ctx.dim, keepdims=True)
# %% wrong: all_equal_to_upstream
# why: The gradient goes to every entry, as in a sum; the others than the largest get nothing.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return np.broadcast_to(grad.reshape(out.shape), a.shape)
# %% wrong: smallest
# why: np.min finds the smallest, not the largest.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.min(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.min(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        return mask * grad.reshape(out.shape) / mask.sum(axis=ctx.dim, keepdims=True)
# %% wrong: falsy_dim
# why: `dim or None` makes None of the axis 0.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        dim = dim or None
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        return mask * grad.reshape(out.shape) / mask.sum(axis=ctx.dim, keepdims=True)
# %% wrong: attributes
# why: a and out are kept as attributes, so nothing frees them and a second backward is not refused.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.a = a
        ctx.out = np.max(a, axis=dim, keepdims=True)
        ctx.dim = dim
        return ctx.out if keepdim else ctx.out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        mask = (ctx.a == ctx.out).astype(ctx.a.dtype)
        return mask * grad.reshape(ctx.out.shape) / mask.sum(axis=ctx.dim, keepdims=True)
# %% wrong: last_wins
# why: A loop over the whole flat array keeps the last of the largest, and knows no axes and no ties.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        result = np.zeros_like(a)
        best = None
        for place in np.ndindex(a.shape):
            if best is None or a[place] >= a[best]:
                best = place
        result[best] = grad.sum()
        return result
# %% wrong: mask_times_a
# why: The mask is multiplied by a, so that the value of the maximum becomes a factor of the gradient.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        return a * mask * grad.reshape(out.shape) / mask.sum(axis=ctx.dim, keepdims=True)
# %% wrong: squeeze_all
# why: squeeze() takes away all axes of size 1, also those that were not in dim.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else out.squeeze()

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        return mask * grad.reshape(out.shape) / mask.sum(axis=ctx.dim, keepdims=True)
# %% wrong: half_at_ties
# why: Where there is a tie the gradient is always halved, though three may be equal.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        count = np.minimum(mask.sum(axis=ctx.dim, keepdims=True), 2)
        return mask * grad.reshape(out.shape) / count
