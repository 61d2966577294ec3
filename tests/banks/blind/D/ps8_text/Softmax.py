# %% right: max_subtracted
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


# %% right: moved_axis
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        rows = np.moveaxis(a, dim, -1)
        rows = np.exp(rows - np.max(rows, -1)[..., None])
        rows = rows / np.sum(rows, -1)[..., None]
        p = np.ascontiguousarray(np.moveaxis(rows, -1, dim))
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
        shifted = a - np.amax(a, axis=dim, keepdims=True)
        p = np.exp(shifted - np.log(np.exp(shifted).sum(axis=dim, keepdims=True)))
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))


# %% right: two_terms
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
        together = np.expand_dims(np.sum(grad * p, axis=ctx.dim), ctx.dim)
        return grad * p - p * together


# %% wrong: no_max
# why: No maximum is subtracted: large scores overflow.
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


# %% wrong: global_max
# why: The largest of the whole array is subtracted: rows of small scores become 0 / 0.
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
# why: The scores are clipped, so that nothing overflows, but large ones become equal.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(np.clip(a, -50, 50))
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))


# %% wrong: epsilon
# why: A small number is added to the sum, against division by 0.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        p = e / (e.sum(axis=dim, keepdims=True) + 1e-3)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))


# %% wrong: last_axis
# why: The sum of forward always goes along the last axis.
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
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))


# %% wrong: backward_last_axis
# why: backward always sums along the last axis.
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


# %% wrong: no_keepdims
# why: keepdims is forgotten in backward: the shapes do not fit, or fit by accident.
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


# %% wrong: diagonal_only
# why: Only the diagonal: p (1 - p), as for a sigmoid.
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


# %% wrong: sum_of_g
# why: The sum is that of the gradient, without p.
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


# %% wrong: mean_of_gp
# why: Mean instead of sum in backward.
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
        return p * (grad - (grad * p).mean(axis=ctx.dim, keepdims=True))


# %% wrong: p_missing
# why: The factor p in front is forgotten.
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
        return (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))


# %% wrong: saves_input
# why: The input is saved and used as if it were the result.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(axis=dim, keepdims=True))
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(a)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))


# %% wrong: min_subtracted
# why: The smallest score is subtracted, and not the largest.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.min(axis=dim, keepdims=True))
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))


# %% wrong: nan_to_num
# why: The scores overflow and nan is made 0 afterwards.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a)
        p = e / e.sum(axis=dim, keepdims=True)
        p = np.nan_to_num(p)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))


# %% wrong: float64
# why: The result is float64, whatever a is.
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


# %% wrong: in_place_input
# why: The maximum is subtracted from a in place: the scores of the caller change.
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
