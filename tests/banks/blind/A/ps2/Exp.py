# %% right: saves_out
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out


# %% right: by_index
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        result = np.exp(a)
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        slope = ctx.saved_tensors[0]
        return slope * grad


# %% right: walrus_terse
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(out := np.exp(a))
        return out

    @staticmethod
    def backward(ctx, grad):
        return ctx.saved_tensors[0] * grad


# %% right: np_multiply_verbose
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        exponential = np.exp(a)
        ctx.save_for_backward(exponential)
        return exponential

    @staticmethod
    def backward(ctx, grad):
        # exp is its own slope
        (exponential,) = ctx.saved_tensors
        slope = exponential
        gradient_of_a = np.multiply(grad, slope)
        return gradient_of_a


# %% right: saves_input_and_recomputes
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.exp(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.exp(a)


# %% wrong: exp_twice
# why: out is saved and exp is applied to it once more in backward.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * np.exp(out)


# %% wrong: times_the_input
# why: Multiplies by the input a, which was saved, not by the exponential.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.exp(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * a


# %% wrong: like_a_power
# why: Uses the power rule, a * exp(a - 1), for the exponential function.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.exp(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * a * np.exp(a - 1)


# %% wrong: upstream_missing
# why: Returns the slope alone, without the upstream gradient.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return out


# %% wrong: exp_of_grad
# why: Puts the upstream gradient into the exponential instead of multiplying with it.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.exp(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.exp(grad * a)


# %% wrong: not_unpacked
# why: saved_tensors is a tuple and is not unpacked: multiplying by it makes an array with one more axis in front.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors
        return grad * out


# %% wrong: clipped
# why: Clips the input at 20 against overflow; beyond that, value and slope are wrong.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(np.clip(a, -20, 20))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out


# %% wrong: divides
# why: Divides by out: that is the slope of the inverse function.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad / out


# %% wrong: rounded_e
# why: Takes 2.718 to the power a instead of np.exp, so values are off from the fourth digit on.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = 2.718**a
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out


# %% wrong: expm1
# why: np.expm1 is exp(a) - 1, not exp(a).
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.expm1(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (out + 1)
