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
        ctx.save_for_backward(a, b)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.multiply(b, grad)
        grad_b = np.multiply(a, grad)
        return grad_a, grad_b


# %% right: stacked_list
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        out = a @ b
        return out

    @staticmethod
    def backward(ctx, grad):
        grads = []
        for other in ctx.saved_tensors:
            grads.append(other * grad)
        return tuple(grads)


# %% wrong: swapped
# why: The gradients are swapped: a gets grad * a.
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


# %% wrong: matmul_scalar
# why: grad is a number of shape (), and @ does not take numbers; * is needed.
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
# why: forward computes the products entry by entry and does not add them up.
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
# why: np.outer gives a matrix of shape (1, n) where a vector is wanted.
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


# %% wrong: summed_slope
# why: The other vector is summed up, so every entry gets the same gradient instead of its own factor.
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
        return grad * b.sum() * np.ones_like(a), grad * a.sum() * np.ones_like(b)


# %% wrong: no_upstream
# why: The other vector alone is returned; the upstream gradient is missing.
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


# %% wrong: divided_by_length
# why: The gradient is divided by the number of entries, as for a mean.
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
        return grad * b / len(b), grad * a / len(a)


# %% wrong: times_out
# why: The gradient is multiplied by the value of the product as well.
@piece
class Dot(Op):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        out = a @ b
        ctx.save_for_backward(a, b)
        ctx.out = float(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * ctx.out * b, grad * ctx.out * a


# %% wrong: only_b_saved
# why: Only b was saved, and both gradients use it.
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
        return grad * b, grad * b


# %% wrong: summed_gradient
# why: The gradients are dot products with grad, numbers instead of vectors.
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
