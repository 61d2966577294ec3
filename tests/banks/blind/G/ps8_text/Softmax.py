# %% right: the_axis_at_the_end
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        rows = np.moveaxis(a, dim, -1)
        powers = np.exp(rows - rows.max(axis=-1, keepdims=True))
        powers /= powers.sum(axis=-1, keepdims=True)
        result = np.moveaxis(powers, -1, dim)
        ctx.dim = dim
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        weighted = p * grad
        return weighted - p * weighted.sum(axis=ctx.dim, keepdims=True)


# %% right: from_the_logarithm
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def shares(a, dim):
        top = np.expand_dims(np.max(a, axis=dim), dim)
        moved = a - top
        return np.exp(moved - np.log(np.sum(np.exp(moved), axis=dim, keepdims=True)))

    @staticmethod
    def forward(ctx, a, dim):
        ctx.save_for_backward(a)
        ctx.dim = dim
        return Softmax.shares(a, dim)

    @staticmethod
    def backward(ctx, grad):
        p = Softmax.shares(ctx.saved_tensors[0], ctx.dim)
        mean = np.sum(p * grad, axis=ctx.dim, keepdims=True)
        return p * (grad - mean)


# %% wrong: the_maximum_of_everything
# why: The largest score of the whole array is subtracted. In a row that is much smaller all exponentials are 0, and 0 is divided by 0.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        top = a.max() if a.size else 0
        e = np.exp(a - top)
        p = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(axis=ctx.dim, keepdims=True))


# %% wrong: each_score_by_itself
# why: p (1 - p) is the slope of p_i for its own score. That a score takes from all the others of its row is left out.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - np.amax(a, axis=dim, keepdims=True)
        exponentials = np.exp(shifted)
        out = exponentials / np.sum(exponentials, axis=dim, keepdims=True)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out * (1 - out)


# %% wrong: the_sum_along_the_last_axis
# why: forward goes along dim, but the sum in backward along the last axis, whatever dim was.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        p = np.exp(a - a.max(dim, keepdims=True))
        p = p / p.sum(dim, keepdims=True)
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        p = ctx.saved_tensors[0]
        inner = np.einsum("...i,...i->...", grad, p)[..., None]
        return p * (grad - inner)


# %% wrong: the_mean_is_subtracted
# why: The mean of a row is subtracted in place of its largest score. A single large score still overflows, and a row with -inf has the mean -inf.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        centred = a - a.mean(axis=dim, keepdims=True)
        up = np.exp(centred)
        result = up / up.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_tensors
        total = np.sum(grad * result, ctx.dim, keepdims=True)
        return result * grad - result * total


# %% wrong: the_sum_is_not_weighted
# why: From each upstream gradient the plain sum of its row is taken off. In the formula every g_j is weighted by p_j.
@piece
class Softmax(Op):
    """out = exp a / Σ exp a along dim"""

    @staticmethod
    def forward(ctx, a, dim):
        largest = np.max(a, axis=dim, keepdims=True)
        out = np.exp(a - largest)
        out /= np.sum(out, axis=dim, keepdims=True)
        ctx.save_for_backward(out)
        ctx.axis = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return out * (grad - grad.sum(axis=ctx.axis, keepdims=True))
