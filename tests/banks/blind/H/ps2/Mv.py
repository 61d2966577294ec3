# %% right: column_and_left_product
@piece
class Mv(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad[:, None] * b, grad @ a

# %% right: as_matrices
@piece
class Mv(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        column = grad.reshape(-1, 1)
        row = b.reshape(1, -1)
        grad_b = a.T @ column
        return column @ row, grad_b.reshape(b.shape)

# %% wrong: outer_reshaped
# why: The outer product is taken in the wrong order, and reshaped until the shape fits. The entries stand in the wrong places.
@piece
class Mv(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(b, grad).reshape(a.shape), a.T @ grad

# %% wrong: not_transposed
# why: The gradient of the vector is a @ grad. The matrix must be transposed; only for a square one this runs at all.
@piece
class Mv(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        matrix, vector = ctx.saved_tensors
        return np.outer(grad, vector), matrix @ grad

# %% wrong: one_row_repeated
# why: The matrix gets in each row the sum of the upstream gradient times b, instead of the row's own entry times b.
@piece
class Mv(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.broadcast_to(grad.sum() * b, a.shape)
        grad_b = (a * grad[:, None]).sum(axis=0)
        return grad_a, grad_b

# %% wrong: weights_summed_apart
# why: For the vector the columns and the upstream gradient are summed each by itself. The product must be summed, not the factors.
@piece
class Mv(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.einsum("i,j->ij", grad, b), a.sum(axis=0) * grad.sum()

# %% wrong: upstream_missing_for_a
# why: For the matrix the upstream gradient is forgotten: every row is b.
@piece
class Mv(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        rows = [b for _ in range(len(grad))]
        grad_a = np.array(rows, dtype=a.dtype).reshape(a.shape)
        return grad_a, np.dot(grad, a)
