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
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        matrix, vector = ctx.saved_tensors
        return grad[:, None] * vector, grad @ matrix


# %% right: einsum
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.einsum("ij,j->i", a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.einsum("i,j->ij", grad, b), np.einsum("ij,i->j", a, grad)


# %% right: row_by_row
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
        grad_b = np.zeros_like(b)
        for i in range(a.shape[0]):
            grad_a[i] = grad[i] * b
            grad_b = grad_b + grad[i] * a[i]
        return grad_a, grad_b


# %% wrong: not_transposed
# why: The matrix is not transposed in the gradient of b: works for square ones only, and is wrong there.
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


# %% wrong: product_entrywise
# why: grad * b is a vector (if the lengths fit at all); the matrix needs a matrix.
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


# %% wrong: outer_turned_round
# why: The outer product has its factors in the wrong order: shape (m, n) instead of (n, m).
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


# %% wrong: matmul_of_vectors
# why: grad @ b of two vectors is a number (the dot product), not an outer product.
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
        return grad @ b, a.T @ grad


# %% wrong: column_sums
# why: b gets the column sums of a, without weighing the rows by the upstream gradient.
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


# %% wrong: rows_all_b
# why: Each row of the gradient of a is b, without the upstream gradient of the row.
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


# %% wrong: left_in_a_column
# why: Makes a column of grad and leaves the gradient of b as a column, of shape (m, 1) instead of (m,).
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
        g = grad.reshape(-1, 1)
        return g * b, a.T @ g


# %% wrong: order_of_results
# why: The two gradients are returned in the wrong order.
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


# %% wrong: not_summed
# why: Leaves out the sum over the rows: the gradient of b is a matrix of all contributions.
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
        return grad[:, None] * b, grad[:, None] * a


# %% wrong: mean_over_rows
# why: Takes the mean of the rows' contributions to b instead of their sum.
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


# %% wrong: copied_from_dot
# why: The backward of Dot: multiplies grad with the operands entry by entry.
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
        return grad * b, grad * a
