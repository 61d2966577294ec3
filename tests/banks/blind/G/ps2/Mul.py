# %% right: slopes_then_loop
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.multiply(a, b)

    @staticmethod
    def backward(ctx, grad):
        slopes = ctx.saved_tensors[::-1]
        return tuple(grad * slope for slope in slopes)

# %% right: saved_in_the_order_of_use
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return b * a

    @staticmethod
    def backward(ctx, grad):
        for_a, for_b = ctx.saved_tensors
        grad_a = for_a * grad
        grad_b = for_b * grad
        return grad_a, grad_b

# %% wrong: operands_swapped
# why: each operand gets itself as slope; the slope for a is b, and the slope for b is a.
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

# %% wrong: divides_the_output
# why: it keeps only the output and gets the other operand back by a division, which is 0 / 0 where an operand is 0.
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
        a, out = ctx.saved_tensors
        b = out / a
        return grad * b, grad * a

# %% wrong: kept_as_attributes
# why: the operands are kept as attributes of ctx; the engine does not notice if one is changed in place, and nothing is freed after backward.
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

# %% wrong: scales_grad_in_place
# why: the upstream gradient is multiplied in place to get the first gradient, so the second is computed from the changed one, and the array of somebody else is overwritten.
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
        grad_a = grad
        grad_a *= b
        grad_b = grad * a
        return grad_a, grad_b

# %% wrong: saves_copies
# why: copies are saved; a later change in place of an operand is not noticed, since nobody changes the copies.
from copy import deepcopy


@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(deepcopy(a), deepcopy(b))
        return a * b

    @staticmethod
    def backward(ctx, grad):
        left, right = ctx.saved_tensors
        return right * grad, left * grad
