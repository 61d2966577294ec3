# %% right: zeros_before_the_rule
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
        (base,) = ctx.saved_tensors
        n = ctx.exponent
        if n == 0:
            slope = np.zeros_like(grad)
            return slope
        lowered = np.power(base, n - 1)
        return grad * (n * lowered)

# %% right: harmless_exponent
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        ctx.lowered = n - 1 if n != 0 else 1
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        constant = ctx.n == 0
        return np.zeros_like(grad) if constant else a**ctx.lowered * ctx.n * grad

# %% wrong: forgets_exponent_zero
# why: for n = 0 the rule is used as it stands; where a is 0 it multiplies 0 by infinity, and the gradient is nan instead of 0.
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

# %% wrong: slope_from_the_output
# why: a**(n-1) is computed as out / a, which is 0 / 0 where a is 0; the slope of a**2 at 0 becomes nan.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        out = a**n
        ctx.n = n
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * (ctx.n * out / a)

# %% wrong: zero_base_instead_of_zero_exponent
# why: the trap is taken for one of the base: wherever a is 0 the slope is set to 0, so a ** 1 has slope 0 at 0 instead of 1.
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
        zero = a == 0
        harmless = np.where(zero, np.ones_like(a), a)
        slope = ctx.n * harmless ** (ctx.n - 1)
        return np.where(zero, np.zeros_like(grad), grad * slope)

# %% wrong: multiplies_in_a_loop
# why: the power is computed by n multiplications, which works for whole exponents of at least 0 only; 0.5 and -1 have no such loop.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        out = np.ones_like(a)
        for _ in range(n):
            out = out * a
        return out

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * np.power(a, ctx.n - 1)

# %% wrong: exponent_not_lowered
# why: the slope is taken as n * a**n; the exponent must be lowered by one.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        result = np.power(a, n)
        ctx.factor = n
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_tensors
        if ctx.factor == 0:
            return np.zeros_like(grad)
        return ctx.factor * result * grad
