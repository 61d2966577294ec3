# %% right: logaddexp_of_the_moved_row
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        moved = a - np.max(a, axis=dim, keepdims=True)
        out = moved - np.logaddexp.reduce(moved, axis=dim, keepdims=True)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)


# %% right: classes_moved_to_the_end
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        rows = np.moveaxis(a, dim, -1)
        rows = rows - rows.max(axis=-1)[..., None]
        rows = rows - np.log(np.exp(rows).sum(axis=-1))[..., None]
        result = np.ascontiguousarray(np.moveaxis(rows, -1, dim))
        ctx.save_for_backward(result)
        ctx.axis = dim
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_tensors
        total = np.expand_dims(np.sum(grad, axis=ctx.axis), ctx.axis)
        p = np.exp(result)
        return grad - total * p


# %% wrong: the_maximum_of_all_rows
# why: The maximum of the whole array is subtracted. Next to a row at 1000, all exponentials of a row at 0 are 0, and its logarithm is -inf.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.max() if a.size else a
        out = shifted - np.log(np.exp(shifted).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - grad.sum(axis=ctx.dim, keepdims=True) * np.exp(out)


# %% wrong: logarithm_of_the_softmax
# why: First the softmax, then its logarithm, with a small number against log 0: for (1000, 0) the second entry is -27.6 in place of -1000.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        p = e / e.sum(axis=dim, keepdims=True)
        out = np.log(p + 1e-12)
        ctx.dim = dim
        ctx.save_for_backward(out)
        return out.astype(a.dtype)

    @staticmethod
    def backward(ctx, grad):
        (log_p,) = ctx.saved_tensors
        p = np.exp(log_p).astype(grad.dtype)
        return grad - p * grad.sum(axis=ctx.dim, keepdims=True)


# %% wrong: gradient_of_the_softmax
# why: p (g - Σ g p) is the gradient of the softmax. That of its logarithm is g - p Σ g.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        biggest = a.max(axis=dim, keepdims=True)
        log_sum = np.log(np.sum(np.exp(a - biggest), axis=dim, keepdims=True))
        out = a - biggest - log_sum
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        p = np.exp(ctx.saved_tensors[0])
        inner = np.sum(grad * p, axis=ctx.dim, keepdims=True)
        return p * (grad - inner)


# %% wrong: back_along_the_last_axis
# why: backward adds up the upstream gradients along the last axis, whatever dim was.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        a = a - np.amax(a, axis=dim, keepdims=True)
        total = np.exp(a).sum(dim, keepdims=True)
        result = a - np.log(total)
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_tensors
        probabilities = np.exp(result)
        return grad - probabilities * grad.sum(-1, keepdims=True)


# %% wrong: the_scores_are_moved_in_place
# why: a -= ... moves the scores of the caller as well: after the loss, the outputs of the network are other numbers.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        a -= a.max(axis=dim, keepdims=True)
        z = np.exp(a).sum(axis=dim, keepdims=True)
        ctx.save_for_backward(a)
        return a - np.log(z)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        e = np.exp(a)
        p = e / e.sum(axis=ctx.dim, keepdims=True)
        return grad - p * grad.sum(axis=ctx.dim, keepdims=True)
