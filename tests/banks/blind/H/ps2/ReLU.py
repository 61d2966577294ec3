# %% right: from_the_output
@piece
class ReLU(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.maximum(a, 0)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return np.where(out <= 0, np.zeros_like(grad), grad)

# %% right: holes_in_a_copy
@piece
class ReLU(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(np.zeros_like(a), a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        result = np.array(grad)
        result[a <= 0] = 0
        return result

# %% wrong: passes_at_0
# why: At 0 the gradient passes. PyTorch takes 0 there.
@piece
class ReLU(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a < 0, np.zeros_like(grad), grad)

# %% wrong: forward_by_mask
# why: forward multiplies by the mask. Minus infinity times 0 is nan.
@piece
class ReLU(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a * (a > 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)

# %% wrong: nan_lost
# why: np.where(a > 0, a, 0) makes 0 of nan. Where a is nan, the output must be nan.
@piece
class ReLU(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.where(a > 0, a, np.zeros_like(a))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad, np.zeros_like(grad))

# %% wrong: relu_of_the_gradient
# why: ReLU is applied to the upstream gradient. It is the sign of the input that decides, not that of the gradient.
@piece
class ReLU(Op):
    @staticmethod
    def forward(ctx, a):
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        return np.maximum(grad, 0)

# %% wrong: times_out
# why: The upstream gradient is multiplied by the output. The slope on the right is 1, not a.
@piece
class ReLU(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.maximum(a, 0)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out
