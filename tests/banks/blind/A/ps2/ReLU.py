# %% right: maximum
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
        return np.where(out > 0, grad, 0)


# %% right: where_le
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.where(a <= 0, 0, a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        slope = np.ones_like(a)
        slope = np.where(a <= 0, np.zeros_like(a), slope)
        return grad * slope


# %% right: clip_and_mask_saved
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        mask = a > 0
        ctx.save_for_backward(mask)
        return np.clip(a, 0, None)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        result = np.array(grad)
        result[~mask] = 0
        return result


# %% wrong: passes_at_zero
# why: >= lets the gradient pass at 0, where it must be 0.
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


# %% wrong: mask_times_input
# why: forward multiplies a by a mask: -inf times 0 is nan.
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


# %% wrong: nan_swallowed
# why: np.where(a > 0, a, 0) gives 0 for nan, because nan > 0 is False; nan should stay nan.
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


# %% wrong: fmax
# why: np.fmax ignores nan: where a is nan, out is 0 instead of nan.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        out = np.fmax(a, 0)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (out > 0)


# %% wrong: mask_on_grad
# why: The mask looks at the sign of the upstream gradient instead of at a.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        return np.maximum(grad, 0)


# %% wrong: wrong_side
# why: The comparison is turned round: the gradient passes where a is negative.
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


# %% wrong: mask_only
# why: Returns the mask, that is the slope, without the upstream gradient.
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


# %% wrong: times_output
# why: Multiplies grad by the output instead of by 0 or 1.
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
        return grad * out


# %% wrong: np_max
# why: np.max(a, 0) is the largest along axis 0, not the larger of a and 0.
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
# why: Python's max cannot compare an array with 0.
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


# %% wrong: if_on_an_array
# why: if a > 0 asks for the truth of a whole array; it only works for single numbers.
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
        if a > 0:
            return grad
        return np.zeros_like(grad)


# %% wrong: half_plus_abs
# why: (a + |a|) / 2 is nan for -inf, since -inf + inf is nan.
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


# %% wrong: in_place
# why: forward sets the negative entries of the user's own array to 0.
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


# %% wrong: half_at_zero
# why: Takes the slope 1/2 at 0 (the mean of both sides), where PyTorch takes 0.
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
        return grad * (np.sign(a) + 1) / 2
