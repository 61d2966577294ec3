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
        g = grad * 2 * (a - b) / ctx.n
        return g, -g


# %% right: three_cases
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        difference = a - b
        squares = difference * difference
        if reduction == "none":
            return squares
        elif reduction == "sum":
            return np.sum(squares)
        elif reduction == "mean":
            return np.mean(squares)
        else:
            raise ValueError("reduction must be none, sum or mean")

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        if ctx.reduction == "none":
            grad_a = 2 * (a - b) * grad
            grad_b = -2 * (a - b) * grad
        elif ctx.reduction == "sum":
            grad_a = 2 * (a - b) * grad
            grad_b = -2 * (a - b) * grad
        else:
            n = a.size
            grad_a = 2 * (a - b) / n * grad
            grad_b = -2 * (a - b) / n * grad
        return grad_a, grad_b


# %% right: saves_the_difference_and_returns_three
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        d = a - b
        ctx.save_for_backward(d)
        ctx.factor = 2.0
        out = d**2
        if reduction == "mean":
            ctx.factor = 2.0 / a.size
            out = out.mean()
        if reduction == "sum":
            out = out.sum()
        return out

    @staticmethod
    def backward(ctx, grad):
        (d,) = ctx.saved_tensors
        slope = ctx.factor * d
        return slope * grad, -(slope * grad), None


# %% right: dict_of_reductions
_reduce = {"none": lambda s: s, "sum": np.sum, "mean": np.mean}


@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        return _reduce[reduction](np.square(a - b))

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        if ctx.reduction == "mean":
            grad = grad / math.prod(a.shape)
        ga = 2 * grad * (a - b)
        gb = 2 * grad * (b - a)
        return ga, gb


# %% wrong: rows_for_entries
# why: In backward the mean divides by len(a), the number of rows, instead of by the number of all entries, a.size (and a single number has no len).
@piece
class MSE(Op):
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
        g = 2 * (a - b) * grad
        if ctx.reduction == "mean":
            g = g / len(a)
        return g, -g


# %% wrong: factor_two_forgotten
# why: The slope of a square is taken as a - b: the factor 2 is missing.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        squares = (a - b) ** 2
        return squares if reduction == "none" else squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = grad * (a - b) / ctx.n
        return g, -g


# %% wrong: same_sign_for_b
# why: b gets the same gradient as a; only the difference counts, so it must have the other sign.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        squares = (a - b) ** 2
        return squares if reduction == "none" else squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = grad * 2 * (a - b) / ctx.n
        return g, g


# %% wrong: b_is_a_target
# why: b is taken as a fixed target: backward returns a gradient for a only (None for b).
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        squares = (a - b) ** 2
        return squares if reduction == "none" else squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * 2 * (a - b) / ctx.n, None


# %% wrong: single_gradient
# why: backward returns one array instead of two: there are two operands that are arrays, and b takes part as well.
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
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return grad * slope


# %% wrong: upstream_ignored
# why: The slopes alone are returned: they are not multiplied by the upstream gradient.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        squares = (a - b) ** 2
        return squares if reduction == "none" else squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = 2 * (a - b) / ctx.n
        return g, -g


# %% wrong: mean_not_divided
# why: The gradient is the same for all three reductions: for the mean the division by n is missing.
@piece
class MSE(Op):
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
        g = 2 * (a - b) * grad
        return g, -g


# %% wrong: none_divided_too
# why: For "none" the slope is divided by n as well: everything that is not "sum" is treated like the mean in backward.
@piece
class MSE(Op):
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
        g = 2 * (a - b) * grad
        if ctx.reduction != "sum":
            g = g / a.size
        return g, -g


# %% wrong: none_is_none
# why: It is asked whether `reduction is None`, but the word is the text "none": the squares are averaged where they should stay as they are.
@piece
class MSE(Op):
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
        g = 2 * (a - b) * grad
        if ctx.reduction is not None and ctx.reduction != "sum":
            g = g / a.size
        return g, -g


# %% wrong: root_mean_square
# why: The root of the mean is taken: that is the RMSE, and MSE has no root.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum()
        return np.sqrt(squares.mean())

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = grad * 2 * (a - b) / ctx.n
        return g, -g


# %% wrong: mean_over_last_axis
# why: Sum and mean are taken along the last axis only, so there is a number per row instead of a single one.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "none":
            return squares
        if reduction == "sum":
            return squares.sum(axis=-1)
        return squares.mean(axis=-1)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = 2 * (a - b) * grad
        if ctx.reduction == "mean":
            g = g / a.shape[-1]
        return g, -g


# %% wrong: reduction_on_the_class
# why: The reduction is kept on the class, which is there only once: if MSE is used a second time before backward runs, its reduction overwrites the first one's. It belongs to ctx.
@piece
class MSE(Op):
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
        g = 2 * (a - b) * grad
        if MSE.reduction == "mean":
            g = g / a.size
        return g, -g


# %% wrong: upstream_summed
# why: The upstream gradient is summed before it is used: for "none" each square has its own, and they must not be mixed.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        squares = (a - b) ** 2
        return squares if reduction == "none" else squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = 2 * (a - b) / ctx.n * grad.sum()
        return g, -g


# %% wrong: changes_a
# why: `a -= b` writes the difference into the argument a itself: forward changes its input.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        a -= b
        ctx.save_for_backward(a)
        ctx.n = a.size if reduction == "mean" else 1
        squares = a**2
        return squares if reduction == "none" else squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        (d,) = ctx.saved_tensors
        g = grad * 2 * d / ctx.n
        return g, -g


# %% wrong: gradients_swapped
# why: The two gradients are returned in the wrong order: a gets that of b, with the wrong sign, and b that of a.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        squares = (b - a) ** 2
        return squares if reduction == "none" else squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = grad * 2 * (b - a) / ctx.n
        return g, -g


# %% wrong: half_the_square
# why: A factor 1/2 from another textbook's loss stands in front of the square, so that the 2 goes away: out is half of what is asked for.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        squares = 0.5 * (a - b) ** 2
        return squares if reduction == "none" else squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = grad * (a - b) / ctx.n
        return g, -g


# %% wrong: caret_for_power
# why: `^` is not the power in Python but the bitwise "exclusive or", which is refused for floats; the square is `** 2`.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = a.size if reduction == "mean" else 1
        squares = (a - b) ^ 2
        return squares if reduction == "none" else squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = grad * 2 * (a - b) / ctx.n
        return g, -g


# %% wrong: squares_saved
# why: The squares are saved and used as if they were the differences: the slope becomes 2 (a - b)² and has lost its sign.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        squares = (a - b) ** 2
        ctx.save_for_backward(squares)
        ctx.n = a.size if reduction == "mean" else 1
        return squares if reduction == "none" else squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        (d,) = ctx.saved_tensors
        g = grad * 2 * d / ctx.n
        return g, -g


# %% wrong: divided_twice
# why: For the mean the gradient is divided by n twice: once in the upstream gradient, and once more by ctx.n.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        ctx.n = a.size if reduction == "mean" else 1
        squares = (a - b) ** 2
        return squares if reduction == "none" else squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        if ctx.reduction == "mean":
            grad = grad / a.size
        g = grad * 2 * (a - b) / ctx.n
        return g, -g
