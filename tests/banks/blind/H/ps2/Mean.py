# %% right: count_from_shapes
import math

@piece
class Mean(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        total = a.sum(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, total.shape
        ctx.n = math.prod(s for s, k in zip(ctx.shape, ctx.kept) if s != k)
        return a.sum(axis=dim, keepdims=keepdim) / ctx.n

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.n

# %% right: size_of_both
@piece
class Mean(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        summed = a.sum(axis=dim, keepdims=keepdim)
        ctx.n = a.size // max(summed.size, 1)
        ctx.like = a.shape
        ctx.with_ones = a.sum(axis=dim, keepdims=True).shape
        return summed / ctx.n if summed.size else summed

    @staticmethod
    def backward(ctx, grad):
        filled = np.empty(ctx.like, dtype=grad.dtype)
        filled[...] = grad.reshape(ctx.with_ones)
        filled /= max(ctx.n, 1)
        return filled

# %% wrong: divided_by_all
# why: The gradient is divided by the number of all entries, not by the number of entries in each mean.
@piece
class Mean(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.size = a.size
        ctx.kept = a.sum(axis=dim, keepdims=True).shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape) / ctx.size

# %% wrong: first_axis_counts
# why: Of a tuple of axes only the first one is counted, so n is too small for dim=(0, 2).
@piece
class Mean(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        if dim is None:
            n = a.size
        elif isinstance(dim, tuple):
            n = a.shape[dim[0]]
        else:
            n = a.shape[dim]
        ctx.n = n
        ctx.shape = a.shape
        ctx.kept = a.mean(axis=dim, keepdims=True).shape
        return a.mean(axis=dim, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        share = grad.reshape(ctx.kept) / ctx.n
        return np.broadcast_to(share, ctx.shape)

# %% wrong: number_of_means
# why: The gradient is divided by the number of means, which is the size of the output.
@piece
class Mean(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=keepdim)
        ctx.shape = a.shape
        ctx.kept = a.mean(axis=dim, keepdims=True).shape
        return out

    @staticmethod
    def backward(ctx, grad):
        n = grad.size
        return np.broadcast_to(grad.reshape(ctx.kept) / n, ctx.shape)

# %% wrong: full_of_float64
# why: np.full makes an array of float64, and a float32 gradient becomes float64.
@piece
class Mean(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.kept = out.shape
        ctx.weights = np.full(a.shape, out.size / max(a.size, 1))
        return out if keepdim else a.mean(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        return ctx.weights * grad.reshape(ctx.kept)

# %% wrong: not_divided
# why: The gradient is only repeated, as for a sum. Each entry should get one n-th of it.
@piece
class Mean(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.a_shape = a.shape
        with_axes = a.mean(axis=dim, keepdims=True)
        ctx.out_shape = with_axes.shape
        return with_axes if keepdim else a.mean(axis=dim)

    @staticmethod
    def backward(ctx, grad):
        grad = grad.reshape(ctx.out_shape)
        reps = [n if k == 1 else 1 for n, k in zip(ctx.a_shape, ctx.out_shape)]
        return np.tile(grad, reps)
