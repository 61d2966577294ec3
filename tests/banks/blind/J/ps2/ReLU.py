# %% right: zero_where_not_positive
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a <= 0, 0, grad)

# %% right: mask_times_grad
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)

# %% right: from_the_output
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        out = np.maximum(a, 0)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        result = np.array(grad)
        result[out == 0] = 0
        return result

# %% wrong: one_at_the_kink
# why: With >= the gradient also passes where a is 0. There the derivative is to be 0, so it must be >.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a >= 0)

# %% wrong: mask_in_forward
# why: forward multiplies a by the mask. Where a is -infinity that is -inf * 0 = nan, and it should be
# 0. np.maximum chooses instead of multiplying.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a * (a > 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)

# %% wrong: nan_becomes_zero
# why: np.where(a > 0, a, 0) gives 0 where a is nan, for nan > 0 is False. The output must be nan there;
# np.maximum keeps it.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.where(a > 0, a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad, 0)

# %% wrong: maximum_over_axis_zero
# why: np.max(a, 0) is the largest along axis 0: the 0 is taken for an axis. The larger of each entry
# and 0 is np.maximum(a, 0).
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.max(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)

# %% wrong: python_max
# why: Python's max asks whether one array is larger than 0 as a whole, which is an error for several
# entries. np.maximum goes entry by entry.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return max(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)

# %% wrong: writes_into_a
# why: `a[a < 0] = 0` changes the user's input. forward must make a new array.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        a[a < 0] = 0
        ctx.save_for_backward(a)
        return a

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)

# %% wrong: side_swapped
# why: The gradient passes where a is negative. It should pass where a is positive, for only there the
# output moves.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a < 0)

# %% wrong: mask_alone
# why: backward returns the mask, the slope alone. It must be multiplied by grad.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return (a > 0).astype(a.dtype)

# %% wrong: sign_as_the_slope
# why: np.sign gives -1 where a is negative, so a negative gradient comes back there. Nothing may pass
# where a is below 0.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.sign(a)

# %% wrong: half_at_the_kink
# why: At 0 half of the gradient passes, the mean of both sides. PyTorch takes 0 there.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.heaviside(a, 0.5).astype(a.dtype)

# %% wrong: mask_as_an_attribute
# why: The mask is kept as an attribute. It is the slope already: the engine does not notice if a is
# changed, nothing is freed, and a second backward raises no error. Save the input or the output.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.mask = a > 0
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.mask

# %% wrong: zeros_into_grad
# why: It writes the zeros into the upstream gradient itself, which may have other owners (or be read-
# only). Make a new array.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors

        grad[a <= 0] = 0
        return grad

# %% wrong: mask_of_the_gradient
# why: The mask is taken of grad and not of a: negative upstream gradients are cut off. What decides is
# the sign of a.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, np.maximum(grad, 0), 0)

# %% wrong: leaky
# why: A hundredth of the gradient passes where a is negative, as in a leaky ReLU. There nothing may
# pass.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad, 0.01 * grad)

# %% wrong: capped_at_one
# why: np.clip(a, 0, 1) also cuts off everything above 1. There is only a lower bound.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.clip(a, 0, 1)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)

# %% wrong: mean_of_a_and_abs
# why: (a + |a|) / 2 is right for finite numbers, but for -infinity it is -inf + inf = nan. It should be
# 0; use np.maximum.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return (a + np.abs(a)) / 2

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)
