# %% right: one_divisor
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        squares = (a - b) ** 2
        return squares if reduction == "none" else squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = grad * 2 * (a - b) / ctx.n
        return slope, -slope

# %% right: three_branches
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        d = a - b
        if reduction == "none":
            return d * d
        if reduction == "sum":
            return np.sum(d * d)
        return np.mean(d * d)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        da = 2 * (a - b) * grad
        if ctx.reduction == "mean":
            da = da / a.size
        return da, -da, None

# %% right: table_of_functions
REDUCE = {"none": lambda s: s, "sum": np.sum, "mean": np.mean}


@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.factor = 2 / a.size if reduction == "mean" else 2
        return REDUCE[reduction]((a - b) ** 2)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * (a - b) * ctx.factor, grad * (b - a) * ctx.factor

# %% right: count_by_the_shape
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        n = 1
        for size in a.shape:
            n *= size
        ctx.save_for_backward(a, b)
        ctx.reduction, ctx.n = reduction, n
        out = (b - a) ** 2
        if reduction != "none":
            out = out.sum()
        if reduction == "mean":
            out = out / n
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        if ctx.reduction == "mean":
            grad = grad / ctx.n
        grad_a = grad * (a - b + a - b)
        return grad_a, 0 - grad_a, None

# %% wrong: mean_over_rows
# why: n is len(a), the number of rows. The mean goes over all entries, so n is a.size; a single number
# has no len at all.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        sq = (a - b) ** 2
        if reduction == "none":
            return sq
        if reduction == "sum":
            return sq.sum()
        return sq.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = 2 * (a - b) * grad
        if ctx.reduction == "mean":
            g = g / len(a)
        return g, -g

# %% wrong: the_two_is_lost
# why: The slope of a square is twice its base. Here (a - b) arrives without the factor 2.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        sq = np.square(a - b)
        return sq if reduction == "none" else np.sum(sq) / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = grad * (a - b) / ctx.n
        return ga, -ga

# %% wrong: same_sign_for_both
# why: b gets the same gradient as a. Only a - b counts, so that of b has the other sign.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        diff = a - b
        if reduction == "mean":
            return (diff ** 2).mean()
        elif reduction == "sum":
            return (diff ** 2).sum()
        return diff ** 2

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        n = a.size if ctx.reduction == "mean" else 1
        slope = 2 * (a - b) / n
        return grad * slope, grad * slope

# %% wrong: sum_divided_too
# why: Every reduction but "none" is divided by n on the way back. A sum passes the whole upstream
# gradient to each square; only the mean divides.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduced = reduction != "none"
        e = (a - b) ** 2
        if reduction == "sum":
            return e.sum()
        if reduction == "mean":
            return e.mean()
        return e

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = 2.0 * (a - b) * grad
        if ctx.reduced:
            ga = ga / a.size
        return ga, -ga

# %% wrong: argument_changed
# why: `a -= b` writes the difference into the array that was given. An Op must not change its arguments;
# a - b makes a new array.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        a -= b
        ctx.diff = a.copy()
        ctx.n = a.size if reduction == "mean" else 1
        if reduction == "none":
            return ctx.diff ** 2
        return (ctx.diff ** 2).sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        g = 2 * ctx.diff * grad / ctx.n
        return g, -g

# %% wrong: reduction_kept_on_the_class
# why: The reduction is kept as an attribute of the class, which is there once for all calls. If another
# loss is computed before backward, its reduction is used. It belongs on ctx.
@piece
class MSE(Op):
    mode = "mean"

    @staticmethod
    def forward(ctx, a, b, reduction):
        MSE.mode = reduction
        ctx.save_for_backward(a, b)
        out = (a - b) ** 2
        if reduction == "sum":
            out = out.sum()
        elif reduction == "mean":
            out = out.mean()
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        n = a.size if MSE.mode == "mean" else 1
        g = grad * 2 * (a - b) / n
        return g, -g

# %% wrong: upstream_left_out
# why: The slopes are returned as they are, and the upstream gradient is not multiplied in. Each slope
# must be multiplied by grad.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        s = (a - b) ** 2
        return {"none": s, "sum": s.sum(), "mean": s.mean()}[reduction]

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return slope, -slope

# %% wrong: upstream_doubled_in_place
# why: `grad *= 2` writes into the upstream gradient, which belongs to the engine and may be used
# elsewhere. Compute a new array instead.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.count = a.size if reduction == "mean" else 1
        squares = (a - b) * (a - b)
        if reduction == "none":
            return squares
        return squares.sum() / ctx.count

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad *= 2
        grad_a = grad * (a - b) / ctx.count
        return grad_a, -grad_a
