# %% right: plain
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a


# %% right: reciprocal
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        out = np.log(a)
        return out

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        slope = 1 / x
        return grad * slope


# %% right: np_divide
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.divide(grad, a)


# %% wrong: output_divided
# why: The output is saved, and grad is divided by log a instead of a.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        out = np.log(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a


# %% wrong: log10
# why: np.log10 is the logarithm to base 10, not the natural one.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log10(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a


# %% wrong: epsilon
# why: A small number is added to a against log 0; log 0 is meant to be -inf, and for small a the numbers are off.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a + 1e-7)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / (a + 1e-7)


# %% wrong: abs
# why: The absolute value is taken, so negative numbers give a number where nan is meant.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(np.abs(a))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a


# %% wrong: no_upstream
# why: The slope 1 / a alone is returned; grad is missing.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return 1 / a


# %% wrong: multiplied
# why: grad is multiplied by a instead of divided.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * a


# %% wrong: upside_down
# why: The fraction is upside down: a / grad.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return a / grad


# %% wrong: clamped_slope
# why: Where a is not positive the gradient is set to 0; PyTorch gives grad / a there, too (infinite at 0).
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad / a, 0)


# %% wrong: log1p
# why: np.log1p is log(1 + a).
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log1p(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a


# %% wrong: tuple_returned
# why: saved_tensors is divided by as a tuple, so the gradient gets a further axis in front.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        return grad / ctx.saved_tensors
