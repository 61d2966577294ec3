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

# %% right: np_multiply_saved_swapped
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return np.multiply(a, b)

    @staticmethod
    def backward(ctx, grad):
        return tuple(slope * grad for slope in ctx.saved_tensors)

# %% wrong: own_operand
# why: Each operand gets grad times itself. The slope for one operand is the other one: grad * b for a
# and grad * a for b.
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

# %% wrong: slopes_only
# why: Only the slopes are returned and the upstream gradient is lost. Each gradient is grad times the
# slope.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        (a, b) = ctx.saved_tensors
        return b, a

# %% wrong: saved_in_two_calls
# why: The second call of save_for_backward replaces what the first one saved, so only b is there in
# backward. Both must be saved in one call.
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

# %% wrong: operands_as_attributes
# why: The operands are kept as attributes of ctx. There the engine neither notices a change nor frees
# them, and a second backward raises no error; arrays go through save_for_backward.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.a, ctx.b = a, b
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.b, grad * ctx.a

# %% wrong: other_factor_by_division
# why: The other operand is computed as out divided by this one, which gives nan where the operand is 0.
# Save both operands.
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

# %% wrong: sums_to_the_shape_of_b
# why: backward sums the gradients to the shapes of the operands itself and asks b for its shape, but in
# a * 2.5 it is a plain number without one. Return both in the shape of out; the engine sums.
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
        ga, gb = grad * b, grad * a
        while gb.ndim > b.ndim:
            gb = gb.sum(axis=0)
        while ga.ndim > a.ndim:
            ga = ga.sum(axis=0)
        return ga, gb

# %% wrong: both_get_the_sum_of_products
# why: The gradients of both operands are added and handed to both, as in the product rule for a
# derivative by one variable. Here each operand gets its own: grad * b and grad * a.
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
        g = grad * b + a * grad
        return g, g
