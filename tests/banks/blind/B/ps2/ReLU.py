# %% right: mask
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


# %% right: from_output
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
        return grad * (out > 0)


# %% right: where_keeps_nan
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
        return np.where(a > 0, grad, np.zeros_like(grad))


# %% right: clip_and_astype
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        out = np.clip(a, 0, None)
        return out

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors[0]
        mask = (saved > 0).astype(grad.dtype)
        return mask * grad


# %% wrong: at_least_0
# why: >= lets the gradient pass at the kink 0, where it is to be 0.
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


# %% wrong: forward_by_mask
# why: forward multiplies by the mask: -inf * 0 is nan.
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


# %% wrong: nan_lost
# why: np.where(a > 0, a, 0) turns nan into 0, since nan > 0 is False.
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


# %% wrong: relu_of_grad
# why: backward applies ReLU to the upstream gradient (its sign decides) instead of asking whether a was positive.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.maximum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        return np.maximum(grad, 0)


# %% wrong: grad_in_place
# why: backward writes zeros into the upstream gradient itself, which others may still need.
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


# %% wrong: if_on_array
# why: if a > 0 asks one question of a whole array: for more than one entry this raises a ValueError.
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
        else:
            return grad * 0


# %% wrong: times_output
# why: grad is multiplied by the output instead of by the slope 0 or 1.
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


# %% wrong: half_at_kink
# why: At 0 the mean of both sides, 0.5, is used; the text (and PyTorch) take 0.
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
        return np.where(a > 0, grad, np.where(a == 0, grad / 2, np.zeros_like(grad)))
