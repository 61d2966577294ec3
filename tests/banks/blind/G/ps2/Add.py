# %% right: one_array_twice
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return np.add(a, b)

    @staticmethod
    def backward(ctx, grad):
        return (grad,) * 2

# %% right: times_slope_one
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        total = b + a
        return total

    @staticmethod
    def backward(ctx, grad):
        slope_a = slope_b = 1
        grad_a = slope_a * grad
        grad_b = slope_b * grad
        return grad_a, grad_b

# %% wrong: a_single_gradient
# why: backward returns one array for both operands; two operands need a tuple of two gradients.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad

# %% wrong: only_the_slopes
# why: backward returns the slopes 1 and forgets the upstream gradient, and with it the rest of the program.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        ones = np.ones_like(grad)
        return ones, ones

# %% wrong: writes_into_the_operand
# why: forward adds into the memory of a, so the operand of the caller is changed (and a broadcast a has no room for the sum).
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

# %% wrong: asks_operands_for_their_shape
# why: it sums the gradients down itself and asks both operands for their shape; in a + 2.5 the operand is a plain number that has none. That is the work of the engine.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.shapes = (a.shape, b.shape)
        return a + b

    @staticmethod
    def backward(ctx, grad):
        result = []
        for shape in ctx.shapes:
            g = grad
            while g.ndim > len(shape):
                g = g.sum(axis=0)
            for axis, size in enumerate(shape):
                if size == 1:
                    g = g.sum(axis=axis, keepdims=True)
            result.append(g)
        return tuple(result)

# %% wrong: shares_the_gradient
# why: the upstream gradient is divided among the two operands; each of them has slope 1 and gets all of it.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.operands = 2
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return tuple(grad / ctx.operands for _ in range(ctx.operands))
