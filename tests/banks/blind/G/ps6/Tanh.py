# %% right: two_factors
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        result = np.tanh(a)
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_tensors
        return grad * (1 + result) * (1 - result)


# %% right: less_its_square
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        out = np.empty_like(a)
        np.tanh(a, out=out)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors[0]
        return grad - grad * out**2


# %% wrong: the_slope_is_saved
# why: forward saves the slope, which is neither an input nor the output: it has no history, and cannot be differentiated.
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(1 - out * out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return slope * grad


# %% wrong: numpy_in_backward
# why: backward calls np.tanh, which is for arrays alone. When it is run on tensors, nothing of it is recorded.
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (1 - np.tanh(a) ** 2)


# %% wrong: the_output_is_an_attribute
# why: The output is kept as an attribute of ctx, so backward gets the bare array even when it is differentiated, and the second derivative is lost.
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        ctx.out = np.tanh(a)
        return ctx.out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.out
        return grad * (1 - out**2)


# %% wrong: slope_of_the_sigmoid
# why: out (1 - out) is the slope of the sigmoid. That of tanh is 1 - out².
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        t = np.tanh(a)
        ctx.save_for_backward(t)
        return t

    @staticmethod
    def backward(ctx, grad):
        (t,) = ctx.saved_tensors
        return t * (1 - t) * grad


# %% wrong: the_output_is_squared_in_place
# why: The saved output is squared in place. It is the very array that the user got as the result, and is needed by the next backward pass, too.
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        y = np.tanh(a)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        slope *= slope
        return grad - slope * grad
