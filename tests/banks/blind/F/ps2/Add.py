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
# %% right: np_add_list_to_tuple
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        out = np.add(a, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        grad_a = grad
        grad_b = grad
        return (grad_a, grad_b)
# %% right: copies
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return b + a

    @staticmethod
    def backward(ctx, grad):
        return grad.copy(), grad.copy()
# %% right: slope_written_out
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        # the slope is 1 for both
        slope_a = 1
        slope_b = 1
        return grad * slope_a, grad * slope_b
# %% right: tuple_of_generator
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a - (-b)

    @staticmethod
    def backward(ctx, grad):
        return tuple(grad for _ in range(2))
# %% right: tuple_times_two
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return sum((a, b))

    @staticmethod
    def backward(ctx, grad):
        return 2 * (grad,)
# %% wrong: one_gradient
# why: It returns a single gradient, but there are two operands: return a tuple of two.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad
# %% wrong: ones
# why: The slope is 1, but what goes back is the slope times the upstream gradient; the ones forget what comes from above.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.shape = (a + b).shape
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return np.ones(ctx.shape), np.ones(ctx.shape)
# %% wrong: one_one_numbers
# why: It returns the bare slopes 1 and 1 and leaves the upstream gradient out.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return 1, 1
# %% wrong: doubled
# why: It adds up the gradients of both operands and hands each the sum, so each one gets twice what it should.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        total = grad + grad
        return total, total
# %% wrong: halved
# why: It shares the gradient between the operands, but each one's slope is 1, so each gets all of it.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad / 2, grad / 2
# %% wrong: product_rule
# why: It uses the slopes of the product; those of a sum are 1 and not the other operand.
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
# %% wrong: minus_b
# why: The second gradient has the sign of a difference; for a sum both are plus.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, -grad
# %% wrong: sums_down_itself
# why: It asks the operands for their shape, but an operand may be a plain Python number, which has none; the engine sums down by itself.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.shape_a, ctx.shape_b = a.shape, b.shape
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad
# %% wrong: in_place_forward
# why: The sum is written into the memory of the operand a, so the user's tensor changes.
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
# %% wrong: no_return_forward
# why: forward computes the sum but does not return it.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad
# %% wrong: no_return_backward
# why: backward computes both gradients but does not return them.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        grad_a, grad_b = grad, grad
# %% wrong: second_none
# why: It returns None for b, which gets a gradient as well as a.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, None
# %% wrong: first_only_zero
# why: The second gradient is zero, as though b took no part in the sum.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, np.zeros_like(grad)
# %% wrong: summed_to_number
# why: It sums the gradient over all entries; it must keep the shape of out.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad.sum(), grad.sum()
# %% wrong: scaled_in_place
# why: It doubles the upstream gradient in place before it shares it out; that array belongs to others too.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        grad += grad
        return grad / 2, grad / 2
# %% wrong: saves_operands
# why: It saves both operands, which no slope needs; they stay in memory for nothing, and a second backward fails though a sum has nothing to free.
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
        return grad, grad
# %% wrong: concatenates
# why: Two lists are joined by + but here entries are to be added; the operands are joined end to end.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return np.concatenate([a, b])

    @staticmethod
    def backward(ctx, grad):
        return grad, grad
# %% wrong: float64
# why: The result is forced to float64; float32 must stay float32.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        g = np.array(grad, dtype=np.float64)
        return g, g
