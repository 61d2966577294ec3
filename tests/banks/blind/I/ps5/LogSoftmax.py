# %% right: shifted_rows
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        shifted = a - a.max(axis=dim, keepdims=True)
        out = shifted - np.log(np.exp(shifted).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% right: logaddexp_reduce
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - np.max(a, axis=dim, keepdims=True)
        result = shifted - np.logaddexp.reduce(shifted, axis=dim, keepdims=True)
        ctx.save_for_backward(result)
        ctx.axis = dim
        return result

    @staticmethod
    def backward(ctx, grad):
        result = ctx.saved_tensors[0]
        p = np.exp(result)
        return grad - p * np.sum(grad, axis=ctx.axis, keepdims=True)

# %% wrong: maximum_of_everything
# why: The maximum of all rows together is subtracted. Next to a row at 1000 the exponentials of a row at 0 all become
# 0, and their log -inf; each row needs its own maximum along dim.
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

# %% wrong: shifted_in_one_place_only
# why: The logarithm of the sum is that of the shifted scores, but it is subtracted from the scores that were not shifted.
# All outputs are too large by the maximum of their row; both must be shifted.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        m = a.max(dim, keepdims=True)
        lse = np.log(np.exp(a - m).sum(dim, keepdims=True))
        out = a - lse
        ctx.save_for_backward(a - m - lse)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (logp,) = ctx.saved_tensors
        return grad - np.exp(logp) * grad.sum(ctx.dim, keepdims=True)

# %% wrong: grad_minus_p
# why: backward returns grad - p, which is right only if the upstream gradients of a row add up to 1. The probabilities
# must be multiplied by the sum of the upstream gradients along dim.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        a = a - np.max(a, axis=dim, keepdims=True)
        out = a - np.log(np.sum(np.exp(a), axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        p = np.exp(out)
        return grad - p

# %% wrong: always_the_last_axis_in_backward
# why: backward sums the upstream gradient along the last axis always. It has to be the axis dim, along which the
# classes lie.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        top = a.max(axis=dim, keepdims=True)
        e = np.exp(a - top)
        out = (a - top) - np.log(e.sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        total = grad.sum(axis=-1, keepdims=True)
        return grad - np.exp(out) * total

# %% wrong: log_of_the_softmax
# why: The softmax is computed first, and then its logarithm. A probability such as e^-1000 is rounded to 0, and its
# log is -inf; the two must be one formula, a - max - log(sum(exp(a - max))).
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        exps = np.exp(a - a.max(axis=dim, keepdims=True))
        p = exps / exps.sum(axis=dim, keepdims=True)
        out = np.log(p)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * np.sum(grad, axis=ctx.dim, keepdims=True)

# %% wrong: slope_of_single_entries
# why: backward uses only the slope of each output for its own score, g (1 - p). Each score also moves all other outputs
# of its row, by -p, so the sum over the row is missing.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        m = np.amax(a, axis=dim, keepdims=True)
        out = a - m - np.log(np.exp(a - m).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - np.exp(out))
