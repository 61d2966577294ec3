# %% right: mask_and_counts
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


# %% right: compares_in_backward
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.amax(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else np.squeeze(out, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        largest = np.where(a == out, np.ones_like(a), np.zeros_like(a))
        how_many = largest.sum(axis=ctx.dim, keepdims=True)
        return largest * grad.reshape(out.shape) / how_many


# %% right: boolean_with_cast
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
        top = a.max(axis=ctx.dim, keepdims=True)
        mask = a == top
        count = np.sum(mask, axis=ctx.dim, keepdims=True)
        result = mask * (grad.reshape(top.shape) / count)
        return result.astype(grad.dtype)


# %% wrong: through_reduce
# why: Keeps arrays as attributes of ctx, which nobody frees: a second backward is no error.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        top = np.maximum.reduce(a, axis=dim, keepdims=True)
        ctx.is_top = np.equal(a, top)
        ctx.count = np.count_nonzero(ctx.is_top, axis=dim, keepdims=True)
        ctx.shape_of_top = top.shape
        return top.reshape(a.max(axis=dim, keepdims=keepdim).shape)

    @staticmethod
    def backward(ctx, grad):
        g = np.reshape(grad, ctx.shape_of_top) / ctx.count.astype(grad.dtype)
        return np.where(ctx.is_top, g, np.zeros_like(g))


# %% wrong: full_to_each
# why: Equal largest entries get the full gradient each, instead of sharing it.
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


# %% wrong: count_over_all
# why: Counts the largest entries in the whole array, not along the axes of each maximum.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        mask = (a == kept).astype(a.dtype)
        ctx.save_for_backward(mask)
        ctx.kept = kept.shape
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return mask * grad.reshape(ctx.kept) / mask.sum()


# %% wrong: dtype_lost
# why: The counts are int64, and float32 divided by them is float64.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a, kept)
        ctx.dim = dim
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        mask = a == kept
        return (
            mask
            * grad.reshape(kept.shape)
            / np.asarray(mask.sum(axis=ctx.dim, keepdims=True))
        )


# %% wrong: first_only
# why: argmax finds the first of the largest alone; the equal ones after it get nothing.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        ctx.kept = kept.shape
        ctx.dim = dim
        ctx.save_for_backward(a)
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        grad = grad.reshape(ctx.kept)
        result = np.zeros_like(a)
        if ctx.dim is None:
            result.reshape(-1)[np.argmax(a)] = grad.reshape(-1)[0]
        elif isinstance(ctx.dim, tuple):
            last = tuple(range(-len(ctx.dim), 0))
            moved = np.moveaxis(a, ctx.dim, last)
            flat = moved.reshape(moved.shape[: -len(ctx.dim)] + (-1,))
            picked = np.zeros_like(flat)
            place = np.expand_dims(flat.argmax(-1), -1)
            np.put_along_axis(picked, place, 1, -1)
            result = np.moveaxis(picked.reshape(moved.shape), last, ctx.dim) * grad
        else:
            place = np.expand_dims(np.argmax(a, axis=ctx.dim), ctx.dim)
            np.put_along_axis(result, place, grad, ctx.dim)
        return result


# %% wrong: global_maximum
# why: Compares with the maximum of the whole array, so only rows that hold it get a gradient.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        ctx.kept = kept.shape
        ctx.dim = dim
        ctx.save_for_backward(a)
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        mask = (a == a.max()).astype(a.dtype)
        count = np.maximum(mask.sum(axis=ctx.dim, keepdims=True), 1)
        return mask * grad.reshape(ctx.kept) / count


# %% wrong: halved_if_tied
# why: Divides by 2 where there is a tie, however many are equal.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        mask = (a == kept).astype(a.dtype)
        ctx.kept = kept.shape
        ctx.dim = dim
        ctx.save_for_backward(mask)
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        tied = mask.sum(axis=ctx.dim, keepdims=True) > 1
        grad = grad.reshape(ctx.kept)
        return mask * np.where(tied, grad / 2, grad)


# %% wrong: compared_without_axes
# why: Compares a with out after out has lost its axes: an error, or in square arrays each row against the maxima of others.
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


# %% wrong: isclose
# why: np.isclose also takes entries for equal that are nearly as large as the maximum, and lets them share.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        mask = np.isclose(a, kept, rtol=0.01, atol=0.01).astype(a.dtype)
        ctx.kept = kept.shape
        ctx.save_for_backward(mask / mask.sum(axis=dim, keepdims=True))
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return ctx.saved_tensors[0] * grad.reshape(ctx.kept)


# %% wrong: divided_by_length
# why: Divides by the number of all entries along the axes, as in a mean, instead of by the number of equal ones.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        ctx.n = a.size // max(kept.size, 1)
        ctx.save_for_backward(a, kept)
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        a, kept = ctx.saved_tensors
        return (a == kept) * (grad.reshape(kept.shape) / ctx.n)


# %% wrong: share_without_upstream
# why: The shares are right, but the upstream gradient does not take part.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        mask = (a == kept).astype(a.dtype)
        ctx.save_for_backward(mask / mask.sum(axis=dim, keepdims=True))
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return ctx.saved_tensors[0]


# %% wrong: count_along_axis_zero
# why: The equal ones are counted along axis 0 always, not along dim.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        mask = (a == kept).astype(a.dtype)
        ctx.save_for_backward(mask)
        ctx.kept = kept.shape
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return (
            mask
            * grad.reshape(ctx.kept)
            / np.maximum(mask.sum(axis=0, keepdims=True), 1)
        )


# %% wrong: nanmax
# why: np.nanmax passes over nan; the maximum of entries among which there is a nan must be nan.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.nanmax(a, axis=dim, keepdims=True)
        mask = (a == kept).astype(a.dtype)
        ctx.save_for_backward(mask / mask.sum(axis=dim, keepdims=True))
        ctx.kept = kept.shape
        return np.nanmax(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return ctx.saved_tensors[0] * grad.reshape(ctx.kept)
