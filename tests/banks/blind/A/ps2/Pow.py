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
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * a ** (ctx.n - 1)


# %% right: np_power
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.exponent = n
        return np.power(a, n)

    @staticmethod
    def backward(ctx, grad):
        a = ctx.saved_tensors[0]
        n = ctx.exponent
        if n != 0:
            slope = n * np.power(a, n - 1)
            return slope * grad
        else:
            return np.zeros(grad.shape, dtype=grad.dtype)


# %% right: saves_nothing_for_zero
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.n = n
        if n != 0:
            ctx.save_for_backward(a)
        return a**n

    @staticmethod
    def backward(ctx, grad):
        n = ctx.n
        if not n:
            # constant 1, slope 0 everywhere
            return np.zeros_like(grad)
        (a,) = ctx.saved_tensors
        return grad * (n * a ** (n - 1))


# %% right: special_case_for_one_too
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        out = a**n
        return out

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        n = ctx.n
        if n == 0:
            return np.full(grad.shape, 0, dtype=grad.dtype)
        if n == 1:
            return grad
        lowered = a ** (n - 1)
        return lowered * n * grad


# %% wrong: trap_not_handled
# why: The case n = 0 is not treated: at a = 0 the formula gives 0 * inf = nan.
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


# %% wrong: zero_where_a_is_zero
# why: The guard asks for a == 0 instead of n == 0, so for n = 1 (slope 1) and n = 0.5 (slope infinite) the gradient at 0 is wrongly 0.
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
        slope = ctx.n * a ** (ctx.n - 1)
        return grad * np.where(a == 0, 0, slope)


# %% wrong: negative_n_zero_too
# why: The guard is n <= 0, so negative exponents get the gradient 0 as well.
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
        if ctx.n <= 0:
            return np.zeros_like(grad)
        return grad * ctx.n * a ** (ctx.n - 1)


# %% wrong: scalar_zero
# why: For n = 0 it returns the plain number 0, which has not the shape of the input.
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
            return 0
        return grad * ctx.n * a ** (ctx.n - 1)


# %% wrong: exponent_not_lowered
# why: The exponent is not lowered: n * a**n.
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


# %% wrong: brackets_lost
# why: Brackets are missing around n - 1: it computes n * a**n and subtracts 1.
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
        return grad * (ctx.n * a**ctx.n - 1)


# %% wrong: factor_n_missing
# why: The factor n in front is forgotten.
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


# %% wrong: nan_to_num
# why: nan_to_num hides the nan of the trap, but it also turns a true infinite slope (n = 0.5 or -1 at 0) into a huge finite number.
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
        return grad * np.nan_to_num(ctx.n * a ** (ctx.n - 1))


# %% wrong: slope_in_forward
# why: Computes the slope in forward already; for whole numbers with n = 0 (and no gradient at all) NumPy refuses the power -1, so forward fails.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        slope = n * a ** (n - 1)
        ctx.save_for_backward(slope)
        ctx.n = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * slope


# %% right: gradient_for_n
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
            return np.zeros_like(grad), None
        return grad * ctx.n * a ** (ctx.n - 1), None


# %% wrong: out_over_a
# why: Writes a**(n-1) as out / a, which is 0/0 = nan at a = 0 for every positive n.
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


# %% wrong: ones_for_zero
# why: For n = 0 it returns ones: the value of a**0, not its slope.
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
            return np.ones_like(grad)
        return grad * ctx.n * a ** (ctx.n - 1)


# %% wrong: base_lowered
# why: Lowers the base instead of the exponent: n * (a - 1)**n.
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


# %% wrong: whole_exponent
# why: Turns n into a whole number, so a**0.5 becomes a**0.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = int(n)
        return a**ctx.n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * a ** (ctx.n - 1)
