# %% right: plain
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad


# %% right: np_add
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return np.add(a, b)

    @staticmethod
    def backward(ctx, grad):
        grad_a = grad
        grad_b = grad
        return (grad_a, grad_b)


# %% right: slopes_written_out
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        # no numbers of a and b needed later
        out = a + b
        return out

    @staticmethod
    def backward(ctx, grad):
        slope_a = 1
        slope_b = 1
        return grad * slope_a, grad * slope_b


# %% right: tuple_times_two
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return b + a

    @staticmethod
    def backward(ctx, grad):
        return (grad,) * 2


# %% right: with_a_helper
def _same_for_both(g):
    return tuple(g for _ in range(2))


@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        result = a + b
        return result

    @staticmethod
    def backward(ctx, grad):
        return _same_for_both(grad)


# %% wrong: ones_only
# why: Returns the slope 1 alone, as arrays of ones; what came from above is not multiplied in.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return np.ones_like(grad), np.ones_like(grad)


# %% wrong: one_gradient
# why: Returns one array for both operands; backward must return two gradients in a tuple.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad


# %% wrong: stacked_in_an_array
# why: Packs both gradients into one NumPy array instead of a tuple, so the engine gets a single gradient of the wrong shape.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return np.array([grad, grad])


# %% wrong: copied_from_mul
# why: The backward of the product: it multiplies by the other operand, although the slope of a sum is 1.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


# %% wrong: shared_out_in_halves
# why: Splits the upstream gradient between the operands; a sum hands the whole of it to each.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad / 2, grad / 2


# %% wrong: minus_for_b
# why: The sign of the second gradient is that of a difference, not of a sum.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, -grad


# %% wrong: shape_of_a_number
# why: Asks b for its shape to undo the broadcast; b may be a plain Python number, which has none. The engine does that summing anyway.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.shape_a = a.shape
        ctx.shape_b = b.shape
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad, ctx.shape_a), np.broadcast_to(grad, ctx.shape_b)


# %% wrong: in_place_forward
# why: forward adds into the array of a itself, so the user's tensor a is changed (and broadcasting a small a fails).
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        a += b
        return a

    @staticmethod
    def backward(ctx, grad):
        return grad, grad


# %% wrong: sums_everything
# why: forward adds up all entries to one number instead of adding entry by entry.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return np.sum(a + b)

    @staticmethod
    def backward(ctx, grad):
        return grad, grad


# %% wrong: upstream_squared
# why: The upstream gradient is multiplied in twice: the slope is 1, not grad.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        slope = grad
        return slope * grad, slope * grad


# %% wrong: forgot_return
# why: backward computes the gradients but has no return, so it returns None.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        grad_a = grad
        grad_b = grad


# %% wrong: second_gets_none
# why: Only a gets a gradient; b is given None as if it never needed one.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, None
