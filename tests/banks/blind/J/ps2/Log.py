# %% right: input_saved
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
        x = ctx.saved_tensors[0]
        return grad * np.reciprocal(x)

# %% wrong: divided_by_the_output
# why: It saves the output and divides by it. The slope is 1 / a: divide by the input.
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

# %% wrong: upstream_forgotten
# why: backward returns the slope 1 / a alone. It must be multiplied by grad.
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

# %% wrong: multiplied_by_a
# why: It multiplies by a. The slope of the logarithm is 1 / a, so divide.
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

# %% wrong: base_ten
# why: np.log10 is the logarithm with base 10. The natural logarithm is np.log.
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
        return grad / (a * np.log(10))

# %% wrong: input_from_the_output
# why: It saves the output and gets a back with exp. For a negative a the output is nan, and so is the
# gradient, where grad / a is a number. Save the input.
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
        return grad / np.exp(out)

# %% wrong: small_number_added
# why: A small number is added to a, so log(0) is a number and not -infinity, and the rest is a little
# wrong. NumPy's answer for 0 is the right one.
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

# %% wrong: only_positive_entries
# why: The gradient is set to 0 where a is not positive. At 0 the slope 1 / a is infinite, and for
# negative numbers PyTorch computes grad / a as well.
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
        return np.where(ok, grad / np.where(ok, a, 1), 0)

# %% wrong: absolute_value
# why: The slope uses |a|. For a negative a the formula is still 1 / a, with its sign.
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

# %% wrong: clamped_input
# why: forward lifts everything below 1e-12 to it, so that 0 and negative numbers give about -27.6. They
# must give -infinity and nan.
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

# %% wrong: slope_saved
# why: forward saves the slope 1 / a. If the user changes a before backward the engine cannot notice,
# and that is why operands are to be saved as they are.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(1 / a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope

# %% wrong: one_plus
# why: np.log1p computes log(1 + a). The piece is log(a).
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
        return grad / (1 + a)

# %% wrong: divided_the_other_way
# why: It returns a / grad. The gradient is grad times the slope 1 / a, that is grad / a.
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
