# %% right: output_saved
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out * out)

# %% right: two_factors
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        t = np.tanh(a)
        ctx.save_for_backward(t)
        return t

    @staticmethod
    def backward(ctx, grad):
        t = ctx.saved_tensors[0]
        return (1 - t) * (1 + t) * grad

# %% wrong: slope_saved
# why: forward saves the slope 1 - out^2, which is neither an operand nor the output and has no
# history. Save the output and compute the slope in backward.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(1 - out ** 2)
        return out

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope

# %% wrong: cosh_in_backward
# why: backward calls np.cosh, which is for arrays alone. When the gradient is differentiated again
# it gets a tensor; the slope must be made of operators from the saved output.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / np.cosh(a) ** 2

# %% wrong: output_as_attribute
# why: The output is kept as ctx.out, a plain array, so it stays an array without history in the
# second derivative and counts as a constant. It must go through ctx.save_for_backward.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.out = np.tanh(a)
        return ctx.out

    @staticmethod
    def backward(ctx, grad):
        return grad * (1 - ctx.out * ctx.out)

# %% wrong: squares_the_output_in_place
# why: out **= 2 squares the saved output itself, and with it the result that the caller has got. The
# square must be a new value: out ** 2.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        out **= 2
        return grad * (1 - out)

# %% wrong: operand_saved_for_output
# why: The operand a is saved, but the formula 1 - t^2 holds for the output tanh(a). The output must be
# saved.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (t,) = ctx.saved_tensors
        return grad * (1 - t ** 2)

# %% wrong: exponentials_overflow
# why: tanh is computed from e^a and e^-a, which overflow for large entries, and inf / inf is nan.
# np.tanh gives 1 or -1 there.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        p, m = np.exp(a), np.exp(-a)
        out = (p - m) / (p + m)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        return grad * (1 - out ** 2)

# %% wrong: minus_instead_of_times
# why: backward subtracts the square from the upstream gradient, grad - t^2, so the square is not
# multiplied with it. It should be grad * (1 - t^2), which is grad - grad * t^2.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        t = np.tanh(a)
        ctx.save_for_backward(t)
        return t

    @staticmethod
    def backward(ctx, grad):
        (t,) = ctx.saved_tensors
        return grad * 1 - t ** 2
