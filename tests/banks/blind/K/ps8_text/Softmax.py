# %% right: shifted_by_the_maximum
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% right: by_logarithms
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        moved = a - np.max(a, axis=dim, keepdims=True)
        logs = np.log(np.sum(np.exp(moved), axis=dim, keepdims=True))
        out = np.exp(moved - logs)
        ctx.save_for_backward(out)
        ctx.axis = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors[0]
        gp = grad * out
        return gp - out * np.sum(gp, axis=ctx.axis, keepdims=True)

# %% wrong: one_maximum_for_all
# why: The largest score of the whole array is subtracted from all rows. A row far below it becomes all zeros, and 0 is
# divided by 0; each row should be moved by its own maximum.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        top = a.max() if a.size else 0
        e = np.exp(a - top)
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        inner = (grad * p).sum(axis=ctx.dim, keepdims=True)
        return p * (grad - inner)

# %% wrong: scores_clipped
# why: Scores are clipped to the range from -80 to 80, so 1000 and 990 count the same. The maximum of each row should
# be subtracted instead.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(np.clip(a, -80, 80))
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        inner = (grad * p).sum(axis=ctx.dim, keepdims=True)
        return p * (grad - inner)

# %% wrong: moved_by_the_mean
# why: The mean of each row is subtracted. The largest score may still be far above it and overflow, and with -inf the
# mean is -inf itself; it should be the maximum.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        top = a.mean(axis=dim, keepdims=True)
        e = np.exp(a - top)
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        inner = (grad * p).sum(axis=ctx.dim, keepdims=True)
        return p * (grad - inner)

# %% wrong: maximum_at_least_zero
# why: With initial=0 the maximum is never below 0, so a row of scores about -1000 is not moved: all exponentials are
# 0, and 0 is divided by 0. The maximum should be that of the row alone.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        top = a.max(axis=dim, keepdims=True, initial=0)
        e = np.exp(a - top)
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        inner = (grad * p).sum(axis=ctx.dim, keepdims=True)
        return p * (grad - inner)

# %% wrong: sum_without_the_weights
# why: backward subtracts the plain sum of the upstream gradient. Each g should be multiplied by its p before the sum.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        top = a.max(axis=dim, keepdims=True)
        e = np.exp(a - top)
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        inner = grad.sum(axis=ctx.dim, keepdims=True)
        return p * (grad - inner)

# %% wrong: diagonal_only
# why: backward uses p (1 - p) alone, the slope of each output by its own score. Every score changes all outputs of
# its row, so there should be the sum over the row.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        top = a.max(axis=dim, keepdims=True)
        e = np.exp(a - top)
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return grad * p * (1 - p)

# %% wrong: scores_moved_in_place
# why: a -= top changes the array of the caller. It should compute a new array.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        top = a.max(axis=dim, keepdims=True)
        a -= top
        e = np.exp(a)
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        inner = (grad * p).sum(axis=ctx.dim, keepdims=True)
        return p * (grad - inner)

# %% wrong: sum_along_the_last_axis
# why: backward always sums along the last axis. It should sum along dim, as forward does.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        top = a.max(axis=dim, keepdims=True)
        e = np.exp(a - top)
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        inner = (grad * p).sum(axis=-1, keepdims=True)
        return p * (grad - inner)

