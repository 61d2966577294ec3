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
        a, b = ctx.saved_tensors
        grad_a = grad[:, None] * b[None, :]
        grad_b = grad @ a
        return grad_a, grad_b


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
        matrix, vector = ctx.saved_tensors
        return (
            np.einsum("i,j->ij", grad, vector),
            np.einsum("ij,i->j", matrix, grad),
        )


# %% right: sum_over_rows
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a.dot(b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        column = grad.reshape(-1, 1)
        return column @ b.reshape(1, -1), (a * column).sum(axis=0)


# %% wrong: elementwise
# why: grad * b multiplies entry by entry; the gradient of a matrix must be a matrix.
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


# %% wrong: not_transposed
# why: a @ grad instead of a.T @ grad: the rows are used instead of the columns.
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


# %% wrong: outer_swapped
# why: np.outer(b, grad) is the transposed gradient, of shape (m, n).
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


# %% wrong: transposed_vector
# why: .T changes nothing on a vector, so grad @ b.T is a dot product (or does not fit), not a matrix.
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


# %% wrong: rows_broadcast
# why: Every row of the gradient of a is b; grad is not multiplied in.
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


# %% wrong: upstream_missing_b
# why: The gradient of b sums the columns without the upstream gradient.
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


# %% wrong: row_grad
# why: grad[None, :] is a row where a column is needed: entries of grad meet the columns of a.
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
        return grad[None, :] * b[:, None], a.T @ grad


# %% wrong: sums_wrong_axis
# why: The products are added over axis 1, in each row; b_j takes part in column j.
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
        return np.outer(grad, b), (a * grad[:, None]).sum(axis=1)


# %% wrong: order
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


# %% wrong: column_result
# why: The gradient of b is a matrix with one column, not a vector.
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
        return np.outer(grad, b), a.T @ grad.reshape(-1, 1)


# %% wrong: star_forward
# why: forward multiplies with * and sums nothing.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), a.T @ grad
