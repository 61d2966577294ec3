# %% right: outer_and_transpose
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
    def forward(ctx, A, x):
        ctx.save_for_backward(A, x)
        return A @ x

    @staticmethod
    def backward(ctx, grad):
        A, x = ctx.saved_tensors
        column = grad[:, None]
        dA = column * x
        dx = (A * column).sum(axis=0)
        return dA, dx

# %% right: grad_from_the_left
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        out = a @ b
        ctx.save_for_backward(a, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return (grad.reshape(-1, 1) @ b.reshape(1, -1), grad @ a)

# %% right: einsum
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
        d_matrix = np.einsum("i,j->ij", grad, vector)
        d_vector = np.einsum("ij,i->j", matrix, grad)
        return d_matrix, d_vector

# %% wrong: entry_by_entry_for_the_matrix
# why: The gradient of a is grad * b, which fits only if both have the same length and then is a vector. A matrix needs a matrix: entry (i, j) is grad_i * b_j, np.outer(grad, b).
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

# %% wrong: outer_product_turned
# why: np.outer(b, grad) has entry (i, j) = b_i * grad_j, the transpose of what is wanted. grad belongs to the rows: np.outer(grad, b).
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
# why: The gradient of b is computed as a @ grad, with the rows of a. b_j meets the entries of column j: it is a.T @ grad.
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
        da = grad[:, np.newaxis] * b[np.newaxis, :]
        db = a @ grad
        return da, db

# %% wrong: last_row_wins
# why: The loop over the rows assigns the gradient of b anew for every row, so only the last one counts. b takes part in every entry of out: add the rows up.
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
        da = np.zeros_like(a)
        db = np.zeros_like(b)
        for i, g in enumerate(grad):
            da[i] = g * b
            db = g * a[i]
        return da, db

# %% wrong: summed_along_the_wrong_axis
# why: The products a_ij * grad_i are summed over axis 1, along the rows, which gives one number a row. For b_j they are to be summed over the rows, axis 0.
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
        g = grad[:, None]
        return g * b, np.sum(g * a, axis=1)

# %% wrong: empty_matrix_in_float64
# why: The gradient of a is filled into np.zeros((n, m)), which is float64 also for float32 operands. Make the array with the dtype of a, np.zeros_like(a).
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
        da = np.zeros((n, m))
        for i in range(n):
            for j in range(m):
                da[i, j] = grad[i] * b[j]
        return da, grad @ a

# %% wrong: column_sums_without_upstream
# why: The gradient of b is the sum of the columns of a, as if every upstream gradient were 1. Row i has to be multiplied by grad_i first: a.T @ grad.
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

# %% wrong: vector_on_the_left
# why: forward computes b @ a, the vector from the left, which is another product (it sums over the rows). The output is a @ b.
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
