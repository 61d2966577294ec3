# %% right: plain
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


# %% right: sign_saved
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(np.sign(a))
        return np.absolute(a)

    @staticmethod
    def backward(ctx, grad):
        (side,) = ctx.saved_tensors
        return side * grad


# %% right: sign_in_one_line
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        out = abs(a)
        ctx.save_for_backward(a)
        return out

    @staticmethod
    def backward(ctx, grad):
        return np.multiply(np.sign(ctx.saved_tensors[0]), grad)


# %% wrong: quotient
# why: a / |a| is the sign, but 0 / 0 at 0 is nan.
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


# %% wrong: plus_at_zero
# why: At 0 the gradient passes with slope 1; it should be 0.
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


# %% wrong: minus_at_zero
# why: At 0 the gradient is -grad, because 0 falls into the else branch.
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


# %% wrong: relu_mask
# why: Copied from ReLU: nothing passes on the negative side, where the slope is -1.
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


# %% wrong: sign_of_output
# why: The sign of the output is always 1 (or 0); it has lost the sign of a.
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
# why: The absolute value of the upstream gradient is returned.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        return np.abs(grad)


# %% wrong: inverted
# why: The sign is the wrong way round: 1 where a is negative.
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
        return grad * np.sign(-a)


# %% wrong: no_upstream
# why: np.sign(a) is only the slope; grad is missing.
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


# %% wrong: epsilon
# why: a / (|a| + 1e-4) avoids nan at 0, but for small a the slope is much less than 1.
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
        return grad * a / (np.abs(a) + 1e-4)


# %% wrong: copysign
# why: np.copysign(1, a) is 1 or -1 also at 0.
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
        return grad * np.copysign(1.0, a).astype(grad.dtype)


# %% wrong: times_a
# why: The gradient is multiplied by a itself, not by its sign.
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


# %% wrong: int_mask
# why: The slope is collected in an array of int64, which makes float64 of a float32 gradient.
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
        slope = np.zeros(np.shape(a), dtype=np.int64)
        slope[a > 0] = 1
        slope[a < 0] = -1
        return grad * slope
