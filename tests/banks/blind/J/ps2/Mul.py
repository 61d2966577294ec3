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

# %% right: np_multiply_and_indices
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        out = np.multiply(a, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        return tuple(grad * factor for factor in saved)

# %% wrong: own_operand
# why: Each operand gets grad times itself. The slope for a is b, and the slope for b is a.
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

# %% wrong: upstream_forgotten
# why: grad takes no part in what is returned. Each gradient is the upstream gradient times the slope.
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

# %% wrong: saved_in_two_calls
# why: The second call of save_for_backward replaces the first, so only b is there and the unpacking
# fails. Save both in one call.
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

# %% wrong: matrix_product
# why: @ is a matrix product. The piece multiplies entry by entry: a * b.
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

# %% wrong: other_operand_from_the_output
# why: It saves out and b, and gets a back as out / b. Where b is 0 (or infinite) that is nan. Save both
# operands.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a * b
        ctx.save_for_backward(out, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, b = ctx.saved_tensors
        a = out / b
        return grad * b, grad * a

# %% wrong: only_the_gradient_of_a_is_there
# why: The gradient of b is missing. backward returns one gradient, that of a, and there are two
# operands.
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
        return grad * b

# %% wrong: copies_are_saved
# why: It saves copies of the operands. If the user changes a before backward, the engine does not
# notice it. Save the operands as they are.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(np.array(a), np.array(b))
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a

# %% wrong: kept_as_attributes
# why: The operands are kept as attributes of ctx. So they are not freed after backward, a second
# backward raises no error, and changes in place are not noticed. Arrays go in by save_for_backward.
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

# %% wrong: upstream_changed_in_place
# why: `grad *= b` writes into the upstream gradient, and then the gradient of b is computed from the
# changed array. Write grad * b and grad * a.
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

        ga = grad
        ga *= b
        gb = grad * a
        return ga, gb

# %% wrong: summed_down_by_hand
# why: It sums the gradients down to the shapes of the operands and asks them for their shape. In a *
# 2.5, b is a number and has none. Return both in the shape of out and leave the rest to the engine.
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
        while ga.ndim > a.ndim:
            ga = ga.sum(0)
        while gb.ndim > b.ndim:
            gb = gb.sum(0)
        return ga, gb

# %% wrong: product_rule_in_one
# why: Both operands get grad * (a + b), as if the product rule had one answer for both. a gets grad *
# b, b gets grad * a.
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

        g = grad * (a + b)
        return g, g

# %% wrong: grad_only_for_a
# why: The second gradient is just a, without grad: the upstream gradient was multiplied into the first
# only.
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
        return grad * b, a
