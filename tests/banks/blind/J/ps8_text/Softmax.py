# %% right: less_the_maximum
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
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))


# %% right: by_the_logarithm_of_the_sum
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        top = np.max(a, axis=dim, keepdims=True)
        lower = a - top
        log_sum = np.log(np.sum(np.exp(lower), axis=dim, keepdims=True))
        out = np.exp(lower - log_sum)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors[0]
        flow = grad * out
        return flow - out * flow.sum(ctx.dim, keepdims=True)


# %% right: axis_moved_to_the_end
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        rows = np.moveaxis(a, dim, -1)
        powers = np.exp(rows - rows.max(-1)[..., None])
        result = np.moveaxis(powers / powers.sum(-1)[..., None], -1, dim)
        ctx.save_for_backward(result)
        ctx.dim = dim
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_tensors
        heard = (grad * result).sum(ctx.dim, keepdims=True)
        return result * (grad - heard)


# %% wrong: one_maximum_for_all_rows
# why: The largest number of the whole array is subtracted from all rows. In a row that lies far below it
# every exponential becomes 0, and 0 is divided by 0; take each row's own maximum.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        if a.size:
            a = a - np.max(a)
        exps = np.exp(a)
        out = exps / np.sum(exps, axis=dim, keepdims=True)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return out * (grad - (grad * out).sum(ctx.dim, keepdims=True))


# %% wrong: scores_clipped
# why: The scores are clipped to -80 to 80 so that nothing overflows. All scores above 80 become equal by
# that; subtract the largest of the row instead, which changes nothing.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        safe = np.clip(a, -80, 80)
        e = np.exp(safe)
        p = e / e.sum(dim, keepdims=True)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        total = (grad * p).sum(ctx.dim, keepdims=True)
        return p * (grad - total)


# %% wrong: only_the_slope_of_its_own
# why: The gradient is grad * p * (1 - p), the slope of each probability for its own score. The scores of a
# row also change all other probabilities: p * (grad - the sum of grad * p).
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        shifted = a - a.max(dim, keepdims=True)
        exp = np.exp(shifted)
        probs = exp / exp.sum(dim, keepdims=True)
        ctx.save_for_backward(probs)
        return probs

    @staticmethod
    def backward(ctx, grad):
        (probs,) = ctx.saved_tensors
        return grad * probs * (1 - probs)


# %% wrong: sum_in_backward_loses_its_axis
# why: In backward the sum drops the axis, so it is laid along the wrong axis of grad, or does not fit at
# all. Keep it with keepdims=True.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        m = a.max(axis=dim, keepdims=True)
        e = np.exp(a - m)
        s = e.sum(axis=dim, keepdims=True)
        out = e / s
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        dot = (grad * out).sum(ctx.dim)
        return out * (grad - dot)


# %% wrong: backward_always_along_the_last_axis
# why: forward goes along dim, but backward always sums over the last axis. It must sum along the same dim;
# keep it on ctx.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(-1, keepdims=True))


# %% wrong: largest_by_size_without_sign
# why: The largest absolute value is subtracted. If all scores of a row are far below 0, they are moved even
# further down, and 0 is divided by 0; subtract the largest score itself.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        finite = np.where(np.isinf(a), 0, a)
        largest = np.abs(finite).max(axis=dim, keepdims=True)
        e = np.exp(a - largest)
        out = e / e.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(out)
        ctx.axis = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return out * (grad - (out * grad).sum(ctx.axis, keepdims=True))


# %% wrong: changes_its_argument
# why: a -= ... subtracts the maximum in the caller's own array, which is changed by that. Make a new array:
# a = a - ...
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        a -= a.max(axis=dim, keepdims=True)
        a = np.exp(a)
        a /= a.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(a)
        ctx.dim = dim
        return a

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))


# %% wrong: row_by_row_with_a_helper
# why: np.apply_along_axis calls the helper for each row, and refuses an array in which there are none. With
# no rows the result is as empty as the argument; work on the whole array with axis and keepdims.
def softmax_of_a_row(row):
    e = np.exp(row - row.max())
    return e / e.sum()


@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        p = np.apply_along_axis(softmax_of_a_row, dim, a)
        ctx.dim = dim
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - (grad * p).sum(ctx.dim, keepdims=True))


# %% wrong: computed_in_float64_and_left_there
# why: The scores are turned to float64 and the result stays so. It must have the dtype of a; turn it back,
# or compute in the dtype that came in.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        x = a.astype(np.float64)
        x = np.exp(x - x.max(axis=dim, keepdims=True))
        out = x / x.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return out * (grad - (grad * out).sum(ctx.dim, keepdims=True))


# %% wrong: exponentials_saved_for_the_probabilities
# why: The exponentials are saved before they are divided by their sum, and backward takes them for the
# probabilities. Save the result.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        out = np.exp(a - a.max(dim, keepdims=True))
        ctx.save_for_backward(out)
        ctx.dim = dim
        return out / out.sum(dim, keepdims=True)

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        inner = (grad * out).sum(ctx.dim, keepdims=True)
        return out * (grad - inner)


# %% wrong: mean_subtracted
# why: The mean of the row is subtracted and not its largest score. The largest may lie far above the mean
# and overflow, and with a score of -inf the mean is -inf too.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        centred = a - a.mean(axis=dim, keepdims=True)
        weights = np.exp(centred)
        weights = weights / weights.sum(axis=dim, keepdims=True)
        ctx.save_for_backward(weights)
        ctx.dim = dim
        return weights

    @staticmethod
    def backward(ctx, grad):
        weights, = ctx.saved_tensors
        return weights * (grad - (weights * grad).sum(ctx.dim, keepdims=True))


# %% wrong: upstream_summed_without_the_weights
# why: backward subtracts the plain sum of the upstream gradient. Each g has to be weighted by its p before
# it is summed: the sum of g * p.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - np.amax(a, dim, keepdims=True))
        p = e / np.sum(e, dim, keepdims=True)
        ctx.save_for_backward(p)
        ctx.dim = dim
        return p

    @staticmethod
    def backward(ctx, grad):
        (p,) = ctx.saved_tensors
        return p * (grad - grad.sum(ctx.dim, keepdims=True))


# %% wrong: dim_saved_among_the_arrays
# why: dim is handed to save_for_backward, which is for arrays. A number becomes an attribute: ctx.dim = dim.
@piece
class Softmax(Op):
    @staticmethod
    def forward(ctx, a, dim):
        e = np.exp(a - a.max(dim, keepdims=True))
        p = e / e.sum(dim, keepdims=True)
        ctx.save_for_backward(p, dim)
        return p

    @staticmethod
    def backward(ctx, grad):
        p, dim = ctx.saved_tensors
        return p * (grad - (grad * p).sum(dim, keepdims=True))
