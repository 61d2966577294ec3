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


# %% right: times_inverse
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
        slope = 1 / a
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
        x = ctx.saved_tensors[0]
        return np.divide(grad, x)


# %% right: saves_both
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        out = np.log(a)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, _ = ctx.saved_tensors
        result = grad
        result = result / a
        return result


# %% wrong: by_output
# why: The output was saved and is divided by; the slope is 1 over the input.
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


# %% wrong: times_a
# why: grad is multiplied by a instead of divided by it.
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
# why: Returns 1/a alone, without the upstream gradient.
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


# %% wrong: log10
# why: forward takes the logarithm to base 10, not the natural one.
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
# why: A small number is added inside the logarithm and in the slope, so that 0 gives about -13.8 instead of -inf.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a + 1e-6)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / (a + 1e-6)


# %% wrong: abs_inside
# why: The logarithm of |a| is taken, so that negative numbers give a value where nan is right.
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


# %% wrong: one_step_too_far
# why: The slope is that of 1/a, -1/a**2: differentiated once too often.
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
        return -grad / a ** 2


# %% wrong: dtype_ones
# why: 1/a is built from np.ones(a.shape), float64, so a float32 gradient becomes float64.
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
        slope = np.ones(a.shape) / a
        return grad * slope
