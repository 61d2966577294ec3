# %% right: sign
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


# %% right: nested_where
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
        return np.where(a > 0, grad, np.where(a < 0, -grad, np.zeros_like(grad)))


# %% right: two_masks
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
        return grad * (a > 0) - grad * (a < 0)


# %% right: masked_assignment
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.absolute(a)

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        slope = np.zeros_like(x)
        slope = np.where(x > 0, slope + 1, slope)
        slope = np.where(x < 0, slope - 1, slope)
        return slope * grad


# %% wrong: a_over_abs
# why: a / |a| is nan where a is 0 (and where it is infinite).
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


# %% wrong: minus_one_at_0
# why: Everything that is not positive gets -1, so also 0.
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


# %% wrong: sign_of_output
# why: The output is saved, which has lost the sign: its sign is never -1.
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


# %% wrong: abs_of_grad
# why: backward takes the absolute value of the upstream gradient; the sign of a plays no part.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        return np.abs(grad)


# %% wrong: bool_subtract
# why: NumPy refuses to subtract arrays of True and False: (a > 0) - (a < 0) raises a TypeError.
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


# %% wrong: epsilon
# why: A small number in the divisor hides the 0/0, but the slope is no longer exactly 1, and where a is infinite it is nan.
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
        return grad * a / (np.abs(a) + 1e-6)


# %% wrong: relu_copied
# why: The backward of ReLU: where a is negative nothing comes back, it should be -grad.
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


# %% wrong: float64_slope
# why: np.where of Python numbers gives a float64 array, so float32 gradients become float64.
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
        slope = np.where(a > 0, 1.0, np.where(a < 0, -1.0, 0.0))
        return grad * slope
