# %% right: early_zeros
@piece
class Pow(Op):
    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.exponent = n
        return np.power(a, n)

    @staticmethod
    def backward(ctx, grad):
        (base,) = ctx.saved_tensors
        if ctx.exponent:
            return grad * (ctx.exponent * base ** (ctx.exponent - 1))
        return np.zeros_like(grad)

# %% right: none_for_n
@piece
class Pow(Op):
    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n, ctx.lower = n, n - 1
        return a**n

    @staticmethod
    def backward(ctx, grad):
        a = ctx.saved_tensors[0]
        if ctx.n == 0:
            grad_a = np.zeros(grad.shape, dtype=grad.dtype)
        else:
            grad_a = np.multiply(ctx.n, np.power(a, ctx.lower)) * grad
        return grad_a, None

# %% wrong: trap
# why: For n = 0 the formula is used at a = 0 as well: 0 times infinity is nan.
@piece
class Pow(Op):
    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * ctx.n * a ** (ctx.n - 1)

# %% wrong: zero_wherever_a_is_0
# why: The slope is set to 0 wherever a is 0, whatever n is. For n = 1 it is 1 there, and for n = 0.5 infinite.
@piece
class Pow(Op):
    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        zero = a == 0
        base = np.where(zero, np.ones_like(a), a)
        slope = ctx.n * base ** (ctx.n - 1)
        return grad * np.where(zero, np.zeros_like(a), slope)

# %% wrong: n_out_over_a
# why: The power is not computed again but found as out / a. Where a is 0 that is nan.
@piece
class Pow(Op):
    @staticmethod
    def forward(ctx, a, n):
        out = a**n
        ctx.n = n
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        if ctx.n == 0:
            return np.zeros_like(grad)
        a, out = ctx.saved_tensors
        return grad * ctx.n * (out / a)

# %% wrong: brackets
# why: The brackets around n - 1 are missing: the 1 is taken from the power, not from the exponent.
@piece
class Pow(Op):
    @staticmethod
    def forward(ctx, a, n):
        ctx.n = n
        ctx.save_for_backward(a)
        return a**n

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        n = ctx.n
        if n == 0:
            return np.zeros_like(a)
        slope = n * a**n - 1
        return slope * grad

# %% wrong: exponential_rule
# why: The rule for a**x with a variable exponent is used: out times log a. Here the base varies.
@piece
class Pow(Op):
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
        return grad * out * np.log(a)
