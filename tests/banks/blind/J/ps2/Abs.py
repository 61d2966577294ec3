# %% right: np_sign
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.sign(a)

# %% right: two_wheres
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad, np.where(a < 0, -grad, 0))

# %% wrong: a_over_its_length
# why: The sign is computed as a / |a|. At 0 that is 0 / 0 = nan (and inf / inf is nan too). np.sign
# gives 0 there.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * a / np.abs(a)

# %% wrong: minus_one_at_zero
# why: Everything that is not positive gets -1, also 0. At 0 the slope is to be 0.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad, -grad)

# %% wrong: plus_one_at_zero
# why: With >= the slope at 0 is 1. It is to be 0 there.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a >= 0, grad, -grad)

# %% wrong: sign_of_the_output
# why: It saves the output and takes the sign of that, but |a| is never negative. The input is needed.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        out = np.abs(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * np.sign(out)

# %% wrong: upstream_forgotten
# why: backward returns the sign of a alone. It must be multiplied by grad.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.sign(a)

# %% wrong: absolute_gradient
# why: The gradient itself is made positive, |grad|. It is grad times the sign of a.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.abs(grad) * np.sign(a)

# %% wrong: masks_subtracted
# why: (a > 0) - (a < 0) subtracts arrays of True and False, and NumPy refuses that. Make numbers of
# them first, or use np.sign.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * ((a > 0) - (a < 0))

# %% wrong: small_number_in_the_divisor
# why: The small number under the fraction removes the nan at 0, but then the slope is a little off
# everywhere, far off for tiny a, and nan for an infinite a. Use np.sign.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * a / (np.abs(a) + 1e-8)

# %% wrong: slope_of_relu
# why: Negative entries get no gradient, as in ReLU. Where a is negative the slope is -1.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)

# %% wrong: root_of_the_square
# why: |a| is computed as the root of a². For a large a the square is infinite, and for a tiny one it is
# 0. np.abs has neither problem.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.sqrt(a * a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.sign(a)

# %% wrong: sign_kept_as_an_attribute
# why: The sign, which is the slope, is kept as an attribute: a change of a is not noticed, nothing is
# freed, and a second backward raises no error. Save a.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.sign = np.sign(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.sign

# %% wrong: input_made_positive_in_place
# why: With out=a the result is written into the user's input, and what was saved has lost its sign.
# forward must make a new array.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a, out=a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.sign(a)

# %% wrong: multiplied_by_a
# why: The slope used is a, not the sign of a. It is 1 or -1, however large a is.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * a

# %% wrong: signbit
# why: np.signbit is False for 0, so 1 - 2 * signbit gives 1 there (and -1 for -0.0). At 0 the slope is
# to be 0.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (1 - 2 * np.signbit(a)).astype(a.dtype)
