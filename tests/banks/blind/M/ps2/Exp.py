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

# %% right: saved_by_index
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, x):
        y = np.exp(x)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, dy):
        return ctx.saved_tensors[0] * dy

# %% right: walrus_and_multiply
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(e := np.exp(a))
        return e

    @staticmethod
    def backward(ctx, grad):
        [slope] = ctx.saved_tensors
        return np.multiply(grad, slope)

# %% right: star_unpacking
def own_slope(saved):
    out, *nothing_else = saved
    return out


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
        grad_a = grad * own_slope(ctx.saved_tensors)
        return grad_a

# %% wrong: exp_twice
# why: out, already the exponential, is saved, and backward applies np.exp to it once more. The slope is out itself.
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
        (a,) = ctx.saved_tensors
        return grad * np.exp(a)

# %% wrong: power_rule
# why: backward treats e**a like a power and takes a * e**(a-1). The exponential is its own slope: the factor is exp(a).
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

# %% wrong: clipped_against_overflow
# why: forward clips a to -50 … 50 before the exponential, so everything outside gets a wrong output and gradient (exp(-inf) is 0, exp(inf) is inf). np.exp needs no such protection here.
@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        a = np.clip(a, -50, 50)   # no overflow please
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        return out * grad

# %% wrong: math_exp_in_a_loop
# why: math.exp goes over the entries as Python floats: the array made of them is float64, also for float32, and for large entries math.exp raises OverflowError where np.exp gives inf. Use np.exp on the whole array.
import math


@piece
class Exp(Op):
    """out = exp a"""

    @staticmethod
    def forward(ctx, a):
        values = [math.exp(x) for x in a.ravel()]
        out = np.array(values).reshape(a.shape)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out

# %% wrong: written_into_the_operand
# why: np.exp(a, out=a) writes the exponential into the operand, so the program's own tensor is changed. Let np.exp make a new array.
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

# %% wrong: grad_times_equal
# why: grad *= out writes into the upstream gradient, which other operations may share. Return a new array, grad * out.
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
        grad *= out
        return grad

# %% wrong: output_as_attribute
# why: The output is kept as the attribute ctx.out, where the engine neither frees it after backward nor notices if somebody changes it. Arrays are to be saved with ctx.save_for_backward.
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

# %% wrong: input_taken_for_output
# why: forward saves the input a, and backward multiplies by it as if it were the output. The slope is exp(a): save out.
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
