# %% right: sign_of_the_input
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
        a, = ctx.saved_tensors
        right_side = grad * (a > 0)
        left_side = grad * (a < 0)
        return right_side - left_side

# %% right: nested_where
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return np.maximum(x, -x)

    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0]
        nothing = np.zeros_like(grad)
        return np.where(x > 0, grad, np.where(x < 0, -grad, nothing))

# %% right: zeros_then_fill
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        out = np.absolute(a)
        ctx.save_for_backward(a)
        return out

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        slope = np.zeros_like(a)
        slope[a > 0] = 1
        slope[a < 0] = -1
        return slope * grad

# %% wrong: a_over_its_size
# why: a / |a| is 0/0, nan, where a is 0 (and inf/inf where it is infinite). The slope there is 0, or 1 and -1; np.sign gives them all.
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

# %% wrong: minus_one_at_zero
# why: The choice knows two sides only, so at a = 0 the slope is -1. There it should be 0.
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

# %% wrong: sign_of_the_output
# why: forward saves the output, and its sign is never negative, so entries left of 0 get slope 1 instead of -1. Save the input, which still has its sign.
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

# %% wrong: saves_the_sign
# why: forward saves np.sign(a), the slope that it computed, and not the operand. Save a as it is, and take the sign in backward.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        s = np.sign(a)
        ctx.save_for_backward(s)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (s,) = ctx.saved_tensors
        return s * grad

# %% wrong: difference_of_booleans
# why: NumPy does not subtract one array of True and False from another; it raises an error. Multiply each mask by grad first, or use np.sign.
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

# %% wrong: copysign
# why: np.copysign(grad, a) gives grad the sign of a and throws its own sign away, and at 0 it lets grad pass. The upstream gradient is to be multiplied by the sign.
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
        return np.copysign(grad, a)

# %% wrong: only_the_sign
# why: backward returns the slope alone, np.sign(a). It should be multiplied by the upstream gradient.
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

# %% wrong: flipped_in_place
# why: The negative entries of a itself are flipped in forward, so the program's tensor is overwritten, and backward finds no negative entry any more. np.abs(a) makes a new array.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        out = a
        out[out < 0] *= -1
        return out

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.sign(a)
