# %% right: chosen_by_side
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, -a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad, np.where(a < 0, -grad, np.zeros_like(grad)))

# %% right: sign_in_backward
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.absolute(a)

    @staticmethod
    def backward(ctx, grad):
        slope = np.sign(ctx.saved_tensors[0])
        return np.multiply(slope, grad)

# %% wrong: divides_by_the_absolute_value
# why: the sign is computed as a / |a|, which is 0 / 0 = nan where a is 0.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        out = np.abs(a)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad * a / out

# %% wrong: sign_of_the_output
# why: the output is saved and asked for its sign, but it has lost it: the slope is 1 where a is negative.
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
        (a,) = ctx.saved_tensors
        return grad * np.sign(a)

# %% wrong: right_slope_at_zero
# why: 0 is counted among the positive numbers, so the slope at the kink is 1 instead of 0.
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
        negative = a < 0
        return np.where(negative, -grad, grad)

# %% wrong: float64_slopes
# why: np.zeros without a dtype makes a float64 array of slopes, and the gradient of a float32 input becomes float64.
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
        slope = np.zeros(a.shape)
        slope[a > 0] = 1.0
        slope[a < 0] = -1.0
        return slope * grad

# %% wrong: root_of_the_square
# why: |a| is computed as the root of a², which overflows to infinity (or underflows to 0) for large (small) numbers where |a| is an ordinary float.
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
