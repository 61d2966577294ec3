# %% right: einsum
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.einsum("np,mp->nm", grad, b)
        grad_b = np.einsum("nm,np->mp", a, grad)
        return grad_a, grad_b

# %% right: transposed_products
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return (b @ grad.T).T, (grad.T @ a).T

# %% wrong: not_transposed
# why: the operands are multiplied as they are; to get the shape (n, m) from (n, p) and (m, p), b must be transposed, and a as well.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b, a @ grad

# %% wrong: factors_in_the_wrong_order
# why: the gradient of b is grad @ a.T; the transposed a stands on the left, and with square matrices only the numbers tell.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        left, right = (each.T for each in ctx.saved_tensors)
        return np.matmul(grad, right), np.matmul(grad, left)

# %% wrong: gradient_of_b_transposed
# why: the gradient of b comes out as its transpose, (p, m) instead of (m, p).
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.tensordot(grad, b, axes=(1, 1))
        grad_b = np.tensordot(grad, a, axes=(0, 0))
        return grad_a, grad_b

# %% wrong: slopes_for_a_sum_of_out
# why: it computes the gradients as if the upstream gradient were 1 everywhere: row sums of b and column sums of a.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.broadcast_to(b.sum(axis=1), a.shape)
        grad_b = np.broadcast_to(a.sum(axis=0)[:, None], b.shape)
        return grad_a, grad_b

# %% wrong: second_save_replaces_the_first
# why: the operands are saved by two calls, and the second replaces the first; backward finds one array where it wants two.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a)
        ctx.save_for_backward(b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad
