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
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        matrix, vector = ctx.saved_tensors
        return grad[:, None] * vector, grad @ matrix

# %% wrong: entrywise_for_a
# why: grad * b for the matrix gives a vector, and fits only if both have the same length. The gradient of a
# is a matrix in which every entry of grad meets every entry of b.
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

# %% wrong: outer_the_wrong_way_round
# why: np.outer(b, grad) has the shape (m, n), the transpose of what is needed. Rows belong to grad and columns
# to b: np.outer(grad, b).
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
# why: The gradient of b is computed as a @ grad, with the rows of the matrix. b_j has the factors of column j,
# so it is a.T @ grad.
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

# %% wrong: rows_all_alike
# why: Each row of the gradient of a is b, and grad takes no part in it. Row i must be b times entry i of grad.
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
        return np.ones_like(a) * b, a.T @ grad

# %% wrong: columns_summed_without_grad
# why: The gradient of b sums each column of the matrix, as if all of grad were 1. The entries of a column must
# be multiplied by those of grad before they are added up.
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
        return grad.reshape(-1, 1) * b, a.sum(axis=0)

# %% wrong: gradients_in_the_wrong_order
# why: The gradient of the vector comes first and that of the matrix second. They must stand in the order of
# the operands, a and then b.
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
        return grad @ a, np.outer(grad, b)
