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
        grad_a = grad / b
        return grad_a, -out * grad_a
# %% right: product_of_b
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.divide(a, b)

    @staticmethod
    def backward(ctx, grad):
        (a, b) = ctx.saved_tensors
        slope_a = 1 / b
        slope_b = -(a / (b * b))
        return (slope_a * grad, slope_b * grad)
# %% right: reciprocal_twice
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
        inverse = 1.0 / b
        ga = grad * inverse
        gb = ga * inverse * a
        return ga, 0 - gb
# %% right: verbose
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        num, den = ctx.saved_tensors
        # quotient rule: (u'v - uv') / v^2
        gradient_of_num = grad * (1 * den - num * 0) / den**2
        gradient_of_den = grad * (0 * den - num * 1) / den**2
        return gradient_of_num, gradient_of_den
# %% wrong: sign
# why: The minus of the quotient rule is missing in the gradient of b: a larger divisor makes the quotient smaller.
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
# %% wrong: b_not_squared
# why: It uses -a/b, which is -out, as the slope for b; the divisor must be squared.
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
# %% wrong: lost_brackets
# why: Without brackets a / b * b is a again: it divides by b and multiplies by it.
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
# %% wrong: twice_b
# why: b**2 is b times b, but here it is 2 times b.
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
        return grad / b, -grad * a / (2 * b)
# %% wrong: a_missing
# why: The slope for b lacks the factor a: it is right only where a is 1.
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
# %% wrong: no_upstream_in_b
# why: The second gradient is the bare slope, without the upstream gradient.
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
# %% wrong: times_b
# why: For a the slope is 1/b and not b.
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
        return -grad * a / b**2, grad / b
# %% wrong: epsilon
# why: It adds a small number to the divisor; that changes the result, and for small b by much.
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
        return grad / (b + 1e-6), -grad * a / (b + 1e-6) ** 2
# %% wrong: floor_division
# why: // drops the fraction; the quotient must keep it.
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
# %% wrong: reciprocal
# why: np.reciprocal of the whole number 2 is 0, so a / 2 comes out as 0.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * np.reciprocal(b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad / b, -grad * a / b**2
# %% wrong: one_gradient
# why: It returns the gradient of a only; b needs one as well, even where b is a number.
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
        return grad / b
# %% wrong: squared_upstream
# why: The brackets are wrong: the whole product with the upstream gradient is squared.
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
        return grad / b, -((grad * a / b) ** 2)
# %% wrong: b_over_a_squared
# why: The two operands have changed places in the slope for b.
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
# %% wrong: attributes
# why: The operands are kept as attributes, so they are not freed and a second backward is not refused.
@piece
class Div(Op):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.operands = (a, b)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.operands
        return grad / b, -grad * a / b**2
# %% wrong: in_place
# why: The upstream gradient is divided in place, so that the second gradient and the owner of the array get a wrong one.
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
        grad /= b
        return grad, -grad * a / b**2
# %% wrong: zero_guard
# why: It replaces the gradient by 0 where b is small, but the slope there is large and not 0.
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
        good = np.abs(b) > 0.5
        return np.where(good, grad / b, 0), np.where(good, -grad * a / b**2, 0)
# %% wrong: unpacks_out_as_a
# why: It saves out but takes it for a in the formula, so b is divided out three times.
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
