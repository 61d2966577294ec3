# %% right: one_number_says_it_all
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        return squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b) * grad / ctx.n
        return slope, -slope

# %% right: three_branches
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        d = a - b
        if reduction == "mean":
            return np.mean(d * d)
        elif reduction == "sum":
            return np.sum(d * d)
        else:
            return d * d

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = grad * 2 * (a - b)
        gb = grad * 2 * (b - a)
        if ctx.reduction == "mean":
            ga = ga / a.size
            gb = gb / a.size
        return ga, gb, None

# %% wrong: n_counts_rows
# why: The mean divides by all entries, but backward divides by the first size, the number of rows. With more than one column the gradient is
# too large; n must count all entries of a.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        sq = (a - b) ** 2
        if reduction == "none":
            return sq
        return sq.sum() if reduction == "sum" else sq.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            n = a.shape[0] if a.ndim else 1
            slope = slope / n
        return grad * slope, -grad * slope

# %% wrong: b_with_the_same_sign
# why: b gets the same gradient as a. b is subtracted, so its slope has the other sign.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.scale = 1 / a.size if reduction == "mean" else 1
        sq = np.square(a - b)
        return sq if reduction == "none" else ctx.scale * np.sum(sq)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = grad * 2 * (a - b) * ctx.scale
        return g, g

# %% wrong: remembered_on_the_class
# why: The reduction is kept as an attribute of the class, which is there once: a second loss with another reduction overwrites it before the
# first one has walked back. It belongs on ctx, which each call has for itself.
@piece
class MSE(Op):
    reduction = "mean"

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        MSE.reduction = reduction
        d = (a - b) ** 2
        if reduction == "mean":
            return d.mean()
        if reduction == "sum":
            return d.sum()
        return d

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        d = 2 * (a - b)
        if MSE.reduction == "mean":
            d = d / a.size
        return grad * d, -(grad * d)

# %% wrong: subtracts_in_place
# why: `a -= b` writes into the array of the argument, and then a itself is the difference, which is what was saved. The caller's numbers are
# changed, and backward subtracts b once more. `a - b` makes a new array.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        a -= b
        squares = a ** 2
        return squares if reduction == "none" else squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b) / ctx.n
        return grad * slope, -grad * slope

# %% wrong: upstream_forgotten
# why: backward returns the slopes alone. They have to be multiplied by the upstream gradient, which is not always 1.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        out = (a - b) ** 2
        if reduction != "none":
            out = out.sum() / ctx.n
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        da = 2 * (a - b) / ctx.n
        return da, -da

# %% wrong: none_is_divided_too
# why: backward divides by n in every case but "sum". Where the squares are returned as they are nothing was divided, so the slope
# for "none" is 2(a - b) as well.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.divide = reduction != "sum"
        squares = (a - b) ** 2
        return {"none": lambda: squares, "sum": squares.sum, "mean": squares.mean}[reduction]()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.divide:
            slope = slope / a.size
        return grad * slope, grad * -slope

# %% wrong: size_of_the_difference
# why: The slope is computed with the absolute difference, so it is never negative, and a moves the same way on both sides of b. The derivative of
# a square is twice the difference with its sign.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        d = np.abs(a - b)
        return d ** 2 if reduction == "none" else np.sum(d ** 2) / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = 2 * np.abs(a - b) * grad / ctx.n
        return g, -g

# %% wrong: mean_of_the_last_axis
# why: The mean is taken over the last axis only, so that a table gives one number for each row. "mean" is a single number, the mean of all entries.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = 1
        err = (a - b) ** 2
        if reduction == "sum":
            return err.sum()
        if reduction == "mean" and err.ndim > 0:
            ctx.n = a.shape[-1]
            return err.mean(axis=-1)
        return err

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = np.asarray(grad)
        if ctx.n != 1 and g.ndim == a.ndim - 1:
            g = g[..., None]
        d = 2 * (a - b) * g / ctx.n
        return d, -d

# %% wrong: two_is_lost
# why: The slope is the difference, without the factor 2. The derivative of a square is twice its base.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.weight = {"none": 1, "sum": 1, "mean": 1 / a.size}[reduction]
        loss = np.power(a - b, 2)
        return loss if reduction == "none" else loss.sum() * ctx.weight

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = ctx.weight * grad * (a - b)
        return slope, -slope

# %% wrong: target_without_a_gradient
# why: b is taken for a target that needs no gradient, and gets None. b takes part too, with the other sign.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, prediction, target, reduction):
        ctx.save_for_backward(prediction, target)
        ctx.count = prediction.size if reduction == "mean" else 1
        squares = (prediction - target) ** 2
        return squares if reduction == "none" else squares.sum() / ctx.count

    @staticmethod
    def backward(ctx, grad):
        prediction, target = ctx.saved_tensors
        return 2 * grad * (prediction - target) / ctx.count, None

# %% right: table_of_reductions
REDUCE = {"none": lambda s: s, "sum": np.sum, "mean": np.mean}


@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.factor = 2 / a.size if reduction == "mean" else 2
        return REDUCE[reduction](np.square(a - b))

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = ctx.factor * grad
        return g * (a - b), g * (b - a)
