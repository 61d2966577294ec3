# %% right: plain
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


# %% right: np_multiply
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.multiply(a, b)

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        return np.multiply(saved[1], grad), np.multiply(saved[0], grad)


# %% right: swapped_saved
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a * b
        ctx.save_for_backward(b, a)
        return out

    @staticmethod
    def backward(ctx, grad):
        slope_a, slope_b = ctx.saved_tensors
        grad_a = slope_a * grad
        grad_b = slope_b * grad
        return (grad_a, grad_b)


# %% right: comprehension
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return tuple(grad * other for other in reversed(ctx.saved_tensors))


# %% wrong: swapped
# why: The two gradients are swapped: a gets grad * a.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * a, grad * b


# %% wrong: no_upstream
# why: The slopes alone are returned, grad does not take part.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return b, a


# %% wrong: saved_twice
# why: Two calls of save_for_backward: the second replaces the first, and unpacking fails.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a)
        ctx.save_for_backward(b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


# %% wrong: attributes
# why: The operands are kept as attributes of ctx and not by save_for_backward; they are not freed, and a second backward raises no error.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.a = a
        ctx.b = b
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.b, grad * ctx.a


# %% wrong: matmul
# why: @ is the matrix product; the exercise wants the product entry by entry.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


# %% wrong: through_out
# why: The other operand is computed as out / own operand, which is nan where that operand is 0.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a * b
        ctx.save_for_backward(a, b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b, out = ctx.saved_tensors
        return grad * (out / a), grad * (out / b)


# %% wrong: grad_in_place
# why: grad *= b changes the upstream gradient in place, so the second gradient is computed with grad * b as upstream.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad *= b
        return grad, grad * a


# %% wrong: saved_out
# why: The output is saved in the place of b, so a gets grad * out.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a * b
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


# %% wrong: only_a
# why: Only the gradient of a is returned.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        (b,) = ctx.saved_tensors
        return grad * b


# %% wrong: sum_rule
# why: Copied from Add: both operands get grad as it is.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad


# %% wrong: upstream_twice
# why: For b the gradient that was already multiplied by grad is multiplied again: grad * grad * a.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        da = b * grad
        db = a * grad * grad
        return da, db
