# %% right: plain
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% right: input_saved
def log_softmax(a, dim):
    top = np.max(a, axis=dim, keepdims=True)
    z = a - top
    return z - np.log(np.sum(np.exp(z), axis=dim, keepdims=True))


@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return log_softmax(a, dim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        p = np.exp(log_softmax(a, ctx.dim))
        total = np.sum(grad, axis=ctx.dim, keepdims=True)
        return grad - total * p

# %% right: line_by_line
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        lines = np.moveaxis(a, dim, -1)
        out = np.empty_like(lines)
        for place in np.ndindex(lines.shape[:-1]):
            line = lines[place]
            shifted = line - line.max()
            out[place] = shifted - np.log(np.exp(shifted).sum())
        out = np.moveaxis(out, -1, dim)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors[0]
        p = np.exp(np.moveaxis(out, ctx.dim, -1))
        g = np.moveaxis(grad, ctx.dim, -1)
        result = np.empty_like(g)
        for place in np.ndindex(g.shape[:-1]):
            result[place] = g[place] - p[place] * g[place].sum()
        return np.moveaxis(result, -1, ctx.dim)

# %% right: probabilities_saved
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        top = np.expand_dims(np.amax(a, axis=dim), dim)
        exps = np.exp(a - top)
        sums = np.expand_dims(exps.sum(dim), dim)
        ctx.save_for_backward(exps / sums)
        ctx.dim = dim
        return (a - top) - np.log(sums)

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        upstream = np.expand_dims(grad.sum(ctx.dim), ctx.dim)
        return grad - p * upstream, None

# %% right: in_place_on_own_arrays
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        result = a.copy()
        result -= np.max(result, axis=dim, keepdims=True)
        exponentials = np.exp(result)
        result -= np.log(np.add.reduce(exponentials, axis=dim, keepdims=True))
        ctx.save_for_backward(result)
        ctx.dim = dim
        return result

    @staticmethod
    def backward(ctx, grad):
        (log_p,) = ctx.saved_tensors
        answer = np.exp(log_p)
        answer = answer * -np.sum(grad, axis=ctx.dim, keepdims=True)
        answer = answer + grad
        return answer

# %% right: logaddexp
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        moved = a - a.max(dim, keepdims=True)
        out = moved - np.logaddexp.reduce(moved, axis=dim, keepdims=True)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: no_maximum
# why: No maximum is subtracted, so exp(1000) is infinite.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: log_of_softmax
# why: The logarithm is taken of the softmax, whose small entries are 0, which gives -inf.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        exps = np.exp(a - a.max(axis=dim, keepdims=True))
        out = np.log(exps / exps.sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: log_with_epsilon
# why: The epsilon under the logarithm hides -inf but gives about -27.6 where -1000 is right.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        exps = np.exp(a - a.max(axis=dim, keepdims=True))
        out = np.log(exps / exps.sum(axis=dim, keepdims=True) + 1e-12)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: maximum_of_all
# why: The maximum of all rows together is subtracted, so the exponentials of a small row next to a large one are all 0.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max()
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: minimum
# why: The smallest score is subtracted, so the largest still overflows.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.min(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: mean_subtracted
# why: The mean is subtracted instead of the maximum, which leaves large scores large enough to overflow.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.mean(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: first_subtracted
# why: The first score is subtracted instead of the largest, which may still overflow.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - np.take(a, [0], axis=dim)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: largest_size
# why: The largest absolute value is subtracted: for scores like (-1000, -1001) all exponentials become 0.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - np.abs(a).max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: clipped
# why: The scores are clipped, which changes them.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = np.clip(a, -50, 50)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: max_not_added_back
# why: The maximum is taken off inside of the logarithm only and not made good again.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        top = a.max(axis=dim, keepdims=True)
        out = a - np.log(np.exp(a - top).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: last_axis
# why: dim is ignored: it always goes along the last axis.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=-1, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=-1, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=-1, keepdims=True)

# %% wrong: axis_one
# why: dim is ignored: it always goes along axis 1.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=1, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=1, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=1, keepdims=True)

# %% wrong: axis_lost_in_backward
# why: backward sums along the last axis instead of dim.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=-1, keepdims=True)

# %% wrong: no_keepdims_forward
# why: Without keepdims the maxima and sums do not stand beside their rows.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim)
        out = moved - np.log(np.exp(moved).sum(axis=dim))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: no_keepdims_backward
# why: Without keepdims the sums of the upstream gradient do not stand beside their rows.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim)

# %% wrong: upstream_not_summed
# why: grad - p holds only if the upstream gradient of each row sums to 1; its sum is missing.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out)

# %% wrong: upstream_times_p
# why: Each p is multiplied by its own upstream gradient instead of the sum over all.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad

# %% wrong: softmax_gradient
# why: This is the gradient of the softmax, not of its logarithm.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        p = np.exp(out)
        return p * (grad - (p * grad).sum(axis=ctx.dim, keepdims=True))

# %% wrong: sum_over_everything
# why: The upstream gradients of all rows are summed together.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum()

# %% wrong: mean_of_upstream
# why: The upstream gradients are averaged instead of summed.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.mean(axis=ctx.dim, keepdims=True)

# %% wrong: sign_turned
# why: The sign in front of p is wrong.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad + np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: out_for_p
# why: out is the logarithm of p; it must be exponentiated.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - out * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: second_half_only
# why: The first half, grad itself, is forgotten.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return -np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: first_half_only
# why: Only the part with [i = j] is there; the sum in the denominator depends on every score, too.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: summed_wrong_factor
# why: p stands inside of the sum; outside of it belongs p_i, and inside the upstream gradients alone.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - (np.exp(out) * grad).sum(axis=ctx.dim, keepdims=True)

# %% wrong: changes_scores
# why: a -= … changes the caller's scores in place.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        a -= a.max(axis=dim, keepdims=True)
        moved = a
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: changes_upstream
# why: grad -= … changes the upstream gradient in place.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        grad -= np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)
        return grad

# %% wrong: logarithm_of_base_two
# why: The logarithm has base 2 instead of e.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log2(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: softmax_returned
# why: The softmax is returned without its logarithm.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        exps = np.exp(a - a.max(axis=dim, keepdims=True))
        p = exps / exps.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(np.log(p))
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: negative
# why: The sign of the output is turned round; the minus belongs to NLL.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return -out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: dim_not_kept
# why: ctx.dim is never set, so backward raises an error.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: dim_on_class
# why: dim is kept on the class, so the next call along another axis overwrites it.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        LogSoftmax.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=LogSoftmax.dim, keepdims=True)

# %% wrong: sum_outside
# why: The logarithm is taken of each entry and then summed; it belongs outside of the sum.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved)).sum(axis=dim, keepdims=True)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: mean_in_log
# why: The exponentials are averaged instead of summed.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).mean(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: one_row_only
# why: Only the first row is computed; the others stay 0.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        row = a[0]
        moved = row - row.max()
        out = np.zeros_like(a)
        out[0] = moved - np.log(np.exp(moved).sum())
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: forgets_return
# why: backward returns nothing.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        gradient = grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: nan_to_num
# why: What overflows is hidden by nan_to_num, which puts in numbers that are not the result.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        with np.errstate(all="ignore"):
            out = np.nan_to_num(a - np.log(np.exp(a).sum(axis=dim, keepdims=True)))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: not_unpacked
# why: saved_tensors is a tuple, and out is not taken out of it, so the gradient has one axis too many.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        moved = a - a.max(axis=dim, keepdims=True)
        out = moved - np.log(np.exp(moved).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

