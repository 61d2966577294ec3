# %% right: plain
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
        mask = (out > 0).astype(grad.dtype)
        return mask * grad


# %% right: where_leq
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
        passes = a > 0
        return grad * np.where(passes, 1, 0).astype(grad.dtype)


# %% wrong: at_zero
# why: >= lets the gradient pass at 0, where it should be 0.
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


# %% wrong: mask_product
# why: forward multiplies by a mask, and -inf times 0 is nan.
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
# why: np.where(a > 0, a, 0) gives 0 where a is nan; nan should stay nan.
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
        return grad * (a > 0)


# %% wrong: no_upstream
# why: The mask alone is returned, without the upstream gradient.
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
        return (a > 0).astype(grad.dtype)


# %% wrong: relu_of_grad
# why: It cuts the negative entries of grad, not those where a is negative.
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
# why: The mask is that of the negative side.
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


# %% wrong: max_not_maximum
# why: np.max(a, 0) takes the largest along axis 0; np.maximum compares entry by entry.
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


# %% wrong: grad_in_place
# why: The upstream gradient, which may belong to others, is changed in place.
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


# %% wrong: half_at_zero
# why: At 0 half of the gradient passes, the mean of both slopes; the convention here is 0.
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
        return grad * ((np.sign(a) + 1) / 2)


# %% wrong: times_a
# why: The gradient is multiplied by the output instead of by its slope.
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


# %% wrong: input_changed
# why: forward writes the zeros into the input itself.
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


# %% wrong: if_array
# why: `if a > 0` asks a whole array for one truth value.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        if a > 0:
            return a
        return np.zeros_like(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad if a > 0 else np.zeros_like(grad)


# %% wrong: fmax
# why: np.fmax takes the number where the other is nan, so nan becomes 0.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.fmax(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad, np.zeros_like(grad))
