# %% right: reciprocal
@piece
class Log(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.reciprocal(a)

# %% right: np_divide
@piece
class Log(Op):
    @staticmethod
    def forward(ctx, x):
        y = np.log(x)
        ctx.save_for_backward(x)
        return y

    @staticmethod
    def backward(ctx, grad):
        return np.divide(grad, *ctx.saved_tensors)

# %% wrong: divided_by_out
# why: The output is saved, and the gradient is divided by it. The slope is 1 over the input.
@piece
class Log(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.log(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a

# %% wrong: small_number
# why: A small number is added against log(0). The output at 0 is not -inf any more, and near 0 all values are off.
@piece
class Log(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a + 1e-7)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a

# %% wrong: slope_saved
# why: The slope 1/a is computed in forward and saved. If the input is changed before backward, nobody notices.
@piece
class Log(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(1 / a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return slope * grad

# %% wrong: from_the_output
# why: The slope is computed from the output as exp(-out). For a negative input the output is nan, and so is this slope, while 1/a is a number.
@piece
class Log(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.log(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * np.exp(-out)

# %% wrong: no_gradient_below_0
# why: Where the input is 0 or negative, the gradient is set to 0. It is grad / a there as everywhere: infinite at 0.
@piece
class Log(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        good = a > 0
        divisor = np.where(good, a, np.ones_like(a))
        return np.where(good, grad / divisor, np.zeros_like(grad))
