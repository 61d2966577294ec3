# %% right: plain
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), a.T @ grad
# %% right: column_times_row
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad[:, None] * b, grad @ a
# %% right: matmul_of_column_and_row
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        column = grad.reshape(-1, 1)
        row = b.reshape(1, -1)
        return column @ row, (a * column).sum(axis=0)
# %% right: einsum
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.einsum("i,j->ij", grad, b)
        grad_b = np.einsum("ij,i->j", a, grad)
        return grad_a, grad_b
# %% right: loops
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        n, m = a.shape
        grad_a = np.zeros_like(a)
        grad_b = np.zeros_like(b)
        for i in range(n):
            for j in range(m):
                grad_a[i, j] = grad[i] * b[j]
                grad_b[j] += grad[i] * a[i, j]
        return grad_a, grad_b
# %% wrong: product_by_entry
# why: grad * b gives a vector, if it fits at all; the gradient of a matrix is a matrix.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, a.T @ grad
# %% wrong: outer_turned
# why: The outer product is turned round: its shape is (m, n) instead of (n, m).
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(b, grad), a.T @ grad
# %% wrong: not_transposed
# why: For b the columns of a are needed: a must be transposed.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), a @ grad
# %% wrong: swapped
# why: The gradients come in the wrong order.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return a.T @ grad, np.outer(grad, b)
# %% wrong: no_upstream_a
# why: Each row of the first gradient is b alone, without the upstream gradient of that row.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.broadcast_to(b, a.shape), a.T @ grad
# %% wrong: no_upstream_b
# why: The columns are summed without the upstream gradients of the rows.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), a.sum(axis=0)
# %% wrong: wrong_axis
# why: The sum for b runs over the columns of a row; it has to run over the rows.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), (grad[:, None] * a).sum(axis=1)
# %% wrong: mean_for_sum
# why: b_j takes part in every entry, and what comes from them is added up, not averaged.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), (grad[:, None] * a).mean(axis=0)
# %% wrong: unsummed_b
# why: The rows are not added up, so the gradient of b is a matrix.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), grad[:, None] * a
# %% wrong: one_dim_transpose
# why: .T does nothing to a vector, so b.T is no row and @ sums instead of spreading.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad
# %% wrong: outer_with_a
# why: The outer product is taken of grad and the matrix, where it needs the vector.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, a), a.T @ grad
# %% wrong: own_operand
# why: Each gradient is made of its own operand instead of the other one.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad[:, None] * a, grad.sum() * b
# %% wrong: last_row
# why: In the loop the gradient of b is overwritten by each row, so only the last one counts.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.zeros_like(a)
        for i in range(a.shape[0]):
            grad_a[i] = grad[i] * b
            grad_b = grad[i] * a[i]
        return grad_a, grad_b
# %% wrong: loop_over_square
# why: Both loops run over the number of rows, so a matrix that is not square fails or is left incomplete.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a, grad_b = np.zeros_like(a), np.zeros_like(b)
        n = a.shape[0]
        for i in range(n):
            for j in range(n):
                grad_a[i, j] = grad[i] * b[j]
                grad_b[j] += grad[i] * a[i, j]
        return grad_a, grad_b
# %% wrong: attributes
# why: The operands are attributes of ctx, so they are not freed and a second backward is not refused.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.a, ctx.b = a, b
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        return np.outer(grad, ctx.b), ctx.a.T @ grad
# %% wrong: vector_times_matrix
# why: forward multiplies from the wrong side: b @ a is another product.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return b @ a

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), a.T @ grad
# %% wrong: only_matrix
# why: Only the matrix gets a gradient; for the vector None is returned.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), None
# %% wrong: column_kept
# why: The gradient of b is a column of shape (m, 1); b has one axis.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), a.T @ grad[:, None]
