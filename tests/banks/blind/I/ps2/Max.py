# %% right: mask_over_count
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a)
        ctx.dim = dim
        return kept if keepdim else a.max(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        kept = a.max(axis=ctx.dim, keepdims=True)
        mask = np.where(a == kept, np.ones_like(a), np.zeros_like(a))
        return mask * grad.reshape(kept.shape) / mask.sum(axis=ctx.dim, keepdims=True)

# %% right: output_saved_and_reshaped
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.amax(a, axis=dim, keepdims=keepdim)
        ctx.shape = np.amax(a, axis=dim, keepdims=True).shape
        ctx.dim = dim
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        best = (a == out.reshape(ctx.shape)).astype(grad.dtype)
        share = grad.reshape(ctx.shape) / best.sum(axis=ctx.dim, keepdims=True)
        return best * share

# %% wrong: everyone_gets_all
# why: Each of several equal largest entries gets the whole gradient. They must share it: divide by how
# many there are.
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
        kept = a.max(axis=ctx.dim, keepdims=True)
        return (a == kept) * grad.reshape(kept.shape)

# %% wrong: first_of_the_equal_ones
# why: argmax finds the first of several equal largest entries only, and it gets the whole gradient. All of
# them must share it.
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
        axes = range(a.ndim) if ctx.dim is None else np.atleast_1d(ctx.dim)
        axes = sorted(int(d) % max(a.ndim, 1) for d in axes) if a.ndim else []
        others = [d for d in range(a.ndim) if d not in axes]
        moved = a.transpose(others + axes)
        rows = moved.reshape(grad.size, -1) if grad.size else moved.reshape(0, 1)
        g = np.zeros_like(rows)
        if grad.size:
            g[np.arange(grad.size), rows.argmax(axis=1)] = grad.reshape(-1)
        return g.reshape(moved.shape).transpose(np.argsort(others + axes).astype(int))

# %% wrong: counted_over_everything
# why: The largest entries are counted in the whole array. Each maximum has its own count, along the axes in
# dim, with these axes kept.
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
        kept = a.max(axis=ctx.dim, keepdims=True)
        mask = np.zeros_like(a)
        mask[a == kept] = 1
        return mask * grad.reshape(kept.shape) / mask.sum()

# %% wrong: axes_of_the_output_not_put_back
# why: a is compared with out as it is, without the axes over which the maximum was taken. For dim=1 the shapes
# do not fit, or each row meets the maximum of another one; reshape out and grad first.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.save_for_backward(a, out)
        ctx.dim, ctx.keepdim = dim, keepdim
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        mask = (a == out).astype(a.dtype)
        return mask * grad / mask.sum(axis=ctx.dim, keepdims=ctx.keepdim)

# %% wrong: divided_by_integers
# why: The mask is counted in whole numbers, and float32 divided by an array of whole numbers is float64. The
# gradient must have the dtype of its input; make the mask one of that dtype.
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
        kept = a.max(axis=ctx.dim, keepdims=True)
        mask = a == kept
        count = np.count_nonzero(mask, axis=ctx.dim, keepdims=True)
        return mask * (grad.reshape(kept.shape) / np.asarray(count))

# %% wrong: nearly_equal_ones_share
# why: np.isclose also takes entries that are only close to the largest, and they get a share. Only entries that
# are equal to it may share.
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
        kept = a.max(axis=ctx.dim, keepdims=True)
        mask = np.isclose(a, kept, atol=1e-3).astype(a.dtype)
        return grad.reshape(kept.shape) * mask / mask.sum(axis=ctx.dim, keepdims=True)

# %% wrong: nan_is_ignored
# why: np.nanmax leaves nan out and gives the largest of the others. Where an entry is nan, the maximum must
# be nan.
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
        kept = np.nanmax(a, axis=ctx.dim, keepdims=True)
        mask = (a == kept).astype(a.dtype)
        return grad.reshape(kept.shape) * mask / mask.sum(axis=ctx.dim, keepdims=True)

# %% wrong: dim_or_none
# why: `dim or None` turns dim=0 into None, so the maximum along axis 0 becomes that of the whole array.
# dim can be used as it is.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.dim = dim or None
        ctx.save_for_backward(a)
        return a.max(axis=ctx.dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        kept = a.max(axis=ctx.dim, keepdims=True)
        mask = (a == kept).astype(a.dtype)
        return mask * (grad.reshape(kept.shape) / mask.sum(axis=ctx.dim, keepdims=True))
