# %% right: swapaxes
@piece
class Bmm(Op):
    """out[i] = A[i] B[i] for each matrix of a batch"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        a_turned = np.swapaxes(a, -1, -2)
        b_turned = np.swapaxes(b, -1, -2)
        return np.matmul(grad, b_turned), np.matmul(a_turned, grad)

# %% right: one_matrix_after_the_other
@piece
class Bmm(Op):
    """out[i] = A[i] B[i] for each matrix of a batch"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.zeros_like(a)
        grad_b = np.zeros_like(b)
        for i in range(len(grad)):
            grad_a[i] = grad[i] @ b[i].T
            grad_b[i] = a[i].T @ grad[i]
        return grad_a, grad_b

# %% wrong: all_axes_reversed
# why: .T reverses all three axes and puts the batch last; only the last two must change places.
@piece
class Bmm(Op):
    """out[i] = A[i] B[i] for each matrix of a batch"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad

# %% wrong: reshaped_instead_of_transposed
# why: reshape gives the wanted shape but does not transpose: the entries stay in their order in memory.
@piece
class Bmm(Op):
    """out[i] = A[i] B[i] for each matrix of a batch"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        batch, n, m = a.shape
        p = b.shape[2]
        return grad @ b.reshape(batch, p, m), a.reshape(batch, m, n) @ grad

# %% wrong: stack_of_nothing
# why: the matrices are computed one by one and stacked; a batch without entries leaves nothing to stack, and NumPy raises an error.
@piece
class Bmm(Op):
    """out[i] = A[i] B[i] for each matrix of a batch"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        rows = [g @ y.T for g, y in zip(grad, b)]
        columns = [x.T @ g for g, x in zip(grad, a)]
        return np.stack(rows), np.stack(columns)

# %% wrong: summed_over_the_batch
# why: the batch is summed over, as if all products shared the operands; every matrix of the batch gets the sum instead of its own gradient.
@piece
class Bmm(Op):
    """out[i] = A[i] B[i] for each matrix of a batch"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.einsum("bnp,bmp->nm", grad, b)
        grad_b = np.einsum("bnm,bnp->mp", a, grad)
        return np.broadcast_to(grad_a, a.shape), np.broadcast_to(grad_b, b.shape)

# %% wrong: left_factor_on_the_right
# why: for b the transposed a is multiplied from the right; it belongs on the left of grad.
@piece
class Bmm(Op):
    """out[i] = A[i] B[i] for each matrix of a batch"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        transposed = (0, 2, 1)
        grad_a = grad @ b.transpose(transposed)
        grad_b = grad @ a.transpose(transposed)
        return grad_a, grad_b
