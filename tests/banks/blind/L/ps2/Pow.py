# %% right: plain
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a ** n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * a ** (ctx.n - 1)

# %% right: with_none
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.exponent = n
        ctx.save_for_backward(a)
        return np.power(a, n)

    @staticmethod
    def backward(ctx, grad):
        a = ctx.saved_tensors[0]
        n = ctx.exponent
        if n != 0:
            slope = n * np.power(a, n - 1)
            return grad * slope, None
        else:
            return np.zeros(grad.shape, dtype=grad.dtype), None

# %% right: helper_function
def power_slope(a, n):
    if n == 0:
        return np.zeros_like(a)
    return n * a ** (n - 1)


@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a ** n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return power_slope(a, ctx.n) * grad

# %% right: early_out_full
@piece
class Pow(Op):
    @staticmethod
    def forward(ctx, base, exponent):
        ctx.save_for_backward(base)
        ctx.exponent = exponent
        return base ** exponent

    @staticmethod
    def backward(ctx, grad):
        base, = ctx.saved_tensors
        lowered = ctx.exponent - 1
        if lowered == -1:
            # a ** 0 is the constant 1
            return np.full_like(grad, 0)
        return ctx.exponent * (grad * base ** lowered)

# %% wrong: zero_trap
# why: For n = 0 the formula computes 0 · a^(-1), and where a is 0 that is 0 times infinity, nan. The exponent 0 needs a line
# of its own that returns zeros.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a ** n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * ctx.n * a ** (ctx.n - 1)

# %% wrong: divide_output
# why: a^(n-1) is computed as out / a. Where a is 0 that is 0/0, nan, for every n > 0, though the slope of a² at 0 is
# 0; raise a to the power n - 1 instead.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        out = a ** n
        ctx.n = n
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * out / a

# %% wrong: zero_where_a_is_zero
# why: The slope is set to 0 wherever a is 0, whatever n is. For n = 1 it is 1 there, and for n below 1 infinite; only n = 0 makes it 0.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a ** n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        safe = np.where(a == 0, 1, a)
        slope = np.where(a == 0, 0, ctx.n * safe ** (ctx.n - 1))
        return (grad * slope).astype(grad.dtype)

# %% wrong: base_lowered
# why: The base is lowered by 1 instead of the exponent: (a - 1)^n in place of a^(n - 1).
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a ** n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * (a - 1) ** ctx.n

# %% wrong: precedence_of_power
# why: ** binds tighter than -, so a ** n - 1 is out minus 1. The new exponent needs brackets: a ** (n - 1).
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a ** n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        n = ctx.n
        return np.zeros_like(grad) if n == 0 else grad * n * a ** n - 1

# %% wrong: gradient_for_n
# why: backward also returns a gradient for n, grad · out · log a. n is a plain number and no operand, so only
# the gradient of a is to be returned.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a ** n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        n = ctx.n
        if n == 0:
            da = np.zeros_like(grad)
        else:
            da = grad * n * a ** (n - 1)
        dn = grad * a ** n * np.log(a)
        return da, dn

# %% wrong: scalar_zero
# why: For n = 0 backward returns the plain number 0.0, not an array. The gradient must have the shape (and dtype) of a: an array of zeros.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a ** n

    @staticmethod
    def backward(ctx, grad):
        if ctx.n == 0:
            return 0.0
        (a,) = ctx.saved_tensors
        return grad * ctx.n * a ** (ctx.n - 1)

# %% wrong: loop_product
# why: forward multiplies a with itself in a loop of int(n) rounds. That is right for whole n from 0 on only: for 0.5 or -1 the
# output is all ones. It should be a ** n.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        result = np.ones_like(a)
        for _ in range(int(n)):
            result = result * a
        return result

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * a ** (ctx.n - 1)
