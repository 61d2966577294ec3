# %% right: grad_over_a
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

# %% right: inverse_as_factor
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        result = np.log(a)
        return result

    @staticmethod
    def backward(ctx, grad):
        [a] = ctx.saved_tensors
        slope = 1 / a
        return slope * grad

# %% wrong: over_the_output
# why: The output is saved, and grad is divided by the logarithm. The slope is 1 / a, with the input.
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
# why: grad is multiplied by a. The slope of the logarithm is 1 / a, so it must be divided.
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

# %% wrong: logarithm_to_base_ten
# why: np.log10 is the logarithm to the base 10. The natural one is asked for, which NumPy calls np.log.
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

# %% wrong: epsilon_in_the_divisor
# why: A small number is added to a before dividing, so the gradient at 0 is large instead of infinite, and
# others near it are off. The slope is 1 / a, and at 0 it is infinite as in PyTorch.
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
        return grad / (a + 1e-8)

# %% wrong: nothing_below_zero
# why: Where a is not positive the gradient is set to 0. The formula 1 / a holds there, too, and PyTorch
# uses it: infinity at 0, and a number for a negative a.
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

# %% wrong: inverse_saved
# why: forward saves the slope 1 / a instead of a. The engine cannot notice then that a was changed before
# backward; save the operand as it is.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(1 / a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (inverse,) = ctx.saved_tensors
        return grad * inverse

# %% wrong: log_of_the_magnitude
# why: The logarithm of |a| is taken, which gives numbers for negative entries. There the result must be
# nan, as NumPy and PyTorch have it.
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
