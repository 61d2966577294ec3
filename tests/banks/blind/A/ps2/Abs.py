# %% right: sign
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.sign(a)


# %% right: sign_saved
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(np.sign(a))
        return np.absolute(a)

    @staticmethod
    def backward(ctx, grad):
        return ctx.saved_tensors[0] * grad


# %% right: nested_where
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad, np.where(a < 0, -grad, np.zeros_like(grad)))


# %% right: masks_filled_in
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        out = abs(a)
        return out

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        slope = np.zeros(a.shape, dtype=grad.dtype)
        slope[a > 0] = 1
        slope[a < 0] = -1
        return slope * grad


# %% wrong: zero_over_zero
# why: a / |a| is 0 / 0 = nan at 0.
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        out = np.abs(a)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad * a / out


# %% wrong: minus_one_at_zero
# why: Only two cases: at 0 the slope is -1 instead of 0.
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad, -grad)


# %% wrong: copysign_at_zero
# why: copysign gives 1 (or -1) also at 0, where the slope is to be 0.
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.copysign(1, a)


# %% wrong: sign_of_the_output
# why: Takes the sign of the output, which has lost the sign of a: negative entries get +grad.
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        out = np.abs(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * np.sign(out)


# %% wrong: abs_of_grad
# why: Takes the absolute value of the upstream gradient; the sign of a does not take part.
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        return np.abs(grad)


# %% wrong: bool_minus
# why: NumPy refuses to subtract arrays of True and False; they would have to be made numbers first.
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * ((a > 0) - (a < 0))


# %% wrong: like_relu
# why: Copied from ReLU: nothing comes back where a is negative.
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0)


# %% wrong: dtype_lost
# why: The int64 array of signs makes float64 of a float32 gradient.
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        signs = np.array(np.sign(a), dtype=np.int64)
        return grad * signs


# %% wrong: sign_of_grad
# why: np.sign is taken of the upstream gradient, so its size is lost and a has no say.
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.sign(grad) * a


# %% wrong: only_the_sign
# why: Returns the sign without the upstream gradient.
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.sign(a)


# %% wrong: root_of_square
# why: Writes |a| as the root of a²; its slope a / sqrt(a²) is nan at 0, and the square overflows for large a.
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.sqrt(a**2)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * a / np.sqrt(a**2)


# %% wrong: fabs_and_one_sided
# why: Changes the sign of grad in place where a is negative, so the upstream array is changed, and at 0 the gradient passes.
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.fabs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        grad[a < 0] *= -1
        return grad


# %% wrong: epsilon
# why: Adds a small number in the divisor so that 0 / 0 does not appear; all other slopes are then not quite 1.
@piece
class Abs(Op):
    """out ="""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * a / (np.abs(a) + 1e-4)
