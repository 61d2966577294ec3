# %% right: plain
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))
# %% right: by_log
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - np.max(a, axis=dim, keepdims=True)
        logs = shifted - np.log(np.sum(np.exp(shifted), axis=dim, keepdims=True))
        out = np.exp(logs)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors[0]
        weighted = grad * out
        total = weighted.sum(ctx.dim, keepdims=True)
        return weighted - out * total
# %% right: axis_to_the_end
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        b = np.moveaxis(a, dim, -1)
        b = b - b.max(axis=-1)[..., None]
        e = np.exp(b)
        e = e / e.sum(axis=-1)[..., None]
        result = np.ascontiguousarray(np.moveaxis(e, -1, dim))
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        s = (grad * p).sum(ctx.dim, keepdims=True)
        return grad * p - s * p
# %% right: np_sum_in_backward
def soft(a, dim):
    top = np.max(a, axis=dim, keepdims=True)
    e = np.exp(a - top)
    return e / np.sum(e, axis=dim, keepdims=True)


@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        ctx.save_for_backward(a)
        return soft(a, dim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        p = soft(a, ctx.dim)
        return p * (grad - np.sum(grad * p, axis=ctx.dim, keepdims=True))
# %% wrong: no_maximum
# why: No maximum is subtracted: exp(1000) overflows.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a)
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))
# %% wrong: one_maximum_for_all
# why: One maximum is taken for the whole array; a row of -1000 beside a row of 1000 divides 0 by 0.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(initial=-np.inf))
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))
# %% wrong: keepdims_missing
# why: The sum has lost its axis, and does not fit (or fits the wrong way).
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))
# %% wrong: always_the_last_axis
# why: dim is ignored, the sums go along the last axis.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(-1, keepdims=True))
        p = e / e.sum(-1, keepdims=True)
        ctx.dim = -1
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))
# %% wrong: whole_array
# why: The sum goes over the whole array.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum()
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))
# %% wrong: diagonal_only
# why: Only the diagonal of the Jacobian is used, p (1 - p); the gradient at one place hears of all others.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return grad * p * (1 - p)
# %% wrong: sum_missing
# why: The sum over the row is not subtracted.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return grad * p
# %% wrong: sum_without_p
# why: The sum is that of g, not that of g p.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - grad.sum(ctx.dim, keepdims=True))
# %% wrong: backward_axis
# why: backward sums along axis 0, whatever dim is.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(0, keepdims=True))
# %% wrong: backward_keepdims
# why: keepdims is missing in backward.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim))
# %% wrong: a_in_place
# why: The maximum is subtracted from a in place.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        a -= a.max(dim, keepdims=True)
        e = np.exp(a)
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))
# %% wrong: grad_in_place
# why: The upstream gradient is changed in place.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        grad -= (grad * p).sum(ctx.dim, keepdims=True)
        return p * grad
# %% wrong: clipped
# why: Scores are clipped to ±50: what is larger or smaller counts as equal.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(np.clip(a, -50, 50))
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))
# %% wrong: epsilon
# why: A small number below keeps a row of zeros from dividing, but the row is 0 then and not right.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(initial=-np.inf))
        p = e / (e.sum(dim, keepdims=True) + 1e-12)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))
# %% wrong: minimum
# why: The minimum is subtracted, which makes the exponentials larger still (and -inf to nan).
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.min(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))
# %% wrong: double_precision
# why: The result is float64, also for float32.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(np.float64(1) * (a - a.max(dim, keepdims=True)).astype(np.float64))
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))
# %% wrong: exponentials_saved
# why: The exponentials are saved before they are divided, and taken for p.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(e)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))
# %% wrong: repaired_afterwards
# why: nan is replaced by 0 after the division, and should be 1 or a share of it.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a)
        p = np.nan_to_num(e / e.sum(dim, keepdims=True))
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))
# %% wrong: dim_saved
# why: dim is a number and no array; save_for_backward refuses it.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p, dim)
        return p

    @staticmethod
    def backward(ctx, grad):
        p, ctx.dim = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))
# %% wrong: sign
# why: The signs in backward are turned around.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * ((grad * p).sum(ctx.dim, keepdims=True) - grad)
# %% wrong: mean
# why: The mean of g p is subtracted and not the sum.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).mean(ctx.dim, keepdims=True))
# %% wrong: two_dimensions_only
# why: The loop goes over the rows of a table, and knows neither other axes nor more dimensions.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        out = np.zeros_like(a)
        for i, row in enumerate(a):
            e = np.exp(row - row.max())
            out[i] = e / e.sum()
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(-1, keepdims=True))
