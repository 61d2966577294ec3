# %% right: largest_off
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

# %% right: log_sum
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        top = np.max(a, axis=dim, keepdims=True)
        shifted = a - top
        log_sum = np.log(np.sum(np.exp(shifted), axis=dim, keepdims=True))
        out = np.exp(shifted - log_sum)
        ctx.dim = dim
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        weighted = grad * out
        total = np.sum(weighted, axis=ctx.dim, keepdims=True)
        return weighted - out * total

# %% right: axis_moved
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        rows = np.moveaxis(a, dim, -1)
        rows = np.exp(rows - rows.max(-1)[..., None])
        rows = rows / rows.sum(-1)[..., None]
        out = np.ascontiguousarray(np.moveaxis(rows, -1, dim))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        p, g = np.moveaxis(out, ctx.dim, -1), np.moveaxis(grad, ctx.dim, -1)
        mean = np.einsum("...i,...i->...", p, g)
        return np.moveaxis(p * (g - mean[..., None]), -1, ctx.dim)

# %% right: saves_a
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.save_for_backward(a)
        ctx.dim = dim
        largest = np.amax(a, axis=dim, keepdims=True)
        numerator = np.exp(a - largest)
        denominator = np.sum(numerator, axis=dim, keepdims=True)
        return np.divide(numerator, denominator)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        dim = ctx.dim
        # once more what forward did
        numerator = np.exp(a - np.amax(a, axis=dim, keepdims=True))
        p = numerator / np.sum(numerator, axis=dim, keepdims=True)
        inner = np.expand_dims((grad * p).sum(axis=dim), dim)
        return p * (grad - inner)

# %% wrong: no_maximum
# why: No maximum is subtracted: large scores overflow, and rows of small ones divide 0 by 0.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a)
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: global_maximum
# why: The largest score of the whole array is subtracted: a row of much smaller scores becomes 0 / 0 (and an empty array has no maximum).
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

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

# %% wrong: clipped
# why: The scores are clipped, which hides the overflow: scores of 100 and 1000 become equal.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

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

# %% wrong: epsilon
# why: An epsilon in the denominator hides 0 / 0: rows of very small scores become 0 and do not add up to 1.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(np.minimum(a, 700))
        p = e / (e.sum(axis=dim, keepdims=True) + 1e-9)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: last_axis
# why: The last axis is always taken, whatever dim says.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=-1, keepdims=True))
        p = e / e.sum(axis=-1, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=-1, keepdims=True))

# %% wrong: backward_last_axis
# why: backward adds along the last axis, and not along dim.
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
        return p * (grad - (grad * p).sum(axis=-1, keepdims=True))

# %% wrong: diagonal_only
# why: The gradient of the sigmoid, p (1 - p): what the scores do to the others of their row is missing.
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
        return grad * p * (1 - p)

# %% wrong: like_exp
# why: The gradient of exp alone: the sum in the denominator is forgotten.
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
        return grad * p

# %% wrong: sum_without_p
# why: The sum goes over g and not over g p.
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
        return p * (grad - grad.sum(axis=ctx.dim, keepdims=True))

# %% wrong: p_outside_lost
# why: The brackets are lost: the sum is not multiplied by p.
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
        return p * grad - (grad * p).sum(axis=ctx.dim, keepdims=True)

# %% wrong: keepdims_missing
# why: The sum has one axis less than the array: it does not fit, or it divides along the wrong axis.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        p = e / e.sum(axis=dim)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: backward_keepdims
# why: In backward the axis of the sum is lost; it does not broadcast, or along the wrong axis.
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
        return p * (grad - (grad * p).sum(axis=ctx.dim))

# %% wrong: a_in_place
# why: The maximum is subtracted in place: the input of the caller is changed.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

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

# %% wrong: dim_saved
# why: dim is put into save_for_backward, which is for arrays only.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p, dim)
        return p

    @staticmethod
    def backward(ctx, grad):
        p, dim = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=dim, keepdims=True))

# %% wrong: nan_to_num
# why: inf / inf is nan, and nan_to_num makes 0 of it: the known overflow is hidden behind a guard.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a)
        p = np.nan_to_num(e / e.sum(axis=dim, keepdims=True))
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))

# %% wrong: float64_result
# why: The result is float64, also for a float32 array.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a.astype(np.float64) - a.max(axis=dim, keepdims=True))
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))
