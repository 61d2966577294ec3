# %% right: shifted_by_the_largest
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

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

# %% right: softmax_again_in_backward
def softmax(a, dim):
    e = np.exp(a - np.max(a, axis=dim, keepdims=True))
    return e / np.sum(e, axis=dim, keepdims=True)


@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return softmax(a, dim)

    @staticmethod
    def backward(ctx, grad):
        a, = ctx.saved_tensors
        p = softmax(a, ctx.dim)
        gp = grad * p
        return gp - p * np.sum(gp, axis=ctx.dim, keepdims=True)

# %% right: rows_last
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        rows = np.moveaxis(a, dim, -1)
        e = np.exp(rows - rows.max(-1)[..., None])
        p = np.moveaxis(e / e.sum(-1)[..., None], -1, dim)
        ctx.save_for_backward(p)
        ctx.axis = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        p = np.moveaxis(ctx.saved_tensors[0], ctx.axis, -1)
        g = np.moveaxis(grad, ctx.axis, -1)
        inner = (g[..., None, :] @ p[..., :, None])[..., 0]
        return np.moveaxis(p * (g - inner), -1, ctx.axis)

# %% right: by_the_logarithm
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.max(dim, keepdims=True)
        log_total = np.log(np.exp(shifted).sum(dim, keepdims=True))
        out = np.exp(shifted - log_total)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        result = grad - np.sum(out * grad, ctx.dim, keepdims=True)
        result *= out
        return result

# %% wrong: largest_of_all
# why: The largest score of the whole array is subtracted, not that of each row. A row whose scores are
# all far below it becomes all zeros, and is divided by 0 (and an array without rows has no largest).
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max())
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: largest_along_the_last_axis
# why: The maximum is taken along the last axis, but the sums go along dim. If dim is another axis,
# different numbers are subtracted within a row, which changes the result.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=-1, keepdims=True))
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: backward_along_the_last_axis
# why: backward always sums along the last axis, whatever dim was. The sum must go along the same axis as
# in forward.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - np.max(a, axis=dim, keepdims=True)
        e = np.exp(shifted)
        out = e / np.sum(e, axis=dim, keepdims=True)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        dot = np.sum(grad * out, axis=-1, keepdims=True)
        return out * (grad - dot)

# %% wrong: as_if_it_were_a_sigmoid
# why: The gradient is p (1 - p) g, which is only what a score does to its own probability. A larger
# score also takes from all others of the row, so the sum over the row is missing.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return grad * p * (1 - p)

# %% wrong: scores_shifted_in_place
# why: a -= ... changes the array that was handed in, so the caller's scores are other ones afterwards.
# The shifted scores should go into a new array.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        a -= a.max(axis=dim, keepdims=True)
        e = np.exp(a)
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: exponentials_are_saved
# why: forward saves the exponentials before they are divided by their sum, and backward uses them as if
# they were the probabilities. The result must be saved.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        p = np.exp(a - a.max(axis=dim, keepdims=True))
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p / p.sum(axis=dim, keepdims=True)

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: scores_are_clipped
# why: Instead of shifting the scores it clips them to ±80, so all scores above 80 become equal, and so do
# all below -80 (even -inf). Subtracting the largest of the row changes nothing but the size.
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

# %% wrong: along_axis_needs_a_row
# why: np.apply_along_axis calls the function for each row, and fails if there is none. An array without
# rows is allowed; max and sum with axis=dim and keepdims=True can do with it.
def softmax_of_a_row(row):
    e = np.exp(row - row.max())
    return e / e.sum()


@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        p = np.apply_along_axis(softmax_of_a_row, dim, a)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))
