# %% right: from_the_output
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
        return grad * (1 - out ** 2)

# %% right: difference_of_products
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
        return grad - grad * t * t

# %% right: third_binomial
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        y = np.tanh(a)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        y, = ctx.saved_tensors
        return (1 + y) * (1 - y) * grad

# %% right: slope_helper
def slope_of_tanh(value):
    square = value * value
    return -square + 1


@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        result = np.tanh(a)
        ctx.save_for_backward(a, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        _, result = ctx.saved_tensors
        return grad * slope_of_tanh(result)

# %% wrong: saved_slope
# why: forward computes the slope and saves it. It is neither an input nor the output, so it has no history and cannot be differentiated; save the output and compute the slope in backward.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(1 - out ** 2)
        return out

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope

# %% wrong: computed_twice
# why: tanh is computed twice, and the array that is saved is not the one that is returned. So what was saved is not the output and has no history; one and the same array must be saved and returned.
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
# why: backward computes with NumPy functions of the saved input. When gradients are differentiated again it is run on tensors, for which np.cosh is not meant; the slope should be written with operators, as a formula of the output.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / np.cosh(a) ** 2

# %% wrong: output_on_ctx
# why: The output is kept as an attribute of ctx. There it stays a plain array without a history, and second derivatives take it for a constant; it must go through ctx.save_for_backward.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.out = np.tanh(a)
        return ctx.out

    @staticmethod
    def backward(ctx, grad):
        return grad * (1 - ctx.out ** 2)

# %% wrong: slope_of_the_operand
# why: The operand a is saved, and the slope is computed as 1 - a². It is a formula of the output, 1 - tanh(a)².
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

# %% wrong: exponentials_by_hand
# why: tanh is computed as a quotient of exponentials. For large a they are infinite in the computer, and inf / inf is nan, where 1 is right; np.tanh has no such trouble.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        plus, minus = np.exp(a), np.exp(-a)
        out = (plus - minus) / (plus + minus)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        return grad * (1 - out * out)

# %% wrong: slope_of_the_tangent
# why: The slope is written as 1 + out², which is that of the tangent. That of the hyperbolic tangent is 1 - out².
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
        return grad * (1 + out ** 2)

# %% wrong: grad_times_equals
# why: The upstream gradient is multiplied in place, so that it is changed for everybody else who holds it. An Op must compute a new array, grad * (1 - out²).
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
        grad *= 1 - out ** 2
        return grad
