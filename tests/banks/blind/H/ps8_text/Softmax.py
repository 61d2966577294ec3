# %% right: axis_at_the_end
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        rows = np.moveaxis(a, dim, -1)
        top = np.max(rows, axis=-1, initial=-np.inf)[..., None]
        e = np.exp(rows - top)
        p = np.moveaxis(e / e.sum(-1)[..., None], -1, dim).astype(a.dtype)
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        product = p * grad
        return product - p * product.sum(ctx.dim, keepdims=True)

# %% right: computed_again_from_a
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def of(a, dim):
        largest = np.expand_dims(np.amax(a, axis=dim), dim)
        out = np.exp(np.subtract(a, largest))
        out /= np.expand_dims(np.add.reduce(out, axis=dim), dim)
        return out

    @staticmethod
    def forward(ctx, a, dim):
        ctx.save_for_backward(a)
        ctx.axis = dim
        return Softmax.of(a, dim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        p = Softmax.of(a, ctx.axis)
        average = np.expand_dims((grad * p).sum(ctx.axis), ctx.axis)
        return (grad - average) * p

# %% wrong: largest_of_all_rows
# why: The largest score of the whole array is subtracted; in a row that is much smaller all exponentials become 0, and it divides 0 by 0.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - (a.max() if a.size else 0))
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: diagonal_only
# why: Only the slope of each entry by itself is used, p (1 - p); every entry depends on all scores of its row.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.max(dim, keepdims=True)
        exponentials = np.exp(shifted)
        out = exponentials / exponentials.sum(dim, keepdims=True)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors[0]
        slope = out * (1 - out)
        return grad * slope

# %% wrong: always_the_last_axis
# why: The axis is the last one, whatever dim says.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    axis = -1

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(Softmax.axis, keepdims=True))
        p = e / e.sum(Softmax.axis, keepdims=True)
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        s = np.sum(grad * p, axis=Softmax.axis, keepdims=True)
        return p * (grad - s)

# %% wrong: sum_of_the_whole_array
# why: In backward the sum of g times p goes over the whole array and not along dim, so rows get the sums of others.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        top = np.max(a, axis=dim, keepdims=True)
        p = np.exp(a - top)
        p = p / np.sum(p, axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        weighted = np.sum(grad * p)
        return p * grad - p * weighted

# %% wrong: scores_clipped
# why: Large scores are clipped instead of moved, so 1000 and 999 become equal; nothing overflows, but the result is another one.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        bounded = np.clip(a, -60, 60)
        e = np.exp(bounded)
        out = e / e.sum(axis=dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        inner = (out * grad).sum(axis=ctx.dim, keepdims=True)
        return out * (grad - inner)
