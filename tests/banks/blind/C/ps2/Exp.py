# %% right: plain
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


# %% right: indexed
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
        return np.multiply(grad, ctx.saved_tensors[0])


# %% right: list_unpack
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
        [y] = ctx.saved_tensors
        slope = y
        answer = slope * grad
        return answer


# %% wrong: exp_again
# why: The output was saved, and exp is taken once more.
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


# %% wrong: input_saved
# why: The input is saved but used as if it were the output: grad * a.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.exp(a)

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out


# %% wrong: no_upstream
# why: The slope alone is returned, without the upstream gradient.
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


# %% wrong: power_rule
# why: The power rule is used as if exp were a^n: a exp(a - 1).
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


# %% wrong: tuple_not_unpacked
# why: saved_tensors is a tuple and was not unpacked; the gradient gets an axis too many.
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


# %% wrong: added
# why: Upstream gradient and slope are added, not multiplied.
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
        return grad + out


# %% wrong: clipped
# why: The input is clipped against overflow; where the exponential should be infinite or tiny it is neither.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(np.clip(a, -50, 50))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out


# %% wrong: rounded_e
# why: 2.718 is only an approximation of e.
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


# %% wrong: not_returned
# why: forward saves the output but does not return it.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out


# %% wrong: math_exp
# why: math.exp takes single numbers only, not arrays.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        import math

        out = math.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out


# %% wrong: saved_as_attribute
# why: The output is kept as an attribute of ctx and not by save_for_backward; it is not freed, and a second backward raises no error.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        ctx.out = np.exp(a)
        return ctx.out

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.out
