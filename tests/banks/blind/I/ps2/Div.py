# %% right: formulas_of_the_text
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

# %% right: output_and_divisor
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        out = np.true_divide(a, b)
        ctx.save_for_backward(out, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, b = ctx.saved_tensors
        return grad / b, -grad * (out / b)

# %% right: divide_twice
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
        wrt_a = grad / b
        wrt_b = -(a / b / b) * grad
        return wrt_a, wrt_b

# %% wrong: sign_forgotten
# why: The gradient of b has no minus sign. A larger divisor makes the quotient smaller: the slope is
# -a / b².
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

# %% wrong: square_forgotten
# why: The slope used for b is -a / b, that is -out. It must be divided by b once more: -a / b².
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

# %% wrong: brackets_missing
# why: -grad * a / b * b divides by b and then multiplies by it again, for Python goes from left to
# right. The square needs brackets: / (b * b).
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

# %% wrong: slopes_saved
# why: forward saves the finished slopes 1 / b and -a / b² instead of the operands. The engine cannot
# notice then that an operand was changed before backward; save a and b as they are.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(1 / b, -a / b**2)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        da, db = ctx.saved_tensors
        return grad * da, grad * db

# %% wrong: numerator_forgotten
# why: The slope for b is taken as -1 / b², without the numerator. It is -a / b².
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

# %% wrong: only_a_gets_a_gradient
# why: backward returns the gradient of a alone. b is an operand as well, and two gradients must be
# returned.
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

# %% wrong: zero_divisors_masked
# why: Where b is 0 the gradients are set to 0, against a division by zero. PyTorch gives the infinities
# (or nan) that the formulas give; the slope of a quotient at 0 is not 0.
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
        da = np.where(b == 0, 0, grad / b)
        db = np.where(b == 0, 0, -grad * a / b**2)
        return da, db

# %% wrong: like_a_product
# why: The gradient of a is grad * b, as in a product. Dividing by b means to multiply by 1 / b, so a gets
# grad / b.
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
        return grad * b, -grad * a / (b ** 2)
