# %% right: absolute
@piece
class Abs(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.absolute(a)

    @staticmethod
    def backward(ctx, grad):
        return np.multiply(grad, np.sign(*ctx.saved_tensors))

# %% right: builtin_abs
@piece
class Abs(Op):
    @staticmethod
    def forward(ctx, a):
        magnitude = abs(a)
        ctx.save_for_backward(a)
        return magnitude

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        direction = np.sign(a)
        return direction * grad

# %% wrong: divided_by_out
# why: The sign is computed as a / |a|, which is nan at 0.
@piece
class Abs(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.abs(a)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad * (a / out)

# %% wrong: sign_of_out
# why: The sign is taken of the output, which is never negative.
@piece
class Abs(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.abs(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * np.sign(out)

# %% wrong: minus_at_0
# why: Only two cases: at 0 the gradient goes through with a minus sign instead of being 0.
@piece
class Abs(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a > 0, grad, -grad)

# %% wrong: size_of_the_gradient
# why: The bars are put around the upstream gradient as well, whose sign is lost.
@piece
class Abs(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.sign(a) * np.abs(grad)

# %% wrong: sign_kept
# why: The sign is computed in forward and kept on ctx. A change of the input before backward is not noticed, and nothing is freed.
@piece
class Abs(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.sign = np.sign(a)
        return a * ctx.sign

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.sign
