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


# %% right: slope_times_upstream
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
        (a,) = ctx.saved_tensors
        slope = 1 / a
        return slope * grad


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
        return np.divide(grad, ctx.saved_tensors[0])


# %% right: no_warnings
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        with np.errstate(divide="ignore", invalid="ignore"):
            return grad * x**-1.0


# %% wrong: divides_by_output
# why: The output was saved, and grad is divided by the logarithm instead of by the input.
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
        (out,) = ctx.saved_tensors
        return grad / out


# %% wrong: epsilon_inside
# why: Adds a small number in the logarithm, so log 0 is finite instead of minus infinity, and the slope is too.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a + 1e-8)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / (a + 1e-8)


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


# %% wrong: multiplied
# why: Multiplies by a instead of dividing by it.
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


# %% wrong: clipped_at_zero
# why: Replaces negative and zero inputs by a tiny positive number, so minus infinity and nan are lost.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        a = np.maximum(a, 1e-12)
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a


# %% wrong: log_of_absolute
# why: Takes the logarithm of |a|, so negative inputs get a number instead of nan.
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


# %% wrong: one_over_a_alone
# why: Returns 1/a without the upstream gradient.
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


# %% wrong: minus_one_over_square
# why: That is the derivative of 1/a: differentiated once too often.
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
        return -grad / a**2


# %% wrong: absolute_in_slope
# why: Divides by |a|: the slope has the wrong sign for negative a.
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
        return grad / np.abs(a)


# %% wrong: math_log
# why: math.log takes a single number and fails for arrays.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        import math

        ctx.save_for_backward(a)
        return math.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a
