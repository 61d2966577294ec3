# %% right: two_brackets
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        bent = np.tanh(a)
        ctx.save_for_backward(bent)
        return bent

    @staticmethod
    def backward(ctx, grad):
        (bent,) = ctx.saved_tensors
        return grad * ((1 - bent) * (1 + bent))

# %% right: input_kept
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        t = np.tanh(ctx.saved_tensors[0])
        return grad - grad * t * t

# %% wrong: slope_of_the_input
# why: the input was saved, and 1 - a² is computed from it; the slope is 1 minus the square of tanh a.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out**2)

# %% wrong: from_the_definition
# why: tanh is computed from e^a and e^-a; for large a they overflow, inf / inf is nan, and np.tanh would give 1.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        up, down = np.exp(a), np.exp(-a)
        out = (up - down) / (up + down)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out * out)

# %% wrong: slope_saved
# why: forward saves the slope 1 - out² instead of out; if somebody changes the output in place before backward, the engine does not notice.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(1 - np.square(out))
        return out

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope

# %% wrong: squares_the_saved_output
# why: the square is taken in place in backward, so the output of the user is overwritten, and a second backward over a retained graph computes from the square.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.asarray(np.tanh(a))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (square,) = ctx.saved_tensors
        square *= square
        return grad * (1 - square)

# %% wrong: square_of_the_difference
# why: 1 - tanh² is read as (1 - tanh)²; only the tanh is squared.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        y = np.tanh(a)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        (y,) = ctx.saved_tensors
        return np.square(1 - y) * grad
