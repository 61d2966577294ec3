# %% right: one_number_says_it
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.divisor = a.size if reduction == "mean" else 1
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        return squares.sum() / ctx.divisor

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = (a - b) * grad * (2 / ctx.divisor)
        return slope, -slope


# %% right: a_table_of_reductions
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction, ctx.count = reduction, a.size
        difference = b - a
        reduce = {"none": np.asarray, "sum": np.sum, "mean": np.mean}[reduction]
        return reduce(difference * difference)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        if ctx.reduction == "mean":
            grad = grad / ctx.count
        twice = 2 * grad
        return twice * (a - b), twice * (b - a), None


# %% wrong: n_counts_the_rows
# why: The mean is over all entries of a, but backward divides by the number of its rows.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        ctx.n = a.shape[0] if a.ndim else 1
        squares = np.square(a - b)
        if reduction == "mean":
            return squares.mean()
        if reduction == "sum":
            return squares.sum()
        return squares

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = 2 * (a - b) * grad
        if ctx.reduction == "mean":
            g = g / ctx.n
        return g, -g


# %% wrong: the_same_sign_for_both
# why: The slope of (a - b)² for b is -2 (a - b); here b gets the slope of a.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.factor = {"none": 2.0, "sum": 2.0, "mean": 2.0 / a.size}[reduction]
        out = (a - b) ** 2
        if reduction == "none":
            return out
        return out.sum() if reduction == "sum" else out.mean()

    @staticmethod
    def backward(ctx, grad):
        gradients = []
        a, b = ctx.saved_tensors
        for _ in ("a", "b"):
            gradients.append(ctx.factor * grad * (a - b))
        return tuple(gradients)


# %% wrong: the_reduction_is_kept_on_the_class
# why: The word is kept on the class, which all calls share: after two losses with different reductions, backward of the first takes the reduction of the second.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    reduction = "mean"

    @staticmethod
    def forward(ctx, a, b, reduction):
        MSE.reduction = reduction
        ctx.save_for_backward(a, b)
        d = a - b
        if reduction == "none":
            return d * d
        total = (d * d).sum()
        return total if reduction == "sum" else total / d.size

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        per_square = 1.0
        if MSE.reduction == "mean":
            per_square = 1.0 / a.size
        da = 2.0 * per_square * grad * (a - b)
        return da, -da


# %% wrong: the_difference_is_written_into_a
# why: a -= b writes the difference into the array of the caller, whose predictions are gone afterwards.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        a -= b
        ctx.save_for_backward(a)
        ctx.scale = 2 / a.size if reduction == "mean" else 2
        if reduction == "none":
            return a * a
        if reduction == "sum":
            return np.sum(a * a)
        return np.mean(a * a)

    @staticmethod
    def backward(ctx, grad):
        (difference,) = ctx.saved_tensors
        g = ctx.scale * grad * difference
        return g, -g


# %% wrong: divided_unless_summed
# why: Only the sum is excepted from the division by n. With "none" nothing was averaged either, so the gradient is n times too small.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.is_sum = reduction == "sum"
        e = (a - b) ** 2
        return e if reduction == "none" else getattr(e, reduction)()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        if ctx.is_sum:
            da = 2 * (a - b) * grad
        else:
            da = 2 * (a - b) * grad / a.size
        return da, -1 * da
