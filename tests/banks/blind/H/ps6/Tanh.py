# %% right: two_factors
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
        (y,) = ctx.saved_tensors
        return (1 + y) * (1 - y) * grad

# %% right: what_is_lost
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
        out = ctx.saved_tensors[0]
        lost = grad * out**2
        return grad - lost

# %% wrong: slope_saved
# why: The slope is computed in forward and saved; it is neither input nor output and cannot be differentiated.
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
        return grad * slope

# %% wrong: tanh_taken_twice
# why: The output is saved, but backward takes the tanh of it once more.
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
        (saved,) = ctx.saved_tensors
        t = saved.tanh() if hasattr(saved, "tanh") else np.tanh(saved)
        return grad * (1 - t**2)

# %% wrong: input_for_output
# why: The input was saved, and 1 - a² is taken as if it were the output.
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
        return grad * (1 - a * a)

# %% wrong: exponentials
# why: The quotient of exponentials is inf / inf for large inputs, and the result nan.
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        up, down = np.exp(a), np.exp(-a)
        out = (up - down) / (up + down)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return (1 - out * out) * grad

# %% wrong: upstream_in_place
# why: The upstream gradient is multiplied in place, and it may belong to others.
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
        grad *= 1 - result**2
        return grad
