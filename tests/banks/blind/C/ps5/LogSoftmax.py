# %% right: shifted
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


# %% right: verbose_logsumexp
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        # the largest score of each row
        largest = np.max(a, axis=dim, keepdims=True)
        moved = a - largest
        exponentials = np.exp(moved)
        total = np.sum(exponentials, axis=dim, keepdims=True)
        log_total = np.log(total)
        result = moved - log_total
        probabilities = exponentials / total
        ctx.save_for_backward(probabilities)
        ctx.dim = dim
        return result

    @staticmethod
    def backward(ctx, grad):
        (probabilities,) = ctx.saved_tensors
        sum_of_grad = np.sum(grad, axis=ctx.dim, keepdims=True)
        first_half = grad
        second_half = probabilities * sum_of_grad
        return first_half - second_half


# %% right: expand_dims
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        m = np.expand_dims(np.amax(a, dim), dim)
        lse = np.expand_dims(np.log(np.exp(a - m).sum(dim)), dim)
        out = (a - m) - lse
        ctx.dim = dim
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors[0]
        p = np.exp(out)
        s = np.expand_dims(grad.sum(ctx.dim), ctx.dim)
        return grad - s * p


# %% right: logaddexp_after_shift
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        a = a - np.max(a, axis=dim, keepdims=True)
        out = a - np.logaddexp.reduce(a, axis=dim, keepdims=True)
        ctx.save_for_backward(out)
        ctx.axis = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (log_p,) = ctx.saved_tensors
        total = np.sum(grad, axis=ctx.axis, keepdims=True)
        return grad - total * np.exp(log_p)


# %% right: classes_last
def _log_softmax_last(x):
    x = x - x.max(axis=-1, keepdims=True)
    return x - np.log(np.exp(x).sum(axis=-1, keepdims=True))


@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        out = np.moveaxis(_log_softmax_last(np.moveaxis(a, dim, -1)), -1, dim)
        ctx.dim = dim
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        g = -np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)
        return g + grad


# %% wrong: no_maximum
# why: The exponentials are taken of the scores as they are: exp(1000) is inf, and exp(-1000) is 0, whose logarithm is -inf.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        out = a - np.log(np.exp(a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)


# %% wrong: log_of_softmax
# why: First the softmax is computed, then its logarithm: a small probability has become 0 by then, and its logarithm is -inf.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return np.log(p)

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return grad - p * grad.sum(axis=ctx.dim, keepdims=True)


# %% wrong: log_of_softmax_with_eps
# why: A tiny number is added under the logarithm of the softmax, which hides the -inf but gives about -27.6 where -1000 is right: the two functions must be one formula.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return np.log(p + 1e-12)

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return grad - p * grad.sum(axis=ctx.dim, keepdims=True)


# %% wrong: maximum_of_everything
# why: The largest score of the whole array is subtracted, not that of each row: next to a row at 1000 all exponentials of a row at 0 are 0.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        a = a - a.max()
        out = a - np.log(np.exp(a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)


# %% wrong: always_the_last_axis
# why: `dim` is not used: the classes are always taken along the last axis.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.max(axis=-1, keepdims=True)
        out = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=-1, keepdims=True)


# %% wrong: backward_axis_one
# why: forward goes along dim, but backward sums the upstream gradient along axis 1 whatever dim is: dim was not kept in ctx.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.max(axis=dim, keepdims=True)
        out = shifted - np.log(np.exp(shifted).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=1, keepdims=True)


# %% wrong: keepdims_forgotten
# why: Maximum and sum are taken without keepdims: the axis is gone, and the result does not fit to the rows any more (an error, or silently the wrong axis).
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.max(axis=dim)
        out = shifted - np.log(np.exp(shifted).sum(axis=dim))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim)


# %% wrong: grad_minus_p
# why: backward returns grad - p: the upstream gradients of a row are not summed. That is right only if they add up to 1.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.max(axis=dim, keepdims=True)
        out = shifted - np.log(np.exp(shifted).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out)


# %% wrong: backward_of_softmax
# why: This is the gradient of the softmax, p · (g - Σ g p), and not that of its logarithm, g - p · Σ g.
@piece
class LogSoftmax(Op):
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
        p = np.exp(out)
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))


# %% wrong: only_the_diagonal
# why: Each score gets g (1 - p), its own slope alone: the slopes of the other outputs of the row, -p times their upstream gradients, are left out.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.max(axis=dim, keepdims=True)
        out = shifted - np.log(np.exp(shifted).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - np.exp(out))


# %% wrong: sum_over_everything
# why: In backward the upstream gradients of all rows are summed together: the axis is missing in the sum.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.max(axis=dim, keepdims=True)
        out = shifted - np.log(np.exp(shifted).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum()


# %% wrong: out_taken_for_p
# why: out is saved, which is the logarithm of p, and is used in backward as if it were p: the exponential is missing.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.max(axis=dim, keepdims=True)
        out = shifted - np.log(np.exp(shifted).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return grad - p * grad.sum(axis=ctx.dim, keepdims=True)


# %% wrong: maximum_only_inside
# why: The maximum is subtracted inside of the exponential but not put back (or taken off a as well): out is too large by the row's maximum.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        m = a.max(axis=dim, keepdims=True)
        out = a - np.log(np.exp(a - m).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)


# %% wrong: changes_the_scores
# why: `a -= ...` subtracts the maximum in place: the caller's scores are changed.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        a -= a.max(axis=dim, keepdims=True)
        out = a - np.log(np.exp(a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)


# %% wrong: mean_of_upstream
# why: The upstream gradients of a row are averaged instead of summed.
@piece
class LogSoftmax(Op):
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
        return grad - np.exp(out) * grad.mean(axis=ctx.dim, keepdims=True)


# %% wrong: clipped_scores
# why: The scores are clipped so that exp does not overflow: beyond the limits the result is that of other scores: (1000, 0) is treated as (50, 0).
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        a = np.clip(a, -50, 50)
        out = a - np.log(np.exp(a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)


# %% wrong: mean_subtracted
# why: The mean of the row is subtracted instead of its maximum: a score far above the mean still overflows.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.mean(axis=dim, keepdims=True)
        out = shifted - np.log(np.exp(shifted).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)


# %% wrong: largest_absolute_value
# why: The largest absolute value is subtracted: for (-1000, -1001) that moves the scores further down, all exponentials are 0, and the logarithm is -inf.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - np.abs(a).max(axis=dim, keepdims=True)
        out = shifted - np.log(np.exp(shifted).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)


# %% wrong: backward_changes_grad
# why: The formula is right, but `grad -= ...` writes the result into the upstream gradient itself, which others may still need.
@piece
class LogSoftmax(Op):
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
        grad -= np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)
        return grad
