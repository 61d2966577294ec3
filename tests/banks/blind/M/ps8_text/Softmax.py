# %% right: subtract_row_max
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% right: through_logarithms
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - np.max(a, dim, keepdims=True)
        log_total = np.log(np.sum(np.exp(shifted), dim, keepdims=True))
        result = np.exp(shifted - log_total)
        ctx.save_for_backward(result)
        ctx.dim = dim
        return result

    @staticmethod
    def backward(ctx, grad):
        result = ctx.saved_tensors[0]
        weighted = grad * result
        return weighted - result * np.sum(weighted, ctx.dim, keepdims=True)

# %% right: axis_moved_to_the_end
def rows_last(array, dim):
    return np.moveaxis(array, dim, -1)


@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        rows = rows_last(a, dim)
        powers = np.exp(rows - rows.max(-1)[..., None])
        p = powers / powers.sum(-1)[..., None]
        p = np.ascontiguousarray(np.moveaxis(p, -1, dim))
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        p = rows_last(ctx.saved_tensors[0], ctx.dim)
        g = rows_last(grad, ctx.dim)
        mean = (g * p).sum(-1)[..., None]
        return np.moveaxis(p * (g - mean), -1, ctx.dim)

# %% right: in_place_on_own_arrays
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        out = a - np.expand_dims(a.max(axis=dim), dim)
        np.exp(out, out=out)
        out /= np.expand_dims(out.sum(axis=dim), dim)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        d = grad - np.expand_dims((grad * out).sum(axis=ctx.dim), ctx.dim)
        d *= out
        return d

# %% wrong: nothing_subtracted
# why: exp is taken of the scores as they are, and exp(1000) overflows to inf, so the result is nan. The largest score of each row must be subtracted first.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a)
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        p, = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: one_maximum_for_all
# why: The largest score of the whole array is subtracted. In a row whose scores are far below it all exponentials are 0, and the row divides 0 by 0; each row needs its own maximum.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        top = a.max() if a.size else 0
        e = np.exp(a - top)
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        p, = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: scores_clipped
# why: The scores are clipped to -500 … 500 so that exp does not overflow. Scores beyond that become equal, and in float32 even exp(500) overflows; subtract the maximum of the row instead.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        safe = np.clip(a, -500, 500)
        e = np.exp(safe)
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        p, = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: sum_without_weights
# why: In backward the plain sum of the upstream gradients is taken off. It must be the sum of the gradients weighted with p, Σ g p.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        p, = ctx.saved_tensors
        return p * (grad - grad.sum(axis=ctx.dim, keepdims=True))

# %% wrong: own_slope_only
# why: The gradient is g p (1 - p), as for a sigmoid, so each score hears of its own output only. All outputs of the row depend on it: p (g - Σ g p).
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        out = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        return grad * out * (1 - out)

# %% wrong: caller_array_changed
# why: `a -= ...` works in place on the array that was handed over, so the tensor of the caller is changed. Make a new array for the difference.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        a -= a.max(axis=dim, keepdims=True)
        e = np.exp(a)
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        p, = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: last_axis_in_backward
# why: forward sums along dim, but backward always along the last axis. With another dim the gradient is wrong; dim must be kept on ctx and used in both.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - np.max(a, axis=dim, keepdims=True))
        p = e / np.sum(e, axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        inner = np.sum(grad * p, axis=-1, keepdims=True)
        return p * (grad - inner)

# %% wrong: row_function_applied
# why: np.apply_along_axis applies the function to one row after the other, but stops with an error where there are no rows at all. An array without rows must give an array without rows.
def softmax_of_row(row):
    powers = np.exp(row - row.max())
    return powers / powers.sum()


@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        p = np.apply_along_axis(softmax_of_row, dim, a)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))
