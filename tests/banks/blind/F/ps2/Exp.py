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
# %% right: by_index
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
        return ctx.saved_tensors[0] * grad
# %% right: keeps_the_input
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
        return np.multiply(grad, np.exp(a))
# %% right: verbose_loop
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
        (result,) = ctx.saved_tensors
        answer = np.zeros_like(grad)
        for place in np.ndindex(grad.shape):
            answer[place] = grad[place] * result[place]
        return answer
# %% wrong: exp_again
# why: What was saved is the exponential already, and np.exp is taken of it once more.
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
# %% wrong: no_upstream
# why: The slope alone is returned; the upstream gradient is missing.
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
# %% wrong: input_as_slope
# why: It saves the input and multiplies by it; the slope is exp a and not a.
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
# %% wrong: power_rule
# why: The power rule holds for a power of a; here a is the exponent.
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
# why: saved_tensors is a tuple, also with one array in it; it must be unpacked before computing.
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
# %% wrong: in_place_out
# why: The saved array is the output itself; multiplying it in place changes the values of the user's result.
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
        out *= grad
        return out
# %% wrong: in_place_input
# why: out=a writes the exponential into the memory of the input.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a, out=a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out
# %% wrong: attribute
# why: The output is kept as an attribute, so it is not freed after backward and a second one goes through.
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
# %% wrong: math_exp
# why: math.exp takes a single number; for an array it raises an error.
import math


@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = math.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out
# %% wrong: clipped
# why: It clips the input to avoid overflow; from 20 on the output and the slope are wrong.
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
# %% wrong: slope_of_log
# why: The slope of exp is exp itself; dividing belongs to the logarithm.
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
# %% wrong: exp2
# why: np.exp2 is 2 to the a, and not e to the a.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp2(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out
# %% wrong: exp_of_upstream
# why: The upstream gradient is put into the exponential; it is a factor.
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
# %% wrong: saves_after_return
# why: The line that saves stands behind the return and never runs.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        return out
        ctx.save_for_backward(out)

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out
# %% wrong: float64
# why: The exponential is computed in float64 and stays so, though the input was float32.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a.astype(np.float64))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out
# %% wrong: no_return
# why: backward computes the gradient and does not return it.
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
        grad = grad * out
