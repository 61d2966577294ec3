# %% right: mask_of_floats
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.dim = dim
        ctx.kept = a.max(axis=dim, keepdims=True).shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        mask = np.ones_like(a) * (a == out.reshape(ctx.kept))
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * grad.reshape(ctx.kept) / count

# %% right: only_a_is_saved
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.axis = dim
        return np.amax(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        top = np.amax(a, axis=ctx.axis, keepdims=True)
        hit = (a == top).astype(grad.dtype)
        share = grad.reshape(top.shape) / hit.sum(axis=ctx.axis, keepdims=True)
        return hit * share

# %% wrong: each_gets_everything
# why: Each of several equal largest entries gets the full gradient. They must share it: divide by their
# number.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.dim = dim
        ctx.kept = a.max(axis=dim, keepdims=True).shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        mask = a == out.reshape(ctx.kept)
        return mask * grad.reshape(ctx.kept)

# %% wrong: argmax_takes_the_first
# why: argmax finds the first of the largest entries only, so the others get nothing. Equal ones share
# the gradient; a comparison finds them all.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape, ctx.kept = a.shape, a.max(axis=dim, keepdims=True).shape
        ctx.save_for_backward(a)
        axes = tuple(range(a.ndim)) if dim is None else dim if isinstance(dim, tuple) else (dim,)
        ctx.axes = tuple(sorted(d % a.ndim for d in axes)) if a.ndim else ()
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        rest = tuple(i for i in range(a.ndim) if i not in ctx.axes)
        order = rest + ctx.axes
        moved = a.transpose(order)
        lead = tuple(a.shape[i] for i in rest)
        flat = moved.reshape(lead + (-1,)) if a.size else moved.reshape(lead + (1,))[..., :0]
        g = np.zeros_like(flat)
        if a.size:
            first = flat.argmax(axis=-1)[..., None]
            np.put_along_axis(g, first, grad.reshape(lead + (1,)), axis=-1)
        return g.reshape(moved.shape).transpose(np.argsort(order)) if a.ndim else g.reshape(())

# %% wrong: counted_over_the_whole_array
# why: The equal ones are counted in the whole array, and so entries share that belong to different
# maxima. Count along the axes in dim, and keep them.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.dim = dim
        ctx.kept = a.max(axis=dim, keepdims=True).shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        mask = (a == out.reshape(ctx.kept)).astype(a.dtype)
        return mask * grad.reshape(ctx.kept) / mask.sum()

# %% wrong: dtype_lost_in_the_count
# why: The True ones are counted as whole numbers, and float32 divided by whole numbers is float64. Make
# the mask one of floats of the right dtype before counting.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.dim = dim
        ctx.kept = a.max(axis=dim, keepdims=True).shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        mask = a == out.reshape(ctx.kept)
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * (grad.reshape(ctx.kept) / count)

# %% wrong: compared_without_axes
# why: a is compared with out as it is. Without its axes of size 1, out lines up from the right, and
# rows meet the maxima of columns, or nothing fits at all.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.dim = dim
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        mask = (a == out).astype(a.dtype)
        return mask * grad / mask.sum(axis=ctx.dim, keepdims=True)

# %% wrong: count_without_its_axes
# why: The count is taken without keeping the axes, so it does not line up with grad and the mask. It
# needs keepdims=True.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.dim = dim
        ctx.kept = a.max(axis=dim, keepdims=True).shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        mask = (a == out.reshape(ctx.kept)).astype(a.dtype)
        count = mask.sum(axis=ctx.dim)
        return mask * grad.reshape(ctx.kept) / count

# %% wrong: zero_taken_for_none
# why: `if not dim` is true for dim=0 as well as for None, so the largest of each column becomes the
# largest of all. Ask `dim is None`.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if not dim:
            dim = None
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.dim = dim
        ctx.kept = a.max(axis=dim, keepdims=True).shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        mask = (a == out.reshape(ctx.kept)).astype(a.dtype)
        return mask * grad.reshape(ctx.kept) / mask.sum(axis=ctx.dim, keepdims=True)

# %% wrong: nearly_equal_ones_share
# why: np.isclose also takes entries that are only nearly the largest, and they get a share. Only those
# that are equal to the maximum do; compare with ==.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.dim = dim
        ctx.kept = a.max(axis=dim, keepdims=True).shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        mask = np.isclose(a, out.reshape(ctx.kept)).astype(a.dtype)
        return mask * grad.reshape(ctx.kept) / mask.sum(axis=ctx.dim, keepdims=True)

# %% wrong: nan_is_passed_over
# why: np.nanmax leaves nan out. Where an entry is nan the maximum is nan too, as np.max has it.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.nanmax(a, axis=dim, keepdims=keepdim)
        ctx.dim = dim
        ctx.kept = np.max(a, axis=dim, keepdims=True).shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        mask = (a == out.reshape(ctx.kept)).astype(a.dtype)
        return mask * grad.reshape(ctx.kept) / mask.sum(axis=ctx.dim, keepdims=True)

# %% wrong: largest_in_absolute_value
# why: The mask compares |a| with the maximum, so an entry of -7 counts as equal to 7 and gets a share.
# Compare a itself.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.dim = dim
        ctx.kept = a.max(axis=dim, keepdims=True).shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        mask = (np.abs(a) == out.reshape(ctx.kept)).astype(a.dtype)
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * grad.reshape(ctx.kept) / np.where(count == 0, 1, count)

# %% wrong: upstream_forgotten
# why: The gradient is the mask divided by the counts, without grad. Multiply by the upstream gradient,
# with its axes put back.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.dim = dim
        ctx.kept = a.max(axis=dim, keepdims=True).shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        mask = (a == out.reshape(ctx.kept)).astype(a.dtype)
        return mask / mask.sum(axis=ctx.dim, keepdims=True)

# %% wrong: keepdim_forgotten_in_backward
# why: grad and out are given the axis back with expand_dims, also with keepdim=True, where it is still
# there. So they have an axis too many.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.dim = dim
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        if ctx.dim is not None:
            out, grad = np.expand_dims(out, ctx.dim), np.expand_dims(grad, ctx.dim)
        mask = (a == out).astype(a.dtype)
        return mask * grad / mask.sum(axis=ctx.dim, keepdims=True)

# %% wrong: shares_computed_in_forward
# why: forward saves the shares, which are the slope, and not the operand. The engine then does not
# notice if a is changed before backward.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        top = a.max(axis=dim, keepdims=True)
        mask = (a == top).astype(a.dtype)
        ctx.kept = top.shape
        ctx.save_for_backward(mask / mask.sum(axis=dim, keepdims=True))
        return top if keepdim else top.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        (share,) = ctx.saved_tensors
        return share * grad.reshape(ctx.kept)

# %% wrong: always_halves
# why: Ties are taken for pairs: where there are several the gradient is halved. With three equal ones
# each must get a third; divide by the count.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=keepdim)
        ctx.dim = dim
        ctx.kept = a.max(axis=dim, keepdims=True).shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors

        mask = (a == out.reshape(ctx.kept)).astype(a.dtype)
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * grad.reshape(ctx.kept) * np.where(count > 1, 0.5, 1).astype(a.dtype)
