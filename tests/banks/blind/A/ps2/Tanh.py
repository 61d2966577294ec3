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


# %% right: no_power
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


# %% right: third_binomial
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
        slope = (1 - out) * (1 + out)
        return slope * grad


# %% right: np_square_verbose
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        output = np.tanh(a)
        ctx.save_for_backward(output)
        return output

    @staticmethod
    def backward(ctx, grad):
        (output,) = ctx.saved_tensors
        squared = np.square(output)
        derivative = np.subtract(1, squared)
        result = np.multiply(grad, derivative)
        return result


# %% right: recomputes_from_input
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
        return grad * (1 - np.tanh(a) ** 2)


# %% wrong: input_squared
# why: a was saved, and the slope is computed as 1 - a² instead of 1 - tanh² a.
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


# %% wrong: brackets_lost
# why: Brackets missing: grad * 1 - out² subtracts out² from the gradient instead of from 1.
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


# %% wrong: square_forgotten
# why: The square is missing: 1 - out.
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


# %% wrong: tanh_again
# why: out is saved and tanh is taken once more of it.
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


# %% wrong: sigmoid_slope
# why: out * (1 - out) is the slope of the sigmoid.
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


# %% wrong: by_the_definition
# why: Computes the formula with exp literally, which gives inf / inf = nan for large |a|.
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


# %% wrong: plus
# why: 1 + out²: the sign in the slope is wrong.
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


# %% wrong: tuple_not_unpacked
# why: saved_tensors is a tuple; it cannot be squared.
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


# %% wrong: passes_straight_through
# why: Hands the upstream gradient down without the slope.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        return grad


# %% wrong: nothing_saved
# why: forward saves nothing, so unpacking in backward fails.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out**2)


# %% wrong: square_around_all
# why: The square is around the whole slope: (1 - out)².
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


# %% wrong: upstream_also_squared
# why: grad stands inside of the square as well: (1 - out²) is multiplied by grad².
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
        return grad**2 - (grad * out) ** 2


# %% wrong: squared_in_place
# why: Squares the saved array in place: it is the memory of the output, which the user still sees, and a second pass gets a wrong slope.
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
