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
        return grad / b, -grad * a / b / b

# %% right: with_the_output
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
        ga = grad / b
        return ga, -ga * out

# %% right: square_in_the_divisor
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

        da = grad / b
        db = -grad * (a / (b * b))
        return da, db

# %% wrong: square_forgotten
# why: The slope for b is -a / b, without the square, which is -out. It is -a / b².
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

# %% wrong: minus_forgotten
# why: The slope for b lacks its minus sign: a larger divisor makes the quotient smaller. It is -a / b².
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

# %% wrong: numerator_squared_instead
# why: It divides by a², not by b². The slope for b is -a / b².
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
        return grad / b, -grad * b / a**2

# %% wrong: a_forgotten
# why: The slope for b is -1 / b², that of 1 / b. The numerator a is missing: -a / b².
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

# %% wrong: precedence_of_the_slash
# why: `a / b * b` is (a / b) * b, which is a again. The divisor needs parentheses, or b**2.
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

# %% wrong: floor_division
# why: // rounds the quotient down to a whole number. The quotient is a / b.
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

# %% wrong: upstream_forgotten_for_b
# why: The gradient of b does not contain the upstream gradient; it is the bare slope. Multiply by grad.
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

# %% wrong: negative_powers
# why: b ** -1 fails if b is an array of whole numbers: NumPy refuses them to negative powers. Write a /
# b.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b**-1

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad / b, -grad * a / b**2

# %% wrong: only_the_gradient_of_a
# why: Only the gradient of a is returned. Return two gradients, also if b is a number or needs none.
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

# %% wrong: saved_out_taken_for_a
# why: forward saves out, and backward uses it as if it were a: -out / b². With out it is -out / b.
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
        a, b = ctx.saved_tensors
        return grad / b, -grad * a / b**2

# %% wrong: multiplied_for_a
# why: The gradient of a is grad * b, as in a product. The slope for a is 1 / b.
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

# %% wrong: division_by_zero_avoided
# why: A small number is added to the divisor. So all quotients are a little wrong, and where b is 0 the
# output is a large number and not infinite. Divide by b itself.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        eps = 1e-8
        ctx.save_for_backward(a, b)
        return a / (b + eps)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad / b, -grad * a / b**2

# %% wrong: a_recovered_from_the_output
# why: It saves out and b, and gets a back as out * b. Where b is 0 or infinite that gives nan or the
# wrong number. Save a, or use -grad * out / b.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        q = a / b
        ctx.save_for_backward(q, b)
        return q

    @staticmethod
    def backward(ctx, grad):
        q, b = ctx.saved_tensors
        a = q * b
        return grad / b, -grad * a / b**2
