# %% right: early_return
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


# %% right: none_behind
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
        (a,) = ctx.saved_tensors
        n = ctx.exponent
        if n == 0:
            return grad * 0, None
        slope = n * np.power(a, n - 1)
        return slope * grad, None


# %% right: exponent_chosen
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
        # for n = 0: 0 * a**0 = 0
        lower = n - 1 if n != 0 else 0
        return grad * (n * a ** lower)


# %% right: verbose_if_else
@piece
class Pow(Op):
    """out = a ** n for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.power = n
        out = a ** n
        return out

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        a = saved[0]
        if ctx.power == 0:
            result = np.zeros(grad.shape, dtype=grad.dtype)
        elif ctx.power == 1:
            result = grad
        else:
            result = ctx.power * a ** (ctx.power - 1)
            result = result * grad
        return result


# %% wrong: trap
# why: n = 0 is not treated: where a is 0 the formula gives 0 * inf = nan.
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


# %% wrong: factor_n_missing
# why: The exponent is lowered, but the factor n in front is missing.
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
        return grad * a ** (ctx.n - 1)


# %% wrong: exponent_not_lowered
# why: The factor n is there, but the exponent stays n instead of n - 1.
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
        return grad * ctx.n * a ** ctx.n


# %% wrong: brackets_of_exponent
# why: Brackets lost: a ** n - 1 is (a ** n) - 1, not a ** (n - 1).
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
            return np.zeros_like(grad)
        return grad * n * (a ** n - 1)


# %% wrong: two_gradients
# why: A gradient for n is returned as well (with the logarithm); n is a number and gets none.
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
            ga = np.zeros_like(grad)
        else:
            ga = grad * n * a ** (n - 1)
        gn = grad * a ** n * np.log(a)
        return ga, gn


# %% wrong: zeros_float64
# why: For n = 0 it returns np.zeros(grad.shape), which is float64 also for a float32 input.
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
            return np.zeros(grad.shape)
        return grad * ctx.n * a ** (ctx.n - 1)


# %% wrong: zero_where_a_is_0
# why: The trap is taken to be a = 0 for every n: the slope is set to 0 there, but for n = 1 it is 1 (and for n = 0.5 infinite).
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
        slope = np.where(a == 0, np.zeros_like(a), ctx.n * a ** (ctx.n - 1))
        return grad * slope


# %% wrong: out_over_a
# why: The power is lowered by dividing out by a: where a is 0 that is 0/0, nan, although the slope is finite.
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
