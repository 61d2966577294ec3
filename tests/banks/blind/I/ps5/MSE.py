# %% right: one_divisor
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
        slope = grad * 2 * (a - b) / ctx.n
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
            return (d * d).mean()
        elif reduction == "sum":
            return (d * d).sum()
        else:
            return d * d

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = 2 * (a - b) * grad
        gb = 2 * (b - a) * grad
        if ctx.reduction == "mean":
            count = math.prod(a.shape)
            ga, gb = ga / count, gb / count
        return ga, gb, None

# %% wrong: divided_by_the_rows
# why: For the mean it divides by len(a), the number of rows. n counts all entries of a (and a single number has no
# len at all).
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

# %% wrong: always_divided_by_n
# why: The slope is divided by n whatever the reduction is. Only the mean divides; for "sum" and "none" it is 2 (a - b).
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        squares = np.square(a - b)
        how = {"none": lambda s: s, "sum": np.sum, "mean": np.mean}
        return how[reduction](squares)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b) / a.size
        return grad * slope, -grad * slope

# %% wrong: same_sign_for_b
# why: Both operands get the same gradient. Only the difference counts, so b gets that of a with the other sign.
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
        g = 2 * grad * (a - b) / ctx.n
        return g, g

# %% wrong: upstream_gradient_forgotten
# why: backward returns the slopes alone. Each slope must be multiplied by the upstream gradient grad.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "sum":
            squares = squares.sum()
        elif reduction == "mean":
            squares = squares.mean()
        return squares

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / a.size
        return slope, -slope

# %% wrong: none_becomes_a_mean
# why: The last branch catches everything but "sum", so "none" returns the mean as well. With "none" the squares are
# returned in the shape of a, and nothing is divided.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        d2 = (a - b) ** 2
        if reduction == "sum" or reduction is None:
            ctx.divisor = 1
        else:
            ctx.divisor = d2.size
        return d2.sum() / ctx.divisor

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = 2 * (a - b) / ctx.divisor * grad
        return ga, -ga

# %% wrong: difference_in_place
# why: forward writes the difference into a itself with a -= b. The operand is changed, and backward then reads a - b
# from a wrong a; a new array has to be computed.
@piece
class MSE(Op):
    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        a -= b
        squares = a * a
        if reduction == "none":
            return squares
        return squares.sum() if reduction == "sum" else squares.mean()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        n = a.size if ctx.reduction == "mean" else 1
        g = grad * 2 * (a - b) / n
        return g, -g
