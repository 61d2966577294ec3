# %% right: einsum
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
        return np.einsum("i,j->ij", grad, b), np.einsum("i,ij->j", grad, a)

# %% right: matrices_of_one_column
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        matrix, vector = ctx.saved_tensors
        column = grad.reshape(-1, 1)
        row = vector.reshape(1, -1)
        return column @ row, grad @ matrix

# %% wrong: outer_transposed
# why: the outer product is taken in the wrong order; entry (i, j) must be grad_i b_j, so grad goes down the rows.
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

# %% wrong: matrix_not_transposed
# why: the gradient of the vector is a @ grad, which sums over the rows' entries; b_j meets the factors of column j, so the matrix must be transposed.
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
        return grad[:, None] * b, a @ grad

# %% wrong: entry_by_entry
# why: the gradient of the matrix is grad * b, entry by entry; that is a vector (if it fits at all) where a matrix is wanted.
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
        grad_a = grad * b
        grad_b = grad @ a
        return grad_a, grad_b

# %% wrong: rows_of_b
# why: every row of the gradient of the matrix is b; row i must be multiplied by entry i of the upstream gradient.
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
        slopes = np.broadcast_to(b, a.shape)
        return slopes, np.dot(grad, a)

# %% wrong: column_sums_without_grad
# why: for the vector the columns of the matrix are summed up without the upstream gradient; each row counts with its own grad_i.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        b, a = ctx.saved_tensors
        grad_a = np.multiply.outer(grad, b)
        grad_b = a.sum(axis=0)
        return grad_a, grad_b
