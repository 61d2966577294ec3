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
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out) * (1 + out)
# %% right: from_the_input
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return (1.0 - np.square(np.tanh(a))) * grad
# %% right: difference_of_two
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
        t = ctx.saved_tensors[0]
        return grad - grad * t * t
# %% right: stable_by_hand
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        shrunk = np.exp(-2 * np.abs(a))
        out = np.sign(a) * -np.expm1(-2 * np.abs(a)) / (1 + shrunk)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        slope = 1 - out * out
        return slope * grad
# %% wrong: formula_forward
# why: The formula of the text with e^a overflows for large a, and inf / inf is nan.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = (np.exp(a) - np.exp(-a)) / (np.exp(a) + np.exp(-a))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out**2)
# %% wrong: tanh_again
# why: The saved array is tanh a already; tanh is taken of it once more.
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
        return grad * (1 - np.tanh(out) ** 2)
# %% wrong: input_for_output
# why: It saves the input, but uses it in the formula as though it were the output.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (1 - a**2)
# %% wrong: lost_brackets
# why: Without brackets it is grad * 1 - out²: only the 1 is multiplied by the upstream gradient.
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
# %% wrong: square_outside
# why: The square belongs to the output alone and not to 1 - out.
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
# %% wrong: not_squared
# why: The output in the slope is to be squared.
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
# %% wrong: sigmoid_slope
# why: out (1 - out) is the slope of the sigmoid.
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
# why: The slope is 1 minus the square; with a plus it grows where tanh is flat.
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
        return grad * (1 + out**2)
# %% wrong: no_upstream
# why: The slope is returned alone, without the upstream gradient.
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
# %% wrong: not_unpacked
# why: saved_tensors is a tuple, and a tuple cannot be squared; unpack it first.
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
# %% wrong: sign
# why: out² - 1 has the wrong sign.
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
        return grad * (out**2 - 1)
# %% wrong: twice_the_square
# why: It is out times 2 instead of out to the power 2.
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
        return grad * (1 - 2 * out)
# %% wrong: xor
# why: ^ is no power in Python; for floats it raises an error.
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
        return grad * (1 - out ^ 2)
# %% wrong: attribute
# why: The output is an attribute of ctx, so nothing frees it and a second backward raises no error.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        ctx.out = np.tanh(a)
        return ctx.out

    @staticmethod
    def backward(ctx, grad):
        return grad * (1 - ctx.out**2)
# %% wrong: passes_through
# why: The gradient is handed on without the slope, also where tanh is flat.
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
        return grad
# %% wrong: in_place_square
# why: out **= 2 writes into the output that the user holds.
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
        out **= 2
        return grad * (1 - out)
# %% wrong: clip
# why: The input is clipped to -1 and 1; it is the output that stays between them, by itself.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(np.clip(a, -1, 1))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out**2)
# %% wrong: arctanh
# why: np.arctanh is the inverse function, not the slope.
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
        return grad * (1 - np.arctanh(out) ** 2)
