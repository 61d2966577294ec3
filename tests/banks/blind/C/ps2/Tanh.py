# %% right: plain
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out**2)


# %% right: factored
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        t = np.tanh(a)
        ctx.save_for_backward(t)
        return t

    @staticmethod
    def backward(ctx, grad):
        (t,) = ctx.saved_tensors
        return grad * (1 - t) * (1 + t)


# %% right: difference
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors[0]
        square = np.square(out)
        return grad - grad * square


# %% wrong: brackets
# why: Brackets are missing: grad * 1 - out² subtracts from the gradient instead of multiplying by the slope.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * 1 - out**2


# %% wrong: not_squared
# why: The slope is 1 - out², the square is missing.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out)


# %% wrong: input_saved
# why: The input is saved but the formula is for the output: 1 - a².
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


# %% wrong: tanh_twice
# why: The output was saved, and tanh is applied to it again.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (1 - np.tanh(a) ** 2)


# %% wrong: no_upstream
# why: The upstream gradient is missing.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return 1 - out**2


# %% wrong: own_formula
# why: tanh is computed by the formula with exponentials, which gives inf / inf = nan for large a.
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
        return grad * (1 - out**2)


# %% wrong: sigmoid_slope
# why: out (1 - out) is the slope of the sigmoid, not of tanh.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out * (1 - out)


# %% wrong: plus
# why: The slope is 1 - out², here with a plus.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 + out * out)


# %% wrong: not_unpacked
# why: saved_tensors is a tuple and cannot be squared; it must be unpacked.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors
        return grad * (1 - out**2)


# %% wrong: changed_in_place
# why: The saved array is squared in place; it is the very array that was returned as output.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        out *= out
        return grad * (1 - out)


# %% wrong: tan
# why: np.tan is another function.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tan(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 + out**2)


# %% wrong: slope_of_slope
# why: Out is squared, then the square of the whole slope is taken: (1 - out)², brackets in the wrong place.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out) ** 2
