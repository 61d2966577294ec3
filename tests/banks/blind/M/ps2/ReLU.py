# %% right: maximum_and_mask
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

# %% right: output_tells_the_side
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
        out, = ctx.saved_tensors
        return np.where(out > 0, grad, np.zeros_like(grad))

# %% right: where_not_below
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.where(a <= 0, np.zeros_like(a), a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a <= 0, np.zeros_like(grad), grad)

# %% right: copy_and_blank_out
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        out = np.array(a)
        out[out < 0] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        a = ctx.saved_tensors[0]
        result = np.array(grad)
        result[a <= 0] = 0
        return result

# %% wrong: passes_at_zero
# why: With a >= 0 the gradient passes at a = 0 too. At the kink PyTorch takes 0: the mask should be a > 0.
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

# %% wrong: nan_becomes_zero
# why: np.where(a > 0, a, 0) gives 0 where a is nan, because nan > 0 is False. There the output should be nan, as np.maximum gives it.
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

# %% wrong: mask_saved
# why: forward saves the mask, which is the slope that it computed, instead of a or out. The engine then cannot notice if the operand changes; save a (or out), and compare in backward.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a > 0)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (active,) = ctx.saved_tensors
        return grad * active

# %% wrong: np_max_is_a_reduction
# why: np.max(a, 0) is the largest along axis 0, not the larger of a and 0 in every entry. The function of two arguments is np.maximum.
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

# %% wrong: writes_into_grad
# why: grad[a <= 0] = 0 writes into the upstream gradient, which is not backward's own: other operations may share it. Make a new array, with np.where or by multiplying with the mask.
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

# %% wrong: slope_in_float64
# why: np.where(a > 0, 1.0, 0.0) is a float64 array, and it makes a float64 gradient of a float32 one. Multiply by the mask itself, or choose between grad and 0.
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
        slope = np.where(a > 0, 1.0, 0.0)
        return slope * grad

# %% wrong: relu_of_the_gradient
# why: backward applies the ReLU to the gradient as well, so negative gradients are lost although a is positive. What decides is the sign of a, not that of grad.
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
        return np.maximum(grad, 0) * (a > 0)

# %% wrong: mean_of_a_and_its_size
# why: (a + |a|) / 2 is -inf + inf, nan, where a is -inf, but the output there is 0. Choose with np.maximum instead of calculating.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        out = (a + np.abs(a)) / 2
        ctx.save_for_backward(a)
        return out

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a <= 0, 0, grad)
