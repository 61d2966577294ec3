# %% right: outer
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
        column = grad[:, None]
        return column * b, grad @ a

# %% right: sums_written_out
@piece
class Mv(Op):
    @staticmethod
    def forward(ctx, matrix, vector):
        ctx.save_for_backward(matrix, vector)
        return np.matmul(matrix, vector)

    @staticmethod
    def backward(ctx, grad):
        matrix, vector = ctx.saved_tensors
        g = grad.reshape(-1, 1)
        d_matrix = g * vector.reshape(1, -1)
        d_vector = (g * matrix).sum(axis=0)
        return d_matrix, d_vector

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
        da = np.einsum("i,j->ij", grad, b)
        db = np.einsum("ij,i->j", a, grad)
        return da, db

# %% wrong: outer_swapped
# why: np.outer(b, grad) has the shape (m, n), a transposed. Rows belong to grad and columns to b: np.outer(grad, b).
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
# why: The gradient of b is computed as a @ grad. b_j collects the factors of column j, so a must be transposed: a.T @ grad.
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

# %% wrong: entrywise
# why: The gradient of a is computed as grad * b, entry by entry, which fits only if both have the same length and then gives a vector. It must be the matrix of all products, np.outer(grad, b).
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
        return grad * b, grad @ a

# %% wrong: transpose_of_vector
# why: grad.T of a vector is the same vector, so grad.T * b is no column times row. A vector becomes a column by grad[:, None] (or reshape).
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
        grad_column = grad.T
        return grad_column * b[None, :] + np.zeros_like(a), a.T @ grad

# %% wrong: rows_of_b_only
# why: Every row of the gradient of a is set to b: the upstream gradient is missing in it. Row i must be b times grad_i.
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
        return np.tile(b, (len(a), 1)), a.T @ grad

# %% wrong: column_result
# why: The gradient of b is computed with grad as a column, and stays a column of shape (m, 1). It must have the shape of b, (m,).
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
        g = grad[:, np.newaxis]
        return g @ b[np.newaxis, :], a.T @ g

# %% wrong: gradients_in_wrong_order
# why: The tuple is the wrong way round: first the gradient of b, then that of a. The order is that of the operands.
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
        grad_vector = a.T @ grad
        grad_matrix = grad[:, None] * b
        return grad_vector, grad_matrix

# %% wrong: sums_wrong_axis
# why: The gradient of b is summed over the columns (axis 1) where it should be summed over the rows (axis 0): b_j meets column j, in every row.
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
        column = grad[:, None]
        return column * b, (column * a).sum(axis=1)
