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
        first, second = ctx.saved_tensors
        grad_first = np.multiply(second, grad)
        grad_second = np.multiply(first, grad)
        return grad_first, grad_second


# %% right: saved_the_other_way_round
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        # in the order in which backward uses them
        ctx.save_for_backward(b, a)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return tuple(grad * other for other in ctx.saved_tensors)


# %% right: by_position
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a * b
        ctx.save_for_backward(a, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        da = saved[1]  # d out / d a
        db = saved[0]  # d out / d b
        return da * grad, db * grad


# %% wrong: swapped
# why: The operands are swapped: the slope for a is b, and here a gets a.
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


# %% wrong: upstream_missing
# why: Returns the bare slopes; the upstream gradient does not take part.
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


# %% wrong: two_save_calls
# why: The second call of save_for_backward replaces the first, so only b is saved and unpacking two fails.
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


# %% wrong: out_divided
# why: Saves out and one operand and gets the other by out / a, which is 0/0 = nan where a is 0.
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
        return grad * (out / a), grad * a


# %% wrong: grad_changed_in_place
# why: Multiplies into grad itself: the upstream array is changed, and the second gradient is computed with the already multiplied one.
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


# %% wrong: slopes_added
# why: Adds both terms of the product rule and gives the sum to both operands; each gets only its own term.
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


# %% wrong: reads_b_dtype
# why: Converts with b.astype, which a plain Python number does not have.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b.astype(a.dtype))
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


# %% wrong: matrix_product
# why: forward uses @, the matrix product, where the product entry by entry is asked.
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


# %% wrong: second_without_upstream
# why: The first gradient is right, in the second the upstream gradient is forgotten.
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


# %% wrong: only_a
# why: Returns the gradient of a only; b gets none.
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


# %% wrong: summed_to_a_number
# why: Adds up each gradient over all entries to one number; the gradients should stay in the shape of out.
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
        return np.sum(grad * b), np.sum(grad * a)


# %% wrong: saved_a_twice
# why: Saves a twice instead of a and b, so the gradient of a is multiplied by a.
@piece
class Mul(Op):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, a)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a
