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

# %% right: slope_times_grad
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        a = ctx.saved_tensors[0]
        slope = 1 / a
        return slope * grad

# %% right: quiet_numpy
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.log(x)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.divide(grad, x)

# %% right: power_minus_one
@piece
class Log(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.log(a)
        ctx.save_for_backward(a)
        return out

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * a ** -1.0

# %% wrong: divides_by_output
# why: The output is saved and divided by. The slope of the logarithm is 1 over the input a, so a is to be saved.
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

# %% wrong: exp_of_output
# why: backward gets a back as exp(out). For a negative input out is nan, so the gradient is nan where PyTorch finds grad / a; save a itself.
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
        return grad * np.exp(-out)

# %% wrong: epsilon
# why: forward takes the logarithm of a + 1e-8, so log 0 is -18.4 where PyTorch gives minus infinity. The logarithm is to be taken of a itself.
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

# %% wrong: base_ten
# why: forward uses np.log10, the logarithm to the base 10. The natural logarithm, np.log, is asked for, whose slope is 1/a.
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

# %% wrong: upside_down
# why: The upstream gradient is under the fraction bar: a / grad. It should be grad / a, the slope 1/a times grad.
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

# %% wrong: reciprocal_saved
# why: forward saves 1 / a, a slope that it computed. Save the operand a as it is, so that the engine notices if it is
# changed, and divide in backward.
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
        return grad * slope

# %% wrong: one_tuple
# why: The comma at the end makes a tuple of the result. An operation with one input returns the gradient itself.
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
        return grad / a,

# %% wrong: guard_positive
# why: The gradient is set to 0 where a is not positive. PyTorch computes grad / a there too: infinite at 0, and a negative
# slope for negative a.
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
        ok = a > 0
        safe = np.where(ok, a, 1)
        return np.where(ok, grad / safe, 0)
