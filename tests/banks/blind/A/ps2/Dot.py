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


# %% right: np_dot
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        return tuple(v * grad for v in ctx.saved_tensors)


# %% right: written_as_sum
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return (a * b).sum()

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        every_term = np.broadcast_to(grad, a.shape)  # a sum hands its gradient on
        return every_term * b, every_term * a


# %% right: matmul_verbose
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        out = np.matmul(a, b)
        ctx.save_for_backward(a, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        vector_a = saved[0]
        vector_b = saved[1]
        grad_of_a = np.multiply(grad, vector_b)
        grad_of_b = np.multiply(grad, vector_a)
        return grad_of_a, grad_of_b


# %% wrong: swapped
# why: a gets grad * a, b gets grad * b: the operands are swapped.
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


# %% wrong: at_with_a_number
# why: grad is a single number; @ does not take arrays without axes.
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


# %% wrong: no_sum
# why: forward multiplies entry by entry and forgets to sum.
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


# %% wrong: outer
# why: np.outer of grad and b has the shape (1, n), not that of the vector.
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
        return np.outer(grad, b), np.outer(grad, a)


# %% wrong: upstream_missing
# why: The upstream number is not multiplied in.
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


# %% wrong: upstream_alone
# why: Hands grad to every entry as in a sum, without the factor from the other vector.
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
        return grad * np.ones_like(a), grad * np.ones_like(b)


# %% wrong: gradients_summed
# why: Sums each gradient to a number; each should be a vector.
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


# %% wrong: grad_indexed
# why: Takes grad[0], but grad has the shape () and no axis to index.
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


# %% wrong: one_gradient
# why: Returns the gradient of a only.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        (b,) = ctx.saved_tensors
        return grad * b


# %% wrong: twice
# why: Multiplies by 2, the slope of a vector's product with itself.
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
        return 2 * grad * b, 2 * grad * a
