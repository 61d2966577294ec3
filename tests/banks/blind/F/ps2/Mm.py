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
# %% right: np_matmul_transpose
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
        return np.matmul(grad, np.transpose(b)), np.matmul(a.transpose(), grad)
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
        return np.einsum("ip,jp->ij", grad, b), np.einsum("ij,ip->jp", a, grad)
# %% right: transposed_products
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
        grad_a = (b @ grad.T).T
        grad_b = (grad.T @ a).T
        return grad_a, grad_b
# %% right: columns_as_mv
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
        grad_a = np.zeros_like(a)
        grad_b = np.zeros_like(b)
        for k in range(b.shape[1]):
            grad_a += np.outer(grad[:, k], b[:, k])
            grad_b[:, k] = grad[:, k] @ a
        return grad_a, grad_b
# %% right: broadcast_and_sum
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
        grad_a = (grad[:, None, :] * b[None, :, :]).sum(axis=2)
        grad_b = (a[:, :, None] * grad[:, None, :]).sum(axis=0)
        return grad_a, grad_b
# %% wrong: not_transposed
# why: Neither operand is transposed; the shapes fit by luck with square matrices only.
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
# %% wrong: b_not_transposed
# why: The gradient of a needs b transposed.
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
# %% wrong: a_not_transposed
# why: The gradient of b needs a transposed.
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
# %% wrong: order_first
# why: The factors of the first product are in the wrong order: grad stands on the left for a.
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
# %% wrong: order_second
# why: The factors of the second product are in the wrong order: grad stands on the right for b.
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
# %% wrong: swapped
# why: The gradients are returned in the wrong order.
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
# %% wrong: transposed_results
# why: Each gradient comes out transposed.
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
        return b @ grad.T, grad.T @ a
# %% wrong: entry_by_entry
# why: * multiplies entry by entry; here the matrix product is needed.
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
        return grad * b.T, a.T * grad
# %% wrong: no_upstream
# why: The transposed operands alone are no gradients; they are to be multiplied by grad.
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
        return b.T, a.T
# %% wrong: ones_for_grad
# why: A matrix of ones takes the place of the upstream gradient.
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
# %% wrong: own_operand
# why: The gradient of a is made with a, and that of b with b; each needs the other.
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
        return grad @ a.T, b.T @ grad
# %% wrong: forward_elementwise
# why: forward multiplies entry by entry.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad
# %% wrong: reshape_for_transpose
# why: reshape keeps the order of the entries in memory; it is no transposition.
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
        return grad @ b.reshape(b.shape[::-1]), a.reshape(a.shape[::-1]) @ grad
# %% wrong: inverse
# why: The inverse undoes a product; the gradient needs the transpose.
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
        return grad @ np.linalg.inv(b), np.linalg.inv(a) @ grad
# %% wrong: attributes
# why: The matrices are kept as attributes, are never freed, and a second backward goes through.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.a = a
        ctx.b = b
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        return grad @ ctx.b.T, ctx.a.T @ grad
# %% wrong: saved_transposed_twice
# why: b is transposed when it is saved and once more when it is used.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b.T)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad
# %% wrong: last_column
# why: The contributions of the columns to a overwrite each other instead of adding up.
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
        grad_b = np.zeros_like(b)
        for k in range(b.shape[1]):
            grad_a = np.outer(grad[:, k], b[:, k])
            grad_b[:, k] = a.T @ grad[:, k]
        return grad_a, grad_b
# %% wrong: averaged_over_rows
# why: The gradient of b is divided by the number of rows; what the rows send is added up.
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
        return grad @ b.T, a.T @ grad / len(a)
# %% wrong: forgot_second
# why: Only the gradient of the first factor is returned.
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
        return grad @ b.T
