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
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (1 / a)
# %% right: slope_saved
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(1.0 / a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return slope * grad
# %% right: np_divide
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        out = np.log(a)
        ctx.save_for_backward(a)
        return out

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        x = saved[0]
        return np.divide(grad, x)
# %% right: loop
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
        result = np.empty_like(grad)
        for place in np.ndindex(grad.shape):
            result[place] = grad[place] / a[place]
        return result
# %% wrong: output_saved
# why: It saves the output and divides by it; the slope is written with the input.
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
# %% wrong: multiplied
# why: The slope is 1/a; here the gradient is multiplied by a.
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
# %% wrong: no_upstream
# why: The slope 1/a alone is returned; the upstream gradient is lost.
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
# %% wrong: epsilon
# why: A small number inside of the logarithm makes log 0 finite; it must be minus infinity.
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
        return grad / a
# %% wrong: epsilon_in_backward
# why: A small number added to the divisor makes the slope too small near 0.
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
        return grad / (a + 1e-3)
# %% wrong: clipped
# why: Values below 1e-12 are lifted before the logarithm, so that 0 and negative numbers give no -inf and nan.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(np.maximum(a, 1e-12))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a
# %% wrong: absolute
# why: The logarithm of a negative number is nan; that of its absolute value was computed.
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
# %% wrong: raises
# why: It stops with an error for a = 0, where NumPy and PyTorch give minus infinity.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        if np.any(a <= 0):
            raise ValueError("log of a number that is not positive")
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a
# %% wrong: log10
# why: np.log10 has the base 10; the natural logarithm is np.log.
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
# %% wrong: log1p
# why: np.log1p(a) is the logarithm of 1 + a.
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
# %% wrong: squared
# why: -1/a² is the slope of 1/a, one derivative too far.
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
# %% wrong: exp_of_input
# why: It undoes the logarithm of a value that was not taken: a is the input already.
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
        return grad / np.exp(a)
# %% wrong: upside_down
# why: The fraction stands on its head: a / grad instead of grad / a.
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
# %% wrong: attribute
# why: The input is kept as an attribute; it stays in memory, and a second backward is not refused.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.a = a
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        return grad / ctx.a
# %% wrong: zero_for_negative
# why: For negative a it returns 0, but the slope that the text gives is 1/a there too.
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
        with np.errstate(divide="ignore"):
            return np.where(a > 0, grad / a, 0)
# %% wrong: in_place
# why: The upstream gradient is divided in place, and its other owners see it change.
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
        grad /= a
        return grad
# %% wrong: nan_replaced
# why: nan_to_num replaces the right -inf of log 0 by a finite number.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.nan_to_num(np.log(a))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a
