# %% right: divisor_and_output
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a / b
        ctx.save_for_backward(b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        b, out = ctx.saved_tensors
        return grad / b, grad * (-out / b)

# %% right: two_divisions
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.true_divide(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope_b = a / b / b
        return np.true_divide(grad, b), np.negative(grad) * slope_b

# %% wrong: sign_lost
# why: the minus of the quotient rule is missing; a larger divisor makes the quotient smaller.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad / b, grad * a / (b * b)

# %% wrong: slope_is_minus_out
# why: the slope for b is taken to be -a / b, that is -out; lowering the exponent of 1/b makes it 1/b², so one more division by b is missing.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        out = np.divide(a, b)
        ctx.save_for_backward(b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        b, out = ctx.saved_tensors
        first = grad / b
        second = -out * grad
        return first, second

# %% wrong: one_gradient_for_numbers
# why: if the divisor is a plain number only one gradient is returned; the engine wants two all the same and drops what nobody needs.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.divisor_is_number = isinstance(b, (int, float))
        ctx.save_for_backward(a, b)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        if ctx.divisor_is_number:
            return grad / b
        return grad / b, -grad * (a / b) / b

# %% wrong: saves_the_inverse
# why: it saves the slope 1/b that was computed in forward instead of the operand; the engine then does not notice that b was changed before backward.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        inverse = 1 / b
        ctx.save_for_backward(a, inverse)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        a, inverse = ctx.saved_tensors
        grad_a = grad * inverse
        return grad_a, -grad_a * a * inverse

# %% wrong: avoids_zero_divisors
# why: a small number is put in the place of a divisor 0, so out is a large finite number where NumPy and PyTorch say infinity (or nan).
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def safe(b):
        if isinstance(b, (int, float)):
            return b if b != 0 else 1e-8
        return np.where(b == 0, np.ones_like(b) * 1e-8, b)

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / Div.safe(b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        b = Div.safe(b)
        return grad / b, -(grad * (a / b)) / b
