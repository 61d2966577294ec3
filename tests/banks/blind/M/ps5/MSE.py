# %% right: divisor_on_ctx
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        squares = (a - b) ** 2
        ctx.n = 1
        if reduction == "sum":
            return squares.sum()
        if reduction == "mean":
            ctx.n = squares.size
            return squares.mean()
        return squares

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = grad * 2 * (a - b) / ctx.n
        return g, -g

# %% right: table_of_reductions
def unchanged(squares):
    return squares


REDUCTIONS = {"none": unchanged, "sum": np.sum, "mean": np.mean}


@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        return REDUCTIONS[reduction](np.square(a - b))

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, grad * -slope, None

# %% right: difference_saved
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        d = a - b
        ctx.save_for_backward(d)
        ctx.reduction = reduction
        out = d * d
        if reduction == "sum":
            out = np.sum(out)
        elif reduction == "mean":
            out = np.mean(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (d,) = ctx.saved_tensors
        if ctx.reduction == "mean":
            return 2 * d * grad / d.size, -2 * d * grad / d.size
        return 2 * d * grad, -2 * d * grad

# %% right: mean_as_sum_over_n
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.divisor = a.size if reduction == "mean" else 1
        difference = a - b
        out = difference * difference
        if reduction != "none":
            out = out.sum() / ctx.divisor
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * (a - b) * (2 / ctx.divisor), grad * (b - a) * (2 / ctx.divisor)

# %% wrong: n_counts_rows
# why: The gradient of the mean is divided by len(a), the number of rows. n is the number of all entries of a, which is a.size (and len fails for a single number).
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        sq = (a - b) ** 2
        if reduction == "mean":
            return sq.mean()
        if reduction == "sum":
            return sq.sum()
        return sq

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = 2 * (a - b) * grad
        if ctx.reduction == "mean":
            g = g / len(a)
        return g, -g

# %% wrong: same_sign_for_b
# why: b gets the same gradient as a. The squares depend on a - b, so that the slope for b has the other sign.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        sq = (a - b) ** 2
        if reduction == "none":
            return sq
        return sq.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = grad * 2 * (a - b) / ctx.n
        grad_b = grad * 2 * (a - b) / ctx.n
        return grad_a, grad_b

# %% wrong: none_divided_too
# why: Everything but the sum is divided by n in backward, "none" included. Without a reduction each square passes on its upstream gradient whole; only the mean is divided by n.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        return squares.sum() if reduction == "sum" else squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction != "sum":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: upstream_changed_in_place
# why: backward multiplies the upstream gradient in place (`grad *= ...`). With reduction "none" it is an array, and that array is changed; a new array should be computed.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        out = (a - b) ** 2
        if reduction == "mean":
            out = out.mean()
        elif reduction == "sum":
            out = out.sum()
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        if ctx.reduction == "none":
            grad *= 2 * (a - b)
            return grad, -grad
        n = a.size if ctx.reduction == "mean" else 1
        g = grad * 2 * (a - b) / n
        return g, -g

# %% wrong: reduction_on_the_class
# why: The reduction is kept as an attribute of the class, which is there once for all calls. A second loss with another reduction overwrites it before the first one's backward; it should be an attribute of ctx.
@piece
class MSE(Op):
    reduction = "mean"

    @staticmethod
    def forward(ctx, a, b, reduction):
        MSE.reduction = reduction
        ctx.save_for_backward(a, b)
        squares = (a - b) ** 2
        if reduction == "mean":
            return squares.mean()
        if reduction == "sum":
            return squares.sum()
        return squares

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        n = a.size if MSE.reduction == "mean" else 1
        g = grad * 2 * (a - b) / n
        return g, -g

# %% wrong: none_compared_with_None
# why: The word "none" is asked for by `is None`, which is never true for a text. So without a reduction the result is the mean; the comparison should be reduction == "none".
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        diff2 = (a - b) ** 2
        ctx.n = 1
        if reduction is None:
            return diff2
        elif reduction == "sum":
            return diff2.sum()
        else:
            ctx.n = diff2.size
            return diff2.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        da = grad * 2 * (a - b) / ctx.n
        return da, -da

# %% wrong: distance_without_sign
# why: The slope is computed from the absolute difference. It is 2 (a - b) with the sign: where a is smaller than b, a gets a gradient of the wrong direction.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        error = np.abs(a - b)
        if reduction == "none":
            return error ** 2
        if reduction == "sum":
            return np.sum(error ** 2)
        return np.mean(error ** 2)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        error = np.abs(a - b)
        n = a.size if ctx.reduction == "mean" else 1
        return grad * 2 * error / n, -grad * 2 * error / n

# %% wrong: mean_over_last_axis
# why: The mean is taken over the last axis, so that for a table a column of means comes out. It should be a single number, the mean over all entries.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        s = (a - b) ** 2
        if reduction == "sum":
            return s.sum()
        if reduction == "mean" and s.ndim:
            return s.mean(axis=-1)
        return s

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = 2 * (a - b)
        if ctx.reduction == "mean":
            n = a.shape[-1] if a.ndim else 1
            g = g * np.expand_dims(grad, -1) / n if a.ndim else g * grad
        else:
            g = g * grad
        return g, -g
