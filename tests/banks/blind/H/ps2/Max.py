# %% right: recomputed
@piece
class Max(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        peak = a.max(axis=ctx.dim, keepdims=True)
        winners = (a == peak).astype(grad.dtype)
        how_many = winners.sum(axis=ctx.dim, keepdims=True)
        return grad.reshape(peak.shape) * winners / how_many

# %% right: share_first
@piece
class Max(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = np.max(a, axis=dim, keepdims=keepdim)
        ctx.axis = dim
        ctx.column = np.max(a, axis=dim, keepdims=True).shape
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        is_largest = np.equal(a, out.reshape(ctx.column))
        count = is_largest.sum(axis=ctx.axis, keepdims=True)
        share = (grad.reshape(ctx.column) / count).astype(grad.dtype)
        return is_largest * share

# %% wrong: everybody_gets_all
# why: Each of several equal largest entries gets the whole gradient; it is not divided by their number.
@piece
class Max(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        ctx.kept = kept.shape
        out = kept if keepdim else a.max(axis=dim)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return np.where(a == out.reshape(ctx.kept), grad.reshape(ctx.kept), np.zeros_like(a))

# %% wrong: first_one_only
# why: Of several equal largest entries only the first one gets the gradient, as argmax would have it.
@piece
class Max(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        if dim is None:
            dim = tuple(range(a.ndim))
        elif isinstance(dim, int):
            dim = (dim,)
        ctx.axes = tuple(d % a.ndim for d in dim) if a.ndim else ()
        return a.max(axis=ctx.axes, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        peak = a.max(axis=ctx.axes, keepdims=True)
        mask = a == peak
        order = ctx.axes + tuple(d for d in range(a.ndim) if d not in ctx.axes)
        moved = np.transpose(mask, order)
        k = len(ctx.axes)
        rows = int(np.prod(moved.shape[:k]))
        flat = moved.reshape((rows,) + moved.shape[k:])
        first = flat & (np.cumsum(flat, axis=0) == 1)
        back = np.transpose(first.reshape(moved.shape), np.argsort(order))
        return np.where(back, grad.reshape(peak.shape), np.zeros_like(a))

# %% wrong: counted_everywhere
# why: The winners are counted over the whole array, not along the axes of each maximum. With dim=1 every row is divided by the number of all rows' winners.
@piece
class Max(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        top = a.max(axis=ctx.dim, keepdims=True)
        mask = np.ones_like(a) * (a == top)
        return mask * grad.reshape(top.shape) / mask.sum()

# %% wrong: nearly_equal
# why: np.isclose takes entries for equal that are only near. Of 1000.0 and 1000.001 the smaller one gets a share.
@piece
class Max(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return a.max(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        largest = a.max(axis=ctx.dim, keepdims=True)
        ties = np.isclose(a, largest).astype(a.dtype)
        ties = ties / ties.sum(axis=ctx.dim, keepdims=True)
        return ties * grad.reshape(largest.shape)

# %% wrong: dtype_lost
# why: The count is made of whole numbers, and float32 divided by int64 is float64.
@piece
class Max(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.dim = dim
        ctx.save_for_backward(a)
        return np.amax(a, axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        m = np.amax(a, axis=ctx.dim, keepdims=True)
        equal = a == m
        number = np.array(np.sum(equal, axis=ctx.dim, keepdims=True), dtype=np.int64)
        return equal * (grad.reshape(m.shape) / number)
