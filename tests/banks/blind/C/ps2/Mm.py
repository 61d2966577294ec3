# %% right: plain
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
        return grad @ b.T, a.T @ grad


# %% right: matmul_swapaxes
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        left, right = ctx.saved_tensors
        d_left = np.matmul(grad, np.swapaxes(right, 0, 1))
        d_right = np.matmul(np.swapaxes(left, 0, 1), grad)
        return d_left, d_right


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
        return np.einsum("np,mp->nm", grad, b), np.einsum("nm,np->mp", a, grad)


# %% right: transposed_twice
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a.dot(b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return (b @ grad.T).T, (grad.T @ a).T


# %% wrong: not_transposed_b
# why: grad @ b: b is not transposed, which only fits if p equals m, and then gives wrong numbers.
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
        return grad @ b, a.T @ grad


# %% wrong: not_transposed_a
# why: a @ grad: a is not transposed.
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
        return grad @ b.T, a @ grad


# %% wrong: order_in_second
# why: The factors of the second gradient are in the wrong order: grad @ a.T.
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
        return grad @ b.T, grad @ a.T


# %% wrong: order_in_first
# why: The factors of the first gradient are in the wrong order: b.T @ grad.
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
        return b.T @ grad, a.T @ grad


# %% wrong: elementwise
# why: Copied from Mul: * instead of @.
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
        return grad * b, grad * a


# %% wrong: swapped
# why: The two gradients are returned in the wrong order.
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
        return a.T @ grad, grad @ b.T


# %% wrong: reshape_not_transpose
# why: reshape to the transposed shape is not a transpose: the entries stay in their old order.
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
        n, m = a.shape
        p = b.shape[1]
        return grad @ b.reshape(p, m), a.reshape(m, n) @ grad


# %% wrong: grad_transposed
# why: grad is transposed instead of a.
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
        return grad @ b.T, grad.T @ a


# %% wrong: ones_upstream
# why: Ones stand in the place of the upstream gradient.
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
        ones = np.ones_like(grad)
        return ones @ b.T, a.T @ ones


# %% wrong: wrong_saved_order
# why: Saved in the order b, a, unpacked in the order a, b.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad


# %% wrong: transposed_result
# why: The gradient of b is transposed at the end; for square matrices only the numbers show it.
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
        return grad @ b.T, (a.T @ grad).T
