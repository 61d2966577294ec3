# %% right: formula
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


# %% right: through_ga
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
        ga = grad / b
        gb = -(ga * a) / b
        return ga, gb


# %% right: saves_out
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a / b
        ctx.save_for_backward(out, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, b = ctx.saved_tensors
        # a / b**2 is out / b
        return grad / b, -grad * out / b


# %% right: verbose
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        result = np.divide(a, b)
        return result

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        gradient_a = np.divide(grad, b)
        numerator = np.multiply(grad, a)
        denominator = b * b
        gradient_b = np.negative(numerator / denominator)
        return gradient_a, gradient_b


# %% wrong: sign_lost
# why: The minus of the slope for b is missing: a larger divisor makes the quotient smaller.
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
        return grad / b, grad * a / b ** 2


# %% wrong: minus_out
# why: For b the slope -a/b is used: the divisor is not squared.
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
        return grad / b, -grad * (a / b)


# %% wrong: a_forgotten
# why: The slope for b is -1/b**2, that of 1/b; the numerator a is missing.
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
        return grad / b, -grad / b ** 2


# %% wrong: brackets_lost
# why: b squared is written as / b * b without brackets, so it divides and multiplies again: -grad * a is left.
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


# %% wrong: swapped
# why: The two gradients are right but returned in the wrong order.
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
        grad_b = -grad * a / b ** 2
        grad_a = grad / b
        return grad_b, grad_a


# %% wrong: a_as_in_mul
# why: The gradient of a is multiplied by b as in Mul; it is to be divided by b.
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
        return grad * b, -grad * a / b ** 2


# %% wrong: guard_kills_negative
# why: A guard against division by zero, np.maximum(b, 1e-12), replaces every negative divisor by 1e-12.
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
        b = np.maximum(b, 1e-12)
        return grad / b, -grad * a / b ** 2


# %% wrong: upstream_missing_b
# why: The second gradient is the bare slope: upstream is used for a only.
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
