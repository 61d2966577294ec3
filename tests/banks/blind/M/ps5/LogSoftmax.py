# %% right: row_maximum
@piece
class LogSoftmax(Op):
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

# %% right: logaddexp_reduce
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        z = a - np.amax(a, axis=dim, keepdims=True)
        out = z - np.logaddexp.reduce(z, axis=dim, keepdims=True)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        p = np.exp(out)
        g_total = np.sum(grad, axis=ctx.dim, keepdims=True)
        return grad - g_total * p, None

# %% right: helper_and_recompute
def moved_and_exponentials(a, dim):
    moved = a - np.max(a, axis=dim, keepdims=True)
    e = np.exp(moved)
    return moved, e, np.sum(e, axis=dim, keepdims=True)


@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.save_for_backward(a)
        ctx.dim = dim
        moved, _, total = moved_and_exponentials(a, dim)
        return moved - np.log(total)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        _, e, total = moved_and_exponentials(a, ctx.dim)
        p = e / total
        return grad - p * grad.sum(ctx.dim, keepdims=True)

# %% right: classes_moved_to_the_end
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        scores = np.moveaxis(a, dim, -1)
        scores = scores - scores.max(-1)[..., None]
        logs = scores - np.log(np.exp(scores).sum(-1))[..., None]
        out = np.moveaxis(logs, -1, dim)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        g = np.moveaxis(grad, ctx.dim, -1)
        p = np.exp(np.moveaxis(out, ctx.dim, -1))
        result = g - p * g.sum(-1)[..., None]
        return np.moveaxis(result, -1, ctx.dim)

# %% wrong: upstream_not_summed
# why: The gradient is computed as grad - p, as if the upstream gradients along dim summed to 1. p must be multiplied by the sum of the upstream gradients along dim.
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

# %% wrong: one_maximum_for_all
# why: The largest of all scores is subtracted from every row. Next to a row at 1000 the exponentials of a row at 0 all become 0, and their logarithm is -inf; each row needs its own maximum along dim.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        a = a - np.max(a)
        out = a - np.log(np.sum(np.exp(a), axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * np.sum(grad, axis=ctx.dim, keepdims=True)

# %% wrong: largest_absolute_score
# why: The largest absolute value is subtracted. For scores such as (-1000, -1001) this moves them to -2000 and below, where all exponentials are 0 and the logarithm is -inf; the largest score itself, with its sign, must be subtracted.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        biggest = np.abs(a).max(axis=dim, keepdims=True)
        z = a - biggest
        out = z - np.log(np.exp(z).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: maximum_not_added_back
# why: The maximum is subtracted within the exponentials only and never added back to the logarithm. So out is too large by the maximum of its row; it must be a - m - log(sum of exp(a - m)).
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        m = a.max(axis=dim, keepdims=True)
        out = a - np.log(np.exp(a - m).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(a, m)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        a, m = ctx.saved_tensors
        e = np.exp(a - m)
        p = e / e.sum(axis=ctx.dim, keepdims=True)
        return grad - p * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: backward_along_last_axis
# why: backward sums the upstream gradient along the last axis, whatever dim is. The sum must go along dim, the axis of the classes, as in forward.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        x = a - a.max(axis=dim, keepdims=True)
        out = x - np.log(np.sum(np.exp(x), axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=-1, keepdims=True)

# %% wrong: log_of_the_softmax
# why: First the softmax is computed and then its logarithm is taken. For (1000, 0) the second probability is 0 in the computer and its logarithm -inf, where -1000 is right; the logarithm must be taken of the formula, a - m - log(sum).
def softmax(a, dim):
    e = np.exp(a - a.max(axis=dim, keepdims=True))
    return e / e.sum(axis=dim, keepdims=True)


@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return np.log(softmax(a, dim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad - softmax(a, ctx.dim) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: scores_moved_in_place
# why: The maximum is subtracted from a in place, so that the array of the caller is changed. An Op must not change its arguments; a - m makes a new array.
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

# %% wrong: gradient_of_softmax
# why: backward has the formula of the softmax, p (g - sum of g p). For the logarithm of the softmax it is g - p times the sum of g.
@piece
class LogSoftmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        c = a - a.max(dim, keepdims=True)
        out = c - np.log(np.exp(c).sum(dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        p = np.exp(out)
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))
