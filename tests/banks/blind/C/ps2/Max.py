# %% right: shares_saved
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        mask = (a == kept).astype(a.dtype)
        ctx.save_for_backward(mask / mask.sum(axis=dim, keepdims=True))
        ctx.kept = kept.shape
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (share,) = ctx.saved_tensors
        return share * grad.reshape(ctx.kept)


# %% right: input_and_output
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.amax(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, kept)
        ctx.dim = dim
        return kept if keepdim else np.amax(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        is_max = np.where(a == kept, np.ones_like(a), np.zeros_like(a))
        count = np.sum(is_max, axis=ctx.dim, keepdims=True)
        g = grad.reshape(kept.shape)
        return is_max * g / count


# %% right: equal_verbose
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        largest = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, largest)
        ctx.axis = dim
        ctx.keep = keepdim
        if keepdim:
            return largest
        return largest.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, largest = ctx.saved_tensors
        winners = np.equal(a, largest)
        how_many = winners.sum(axis=ctx.axis, keepdims=True).astype(grad.dtype)
        each = np.reshape(grad, largest.shape) / how_many
        return each * winners


# %% wrong: full_gradient
# why: Each of several equal largest entries gets the full gradient; it is not divided by their number.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a, kept)
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        return (a == kept) * grad.reshape(kept.shape)


# %% wrong: first_of_equals
# why: argmax finds only the first of several equal entries, and that one gets everything. (A tuple of axes is not possible either.)
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.dim = dim
        if dim is None:
            ctx.place = a.argmax()
        else:
            ctx.place = np.expand_dims(a.argmax(axis=dim), dim)
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, dtype=grad.dtype)
        if ctx.dim is None:
            out.reshape(-1)[ctx.place] = grad.item()
        else:
            np.put_along_axis(out, ctx.place, grad.reshape(ctx.place.shape), axis=ctx.dim)
        return out


# %% wrong: counted_over_all
# why: The equal ones are counted over the whole array instead of along dim.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a, kept)
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        mask = (a == kept).astype(a.dtype)
        return mask * grad.reshape(kept.shape) / mask.sum()


# %% wrong: maximum_of_all
# why: a is compared with the largest of the whole array, so only rows that hold it get a gradient.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        ctx.kept = a.max(axis=dim, keepdims=True).shape
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        mask = (a == a.max()).astype(a.dtype)
        count = np.maximum(mask.sum(axis=ctx.dim, keepdims=True), 1)
        return mask * grad.reshape(ctx.kept) / count


# %% wrong: count_dtype
# why: The count of a bool mask is int64, and float32 divided by it is float64: the dtype is lost.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        mask = a == kept
        ctx.save_for_backward(mask, mask.sum(axis=dim, keepdims=True))
        ctx.kept = kept.shape
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        mask, count = ctx.saved_tensors
        return mask * grad.reshape(ctx.kept) / count


# %% wrong: axes_not_put_back
# why: out is compared with a without its axes put back: each entry meets the maximum of another row, or the shapes do not fit.
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
        return mask * grad / mask.sum(axis=ctx.dim, keepdims=True)


# %% wrong: nearly_equal
# why: np.isclose also takes entries for equal that are only near the maximum, and they share the gradient.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        mask = np.isclose(a, kept, rtol=1e-3, atol=1e-3).astype(a.dtype)
        ctx.save_for_backward(mask)
        ctx.dim = dim
        ctx.kept = kept.shape
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return mask * grad.reshape(ctx.kept) / mask.sum(axis=ctx.dim, keepdims=True)


# %% wrong: nan_ignored
# why: np.nanmax leaves nan out; the maximum should be nan where an entry is nan.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.nanmax(a, axis=dim, keepdims=True)
        mask = (a == kept).astype(a.dtype)
        ctx.save_for_backward(mask)
        ctx.dim = dim
        ctx.kept = kept.shape
        return np.nanmax(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return mask * grad.reshape(ctx.kept) / mask.sum(axis=ctx.dim, keepdims=True)


# %% wrong: count_not_kept
# why: The counts have lost their axis (keepdims is missing), so they do not line up with the rows.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        mask = (a == kept).astype(a.dtype)
        ctx.save_for_backward(mask)
        ctx.dim = dim
        ctx.kept = kept.shape
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return mask * grad.reshape(ctx.kept) / mask.sum(axis=ctx.dim)


# %% wrong: no_upstream
# why: The shares are returned without the upstream gradient.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        mask = (a == kept).astype(a.dtype)
        ctx.save_for_backward(mask)
        ctx.dim = dim
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return mask / mask.sum(axis=ctx.dim, keepdims=True)


# %% wrong: half_at_ties
# why: Equal ones get a half each, as for two; three equal ones should get a third.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        mask = (a == kept).astype(a.dtype)
        ctx.save_for_backward(mask)
        ctx.dim = dim
        ctx.kept = kept.shape
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        tie = mask.sum(axis=ctx.dim, keepdims=True) > 1
        g = grad.reshape(ctx.kept)
        return mask * np.where(tie, g / 2, g)


# %% wrong: smallest
# why: np.min instead of np.max.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.min(axis=dim, keepdims=True)
        mask = (a == kept).astype(a.dtype)
        ctx.save_for_backward(mask)
        ctx.dim = dim
        ctx.kept = kept.shape
        return a.min(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return mask * grad.reshape(ctx.kept) / mask.sum(axis=ctx.dim, keepdims=True)


# %% wrong: mask_attribute
# why: The mask, an array, is kept as an attribute of ctx and not by save_for_backward; it is not freed, and a second backward raises no error.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        ctx.mask = (a == kept).astype(a.dtype)
        ctx.dim = dim
        ctx.kept = kept.shape
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return ctx.mask * grad.reshape(ctx.kept) / ctx.mask.sum(axis=ctx.dim, keepdims=True)
