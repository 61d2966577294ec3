# %% right: logaddexp_of_shifted
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
        (out,) = ctx.saved_tensors
        total = np.add.reduce(grad, axis=ctx.dim, keepdims=True)
        return grad - total * np.exp(out)

# %% right: classes_moved_to_the_end
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        ctx.save_for_backward(a)
        rows = np.moveaxis(a, dim, -1)
        rows = rows - rows.max(-1)[..., None]
        rows = rows - np.log(np.exp(rows).sum(-1))[..., None]
        return np.ascontiguousarray(np.moveaxis(rows, -1, dim))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        rows = np.moveaxis(a, ctx.dim, -1)
        g = np.moveaxis(grad, ctx.dim, -1)
        e = np.exp(rows - rows.max(-1)[..., None])
        p = e / e.sum(-1)[..., None]
        return np.moveaxis(g - p * g.sum(-1)[..., None], -1, ctx.dim)

# %% wrong: maximum_of_the_whole_array
# why: The maximum of all rows together is subtracted, so the exponentials of a row with small scores all become 0 and its logarithm -inf.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.max()
        out = shifted - np.log(np.exp(shifted).sum(axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * grad.sum(axis=ctx.dim, keepdims=True)

# %% wrong: logarithm_of_the_softmax
# why: The softmax is computed first and its logarithm taken afterwards; a probability that is too small to be stored becomes -inf.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        out = np.log(p)
        ctx.dim = dim
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors[0]
        g = grad.sum(ctx.dim, keepdims=True)
        return grad - g * np.exp(out)

# %% wrong: gradient_of_the_softmax
# why: The backward is that of the softmax, p (g - Σ g p), and not that of its logarithm.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        top = a.max(axis=dim, keepdims=True)
        out = a - top - np.log(np.sum(np.exp(a - top), axis=dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.axis = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        p = np.exp(out)
        return p * (grad - (grad * p).sum(axis=ctx.axis, keepdims=True))

# %% wrong: upstream_sum_over_the_last_axis
# why: In backward the upstream gradients are always added up along the last axis, whatever dim is.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        z = a - np.expand_dims(a.max(dim), dim)
        out = z - np.expand_dims(np.log(np.exp(z).sum(dim)), dim)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (logp,) = ctx.saved_tensors
        summed = grad.sum(axis=-1, keepdims=True)
        return grad - np.exp(logp) * summed

# %% wrong: grad_minus_p
# why: p is subtracted as it is; that holds only if the upstream gradient of each row has the sum 1.
@piece
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        largest = a.max(axis=dim, keepdims=True)
        total = np.exp(a - largest).sum(axis=dim, keepdims=True)
        result = a - (largest + np.log(total))
        ctx.save_for_backward(a)
        ctx.dim = dim
        return result

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        weights = np.exp(a - a.max(axis=ctx.dim, keepdims=True))
        p = weights / weights.sum(axis=ctx.dim, keepdims=True)
        return grad - p
