# %% right: save_both
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

# %% right: names_of_left_and_right
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, left, right):
        product = np.multiply(left, right)
        ctx.save_for_backward(left, right)
        return product

    @staticmethod
    def backward(ctx, upstream):
        left, right = ctx.saved_tensors
        d_left = right * upstream
        d_right = left * upstream
        return d_left, d_right

# %% right: reversed_generator
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        # the slope for one is the other, so go through them backwards
        return tuple(grad * other for other in reversed(ctx.saved_tensors))

# %% right: saved_in_swapped_order
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)     # slope for a, slope for b
        return a * b

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        return (saved[0] * grad, saved[1] * grad)

# %% wrong: own_operand
# why: Each operand gets grad times itself. The slope of a * b for a is b, and for b it is a: swap the two factors.
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
        da = a * grad
        db = b * grad
        return da, db

# %% wrong: second_save_replaces_first
# why: save_for_backward is called twice, and the second call replaces the first, so only b is left. Save both in one call, save_for_backward(a, b).
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

# %% wrong: attributes_instead_of_saving
# why: The operands are kept as attributes of ctx, where the engine neither notices a change of them nor frees them after backward. Arrays should go in by ctx.save_for_backward.
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

# %% wrong: output_divided_by_operand
# why: forward saves the output and backward gets the other operand back as out / a and out / b. Where an operand is 0 (or infinite) that is 0/0, nan; save the operands themselves.
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
        return grad * out / a, grad * out / b

# %% wrong: grad_scaled_in_place
# why: grad *= b writes into the upstream gradient, which others share, and the gradient of b is then computed from the changed array. Make new arrays: grad * b and grad * a.
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
        grad_b = grad * a
        grad *= b
        return grad, grad_b

# %% wrong: matrix_product
# why: forward uses @, the matrix product, which sums over an axis. out = a * b is meant entry by entry, so use *.
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

# %% wrong: product_rule_added_up
# why: backward adds both terms of the product rule to one gradient and returns it for both. They are the gradients of two different operands: return grad * b for a and grad * a for b.
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
        total = grad * b + grad * a
        return total, total

# %% wrong: arrays_forced_to_float64
# why: np.array(..., dtype=float) turns the operands into float64, so float32 goes in and float64 comes out. Use the operands as they are: output and gradients keep their dtype.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = [np.array(t, dtype=float) for t in ctx.saved_tensors]
        return grad * b, grad * a
