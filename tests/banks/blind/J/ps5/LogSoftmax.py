# %% right: shifted_by_each_maximum
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
        out, = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% right: logsumexp_with_helper
def logsumexp(a, axis):
    top = np.max(a, axis=axis, keepdims=True)
    return top + np.log(np.sum(np.exp(a - top), axis=axis, keepdims=True))


@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        # (a - top) first, so that nothing is lost for large scores
        top = np.max(a, axis=dim, keepdims=True)
        a = a - top
        out = a - logsumexp(a, dim)
        ctx.dim = dim
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        p = np.exp(ctx.saved_tensors[0])
        total = np.sum(grad, axis=ctx.dim, keepdims=True)
        return grad - p * total

# %% right: axis_moved_to_the_end
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        b = np.moveaxis(a, dim, -1)
        b = b - b.max(-1)[..., None]
        b = b - np.log(np.exp(b).sum(-1))[..., None]
        out = np.moveaxis(b, -1, dim)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        total = np.expand_dims(grad.sum(ctx.dim), ctx.dim)
        return grad - total * np.exp(out)

# %% wrong: one_maximum_for_all
# why: The largest score of the whole array is subtracted, not that of each row. Next to a row at 1000, the exponentials of a row near 0 all become 0, and
# its logarithm is -inf. The maximum must be taken along dim, with keepdims.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        a = a - a.max()
        out = a - np.log(np.exp(a).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: softmax_then_log
# why: The softmax is computed first and its logarithm afterwards. A probability such as e^-1000 is stored as 0, and the logarithm of it is -inf. The
# logarithm of the sum must be subtracted from the scores themselves.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        p = e / e.sum(axis=dim, keepdims=True)
        out = np.log(p)
        ctx.dim = dim
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        p = np.exp(out)
        return grad - p * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: gradient_of_softmax
# why: backward is that of the softmax, p·(g - Σ g p). The slopes of log-softmax are [i = j] - p_i, which gives g - p·Σ g.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        m = a.max(axis=dim, keepdims=True)
        lse = np.log(np.exp(a - m).sum(axis=dim, keepdims=True))
        out = (a - m) - lse
        ctx.save_for_backward(out)
        ctx.axis = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        p = np.exp(out)
        return p * (grad - (grad * p).sum(axis=ctx.axis, keepdims=True))

# %% wrong: last_axis_in_backward
# why: backward adds up the upstream gradient along the last axis, whatever dim is. It must be the same axis as in forward, so dim has to be
# kept on ctx.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        s = a - a.max(axis=dim, keepdims=True)
        out = s - np.log(np.exp(s).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=-1, keepdims=True)

# %% wrong: total_over_everything
# why: The upstream gradient is summed over the whole array. Only the entries along dim that belong together are summed: each row has its own total.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shift = np.amax(a, axis=dim, keepdims=True)
        out = a - shift
        out = out - np.log(np.sum(np.exp(out), axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors[0]
        return grad - np.exp(out) * np.sum(grad)

# %% wrong: smallest_taken_off
# why: The smallest score of each row is subtracted, so that all exponents are positive, and those of large differences overflow: for (1000, 0) it is still
# exp(1000). The largest must be taken off, so that no exponent is above 0.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        shifted = a - a.min(axis=dim, keepdims=True)
        out = shifted - np.log(np.exp(shifted).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: scores_clipped
# why: The scores are cut off at ±80, so that exp cannot overflow. That changes the result for larger ones: for (1000, 0) it is (0, -80) in place of (0, -1000). The scores
# must be moved by the maximum of their row, not cut.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        safe = np.clip(a, -80, 80)
        out = safe - np.log(np.sum(np.exp(safe), axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: shift_in_one_half
# why: The maximum is taken off inside of the exponentials, but not put back: a - log Σ exp(a - m) is too large by m. Either a - m stands in both places, or m is
# added to the logarithm.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        m = a.max(axis=dim, keepdims=True)
        out = a - np.log(np.exp(a - m).sum(axis=dim, keepdims=True))
        p = np.exp(a - m)
        p = p / p.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        return out

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return grad - p * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: only_from_one_class
# why: backward returns g - p, as if the upstream gradients of each row added up to 1. What p is multiplied by is their sum along dim, which may be any number.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        z = a - np.max(a, dim, keepdims=True)
        z = z - np.log(np.exp(z).sum(dim, keepdims=True))
        ctx.save_for_backward(z)
        return z

    @staticmethod
    def backward(ctx, grad):
        z, = ctx.saved_tensors
        return grad - np.exp(z)

# %% wrong: axis_is_dropped
# why: In backward the sum along dim is taken without keepdims, so the axis is gone, and the totals meet the wrong entries (or none). keepdims=True leaves the axis there, with size 1.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        top = a.max(axis=dim, keepdims=True)
        e = np.exp(a - top)
        out = a - top - np.log(e.sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        total = grad.sum(axis=ctx.dim)
        return grad - np.exp(out) * total

# %% wrong: a_little_something_in_the_log
# why: A small number is added in the logarithm so that it is never that of 0. A probability of e^-1000 then gives about -27.6 in place of -1000. The softmax should not be formed at all: subtract the logarithm of the sum.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        z = np.exp(a - np.max(a, axis=dim, keepdims=True))
        p = z / np.sum(z, axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        return np.log(p + 1e-12)

    @staticmethod
    def backward(ctx, grad):
        p = ctx.saved_tensors[0]
        return grad - p * np.sum(grad, axis=ctx.dim, keepdims=True)
