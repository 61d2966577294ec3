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

# %% right: two_masks
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
        up = (a > 0).astype(a.dtype)
        down = (a < 0).astype(a.dtype)
        return grad * (up - down)

# %% right: nested_where
@piece
class Abs(Op):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return np.absolute(x)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        nothing = np.zeros_like(grad)
        return np.where(x > 0, grad, np.where(x < 0, -grad, nothing))

# %% right: fill_by_mask
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return abs(a)

    @staticmethod
    def backward(ctx, grad):
        a = ctx.saved_tensors[0]
        slope = np.zeros_like(a)
        slope[a > 0] = 1
        slope[a < 0] = -1
        return slope * grad

# %% wrong: a_over_abs
# why: The sign is computed as a / |a|, which is nan at 0 and at infinity. np.sign gives 0 at 0 and ±1 elsewhere.
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

# %% wrong: sign_of_output
# why: The output is saved and its sign taken, which is never negative. The output has lost the sign; save a.
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

# %% wrong: zero_counts_as_negative
# why: np.where(a > 0, 1, -1) gives the slope -1 at a = 0. At the kink the slope is to be 0.
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

# %% wrong: minus_of_booleans
# why: (a > 0) - (a < 0) subtracts two arrays of True and False, which NumPy refuses with an error. Make numbers of them first, or use np.sign.
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
# why: np.copysign(1, a) knows no zero: it gives +1 for 0.0 and -1 for -0.0. The slope at 0 must be 0, which np.sign gives.
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
        return grad * np.copysign(np.ones_like(a), a)

# %% wrong: like_relu
# why: Where a is negative nothing comes back, as with a ReLU. The slope there is -1, so the gradient must be -grad.
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
        return np.where(a > 0, grad, 0 * grad)

# %% wrong: abs_of_grad
# why: backward takes the absolute value of grad times the sign. The upstream gradient keeps its own sign; only multiply it by the sign of a.
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

# %% wrong: sign_in_float64
# why: The slopes are collected in np.zeros(a.shape), which is float64, so a float32 input gets a float64 gradient. The gradient must have the dtype of the input.
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
        slope[a > 0] = 1
        slope[a < 0] = -1
        return grad * slope
