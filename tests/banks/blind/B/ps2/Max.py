# %% right: mask_astype
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * grad.reshape(out.shape) / count


# %% right: where_ones
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        winners = np.where(a == out, np.ones_like(a), np.zeros_like(a))
        share = grad.reshape(out.shape) / np.sum(winners, axis=ctx.dim, keepdims=True)
        return share * winners


# %% right: recomputed_in_backward
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

        top = np.amax(a, axis=ctx.dim, keepdims=True)
        grad = grad.reshape(top.shape)
        hit = np.ones_like(a) * (a == top)
        hit = hit / hit.sum(axis=ctx.dim, keepdims=True)
        return hit * grad


# %% right: verbose
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.axis = dim
        biggest_kept = np.max(a, axis=dim, keepdims=True)
        ctx.save_for_backward(a, biggest_kept)
        if keepdim:
            return biggest_kept
        else:
            return np.max(a, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, biggest = ctx.saved_tensors
        is_biggest = a == biggest
        how_many = is_biggest.sum(axis=ctx.axis, keepdims=True).astype(grad.dtype)
        grad_kept = np.reshape(grad, biggest.shape)
        result = (is_biggest * grad_kept) / how_many
        return result


# %% wrong: full_to_each
# why: Every one of several equal largest entries gets the whole gradient; they are to share it.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return (a == out) * grad.reshape(out.shape)


# %% wrong: first_only
# why: argmax finds only the first of equal entries, which gets everything (and a tuple of axes is not handled).
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a)
        ctx.dim = dim
        ctx.kept = out.shape
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors

        g = np.zeros_like(a)
        if ctx.dim is None:
            g.reshape(-1)[a.argmax()] = grad.reshape(-1)[0]
            return g
        place = np.expand_dims(a.argmax(axis=ctx.dim), ctx.dim)
        np.put_along_axis(g, place, grad.reshape(ctx.kept), axis=ctx.dim)
        return g


# %% wrong: counted_in_all
# why: The winners are counted over the whole array, not along dim: rows without ties get too little.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        return mask * grad.reshape(out.shape) / mask.sum()


# %% wrong: int_counts
# why: The counts are whole numbers (int64), and float32 divided by them is float64.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = a == out
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * grad.reshape(out.shape) / count


# %% wrong: nanmax
# why: np.nanmax passes over nan; where an entry is nan the maximum is to be nan.
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
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * grad.reshape(out.shape) / count


# %% wrong: isclose
# why: np.isclose takes entries that are nearly as large for equal; they share a gradient that belongs to the largest alone.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = np.isclose(a, out, rtol=1e-2).astype(a.dtype)
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * grad.reshape(out.shape) / count


# %% wrong: global_max
# why: The mask compares with the maximum of the whole array, so only one row has a winner.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == a.max()).astype(a.dtype)
        count = np.maximum(mask.sum(axis=ctx.dim, keepdims=True), 1)
        return mask * grad.reshape(out.shape) / count


# %% wrong: grad_without_axes
# why: grad is multiplied without getting its axes back: wrong axis for square arrays, an error for others.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * grad / count
