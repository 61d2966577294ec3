# %% right: pair_of_grad
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad

# %% right: np_add_and_factor_one
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        out = np.add(a, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        da = 1 * grad
        db = 1 * grad
        return (da, db)

# %% wrong: only_one_gradient
# why: backward returns one gradient, but there are two operands. It must return a tuple of two, even if
# both are the same.
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
# why: backward returns the slope 1 alone and forgets the upstream gradient. What goes back is grad times
# the slope, so grad itself.
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

# %% wrong: shared_in_halves
# why: The upstream gradient is split into two halves. A sum does not share it: each operand has the slope
# 1 and gets all of it.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad / 2, grad / 2

# %% wrong: slopes_of_a_product
# why: These are the gradients of a product. For a sum the other operand does not stand in the slope,
# which is 1 for both.
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
# why: a += b writes the sum into the array of the first operand, which is not the operation's to change
# (and fails where the shapes are broadcast). Make a new array with a + b.
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

# %% wrong: asks_a_number_for_its_shape
# why: forward asks both operands for their shape, but in a + 2.5 the second is a plain Python number,
# which has none. Leave broadcasting to the engine.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.shapes = a.shape, b.shape
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad

# %% wrong: numbers_made_float64
# why: np.array(2.5) is a float64 array, so a float32 tensor plus a number becomes float64. A plain number
# should be added as it is.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return np.array(a) + np.array(b)

    @staticmethod
    def backward(ctx, grad):
        return grad, grad

# %% wrong: one_stacked_array
# why: The two gradients are stacked into one array with an additional axis. What is asked for is a tuple of
# two arrays in the shape of grad.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return np.stack([grad, grad])
