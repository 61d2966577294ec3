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
        return grad * (1 - out ** 2)

# %% right: third_binomial
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
        return (1 + t) * (1 - t) * grad

# %% right: np_functions
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, x):
        y = np.tanh(x)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, upstream):
        y, = ctx.saved_tensors
        slope = np.subtract(1.0, np.square(y))
        return np.multiply(upstream, slope)

# %% right: product_helper
def _tanh_slope(out):
    "1 - out², from the output alone"
    return 1.0 - out * out


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
        return _tanh_slope(*ctx.saved_tensors) * grad

# %% wrong: input_in_slope
# why: forward saves the input a, and backward computes 1 - a². The slope is 1 - out², so the output is to be saved.
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
        return grad * (1 - out ** 2)

# %% wrong: exponentials
# why: tanh is computed from e^a and e^-a as in the text. For large |a| e^a overflows and infinity by infinity is nan, where tanh is ±1; use np.tanh.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        p, m = np.exp(a), np.exp(-a)
        out = (p - m) / (p + m)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out ** 2)

# %% wrong: brackets_missing
# why: grad * 1 - out² is grad minus out²: the brackets around 1 - out² are missing.
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
        return grad * 1 - out ** 2

# %% wrong: tanh_of_tanh
# why: backward takes np.tanh of the saved array again, but that already is tanh a. The slope is 1 - out² with the
# saved out.
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

# %% wrong: sigmoid_slope
# why: out·(1 - out) is the slope of the sigmoid. That of tanh is 1 - out².
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

# %% wrong: caret
# why: In Python ^ is not a power but the bitwise xor, which floats do not have, so backward raises an error. Write out ** 2.
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
        return grad * (1 - out^2)

# %% wrong: squares_saved_output_in_place
# why: backward squares the saved array in place with out *= out. That array is the output of the node which the rest of the program uses, so
# its values are destroyed; compute out * out as a new array.
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

# %% wrong: cosh_slope_inverted
# why: The slope is written with cosh, but multiplied instead of divided by: it is 1 / cosh²(a), not cosh²(a).
@piece
class Tanh(Op):
    """out = tanh a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.cosh(a) ** 2
