# %% right: plain_ifs
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
        if reduction == "mean":
            return squares.mean()
        return squares

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
        ctx.n = 1
        out = np.square(a - b)
        if reduction != "none":
            out = np.sum(out)
        if reduction == "mean":
            ctx.n = np.asarray(a).size
            out = out / ctx.n
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = grad * (a - b) * 2 / ctx.n
        return ga, -ga, None

# %% right: dict_of_functions
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.how = reduction
        ctx.save_for_backward(a, b)
        d = a - b
        reduce = {"none": lambda x: x, "sum": np.sum, "mean": np.mean}[reduction]
        return reduce(d * d)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        number = math.prod(a.shape) if ctx.how == "mean" else 1
        to_a = 2 * (a - b) * grad / number
        to_b = 2 * (b - a) * grad / number
        return to_a, to_b

# %% right: save_the_difference
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.a_and_b = None  # not needed
        ctx.save_for_backward(a, b)
        ctx.factor = 2.0
        d = a - b
        if reduction == "none":
            result = d**2
        elif reduction == "sum":
            result = np.sum(d**2)
        else:
            result = np.mean(d**2)
            ctx.factor = 2.0 / d.size
        return result

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        upstream = grad * ctx.factor
        return upstream * (a - b), upstream * (b - a)

# %% wrong: rows_for_n
# why: The mean divides by the number of rows in backward, and not by the number of all entries.
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
        if reduction == "mean":
            return squares.mean()
        return squares

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / (len(a) if a.ndim else 1)
        return grad * slope, -grad * slope

# %% wrong: n_forgotten
# why: Mean is treated like the sum on the way back, the division by n is missing.
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
        if reduction == "mean":
            return squares.mean()
        return squares

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = 2 * (a - b) * grad
        return ga, -ga

# %% wrong: n_always
# why: backward always divides by n, also for "sum" and "none".
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
        if reduction == "mean":
            return squares.mean()
        return squares

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = 2 * (a - b) * grad / a.size
        return ga, -ga

# %% wrong: two_forgotten
# why: The 2 from the square is missing.
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
        if reduction == "mean":
            return squares.mean()
        return squares

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = grad * (a - b)
        if ctx.reduction == "mean":
            ga = ga / a.size
        return ga, -ga

# %% wrong: b_same_sign
# why: b gets the gradient of a, without the other sign.
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
        if reduction == "mean":
            return squares.mean()
        return squares

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = grad * 2 * (a - b)
        if ctx.reduction == "mean":
            ga = ga / a.size
        return ga, ga

# %% wrong: only_a
# why: b gets no gradient, it was taken for a target that is a constant.
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
        if reduction == "mean":
            return squares.mean()
        return squares

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = grad * 2 * (a - b)
        if ctx.reduction == "mean":
            ga = ga / a.size
        return ga, None

# %% wrong: returns_one
# why: Only one gradient is returned, although there are two operands.
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
        if reduction == "mean":
            return squares.mean()
        return squares

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = grad * 2 * (a - b)
        if ctx.reduction == "mean":
            ga = ga / a.size
        return ga

# %% wrong: upstream_ignored
# why: The upstream gradient does not occur, as if the loss always were the last thing.
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
        if reduction == "mean":
            return squares.mean()
        return squares

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = 2 * (a - b)
        if ctx.reduction == "mean":
            ga = ga / a.size
        return ga, -ga

# %% wrong: mean_of_axis0
# why: forward takes the mean along the first axis only: a matrix gives a row, not a single number.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.n = 1
        out = (a - b) ** 2
        if reduction == "sum":
            out = out.sum(0)
        elif reduction == "mean":
            ctx.n = a.shape[0]
            out = out.mean(0)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = 2 * (a - b) * grad / ctx.n
        return ga, -ga

# %% wrong: saves_the_word
# why: The word is handed to save_for_backward, which is for arrays.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b, reduction)
        out = (a - b) ** 2
        if reduction == "sum":
            return out.sum()
        if reduction == "mean":
            return out.mean()
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b, reduction = ctx.saved_tensors
        ga = 2 * (a - b) * grad
        if reduction == "mean":
            ga = ga / a.size
        return ga, -ga

# %% wrong: sum_case_missing
# why: "sum" is not treated in forward, everything but "mean" comes out as the squares.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        if reduction == "mean":
            return np.mean((a - b) ** 2)
        return (a - b) ** 2

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = 2 * (a - b) * grad
        if ctx.reduction == "mean":
            ga = ga / a.size
        return ga, -ga

# %% wrong: square_of_sum
# why: The differences are summed before they are squared: the square of the sum, not the sum of the squares.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        d = a - b
        if reduction == "sum":
            return d.sum() ** 2
        if reduction == "mean":
            return (d**2).mean()
        return d**2

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = 2 * (a - b) * grad
        if ctx.reduction == "mean":
            ga = ga / a.size
        return ga, -ga

# %% wrong: in_place_difference
# why: `a -= b` computes the difference in the array of the caller, which is changed.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        a -= b
        ctx.save_for_backward(a)
        ctx.n = a.size if reduction == "mean" else 1
        out = a**2
        return out if reduction == "none" else out.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        (d,) = ctx.saved_tensors
        ga = 2 * d * grad / ctx.n
        return ga, -ga

# %% wrong: upstream_summed
# why: The upstream gradient is summed first, which is wrong for "none", where each entry has its own.
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
        if reduction == "mean":
            return squares.mean()
        return squares

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        n = a.size if ctx.reduction == "mean" else 1
        ga = np.sum(grad) * 2 * (a - b) / n
        return ga, -ga
