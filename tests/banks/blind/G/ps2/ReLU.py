# %% right: choose_by_the_output
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        out = np.maximum(a, np.zeros_like(a))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return np.where(out > 0, grad, np.zeros_like(grad))

# %% right: closed_where_not_positive
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
        closed = a <= 0
        return np.where(closed, np.zeros_like(grad), grad)

# %% wrong: passes_at_the_kink
# why: >= lets the gradient pass where a is 0; at the kink the slope is 0.
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

# %% wrong: multiplies_by_a_mask
# why: forward multiplies by a mask, and -inf times 0 is nan; the larger of -inf and 0 is 0.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        positive = a > 0
        return a * positive

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad, np.zeros_like(grad))

# %% wrong: relu_of_the_gradient
# why: backward applies the ReLU to the upstream gradient; whether something passes depends on the sign of a, not on that of the gradient.
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
        return np.maximum(grad, 0)

# %% wrong: nan_becomes_zero
# why: where a is nan the comparison is False and forward takes 0; there out must be nan, too.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        out = np.where(a > 0, a, np.zeros_like(a))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (out != 0)

# %% wrong: zeroes_the_input
# why: forward writes the zeros into a itself, so the operand of the user is changed.
@piece
class ReLU(Op):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        a = np.asarray(a)
        a[a < 0] = 0
        ctx.save_for_backward(a)
        return a

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        mask = a > 0
        return grad * mask
