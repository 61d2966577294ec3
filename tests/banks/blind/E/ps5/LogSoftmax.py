# %% right: shifted
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% right: logsumexp_helper
def _logsumexp(a, dim):
    top = np.max(a, axis=dim, keepdims=True)
    return top + np.log(np.sum(np.exp(a - top), axis=dim, keepdims=True))


@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        # first take the top away, then the rest: exact for large scores too
        top = np.max(a, axis=dim, keepdims=True)
        out = (a - top) - _logsumexp(a - top, dim)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors[0]
        p = np.exp(out)
        total = np.sum(grad, axis=ctx.dim, keepdims=True)
        return grad - total * p

# %% right: moveaxis
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        rows = np.moveaxis(a, dim, -1)
        rows = rows - rows.max(-1, keepdims=True)
        rows = rows - np.log(np.exp(rows).sum(-1, keepdims=True))
        out = np.moveaxis(rows, -1, dim)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        total = np.expand_dims(grad.sum(ctx.dim), ctx.dim)
        result = grad - np.exp(out) * total
        return result

# %% right: logaddexp_reduce
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        top = np.amax(a, axis=dim, keepdims=True)
        shifted = np.subtract(a, top)
        norm = np.logaddexp.reduce(shifted, axis=dim, keepdims=True)
        out = shifted - norm
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        probabilities = np.exp(out)
        return (grad - probabilities * grad.sum(ctx.dim, keepdims=True), None)

# %% wrong: no_max
# why: No maximum is subtracted, exp(1000) is inf.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        out = a - np.log(np.exp(a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: global_max
# why: The maximum of the whole array is subtracted, so the exponentials of a row with much smaller scores all become 0 and its logarithm -inf.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        moved = a - a.max()
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: log_of_softmax
# why: The logarithm of a softmax: the small probabilities are stored as 0, and the result is -inf.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        out = np.log(e / e.sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: log_epsilon
# why: An epsilon in the logarithm of the softmax hides the -inf: for (1000, 0) comes about -27.6 and not -1000, and all other numbers are a bit off.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        out = np.log(e / e.sum(axis=dim, keepdims=True) + 1e-12)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: scores_clipped
# why: The scores are clipped before the exponential, and so large or very small scores give wrong results instead of an overflow.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        a = np.clip(a, -500, 500)
        out = a - np.log(np.exp(a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: last_axis_always
# why: dim is ignored, it is always the last axis.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=-1, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=-1, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=-1, keepdims=True)

# %% wrong: max_only_subtracted_once
# why: The maximum is subtracted within the exponential but never added back: out is too large by the maximum of the row.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        top = a.max(axis=dim, keepdims=True)
        out = a - np.log(np.exp(a - top).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: grad_minus_p
# why: The upstream gradients are not summed: grad - p is right only if they add up to 1.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out)

# %% wrong: grad_times_one_minus_p
# why: Only the diagonal of the Jacobian is used: each out_j is taken to depend on its own a_j only.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - np.exp(out))

# %% wrong: summed_over_everything
# why: The upstream gradient is summed over all axes and not along dim, so rows mix.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum()

# %% wrong: softmax_backward
# why: This is the gradient of the softmax, p (g - sum g p), not that of its logarithm.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        p = np.exp(out)
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: keepdims_forgotten
# why: keepdims is missing in the sum of backward, so the sums line up with the wrong axis or do not fit.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim)

# %% wrong: p_from_a
# why: a is saved, and exp(a) is used for the probabilities without the normalization.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.save_for_backward(a)
        ctx.dim = dim
        m = a - a.max(axis=dim, keepdims=True)
        return m - np.log(np.exp(m).sum(axis=dim, keepdims=True))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad - np.exp(a) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: sum_of_products
# why: The upstream gradient is multiplied by p before the sum, so p enters twice.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        p = np.exp(out)
        return grad - p * (grad * p).sum(axis=ctx.dim, keepdims=True)
