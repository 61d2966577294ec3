# %% right: plain
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
        return grad / b, -grad * a / b**2


# %% right: with_out_saved
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
        grad_a = grad / b
        # -a / b² is -(a / b) / b
        return grad_a, -grad_a * out


# %% right: np_functions
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.divide(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        numerator = np.negative(np.multiply(grad, a))
        return np.divide(grad, b), np.divide(numerator, b * b)


# %% right: slopes_first
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        quotient = a / b
        return quotient

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope_a = 1 / b
        slope_b = -(a / (b * b))
        return slope_a * grad, slope_b * grad


# %% wrong: sign_lost
# why: The minus of the quotient rule is missing in the gradient of b.
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
        return grad / b, grad * a / b**2


# %% wrong: square_missing
# why: The divisor in the gradient of b is b, not b squared.
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
        return grad / b, -grad * a / b


# %% wrong: brackets_lost
# why: Brackets lost: a / b * b divides by b and multiplies again, so the gradient of b is -grad * a.
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
        return grad / b, -grad * a / b * b


# %% wrong: numerator_forgotten
# why: The gradient of b has 1/b² instead of a/b²: the factor a is missing.
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
        return grad / b, -grad / b**2


# %% wrong: floor_division
# why: forward uses //, which rounds the quotient down.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a // b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad / b, -grad * a / (b * b)


# %% wrong: swapped_gradients
# why: Both formulas are right but returned in the wrong order: the gradient of b comes first.
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
        db = -grad * a / b**2
        da = grad / b
        return db, da


# %% wrong: like_mul
# why: Treats a as if the operation were a product: a gets grad * b instead of grad / b.
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
        return grad * b, -grad * a / b**2


# %% wrong: epsilon_in_divisor
# why: Adds a small number to the divisors against division by 0, which makes every result slightly wrong and hides the infinity.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / (b + 1e-5)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad / (b + 1e-5), -grad * a / (b + 1e-5) ** 2


# %% wrong: upstream_only_in_first
# why: The upstream gradient is missing in the gradient of b.
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
        return grad / b, -a / b**2


# %% wrong: only_a_gets_one
# why: Returns one gradient only; b is an operand too.
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
        return grad / b


# %% wrong: whole_quotient_squared
# why: Squares the whole quotient: (a/b)² instead of a / b².
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
        return grad / b, -grad * (a / b) ** 2


# %% wrong: absolute_divisor
# why: Takes b·|b| for the square of b, so the sign is wrong where b is negative.
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
        return grad / b, -grad * a / (b * np.abs(b))


# %% wrong: full_quotient_rule_for_each
# why: Uses the numerator of the quotient rule with the terms mixed, (b - a)/b², for both operands.
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
        slope = (b - a) / b**2
        return grad * slope, grad * slope
