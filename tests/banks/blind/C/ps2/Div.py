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


# %% right: by_out
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
        return grad_a, -grad_a * out


# %% right: verbose
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        quotient = np.divide(a, b)
        return quotient

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slope_a = 1 / b
        slope_b = -(a / (b * b))
        grad_a = grad * slope_a
        grad_b = grad * slope_b
        return grad_a, grad_b


# %% wrong: sign
# why: The minus sign of the second slope is missing.
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


# %% wrong: not_squared
# why: The divisor of the second slope is not squared: -a / b is -out.
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


# %% wrong: a_missing
# why: The slope of b is taken for -1 / b², the factor a is forgotten.
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


# %% wrong: brackets
# why: Brackets are missing: grad * -a / b * b divides by b and multiplies by it again.
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
        return grad / b, grad * -a / b * b


# %% wrong: times_b
# why: The gradient of a is multiplied by b, as for a product, instead of divided.
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
        return grad * b, -grad * a / (b * b)


# %% wrong: swapped
# why: The two gradients are returned in the wrong order.
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
        grad_a = grad / b
        grad_b = -grad * a / b**2
        return grad_b, grad_a


# %% wrong: epsilon
# why: A small number is added to the divisor against division by 0, in forward and backward; for small b the result is off, and a / 0 is no longer infinite.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / (b + 1e-6)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        b = b + 1e-6
        return grad / b, -grad * a / b**2


# %% wrong: floor
# why: // rounds the quotient down.
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
        return grad / b, -grad * a / b**2


# %% wrong: no_upstream_for_b
# why: The gradient of b lacks the upstream gradient.
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


# %% wrong: quotient_swapped_names
# why: Saved in the order b, a but unpacked as a, b: numerator and divisor are mixed up.
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
        return grad / b, -grad * a / b**2


# %% wrong: xor
# why: In Python ^ is not a power but a bitwise operation, which floats do not know.
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
        return grad / b, -grad * a / (b ^ 2)
