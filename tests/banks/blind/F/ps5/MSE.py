# %% right: plain
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% right: divisor
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.divisor = a.size if reduction == "mean" else 1
        difference = a - b
        squares = difference * difference
        return squares if reduction == "none" else squares.sum() / ctx.divisor

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        for_a = 2 * (a - b) * grad / ctx.divisor
        return for_a, -for_a

# %% right: with_none
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.word = reduction
        ctx.save_for_backward(a, b)
        out = np.square(np.subtract(a, b))
        if reduction == "mean":
            out = np.mean(out)
        elif reduction == "sum":
            out = np.sum(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        if ctx.word == "none":
            g = grad * 2 * (a - b)
        elif ctx.word == "sum":
            g = 2 * (a - b) * grad
        elif ctx.word == "mean":
            n = 1
            for size in a.shape:
                n *= size
            g = 2 * (a - b) * grad / n
        return g, g * -1, None

# %% right: difference_saved
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        difference = a - b
        ctx.save_for_backward(difference)
        ctx.n = {"none": 1, "sum": 1, "mean": difference.size}[reduction]
        squares = difference**2
        return {"none": lambda: squares, "sum": squares.sum, "mean": squares.mean}[reduction]()

    @staticmethod
    def backward(ctx, grad):
        (difference,) = ctx.saved_tensors
        factor = 2 / ctx.n
        return factor * difference * grad, -factor * difference * grad

# %% right: two_slopes
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        n = a.size if ctx.reduction == "mean" else 1
        grad_a = grad * (2 * a - 2 * b) / n
        grad_b = grad * (2 * b - 2 * a) / n
        return grad_a, grad_b

# %% wrong: mean_not_divided
# why: The mean's slope is not divided by n.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        return grad * slope, -grad * slope

# %% wrong: always_divided
# why: The slope is divided by n for every reduction, not only for the mean.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: divided_unless_none
# why: The slope of the sum is divided by n, too.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction != "none":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: rows_counted
# why: n counts the rows of a instead of all entries.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / len(a)
        return grad * slope, -grad * slope

# %% wrong: last_axis_counted
# why: n counts the columns of a instead of all entries.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.shape[-1]
        return grad * slope, -grad * slope

# %% wrong: two_lost
# why: The factor 2 of the slope is missing.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: b_same_sign
# why: The gradient of b has the sign of that of a.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, grad * slope

# %% wrong: b_forgotten
# why: b takes part, too, and gets a gradient.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, None

# %% wrong: one_gradient
# why: Only one gradient is returned for two operands.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope

# %% wrong: signs_turned
# why: The difference is turned round, so both gradients have the wrong sign.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (b - a)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: order_turned
# why: The gradient of b stands before that of a.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return -grad * slope, grad * slope

# %% wrong: no_upstream
# why: The upstream gradient is not multiplied in.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return slope, -slope

# %% wrong: upstream_for_a_only
# why: The gradient of b is not multiplied by the upstream gradient.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -slope

# %% wrong: absolute
# why: The absolute difference is taken instead of the square.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = np.abs(a - b)
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: difference_of_squares
# why: a² - b² is not (a - b)².
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = a**2 - b**2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: brackets_lost
# why: The brackets are lost: only b is squared.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = a - b**2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: mean_over_first_axis
# why: The mean is taken over the first axis only, not over all entries.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean(0)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: sum_over_last_axis
# why: The sum is taken over the last axis only, not over all entries.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum(-1)
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: none_is_mean
# why: The case "none" is missing in forward and becomes a mean.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: python_none
# why: It asks for None, but the reduction is the word "none".
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction is None:
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: halved
# why: The squares are halved, as in some books, but not here.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2 / 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: two_saves
# why: The second call of save_for_backward replaces the first.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a)
        ctx.save_for_backward(b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: word_forgotten
# why: forward never keeps the reduction, so backward cannot ask for it.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: word_on_class
# why: The reduction is kept on the class, so the next call with another one overwrites it.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        MSE.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if MSE.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: in_place
# why: a -= b changes the operand a in place.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        a -= b
        squares = a**2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: summed_gradient
# why: For sum and mean the gradients are summed to single numbers; they have the shape of a and b.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        if ctx.reduction != "none":
            return (grad * slope).sum(), -(grad * slope).sum()
        return grad * slope, -grad * slope

# %% wrong: root
# why: The root of the mean is taken, which is another loss.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return np.sqrt(squares.mean())

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: slope_from_loss
# why: The square is still in the slope; its power must be lowered.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b) ** 2
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: forgets_return
# why: For the mean nothing is returned.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope, -grad * slope

# %% wrong: upstream_summed
# why: The upstream gradient is summed first, which is wrong where there is one for each square.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        grad = np.sum(grad)
        return grad * slope, -grad * slope

# %% wrong: upstream_averaged
# why: The upstream gradient is averaged first, which is wrong where there is one for each square.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        grad = np.mean(grad)
        return grad * slope, -grad * slope

