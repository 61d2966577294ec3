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
# %% right: exponent_of_its_own
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
        exponent = n - 1 if n != 0 else 0
        return n * a**exponent * grad
# %% right: with_none
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
        if not n:
            grad_a = grad * 0
        else:
            grad_a = grad * (n * np.power(a, n - 1))
        return grad_a, None
# %% right: slope_in_forward
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        if n == 0:
            slope = np.zeros_like(a)
        else:
            slope = n * a ** (n - 1.0)
        ctx.save_for_backward(slope)
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return slope * grad
# %% right: loop
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
        result = np.zeros_like(grad)
        if ctx.n != 0:
            for place in np.ndindex(grad.shape):
                result[place] = grad[place] * ctx.n * a[place] ** (ctx.n - 1)
        return result
# %% wrong: no_guard
# why: At n = 0 and a = 0 the formula is 0 times infinity, nan; that case needs a line of its own.
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
# %% wrong: no_upstream
# why: The slope is returned without the upstream gradient.
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
            return np.zeros_like(a)
        return ctx.n * a ** (ctx.n - 1)
# %% wrong: lost_brackets
# why: Without brackets 1 is subtracted from the power, not from the exponent.
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
# %% wrong: factor_n_minus_one
# why: The factor in front is n, the old exponent, and not n - 1.
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
        n = ctx.n - 1
        return grad * n * a**n
# %% wrong: n_missing
# why: The factor n was forgotten; only the exponent is lowered.
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
# %% wrong: exponent_kept
# why: The exponent must be lowered by one.
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
# %% wrong: log_rule
# why: That is the slope for the exponent, a**n log a; the base has n a**(n-1).
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
        return grad * a**ctx.n * np.log(a)
# %% wrong: nan_to_num
# why: nan_to_num also turns the right infinities, such as those of n = -1 at 0, into huge finite numbers.
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
        with np.errstate(all="ignore"):
            return np.nan_to_num(grad * ctx.n * a ** (ctx.n - 1))
# %% wrong: mask_on_a
# why: It makes the slope 0 wherever a is 0, but for n = 1 it is 1 there; the trap is n = 0 only.
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
        with np.errstate(all="ignore"):
            return np.where(a == 0, 0, grad * ctx.n * a ** (ctx.n - 1))
# %% wrong: if_on_array
# why: `if a == 0` asks an array for one truth value, which NumPy refuses.
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
        if a == 0 and ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * a ** (ctx.n - 1)
# %% wrong: epsilon
# why: A small number added to the base changes the slope everywhere, and very much near 0.
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
        return grad * ctx.n * (a + 1e-6) ** (ctx.n - 1)
# %% wrong: out_over_a
# why: n * out / a is 0/0 where a is 0, also for n = 2, whose slope there is 0.
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
# %% wrong: two_gradients
# why: n is no tensor and gets no gradient; a second array is returned for it.
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
        return grad * ctx.n * a ** (ctx.n - 1), grad * a**ctx.n
# %% wrong: attribute_a
# why: The base is kept as an attribute, so it is never freed, and a second backward goes through.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.a, ctx.n = a, n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * ctx.a ** (ctx.n - 1)
# %% wrong: zero_as_none
# why: For n = 0 it returns None, which says that there is no gradient; it is an array of zeros.
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
            return None
        return grad * ctx.n * a ** (ctx.n - 1)
# %% wrong: wrong_constant
# why: At n = 0 it returns ones: the value of a**0 is 1, its slope is 0.
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
# %% wrong: clipped_exponent
# why: max keeps the exponent from going below 0, which is also done to n = 0.5 and n = -1, where it must be negative.
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
        return grad * ctx.n * a ** max(ctx.n - 1, 0)
# %% wrong: whole_numbers_only
# why: The power is made by multiplying n times in a loop, so n = 0.5 stops with an error.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        out = np.ones_like(a)
        for _ in range(n):
            out = out * a
        ctx.save_for_backward(a)
        ctx.n = n
        return out

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * a ** (ctx.n - 1)
# %% wrong: class_level_n
# why: n is kept on the class instead of on ctx, so with two powers in a program the later n is used for both.
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        Pow.n = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if Pow.n == 0:
            return np.zeros_like(grad)
        return grad * Pow.n * a ** (Pow.n - 1)
# %% wrong: square_only
# why: The slope 2a is that of the square; other exponents have another one.
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
        return grad * 2 * a
# %% wrong: int_n
# why: The exponent is rounded down to a whole number, so a ** 0.5 has no slope at all.
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
        n = int(ctx.n)
        if n == 0:
            return np.zeros_like(grad)
        return grad * n * a ** (n - 1)
