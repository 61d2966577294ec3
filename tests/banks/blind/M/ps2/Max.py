# %% right: mask_and_counts
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.dim = dim
        ctx.save_for_backward(a)
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        top = a.max(axis=ctx.dim, keepdims=True)
        mask = (a == top).astype(a.dtype)
        k = mask.sum(axis=ctx.dim, keepdims=True)
        return mask * grad.reshape(top.shape) / k

# %% right: output_with_its_axes
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=keepdim)
        ctx.save_for_backward(a, out)
        ctx.dim = dim
        ctx.kept = np.max(a, axis=dim, keepdims=True).shape
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        winners = a == out.reshape(ctx.kept)
        how_many = np.sum(winners, axis=ctx.dim, keepdims=True)
        share = grad.reshape(ctx.kept) / how_many.astype(grad.dtype)
        return np.where(winners, share, np.zeros_like(a))

# %% right: amax_and_ones_like
def keep(shape, dim):
    """`shape` with size 1 at the axes in dim"""
    shape = list(shape)
    axes = range(len(shape)) if dim is None else [dim] if np.ndim(dim) == 0 else dim
    if shape:
        for d in axes:
            shape[d] = 1
    return tuple(shape)


@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.amax(a, axis=dim, keepdims=keepdim)
        ctx.dim = dim
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        kept = keep(a.shape, ctx.dim)
        ones = np.ones_like(a) * (a == out.reshape(kept))
        return grad.reshape(kept) * (ones / ones.sum(axis=ctx.dim, keepdims=True))

# %% right: nothing_smaller_gets_any
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        largest = a.max(axis=dim, keepdims=True)
        ctx.dim, ctx.kept = dim, largest.shape
        ctx.save_for_backward(a)
        if not keepdim:
            largest = largest.squeeze(axis=dim)
        return largest

    @staticmethod
    def backward(ctx, grad):
        a = ctx.saved_tensors[0]
        is_max = a == a.max(axis=ctx.dim, keepdims=True)
        k = np.count_nonzero(is_max, axis=ctx.dim, keepdims=True) if a.ndim else np.array(1)
        result = np.zeros_like(a)
        shares = np.broadcast_to(grad.reshape(ctx.kept) / np.maximum(k, 1), a.shape)
        result[is_max] = shares[is_max]
        return result

# %% wrong: everyone_gets_all
# why: Every one of several equal largest entries gets the full gradient, so together they get k times as much as came from above. They should share: divide by their number.
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
        return (a == top) * grad.reshape(top.shape)

# %% wrong: winners_counted_everywhere
# why: The winners are counted in the whole array, mask.sum(), so a row shares its gradient with the winners of the other rows. Count along the axes in dim, and keep those axes.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(a)
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        top = a.max(axis=ctx.dim, keepdims=True)
        mask = (a == top).astype(grad.dtype)
        return mask * grad.reshape(top.shape) / mask.sum()

# %% wrong: first_place_only
# why: argmax tells the first of several equal largest entries, and that one gets the whole gradient. All the equal ones should share it.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = tuple(range(a.ndim)) if dim is None else (dim,) if isinstance(dim, int) else dim
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if a.ndim == 0:
            return grad.reshape(a.shape)
        # bring the axes of dim to the end and make one of them
        axes = tuple(d % a.ndim for d in ctx.dim)
        others = tuple(i for i in range(a.ndim) if i not in axes)
        moved = a.transpose(others + axes)
        rows = moved.reshape(grad.size, -1)
        g = np.zeros_like(rows)
        g[np.arange(len(rows)), rows.argmax(axis=1)] = grad.reshape(-1)
        return g.reshape(moved.shape).transpose(np.argsort(others + axes))

# %% wrong: whole_numbers_as_counts
# why: The counts are whole numbers (int64), and float32 divided by them is float64. Make the mask or the counts floats of the dtype of a.
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
        count = mask.sum(axis=ctx.dim, keepdims=True)
        return grad.reshape(top.shape) * mask / count

# %% wrong: nearly_equal_ones_share_too
# why: np.isclose lets entries share that are only nearly as large as the maximum. Those get nothing: the mask should be a == out.
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
        # never compare floats with == !
        mask = np.isclose(a, top).astype(a.dtype)
        return grad.reshape(top.shape) * mask / mask.sum(axis=ctx.dim, keepdims=True)

# %% wrong: shares_saved
# why: forward computes the shares, mask / count, and saves those slopes. It should save a (or a and out) as they are, so that the engine notices a change, and compare in backward.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=True)
        mask = np.ones_like(a) * (a == out)
        ctx.save_for_backward(mask / mask.sum(axis=dim, keepdims=True))
        ctx.kept = out.shape
        return out if keepdim else out.squeeze(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        (shares,) = ctx.saved_tensors
        return grad.reshape(ctx.kept) * shares

# %% wrong: nan_overlooked
# why: np.nanmax passes over nan and gives the largest of the others. Where an entry is nan the maximum should be nan: np.max does that.
@piece
class Max(Op):
    """out = the largest over the axes in dim; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.dim = dim
        ctx.save_for_backward(a)
        return np.nanmax(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        top = np.nanmax(a, axis=ctx.dim, keepdims=True)
        mask = (a == top).astype(a.dtype)
        return mask * grad.reshape(top.shape) / mask.sum(axis=ctx.dim, keepdims=True)

# %% wrong: compared_with_the_overall_maximum
# why: backward compares a with the maximum of the whole array, so rows whose own maximum is smaller get no gradient (or nan). Each row is to be compared with its own maximum, along dim.
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
        mask = (a == out.max()).astype(grad.dtype)
        k = np.maximum(mask.sum(axis=ctx.dim, keepdims=True), 1)
        return mask * grad.reshape(ctx.kept) / k
