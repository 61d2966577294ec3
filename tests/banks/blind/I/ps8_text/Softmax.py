# %% right: row_maximum
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
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% right: by_the_logarithm
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.axis = dim
        shift = np.max(a, axis=dim, keepdims=True, initial=-np.inf)
        z = a - shift
        out = np.exp(z - np.log(np.sum(np.exp(z), axis=dim, keepdims=True)))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors[0]
        weighted = grad * out
        return weighted - out * np.sum(weighted, axis=ctx.axis, keepdims=True)

# %% wrong: maximum_of_all
# why: The maximum of the whole array is subtracted. A row that lies far below it has only exponentials of 0, and 0 / 0 is
# nan; each row needs its own maximum along dim.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - (a.max() if a.size else 0))
        out = e / e.sum(dim, keepdims=True)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return out * (grad - (out * grad).sum(ctx.dim, keepdims=True))

# %% wrong: scores_are_clipped
# why: The scores are clipped to a range in which exp does not overflow. Two large scores that differ become equal then;
# subtract the maximum of each row instead.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(np.clip(a, -80, 80))
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: diagonal_slopes_only
# why: backward is g p (1 - p), the slope of each output for its own score. Each score moves all outputs of its row: the
# sum of g p over the row is to be subtracted.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        s = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(s)
        return s

    @staticmethod
    def backward(ctx, grad):
        (s,) = ctx.saved_tensors
        return grad * s * (1 - s)

# %% wrong: gradient_of_log_softmax
# why: backward is g - p Σ g, the gradient of log-softmax. For softmax it is p (g - Σ g p).
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.max(dim, keepdims=True)
        p = np.exp(shifted) / np.exp(shifted).sum(dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return grad - p * grad.sum(ctx.dim, keepdims=True)

# %% wrong: sum_along_the_last_axis
# why: forward goes along dim, but backward sums along the last axis. The sum of g p has to go along dim as well.
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
        (out,) = ctx.saved_tensors
        inner = (grad * out).sum(axis=-1, keepdims=True)
        return out * (grad - inner)

# %% wrong: plain_sum_of_the_gradient
# why: The upstream gradients are summed without their weights: p (g - Σ g). Each g must be multiplied by its p before the
# sum.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        m = np.amax(a, axis=dim, keepdims=True)
        t = np.exp(a - m)
        p = t / np.sum(t, axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - grad.sum(axis=ctx.dim, keepdims=True))
