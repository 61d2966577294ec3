# %% right: shift_by_the_largest
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.max(axis=dim, keepdims=True)
        out = shifted - np.log(np.exp(shifted).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% right: logaddexp
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        z = a - np.amax(a, axis=dim, keepdims=True)
        out = z - np.logaddexp.reduce(z, axis=dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors[0]
        total = np.sum(grad, axis=ctx.dim, keepdims=True)
        return grad - total * np.exp(out), None

# %% right: classes_moved_to_the_end
def log_softmax_of_rows(rows):
    rows = rows - rows.max(-1)[..., None]
    return rows - np.log(np.exp(rows).sum(-1))[..., None]


@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        out = np.moveaxis(log_softmax_of_rows(np.moveaxis(a, dim, -1)), -1, dim)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        p = np.exp(np.moveaxis(out, ctx.dim, -1))
        g = np.moveaxis(grad, ctx.dim, -1)
        result = g - p * g.sum(-1)[..., None]
        return np.moveaxis(result, -1, ctx.dim)

# %% right: recomputed_probabilities
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.save_for_backward(a)
        ctx.dim = dim
        m = np.max(a, axis=dim, keepdims=True)
        s = np.sum(np.exp(a - m), axis=dim, keepdims=True)
        return a - m - np.log(s)

    @staticmethod
    def backward(ctx, grad):
        a, = ctx.saved_tensors
        d = ctx.dim
        e = np.exp(a - a.max(d, keepdims=True))
        softmax = e / e.sum(d, keepdims=True)
        summed = grad.sum(d, keepdims=True)
        return grad - summed * softmax

# %% wrong: logarithm_of_the_softmax
# why: The softmax is computed first, and then its logarithm. A probability that is too small to be
# stored is 0, and the logarithm of 0 is -inf; subtract the logarithm of the sum from the scores instead.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        p = e / e.sum(axis=dim, keepdims=True)
        out = np.log(p)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: largest_of_all_rows
# why: The maximum of the whole array is subtracted, and not that of each row. A row that lies far below
# the largest number underflows to 0, and its logarithm is -inf; take the maximum along dim.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        z = a - a.max()
        out = z - np.log(np.exp(z).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: always_the_last_axis
# why: Maximum and sums are taken along the last axis, whatever dim is. The classes lie along dim.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        m = a.max(axis=-1, keepdims=True)
        out = a - m - np.log(np.exp(a - m).sum(axis=-1, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=-1, keepdims=True)

# %% wrong: softmax_gradient
# why: This is the backward of the softmax, p · (g - Σ g p). The logarithm has another one: the upstream
# gradient minus p times the sum of the upstream gradients.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        a = a - np.max(a, axis=dim, keepdims=True)
        out = a - np.log(np.sum(np.exp(a), axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        p = np.exp(out)
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: upstream_summed_over_everything
# why: The upstream gradients of the whole array are added up. Only those of the same row, along dim,
# belong together.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        top = a.max(axis=dim, keepdims=True)
        out = a - top - np.log(np.exp(a - top).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        p = np.exp(out)
        return grad - p * grad.sum()

# %% wrong: largest_absolute_score
# why: The largest absolute value is subtracted. For negative scores such as (-1000, -1001) this pushes
# all of them further down, every exponential is 0, and the logarithm -inf. Subtract the largest score.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        c = np.abs(a).max(axis=dim, keepdims=True)
        out = a - c - np.log(np.exp(a - c).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: overflow_on_the_way_back
# why: forward subtracts the maximum, but backward computes the probabilities anew from exp(a) without it.
# For large scores that is inf / inf = nan. Use exp of the output.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.save_for_backward(a)
        ctx.dim = dim
        m = a.max(axis=dim, keepdims=True)
        return a - m - np.log(np.exp(a - m).sum(axis=dim, keepdims=True))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        e = np.exp(a)
        p = e / e.sum(axis=ctx.dim, keepdims=True)
        return grad - p * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: maximum_not_given_back
# why: The logarithm of the sum is that of the shifted scores, but it is subtracted from the scores that
# were not shifted. The maximum must be subtracted there as well (or be added to the logarithm).
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        m = a.max(axis=dim, keepdims=True)
        log_sum = np.log(np.exp(a - m).sum(axis=dim, keepdims=True))
        out = a - log_sum
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)
