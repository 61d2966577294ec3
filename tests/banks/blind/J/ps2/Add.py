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

# %% right: np_add_and_a_named_tuple
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

# %% wrong: one_gradient_only
# why: backward returns one gradient for two operands. It should return a tuple of two, even if both are
# the same array.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: ones_instead_of_grad
# why: It returns the slope, an array of ones, and the upstream gradient is lost. What goes back is the
# slope times grad.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        one = np.ones_like(grad)
        return one, one

# %% wrong: operands_saved_for_nothing
# why: forward saves both operands though backward does not use them. So the engine complains if one of
# them is changed, and a second backward fails. Save only what backward needs: nothing.
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

# %% wrong: slopes_of_a_product
# why: The gradients are those of a product: each is multiplied by the other operand. The slope of a sum
# is 1 for both.
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

# %% wrong: adds_into_a
# why: `a += b` writes the sum into the user's array a (and fails if b is the larger one). forward must
# make a new array: a + b.
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

# %% wrong: gradient_is_split
# why: The gradient is halved, as if the two operands had to share it. Each has slope 1 and gets the
# whole of grad.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad / 2, grad / 2

# %% wrong: summed_down_with_the_shape_of_b
# why: It asks b for its shape to sum the gradient down. In a + 2.5, b is a plain number and has no
# shape; and summing down is what the engine does.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.shapes = a.shape, b.shape
        return a + b

    @staticmethod
    def backward(ctx, grad):
        def down(g, shape):
            while g.ndim > len(shape):
                g = g.sum(axis=0)
            return g

        sa, sb = ctx.shapes
        return down(grad, sa), down(grad, sb)

# %% wrong: minus_for_b
# why: b gets the gradient with a minus sign, as in a difference. In a sum both slopes are +1.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, -grad

# %% wrong: everything_in_double
# why: forward turns both operands into float64, so a sum of float32 arrays comes out as float64. Add
# them as they are.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return np.array(a, dtype=float) + np.array(b, dtype=float)

    @staticmethod
    def backward(ctx, grad):
        return grad, grad

# %% wrong: tuple_of_one
# why: The tuple holds one gradient only, (grad,). There are two operands, so it must hold two.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return (grad,)

# %% wrong: grad_summed_to_a_number
# why: backward sums the upstream gradient up and hands each operand a single number. Each entry of a
# and b gets the gradient of its own place; summing over broadcast axes is the engine's work.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        total = grad.sum()
        return total, total
