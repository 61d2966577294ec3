# %% right: mask_of_input
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

# %% right: where_on_output
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        out = np.maximum(0, a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return np.where(out <= 0, np.zeros_like(grad), grad)

# %% right: where_both_ways
@piece
class ReLU(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        zero = np.zeros_like(a)
        # nan <= 0 is False, so nan stays
        return np.where(a <= 0, zero, a)

    @staticmethod
    def backward(ctx, grad):
        a = ctx.saved_tensors[0]
        return np.where(a <= 0, np.zeros_like(grad), grad)

# %% right: assign_zeros
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        out = np.array(a)
        out[a < 0] = 0
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        result = np.array(grad)
        result[out == 0] = 0
        return result

# %% wrong: greater_equal
# why: The mask is a >= 0, so at a = 0 the gradient passes. The derivative at the kink is taken to be 0: the mask must be a > 0.
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
# why: forward multiplies a by its mask. For a = -inf that is infinity times 0, nan, where 0 is due; np.maximum chooses instead of multiplying.
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
# why: np.where(a > 0, a, 0) turns nan into 0, because nan > 0 is False. Where a is nan, the output must be nan as well.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.where(a > 0, a, np.zeros_like(a))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad, np.zeros_like(grad))

# %% wrong: output_as_slope
# why: backward multiplies grad by the output. The slope where a is positive is 1, whatever the size of a; it is the mask out > 0.
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

# %% wrong: relu_of_grad
# why: backward applies the ReLU to the upstream gradient: it drops negative gradients, and does not look at a. Which gradients
# pass depends on the sign of a alone.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        return np.maximum(grad, 0)

# %% wrong: mask_saved
# why: forward saves the mask a > 0, which it computed from the operand. The operand or the output itself must be saved, so that the engine
# notices if it is changed before backward.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        mask = a > 0
        ctx.save_for_backward(mask)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return grad * mask

# %% wrong: writes_into_a
# why: forward sets the negative entries of a itself to 0, so the caller's array is changed. Work on a new array.
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

# %% wrong: python_if
# why: The mask is tested with an if, which asks a whole array for one truth value and fails for more than one entry.
# Every entry needs its own decision: a mask or np.where.
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
