# %% right: zeros_for_zero
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * a ** (ctx.n - 1)

# %% right: with_none_for_n
def slope(a, n):
    return n * np.power(a, n - 1)


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
        if not ctx.exponent:
            return np.zeros(grad.shape, grad.dtype), None
        return slope(a, ctx.exponent) * grad, None

# %% wrong: no_line_for_zero
# why: For n = 0 and a = 0 the formula is 0 times infinity, which is nan. The slope of a ** 0 is 0
# everywhere, so that case needs a line of its own.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * ctx.n * a ** (ctx.n - 1)

# %% wrong: power_before_minus
# why: a ** n - 1 subtracts 1 from the power, since ** binds closer than minus. The exponent must be
# lowered: a ** (n - 1).
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
        a, = ctx.saved_tensors
        n = ctx.n
        if n == 0:
            return np.zeros_like(grad)
        return grad * n * a ** n - 1

# %% wrong: exponent_not_brought_down
# why: The factor n is missing. The slope of a ** n is n times a ** (n - 1).
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * a ** (ctx.n - 1)

# %% wrong: zero_wherever_a_is_zero
# why: The gradient is set to 0 wherever a is 0, whatever n is. Only for n = 0 is that right: for n = 1
# the slope at 0 is 1, for n = 0.5 it is infinite.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return np.where(a == 0, 0, grad * ctx.n * a ** (ctx.n - 1))

# %% wrong: output_divided_by_a
# why: The power n - 1 is computed as out / a, which is 0 / 0, nan, where a is 0 (also for n = 2, where
# the slope is 0). Raise a to the power n - 1.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        out = a**n
        ctx.save_for_backward(a, out)
        ctx.n = n
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * out / a

# %% wrong: only_the_integer_zero
# why: The case n = 0 is asked for whole numbers only, so a ** 0.0 still gives nan at a = 0. 0.0 is a
# Python number, too, and n == 0 alone catches both.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if isinstance(ctx.n, int) and ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * a ** (ctx.n - 1)

# %% wrong: float64_zeros
# why: For n = 0 np.zeros(shape) is float64, also if a is float32. The gradient must have the dtype of its
# input: np.zeros_like(grad).
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros(a.shape)
        return grad * ctx.n * a ** (ctx.n - 1)

# %% wrong: by_logarithms
# why: The power n - 1 is computed as exp((n - 1) log a), which is nan for every negative a. a ** (n - 1)
# knows negative bases.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if ctx.n == 0:
            return grad * 0
        return grad * ctx.n * np.exp((ctx.n - 1) * np.log(a))
