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

# %% right: terse_power
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
        return (1 - out**2) * grad

# %% right: two_factors
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
        first = 1 - out
        second = 1 + out
        return grad * first * second

# %% right: subtract_product
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
        t = ctx.saved_tensors[0]
        return grad - grad * t * t

# %% wrong: slope_saved
# why: The slope is computed in forward and saved; it is neither an input nor the output and cannot be differentiated.
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(1 - out**2)
        return out

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope

# %% wrong: slope_as_attribute
# why: The slope is an attribute of ctx: an array without a history, so that the second derivative is missing.
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.slope = 1 - out**2
        return out

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.slope

# %% wrong: np_tanh_in_backward
# why: The input is saved and np.tanh is called in backward, which is for arrays and not for tensors.
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

# %% wrong: square_of_input
# why: The input is saved and used where the formula means the output.
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
        return grad * (1 - a**2)

# %% wrong: square_forgotten
# why: 1 - tanh in place of 1 - tanh².
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
        return grad * (1 - out)

# %% wrong: upstream_ignored
# why: The upstream gradient is not used.
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
        return 1 - out * out

# %% wrong: sigmoid_slope
# why: out (1 - out) is the slope of the sigmoid.
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
        return grad * out * (1 - out)

# %% wrong: brackets_lost
# why: The brackets are missing: grad * 1 - out².
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
        return grad * 1 - out**2

# %% wrong: not_the_returned_array
# why: A second array with the same numbers is saved, and not the output itself.
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(np.tanh(a))
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out * out)

# %% wrong: back_to_numpy
# why: np.asarray of the saved tensor takes its history away.
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
        out = np.asarray(out)
        return grad * (1 - out * out)

# %% wrong: plus
# why: The sign is wrong: 1 + tanh².
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
        return grad * (1 + out**2)
