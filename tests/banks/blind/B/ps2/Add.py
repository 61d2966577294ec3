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
        out = np.add(a, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        grad_a = grad * 1
        grad_b = grad * 1
        return grad_a, grad_b


# %% right: saves_needlessly
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
        # slopes are 1 and 1
        return (1 * grad, 1 * grad)


# %% right: verbose
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        # entry by entry
        result = b + a
        return result

    @staticmethod
    def backward(ctx, grad):
        gradient_of_a = grad
        gradient_of_b = grad
        gradients = (gradient_of_a, gradient_of_b)
        return gradients


# %% wrong: one_gradient
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


# %% wrong: ones
# why: The slope 1 is returned alone: the upstream gradient is forgotten.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return np.ones_like(grad), np.ones_like(grad)


# %% wrong: slopes_of_mul
# why: The slopes are those of a product (the other operand), copied from Mul; those of a sum are 1.
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


# %% wrong: minus_for_b
# why: The gradient of b has a minus, as if the operation were a - b.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, -grad


# %% wrong: shared_in_halves
# why: The upstream gradient is split in two halves; a sum hands the whole of it to each operand.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad / 2, grad / 2


# %% wrong: asks_number_for_shape
# why: forward notes b.shape (and a.shape), but an operand may be a plain Python number that has no shape: AttributeError.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.a_shape = a.shape
        ctx.b_shape = b.shape
        return a + b

    @staticmethod
    def backward(ctx, grad):
        def down(g, shape):
            while g.ndim > len(shape):
                g = g.sum(axis=0)
            for i, n in enumerate(shape):
                if n == 1:
                    g = g.sum(axis=i, keepdims=True)
            return g

        return down(grad, ctx.a_shape), down(grad, ctx.b_shape)


# %% wrong: in_place
# why: forward computes a += b, which overwrites the operand a itself (and fails if b is the larger by broadcasting).
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


# %% wrong: float64_ones
# why: grad is multiplied by np.ones(grad.shape), which is float64, so a float32 gradient becomes float64.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        ones = np.ones(grad.shape)
        return grad * ones, grad * ones
