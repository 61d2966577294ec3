# %% right: divide_by_input
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

# %% right: reciprocal_slope
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
        a = ctx.saved_tensors[0]
        slope = 1 / a
        return grad * slope

# %% right: quiet_numpy
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
        a, = ctx.saved_tensors
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.divide(grad, a)

# %% right: minus_first_power
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, x):
        result = np.log(x)
        ctx.save_for_backward(x)
        return result

    @staticmethod
    def backward(ctx, g):
        [x] = ctx.saved_tensors
        return x ** -1.0 * g

# %% wrong: one_over_output
# why: forward saves the output, and backward divides by the logarithm. The slope is 1/a: save and divide by the input.
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
# why: forward computes log(a + 1e-8) to avoid -inf, so log 0 is about -18 and small numbers are off; the gradient at 0 is 1e8 instead of inf. Take the logarithm of a itself.
EPS = 1e-8


@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a + EPS)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / (a + EPS)

# %% wrong: raises_for_zero_and_below
# why: forward raises an error as soon as an entry is 0 or negative. The text wants what NumPy gives, -inf and nan, and goes on.
@piece
class Log(Op):
    """out = log a"""

    @staticmethod
    def forward(ctx, a):
        if np.any(a <= 0):
            raise ValueError("log needs positive numbers")
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a

# %% wrong: zero_gradient_outside_the_domain
# why: Where a is not positive the gradient is set to 0. PyTorch finds grad / a there too: infinite at 0, and a finite number for negative entries.
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
        positive = a > 0
        return np.where(positive, grad / np.where(positive, a, 1), 0)

# %% wrong: saves_the_reciprocal
# why: forward saves the slope 1/a that it computed instead of the operand, so the engine cannot notice if a is changed before backward. Save a, and divide in backward.
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

# %% wrong: one_derivative_too_far
# why: The factor is -1/a**2, the derivative of 1/a. The slope of the logarithm is 1/a itself.
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
        return -grad / (a * a)

# %% wrong: logarithm_to_base_ten
# why: np.log10 is the logarithm to the base 10. The natural logarithm is np.log.
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

# %% wrong: log_of_the_absolute_value
# why: forward takes the logarithm of |a|, as in the integral of 1/x, so negative numbers get an output. It should be nan for them: np.log(a).
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
