# %% right: one_divisor
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.scale = 2 / a.size if reduction == "mean" else 2
        squares = np.square(a - b)
        return squares if reduction == "none" else getattr(squares, reduction)()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        of_b = ctx.scale * (b - a) * grad
        return -of_b, of_b

# %% right: upstream_first
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.word = reduction
        d = a - b
        if reduction == "none":
            return d * d
        total = (d * d).sum()
        return total / d.size if reduction == "mean" else total

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        share = grad / a.size if ctx.word == "mean" else grad
        d = a - b
        slope = d + d
        return share * slope, -share * slope

# %% wrong: divided_by_rows
# why: For the mean the gradient is divided by the number of rows, len(a), and not by the number of all entries.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.reduction = reduction
        squares = (a - b) ** 2
        if reduction == "mean":
            return squares.mean()
        if reduction == "sum":
            return squares.sum()
        return squares

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope = 2 * (a - b)
        if ctx.reduction == "mean":
            slope = slope / (len(a) if a.ndim else 1)
        return grad * slope, -grad * slope

# %% wrong: same_sign_for_both
# why: b gets the same gradient as a; only the difference counts, so its sign must be the other one.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        squares = (a - b) ** 2
        ctx.n = 1
        if reduction == "none":
            return squares
        if reduction == "mean":
            ctx.n = squares.size
        return squares.sum() / ctx.n

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        g = 2 * (a - b) / ctx.n * grad
        return g, g

# %% wrong: reduction_on_the_class
# why: The reduction is kept on the class, so a second loss with another reduction, made before the backward pass of the first, decides for both.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    reduction = "mean"

    @staticmethod
    def forward(ctx, a, b, reduction):
        MSE.reduction = reduction
        ctx.save_for_backward(a, b)
        functions = {"none": lambda s: s, "sum": np.sum, "mean": np.mean}
        return functions[reduction]((a - b) ** 2)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        d = 2 * (a - b) * grad
        if MSE.reduction == "mean":
            d = d / a.size
        return d, -d

# %% wrong: size_of_the_upstream_gradient
# why: The n of the mean is taken from the upstream gradient, which is a single number, so nothing is divided.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        ctx.mean = reduction == "mean"
        out = np.power(a - b, 2)
        if reduction == "sum":
            out = out.sum()
        elif reduction == "mean":
            out = out.mean()
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        n = np.size(grad) if ctx.mean else 1
        left = 2 * grad * (a - b) / n
        right = 2 * grad * (b - a) / n
        return left, right

# %% wrong: target_gets_nothing
# why: b is taken for a target that is constant and gets no gradient, but b takes part in the difference, too.
@piece
class MSE(Op):
    """out = (a - b)², as it is or reduced to its sum or mean"""

    @staticmethod
    def forward(ctx, prediction, target, reduction):
        ctx.save_for_backward(prediction, target)
        ctx.divisor = {"none": 1, "sum": 1, "mean": prediction.size}[reduction]
        error = prediction - target
        if reduction == "none":
            return error**2
        return (error**2).sum() / ctx.divisor

    @staticmethod
    def backward(ctx, grad):
        prediction, target = ctx.saved_tensors
        slope = 2 * (prediction - target) / ctx.divisor
        return grad * slope, np.zeros_like(target)
