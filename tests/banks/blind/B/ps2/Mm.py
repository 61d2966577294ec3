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


# %% right: einsum
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.einsum('nm,mp->np', a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        ga = np.einsum('np,mp->nm', grad, b)
        gb = np.einsum('nm,np->mp', a, grad)
        return ga, gb


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


# %% right: tensordot
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a.dot(b)

    @staticmethod
    def backward(ctx, grad):
        left, right = ctx.saved_tensors
        grad_left = np.tensordot(grad, right, axes=([1], [1]))
        grad_right = np.tensordot(left, grad, axes=([0], [0]))
        return grad_left, grad_right


# %% wrong: no_transpose
# why: Neither operand is transposed: grad @ b and a @ grad fit for square matrices only, and are wrong there.
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


# %% wrong: factors_turned
# why: The transposes are right, but the factors stand in the wrong order: b.T @ grad and grad @ a.T.
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
        return b.T @ grad, grad @ a.T


# %% wrong: entrywise
# why: The entrywise slopes of Mul: grad * b and grad * a.
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


# %% wrong: order
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


# %% wrong: b_transposed
# why: The gradient of b is grad.T @ a, which is the transposed of what it should be.
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


# %% wrong: reshape
# why: reshape gives the shape of the transposed, but leaves the entries in their order: no transpose.
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
        bt = b.reshape(b.shape[1], b.shape[0])
        at = a.reshape(a.shape[1], a.shape[0])
        return grad @ bt, at @ grad


# %% wrong: upstream_missing
# why: Ones take the place of grad: the upstream gradient is lost.
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


# %% wrong: mean_over_rows
# why: The gradient of b is divided by the number of rows, as if out were a mean over a batch.
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
        return grad @ b.T, a.T @ grad / a.shape[0]
