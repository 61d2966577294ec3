# %% right: output_saved
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


# %% right: input_saved
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


# %% right: index_zero
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        y = np.exp(a)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        y = ctx.saved_tensors[0]
        return np.multiply(grad, y)


# %% right: list_unpack
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
        [slope] = ctx.saved_tensors
        gradient = slope * grad
        return gradient


# %% wrong: exp_twice
# why: The output was saved, and backward takes exp of it once more.
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


# %% wrong: times_input
# why: The input was saved and grad is multiplied by it as if it were the slope; the slope is exp(a).
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


# %% wrong: no_upstream
# why: Only the slope is returned; the upstream gradient is lost.
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


# %% wrong: tuple_not_unpacked
# why: saved_tensors is a tuple and is used as if it were the array; the product gets an additional axis of size 1 in front.
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


# %% wrong: power_rule
# why: The rule for powers is used, a * exp(a - 1), as if the variable were in the base.
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


# %% wrong: clipped
# why: The input is clipped to -20 ... 20 against overflow, so large and small inputs give a wrong output.
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


# %% wrong: attribute
# why: The output is kept as a plain attribute, not by save_for_backward: it is not freed and a second backward raises no error.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        ctx.result = np.exp(a)
        return ctx.result

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.result


# %% wrong: rounded_e
# why: exp is computed with a rounded e, 2.718; np.exp is exact.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = 2.718 ** a
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out
