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

# %% right: difference_of_masks
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0) - grad * (a < 0)

# %% wrong: a_over_its_magnitude
# why: a / |a| is 0 / 0, nan, at 0 and inf / inf at infinities. np.sign gives the sign everywhere, and 0
# at 0.
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

# %% wrong: minus_one_at_zero
# why: Everything that is not positive gets the slope -1, also 0. At 0 the slope is taken as 0.
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

# %% wrong: sign_of_the_output
# why: The output is saved, which has lost the sign: its sign is 1 wherever it is not 0. The sign of the
# input is needed.
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

# %% wrong: copysign
# why: np.copysign gives grad the sign of a and throws the sign of grad away (and at 0 it lets the
# gradient pass). grad must be multiplied by the sign of a.
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
        return np.copysign(grad, a)

# %% wrong: sign_without_grad
# why: Only the sign of a is returned and the upstream gradient is missing. It must be grad times the sign.
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

# %% wrong: magnitude_of_the_gradient
# why: backward returns the magnitude of grad and does not look at a. The slope is the sign of a, and grad
# keeps its own sign.
@piece
class Abs(Op):
    """out = |a|; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        return np.abs(grad)

# %% wrong: signs_in_a_list
# why: The slopes come from a comprehension over the first axis, with 1 for everything that is not negative;
# it fails for matrices and numbers, and gives 1 at 0. np.sign works entry by entry in any shape.
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
        return grad * np.array([-1 if entry < 0 else 1 for entry in a])
