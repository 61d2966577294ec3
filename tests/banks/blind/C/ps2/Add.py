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
        slope = 1
        return (slope * grad, slope * grad)


# %% right: verbose_copies
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        out = a + b
        return out

    @staticmethod
    def backward(ctx, grad):
        grad_a = grad.copy()
        grad_b = grad.copy()
        result = (grad_a, grad_b)
        return result


# %% wrong: ones
# why: The upstream gradient is missing: only the slope 1 is returned.
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
# why: One array is returned for two operands; it must be a tuple of two.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad


# %% wrong: like_mul
# why: Copied from the product: each operand gets grad times the other operand.
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
# why: The gradient of b has a minus sign, which is right for a difference, not for a sum.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, -grad


# %% wrong: shared_half
# why: The upstream gradient is divided between the two operands; a sum hands all of it to each.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad / 2, grad / 2


# %% wrong: own_unbroadcast
# why: It sums over broadcast axes itself and asks b for its shape; a plain Python number has none.
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
        ga = grad
        gb = grad
        while gb.ndim > len(ctx.shape_b):
            gb = gb.sum(axis=0)
        while ga.ndim > len(ctx.shape_a):
            ga = ga.sum(axis=0)
        return ga, gb


# %% wrong: in_place_forward
# why: a += b changes the operand a itself instead of making a new array.
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


# %% wrong: none_for_b
# why: b gets no gradient, as if it were always a plain number.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, None


# %% wrong: float64_gradient
# why: The gradient is turned into float64 on the way, so float32 is lost.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        g = np.asarray(grad, dtype=np.float64)
        return g, g


# %% wrong: summed
# why: The upstream gradient is summed up to one number, as for a sum over an array.
@piece
class Add(Op):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad.sum(), grad.sum()
