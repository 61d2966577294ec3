# %% right: matrix_transpose
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
        return grad @ b.mT, a.mT @ grad

# %% right: swapaxes
def flip(x):
    return np.swapaxes(x, -1, -2)


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
        return np.matmul(grad, flip(b)), np.matmul(flip(a), grad)

# %% right: loop_with_zeros
@piece
class Bmm(Op):
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

# %% right: einsum
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
        return (
            np.einsum("inp,imp->inm", grad, b),
            np.einsum("inm,inp->imp", a, grad),
        )

# %% wrong: dot_t
# why: .T reverses all three axes and puts the batch last. Only the last two may be exchanged: .mT (or swapaxes).
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

# %% wrong: np_dot
# why: For three axes np.dot is not @: it multiplies every matrix of the one batch with every matrix of the other, and the output has four axes. Use @.
@piece
class Bmm(Op):
    """out[i] = A[i] B[i] for each matrix of a batch"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.mT, a.mT @ grad

# %% wrong: transpose_wrong_axes
# why: transpose(1, 0, 2) exchanges the batch with the rows. The last two axes are to be exchanged: transpose(0, 2, 1).
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
        return grad @ b.transpose(1, 0, 2), a.transpose(1, 0, 2) @ grad

# %% wrong: stack_of_nothing
# why: The matrices are multiplied in a loop and put together by np.stack, which refuses an empty list. A batch may have no entries; use @, which handles all batches at once.
@piece
class Bmm(Op):
    """out[i] = A[i] B[i] for each matrix of a batch"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.stack([x @ y for x, y in zip(a, b)])

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        da = np.stack([g @ y.T for g, y in zip(grad, b)])
        db = np.stack([x.T @ g for g, x in zip(grad, a)])
        return da, db

# %% wrong: summed_over_batch
# why: The gradient of b is summed over the batch, as if one b served all of it. Each matrix of the batch has its own gradient, and none knows of the others.
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
        grad_a = np.einsum("inp,imp->inm", grad, b)
        grad_b = np.einsum("inm,inp->mp", a, grad)
        return grad_a, grad_b

# %% wrong: loop_in_float64
# why: The results are collected in np.zeros(shape), which is float64 whatever a and b are. The gradients must have the dtype of their inputs.
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
        da, db = np.zeros(a.shape), np.zeros(b.shape)
        for i in range(a.shape[0]):
            da[i] = grad[i] @ b[i].T
            db[i] = a[i].T @ grad[i]
        return da, db

# %% wrong: order_of_factors
# why: The factors stand in the wrong order, b.mT @ grad and grad @ a.mT. grad has the rows of a and the columns of b, so it is grad @ b.mT and a.mT @ grad.
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
        return b.mT @ grad, grad @ a.mT

# %% wrong: range_starts_at_one
# why: The loop over the batch starts at 1, so the first matrix is left out and its gradient stays 0. It should run over range(len(a)).
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
        da = np.zeros_like(a)
        db = np.zeros_like(b)
        for i in range(1, len(a)):
            da[i] = grad[i] @ b[i].T
            db[i] = a[i].T @ grad[i]
        return da, db
