# %% right: output_squared
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
        return grad * (1 - out ** 2)

# %% right: difference_of_squares
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
        return grad * (1 - t) * (1 + t)

# %% right: grad_minus_its_part
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, x):
        y = np.tanh(x)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        y, = ctx.saved_tensors
        return g - g * y * y

# %% wrong: slope_saved
# why: The slope is computed in forward and saved. It is neither an input nor the output, so it has no history and cannot be differentiated. Save the output, and compute the slope in backward.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(1 - out * out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope

# %% wrong: tanh_twice
# why: The tanh is computed twice: one array is saved, another is returned. The one that was saved is not the output, although it has the same numbers, and has no history.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(np.tanh(a))
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out ** 2)

# %% wrong: numpy_in_backward
# why: The input is saved, and backward calls np.tanh and np.square. These are for arrays alone: at second order backward is run on tensors, and what NumPy does with them is not recorded. The output should be saved and only operators used.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (1 - np.square(np.tanh(a)))

# %% wrong: input_in_the_formula
# why: The input is saved, and the slope computed as 1 - a². The formula is 1 - out², of the output.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        a, = ctx.saved_tensors
        return grad * (1 - a * a)

# %% wrong: kept_on_ctx
# why: The output is kept as an attribute of ctx, and there it stays an array without a history: the second derivative takes the slope for a constant. It must go through save_for_backward.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.out = np.tanh(a)
        return ctx.out

    @staticmethod
    def backward(ctx, grad):
        return grad * (1 - ctx.out ** 2)

# %% wrong: from_exponentials
# why: tanh is computed as (e^a - e^-a) / (e^a + e^-a), and for large a both exponentials overflow: infinity by infinity is nan, where tanh is 1. np.tanh is right for all a.
@piece
class Tanh(Op):
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

# %% wrong: twice_instead_of_squared
# why: The output is doubled and not squared: 1 - 2·out. The slope of tanh is 1 - out².
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        slope = 1 - out * 2
        return slope * grad

# %% wrong: squares_the_output_in_place
# why: `out *= out` writes into the array that was saved, which is the output itself: the result that the caller holds is overwritten by its square, and so is what a second walk needs. out * out is a new array.
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
        out *= out
        return grad * (1 - out)
