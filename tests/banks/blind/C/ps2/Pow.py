# %% right: plain
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
            return np.zeros_like(grad)
        return grad * n * a ** (n - 1)


# %% right: with_none
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.n = n
        ctx.save_for_backward(a)
        return np.power(a, n)

    @staticmethod
    def backward(ctx, grad):
        (base,) = ctx.saved_tensors
        if ctx.n == 0:
            slope = np.zeros_like(base)
        else:
            slope = ctx.n * np.power(base, ctx.n - 1)
        return grad * slope, None


# %% right: exponent_chosen
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.exponent = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        n = ctx.exponent
        lowered = n - 1 if n != 0 else 1
        (a,) = ctx.saved_tensors
        slope = n * a**lowered
        if n == 0:
            slope = 0.0 * np.ones_like(a)
        return slope * grad


# %% wrong: zero_exponent
# why: The case n = 0 is forgotten: at a = 0 the formula gives 0 times infinity, nan.
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


# %% wrong: factor_n
# why: The factor n is missing from the slope.
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


# %% wrong: brackets
# why: Brackets are missing: a ** n - 1 lowers the result by 1, not the exponent.
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


# %% wrong: exponent_not_lowered
# why: The exponent is not lowered: n a^n.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        out = a**n
        ctx.save_for_backward(out)
        ctx.n = n
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * ctx.n * out


# %% wrong: out_over_a
# why: n a^(n-1) is computed as n out / a, which is nan at a = 0 for every n > 0.
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


# %% wrong: scalar_zero
# why: For n = 0 the plain number 0.0 is returned, not an array of zeros in the shape of grad.
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
            return 0.0
        return grad * ctx.n * a ** (ctx.n - 1)


# %% wrong: nan_to_num
# why: nan_to_num hides the nan of n = 0, but also turns infinite slopes (a = 0, n = 0.5 or -1) into finite numbers and real nans into 0.
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
        return np.nan_to_num(grad * ctx.n * a ** (ctx.n - 1))


# %% wrong: masked_at_zero
# why: Wherever a is 0 the gradient is set to 0; but for n = 1 the slope at 0 is 1, and for n < 1 infinite.
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
        return np.where(a == 0, 0, grad * ctx.n * a ** (ctx.n - 1.0))


# %% wrong: n_in_saved
# why: n and a are saved in the order n, a, but unpacked as a, n: base and exponent are swapped.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(n, a)
        return a**n

    @staticmethod
    def backward(ctx, grad):
        a, n = ctx.saved_tensors
        if np.all(n == 0):
            return np.zeros_like(grad)
        return grad * n * a ** (n - 1)


# %% wrong: exponential_rule
# why: The rule for n^a is used: the logarithm belongs to a derivative with respect to the exponent.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        out = a**n
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad * out * np.log(a)


# %% wrong: abs_base
# why: The absolute value of a is taken to be safe with roots; for negative a and even n the sign of the slope is lost.
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
        return grad * ctx.n * np.abs(a) ** (ctx.n - 1)


# %% wrong: whole_exponents_only
# why: n is turned into a whole number, which breaks 0.5 and other fractions in backward.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = int(n)
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * a ** (ctx.n - 1)
