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

# %% right: named_slopes
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        product = np.multiply(a, b)
        ctx.save_for_backward(a, b)
        return product

    @staticmethod
    def backward(ctx, grad):
        left, right = ctx.saved_tensors
        slope_left = right
        slope_right = left
        return (slope_left * grad, slope_right * grad)

# %% right: reversed_generator
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return tuple(grad * other for other in reversed(ctx.saved_tensors))

# %% right: saved_swapped
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        # saved in the order in which backward uses them
        ctx.save_for_backward(b, a)
        return b * a

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        da = grad * saved[0]
        db = grad * saved[1]
        return da, db

# %% wrong: own_operand
# why: a's gradient is computed with a and b's with b. The slope for one operand is the other operand,
# so the two factors must be swapped.
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
        return a * grad, b * grad

# %% wrong: attributes_instead_of_saving
# why: The operands are kept as plain attributes of ctx and not with ctx.save_for_backward. So the engine
# neither notices if one is changed before backward, nor frees them after it.
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

# %% wrong: two_save_calls
# why: save_for_backward is called twice, and the second call replaces what the first has saved. Both operands
# must go into one call.
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

# %% wrong: divides_the_output
# why: forward saves out and a, and backward recovers b by dividing out by a. Where a is 0 (or
# infinite) that gives nan; save both operands and use b directly.
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

# %% wrong: grad_in_place
# why: grad *= b writes into the upstream gradient itself, which others may use too, and the gradient of b is
# then computed from the changed array (grad·b·a). Compute two new arrays.
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
# why: forward saves copies of the operands. Operands must be saved as they are, or the engine cannot notice that
# one was changed before backward.
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

# %% wrong: shape_of_a_number
# why: backward sums over broadcast axes by itself and asks b for its shape, but b may be a plain Python number,
# which has none. Leave the summing to the engine and return gradients in the shape of out.
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
        while ga.ndim > len(a.shape):
            ga = ga.sum(axis=0)
        while gb.ndim > len(b.shape):
            gb = gb.sum(axis=0)
        return ga, gb

# %% wrong: matrix_product_backward
# why: backward uses @, the matrix product, where the slopes are to be multiplied entry by entry. It should be grad * b
# and grad * a.
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
        return grad @ b, grad @ a
