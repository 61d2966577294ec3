# %% right: early_return_for_zero
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

# %% right: none_for_n
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
        slope = n * np.power(a, n - 1) if n != 0 else np.zeros_like(a)
        return grad * slope, None

# %% right: helper_derivative
def school_rule(base, n):
    """n · base^(n-1), with 0 for n = 0"""
    if not n:
        return np.zeros(base.shape, dtype=base.dtype)
    return n * base ** (n - 1)


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
        return grad * school_rule(ctx.saved_tensors[0], ctx.n)

# %% right: cases_for_zero_and_one
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        out = a ** n
        return out

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        n = ctx.n
        if n == 0:
            result = np.zeros(np.shape(grad), grad.dtype)
        elif n == 1:
            result = grad * 1
        else:
            result = n * (x ** (n - 1)) * grad
        return result

# %% wrong: formula_without_the_trap
# why: For n = 0 the formula is 0 times a**-1, and at a = 0 that is 0 times infinity, nan. The slope of a**0 is 0 everywhere: n = 0 needs a line of its own.
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

# %% wrong: output_over_a
# why: The slope is computed as n * out / a. Where a is 0 this is 0/0, nan, although n * a**(n-1) is a number there; save a and use the power n - 1.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        out = a ** n
        ctx.save_for_backward(a, out)
        ctx.n = n
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * out / a

# %% wrong: zeros_wherever_a_is_zero
# why: Wherever a is 0 the gradient is set to 0, for every n. That is right for n = 0 only: for n = 1 the slope at 0 is 1, and for n = 0.5 it is infinite.
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
        safe = np.where(a == 0, 1, a)
        return np.where(a == 0, 0, grad * n * safe ** (n - 1))

# %% wrong: minus_binds_later_than_power
# why: a ** n - 1 is (a ** n) - 1, because ** binds more tightly than the minus. The exponent should be in brackets: a ** (n - 1).
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
        if ctx.n == 0:
            return np.zeros_like(a)
        return grad * (ctx.n * a ** ctx.n - 1)

# %% wrong: nan_to_num_as_rescue
# why: np.nan_to_num replaces every nan and infinity, not only the one of n = 0 and a = 0: for n = -1 at a = 0 the gradient is -inf and becomes a huge number. Treat n = 0 by itself instead.
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
        with np.errstate(all="ignore"):
            result = grad * ctx.n * a ** (ctx.n - 1)
        return np.nan_to_num(result)

# %% wrong: integer_exponent
# why: The exponent is kept as int(n), so for n = 0.5 the slope is that of n = 0. n may be any Python number; keep it as it is.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = int(n)
        return a ** n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        n = ctx.n
        if n == 0:
            return np.zeros_like(grad)
        return grad * n * a ** (n - 1)

# %% wrong: zero_as_a_plain_scalar
# why: For n = 0 backward returns the plain number 0, which has neither the shape nor the dtype of a gradient. Return an array of zeros in the shape of grad.
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
        return 0 if ctx.n == 0 else grad * ctx.n * a ** (ctx.n - 1)

# %% wrong: gradient_for_the_exponent_too
# why: backward returns a second gradient, that of the exponent (with a logarithm). n is a Python number and no operand: return the gradient of a alone (or None behind it).
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        out = a ** n
        ctx.save_for_backward(a, out)
        ctx.n = n
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if ctx.n == 0:
            da = np.zeros_like(grad)
        else:
            da = grad * ctx.n * a ** (ctx.n - 1)
        dn = grad * out * np.log(np.abs(a) + 1e-12)
        return da, dn
