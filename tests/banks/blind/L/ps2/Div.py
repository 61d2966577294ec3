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

# %% right: reuse_of_first
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, num, den):
        ctx.save_for_backward(num, den)
        return np.divide(num, den)

    @staticmethod
    def backward(ctx, grad):
        num, den = ctx.saved_tensors
        d_num = grad / den
        d_den = -d_num * (num / den)
        return d_num, d_den

# %% right: slopes_first
@piece
class Div(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        slopes = (1 / b, -(a / (b * b)))
        return tuple(s * grad for s in slopes)

# %% right: via_output
@piece
class Div(Op):
    """out = a / b, so the slope for b is -out / b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a / b
        ctx.save_for_backward(b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        b, out = ctx.saved_tensors
        return grad / b, -(grad * out) / b

# %% wrong: sign_lost
# why: The gradient of b has the wrong sign. A larger divisor makes the quotient smaller, so the slope is -a / b².
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

# %% wrong: square_missing
# why: The gradient of b divides by b once; the slope is -a / b², so b must be squared.
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

# %% wrong: precedence
# why: Without brackets a / b * b is (a / b) * b, which is a again, so b gets -grad·a. The
# divisor must be (b * b).
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

# %% wrong: a_forgotten_in_b
# why: The gradient of b is -grad / b²: the numerator a is missing. That is the slope of 1/b; here it is -a / b².
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
        return grad / b, -grad / b ** 2

# %% wrong: slopes_saved
# why: forward saves the finished slopes 1/b and -a/b². What is to be saved are operands or the output as they are, so
# that the engine notices if one is changed before backward.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        inv = 1 / b
        ctx.save_for_backward(inv, -a * inv * inv)
        return a * inv

    @staticmethod
    def backward(ctx, grad):
        slope_a, slope_b = ctx.saved_tensors
        return grad * slope_a, grad * slope_b

# %% wrong: safe_division
# why: A small epsilon is added to the divisor. That changes every value a little and gives a finite number where b is 0 and
# PyTorch finds infinity; divide by b itself.
@piece
class Div(Op):
    """out = a / b"""

    EPS = 1e-3

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / (b + Div.EPS)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        b = b + Div.EPS
        return grad / b, -grad * a / b ** 2

# %% wrong: only_a
# why: backward returns one gradient, that of a. There are two operands, so a tuple of two
# gradients is due, the second being -grad·a/b².
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        b, = ctx.saved_tensors
        return grad / b

# %% wrong: floor_division
# why: forward uses //, which rounds the quotient down. It should be the true division a / b.
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
        return grad / b, -grad * a / np.square(b)
