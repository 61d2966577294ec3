# %% right: plain
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


# %% right: np_dot_multiply
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        x, y = ctx.saved_tensors
        return np.multiply(y, grad), np.multiply(x, grad)


# %% right: broadcast_first
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors

        # a sum hands its gradient on to every term
        g = np.broadcast_to(grad, a.shape)
        grad_a = g * b
        grad_b = g * a
        return grad_a, grad_b


# %% right: saved_reversed
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        out = np.matmul(a, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        b, a = ctx.saved_tensors
        ga = b * grad
        gb = a * grad
        return (ga, gb)


# %% wrong: own_operand
# why: Each vector gets itself times grad; it should get the other one.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * a, grad * b


# %% wrong: upstream_missing
# why: The upstream number is not used.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return b, a


# %% wrong: grad_at_b
# why: @ does not take a single number (shape ()): grad @ b raises a ValueError. A number is multiplied with *.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b, grad @ a


# %% wrong: one_gradient
# why: Only the gradient of a is returned; that of b is missing.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b


# %% wrong: entrywise_forward
# why: forward is a * b without the sum: out is a vector, not a number.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


# %% wrong: summed_in_backward
# why: The products are summed also on the way back, so every entry loses its own factor: a single number is returned for a whole vector.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return (grad * b).sum(), (grad * a).sum()


# %% wrong: divided_by_length
# why: The gradient is divided by the number of entries, as in a mean of products.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        n = len(a)
        return grad * b / n, grad * a / n


# %% wrong: index_into_number
# why: grad[0] takes an entry of grad, which has the shape () and no entries to index: IndexError.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad[0] * b, grad[0] * a
