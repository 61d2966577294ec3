# %% right: zero_first
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
        return grad * (ctx.n * a ** (ctx.n - 1))

# %% right: with_a_none_behind
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
        a, = ctx.saved_tensors
        n = ctx.exponent
        slope = np.zeros_like(a) if n == 0 else n * np.power(a, n - 1)
        return grad * slope if n != 0 else slope, None

# %% wrong: trap_not_seen
# why: For n = 0 and a = 0 the formula gives 0 times infinity, which is nan. a⁰ is 1 everywhere, so the
# slope is 0; n = 0 needs a line of its own.
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

# %% wrong: zero_as_a_plain_number
# why: For n = 0 it returns the plain number 0. The gradient must be an array of zeros in the shape of
# grad.
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

        n = ctx.n
        if n == 0:
            return 0
        return grad * n * a ** (n - 1)

# %% wrong: zeros_in_double
# why: For n = 0 it returns np.zeros(shape), which is float64 whatever a is. The zeros need the dtype of
# the input, as np.zeros_like gives them.
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

        n = ctx.n
        if n == 0:
            return np.zeros(a.shape)
        return grad * n * a ** (n - 1)

# %% wrong: exponent_not_lowered
# why: The exponent stays n. The rule lowers it by one: n * a ** (n - 1).
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
        return grad * ctx.n * a**ctx.n

# %% wrong: factor_n_forgotten
# why: The factor n in front is missing. The slope is n * a ** (n - 1).
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

# %% wrong: gradient_for_n_as_well
# why: It returns a second gradient for n. n is a Python number and no operand; return the gradient of a
# by itself.
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
            return np.zeros_like(grad), np.zeros_like(grad)
        return grad * ctx.n * a ** (ctx.n - 1), grad * a**ctx.n * np.log(a)

# %% wrong: precedence_in_the_exponent
# why: `a ** ctx.n - 1` is (a ** n) - 1: the power binds first. The exponent needs parentheses, a ** (n
# - 1).
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
        return grad * ctx.n * a**ctx.n - 1

# %% wrong: output_divided_by_a
# why: It computes a ** (n - 1) as out / a. Where a is 0 that is 0 / 0 = nan, though the slope of a² at
# 0 is 0 and that of a¹ is 1. Use a ** (n - 1).
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

# %% wrong: zero_wherever_a_is_zero
# why: It sets the gradient to 0 wherever a is 0. That is right for n = 0 or n > 1; for n = 1 the slope
# is 1 there too, and for n < 1 it is infinite. Ask for n, not for a.
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

        safe = np.where(a == 0, 1, a)
        return np.where(a == 0, 0, grad * ctx.n * safe ** (ctx.n - 1)).astype(grad.dtype)

# %% wrong: nan_to_num_as_a_cure
# why: np.nan_to_num hides the nan of n = 0, but it also replaces every infinite slope, such as that of
# a ** 0.5 or 1 / a at 0, by a large number, and nan inputs by 0. Treat n = 0 alone.
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
        return grad * np.nan_to_num(ctx.n * a ** (ctx.n - 1.0))

# %% wrong: slope_of_the_square_only
# why: The slope is written for n = 2 only, 2 a. It must hold for every n: n * a ** (n - 1).
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
        return grad * 2 * a

# %% wrong: base_lowered
# why: The base is lowered by one instead of the exponent: n * (a - 1) ** n. The rule is n * a ** (n -
# 1).
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
        return grad * ctx.n * (a - 1) ** ctx.n

# %% wrong: exponent_made_whole
# why: int(n) cuts the exponent off, so a ** 0.5 becomes a ** 0. n may be any Python number.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.n = int(n)
        ctx.save_for_backward(a)
        return a**ctx.n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors

        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * a ** (ctx.n - 1)

# %% wrong: none_for_n_zero
# why: For n = 0 backward returns None, no gradient at all. It must be an array of zeros in the shape of
# grad.
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

        if ctx.n:
            return grad * ctx.n * a ** (ctx.n - 1)
