# %% right: one_minus_out_squared
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
        t, = ctx.saved_tensors
        return grad * (1 + t) * (1 - t)

# %% right: difference_of_two_terms
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(y := np.tanh(a))
        return y

    @staticmethod
    def backward(ctx, grad):
        y = ctx.saved_tensors[0]
        return grad - grad * y * y

# %% right: helper_slope
def tanh_slope(out):
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
        return np.multiply(tanh_slope(*ctx.saved_tensors), grad)

# %% wrong: input_in_the_formula
# why: forward saves the input a, and the slope is computed as 1 - a**2. It is 1 - tanh(a)**2: save the output.
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
        return grad * (1 - a ** 2)

# %% wrong: formula_with_exponentials
# why: forward divides e**a - e**-a by e**a + e**-a. For large |a| the exponentials overflow and inf/inf is nan, where tanh is 1 or -1; np.tanh avoids it.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        plus, minus = np.exp(a), np.exp(-a)
        out = (plus - minus) / (plus + minus)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out ** 2)

# %% wrong: slope_of_the_sigmoid
# why: out * (1 - out) is the slope of the sigmoid. That of tanh is 1 - out**2.
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

# %% wrong: brackets_forgotten
# why: grad * 1 - out**2 subtracts out**2 from grad, since * is worked off before -. The slope belongs in brackets: grad * (1 - out**2).
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

# %% wrong: output_overwritten
# why: backward squares the saved output in place (out *= out), and that array is the output which the program still holds. Compute the square in a new array.
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

# %% wrong: caret_for_the_square
# why: In Python ^ is not a power but a bitwise operation, and floats do not have it, so backward raises an error. Write out ** 2.
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

# %% wrong: slope_saved_in_forward
# why: forward computes the slope 1 - out**2 and saves that. Save the output as it is, so that the engine notices if it is changed, and compute the slope in backward.
@piece
class Tanh(Op):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(1 - out * out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope

# %% wrong: square_taken_last
# why: (1 - out) ** 2 squares the whole difference. The square belongs to out alone: 1 - out ** 2.
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
        return np.square(1 - out) * grad
