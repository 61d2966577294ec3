# %% right: first_gradient_reused
@piece
class Div(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        through = grad / b
        return through, -through * (a / b)

# %% right: squares
@piece
class Div(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.divide(a, b)

    @staticmethod
    def backward(ctx, grad):
        top, bottom = ctx.saved_tensors
        slope_bottom = -top / (bottom * bottom)
        return grad / bottom, grad * slope_bottom

# %% wrong: sign_lost
# why: The minus sign of the second slope is lost.
@piece
class Div(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad / b, grad * a / (b * b)

# %% wrong: minus_out
# why: The slope for b is taken to be -a/b. Lowering the exponent of 1/b gives 1/b², so one division is missing.
@piece
class Div(Op):
    @staticmethod
    def forward(ctx, a, b):
        out = a / b
        ctx.save_for_backward(b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        b, out = ctx.saved_tensors
        return grad / b, -grad * out

# %% wrong: quotient_rule_misused
# why: The quotient rule is used as if a and b were both functions of one variable: (b - a) / b² for the numerator.
@piece
class Div(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        du, dv = 1, 1
        slope_u = (du * v - u * dv) / (v * v)
        slope_v = -u * dv / (v * v)
        return grad * slope_u, grad * slope_v

# %% wrong: out_over_a
# why: 1/b is computed as out / a, which is nan where a is 0.
@piece
class Div(Op):
    @staticmethod
    def forward(ctx, a, b):
        out = a / b
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        inverse = out / a
        return grad * inverse, -grad * out * inverse

# %% wrong: small_number_added
# why: A small number is added to the divisor to be safe. Near 0 the gradient is quite another one, and at 0 it is finite.
@piece
class Div(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        safe = b + 1e-3
        return grad / safe, -grad * (a / safe) / safe
