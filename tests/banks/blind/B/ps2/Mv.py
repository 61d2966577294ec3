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


# %% right: none_axis
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


# %% right: einsum
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.einsum('ij,j->i', a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.einsum('i,j->ij', grad, b), np.einsum('ij,i->j', a, grad)


# %% right: columns_and_sum
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
        column = grad.reshape(len(grad), 1)
        row = b.reshape(1, len(b))
        grad_a = column * row
        grad_b = (a * column).sum(axis=0)
        return grad_a, grad_b


# %% wrong: grad_times_b
# why: grad * b multiplies two vectors entry by entry: an error for different lengths, and never a matrix. It is an outer product.
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
# why: For b it computes a @ grad; the columns of a belong to b, so a must be transposed.
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


# %% wrong: outer_turned
# why: np.outer(b, grad) has the shape (m, n): the gradient of a is transposed.
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


# %% wrong: upstream_missing
# why: Only the slopes: b in every row, and the column sums of a; grad is not used.
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
        return np.ones_like(a) * b, a.sum(axis=0)


# %% wrong: order
# why: First comes the gradient of b, then that of a: the order is turned round.
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
        grad_b = a.T @ grad
        grad_a = np.outer(grad, b)
        return grad_b, grad_a


# %% wrong: column_for_b
# why: The gradient of b is a column of shape (m, 1), but b is a vector of shape (m,).
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
        return g @ b.reshape(1, -1), a.T @ g


# %% wrong: mean_over_rows
# why: b takes part in every row, but the contributions of the rows are averaged, not summed.
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
        return np.outer(grad, b), (a * grad[:, None]).mean(axis=0)


# %% wrong: three_rows
# why: The 3 rows of the example are hard-coded in the reshape.
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
        return grad.reshape(3, 1) * b, a.T @ grad
