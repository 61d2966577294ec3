# %% right: plain
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
# %% right: power
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        result = np.tanh(a)
        ctx.save_for_backward(a, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        a, result = ctx.saved_tensors
        slope = 1 - result**2
        return slope * grad
# %% right: two_factors
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
        t = ctx.saved_tensors[0]
        return (1 + t) * grad * (1 - t)
# %% right: difference
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(out := np.tanh(a))
        return out

    @staticmethod
    def backward(ctx, grad):
        [out] = ctx.saved_tensors
        return grad - grad * out * out
# %% right: negative_square
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
        y, = ctx.saved_tensors
        d = -(y**2) + 1.0
        g = d * grad
        return g
# %% wrong: slope_saved
# why: The slope is saved: computed in between, it has no history and is refused.
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
        (out,) = ctx.saved_tensors
        return grad * out
# %% wrong: output_on_ctx
# why: The output is kept as an attribute of ctx: an array without history, so the second derivative misses it.
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.out = out
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.out
        return grad * (1 - out * out)
# %% wrong: formula_of_input
# why: The input is saved, and 1 - a² computed: the formula is one of the output.
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(a)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out * out)
# %% wrong: no_square
# why: 1 - out in place of 1 - out².
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
# %% wrong: brackets_lost
# why: Brackets are lost: grad · 1 - out² does not multiply by the slope.
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
        return grad * 1 - out * out
# %% wrong: sigmoid
# why: That is the slope of the sigmoid, out (1 - out).
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
# %% wrong: square_of_difference
# why: (1 - out)² is not 1 - out².
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
        return grad * (1 - out) ** 2
# %% wrong: upstream_forgotten
# why: The upstream gradient is not multiplied in.
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
# %% wrong: plus
# why: A sign: the slope is 1 - out², not 1 + out².
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
        return grad * (1 + out * out)
# %% wrong: grad_in_place
# why: The upstream gradient is changed in place.
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
        grad *= 1 - out * out
        return grad
# %% wrong: numpy_in_backward
# why: np.tanh in backward works for arrays alone; at second order backward gets tensors.
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(a)
        return out

    @staticmethod
    def backward(ctx, grad):
        out = np.tanh(ctx.saved_tensors[0])
        return grad * (1 - out * out)
# %% wrong: cosh
# why: 1 / cosh² by NumPy: right for arrays, and not for tensors.
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(a)
        return out

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / np.cosh(a) ** 2
# %% wrong: input_overwritten
# why: forward writes the result into the input array.
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a, out=a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out * out)
# %% wrong: no_return
# why: forward forgets to return the result.
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out * out)
# %% wrong: one_number
# why: math.tanh takes single numbers, not arrays.
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        import math

        out = math.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out * out)
# %% wrong: asarray_in_backward
# why: np.asarray turns the saved tensor into an array, and its history is gone.
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
        out = np.asarray(ctx.saved_tensors[0])
        return grad * (1 - out * out)
