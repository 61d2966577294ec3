# %% right: quotient_rule
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
        return grad / b, -grad * a / b ** 2

# %% right: output_and_divisor
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        quotient = a / b
        ctx.save_for_backward(quotient, b)
        return quotient

    @staticmethod
    def backward(ctx, grad):
        quotient, b = ctx.saved_tensors
        grad_a = grad / b
        # -a / b**2 is the same as -(a / b) / b
        return grad_a, -grad_a * quotient

# %% right: np_functions
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
        first = np.divide(grad, b)
        second = np.negative(np.divide(grad * a, b * b))
        return first, second

# %% right: helper_for_minus_a_over_b_squared
def d_denominator(num, den, g):
    return -(g * num / den) / den


@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, num, den):
        out = num / den
        ctx.save_for_backward(num, den)
        return out

    @staticmethod
    def backward(ctx, grad):
        num, den = ctx.saved_tensors
        return (grad / den, d_denominator(num, den, grad))

# %% wrong: sign_forgotten
# why: The gradient of b lacks its minus sign. A larger divisor makes the quotient smaller: it is -grad * a / b**2.
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

# %% wrong: precedence_of_slash_and_star
# why: -grad * a / b * b divides by b and multiplies by b again, since / and * are worked off from left to right. The divisor should be in brackets: a / (b * b).
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
        da = grad / b
        db = -grad * a / b * b
        return da, db

# %% wrong: negative_power_of_whole_numbers
# why: b ** -2 is refused by NumPy if b is an array of whole numbers, so backward fails there. Divide by b ** 2 instead.
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
        return grad / b, -grad * a * b ** -2

# %% wrong: reciprocal_of_a_plain_zero
# why: 1 / b is computed by itself, and if b is the plain Python number 0 that raises ZeroDivisionError, where PyTorch finds inf. Divide the array by b: grad / b.
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
        inv = 1 / b
        return grad * inv, -grad * a * inv * inv

# %% wrong: slope_of_b_without_a
# why: The slope used for b is -1/b**2, that of 1/b. The numerator is missing: it should be -a / b**2.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        (b,) = ctx.saved_tensors
        return grad / b, -grad / b**2

# %% wrong: saves_the_slopes
# why: forward saves the two slopes that it computed, 1/b and -a/b**2, so the engine cannot notice if an operand changes before backward. Save the operands (or out) as they are and compute the slopes in backward.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        one_over_b = np.ones_like(a / b) / b
        ctx.save_for_backward(one_over_b, -a / b / b)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        slope_a, slope_b = ctx.saved_tensors
        return grad * slope_a, grad * slope_b

# %% wrong: upstream_only_for_a
# why: The gradient of b is the bare slope -a/b**2; the upstream gradient takes part only in that of a. Multiply both slopes by grad.
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
        return grad / b, -a / b ** 2

# %% wrong: saved_order_mixed_up
# why: forward saves (b, a) but backward unpacks a, b, so the two are exchanged and grad is divided by a. Unpack in the order of saving.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad / b, -grad * a / b ** 2
