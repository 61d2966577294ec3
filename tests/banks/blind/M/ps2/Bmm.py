# %% right: mT
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

# %% right: transpose_with_numbers
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
        b_turned = b.transpose(0, 2, 1)
        a_turned = a.transpose(0, 2, 1)
        return grad @ b_turned, a_turned @ grad

# %% right: einsum_with_batch_letter
@piece
class Bmm(Op):
    """out[i] = A[i] B[i] for each matrix of a batch"""

    @staticmethod
    def forward(ctx, a, b):
        out = a @ b
        ctx.save_for_backward(a, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        da = np.einsum("bnp,bmp->bnm", grad, b)
        db = np.einsum("bnm,bnp->bmp", a, grad)
        return da, db

# %% right: loop_over_the_batch
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
        da, db = np.zeros_like(a), np.zeros_like(b)
        for i in range(a.shape[0]):
            da[i] = grad[i] @ b[i].T
            db[i] = a[i].T @ grad[i]
        return da, db

# %% wrong: all_axes_reversed
# why: .T on three axes reverses all of them, so the batch comes last. Transpose the last two axes only, with .mT.
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
        return grad @ np.transpose(b), np.transpose(a) @ grad

# %% wrong: reshaped_to_the_turned_shape
# why: reshape gives the shape of the transpose but keeps the entries in their old order, so the numbers are mixed up. Exchange the last two axes with .mT.
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
        B, n, m = a.shape
        p = b.shape[-1]
        return grad @ b.reshape(B, p, m), a.reshape(B, m, n) @ grad

# %% wrong: stack_of_an_empty_batch
# why: The gradients of the matrices are collected in lists and stacked, and np.stack refuses an empty list, so a batch of no matrices raises an error. Compute with the whole arrays, or fill arrays of the right shape.
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
        das = [g @ y.T for g, y in zip(grad, b)]
        dbs = [x.T @ g for g, x in zip(grad, a)]
        return np.stack(das), np.stack(dbs)

# %% wrong: np_dot_mixes_the_batches
# why: np.dot of two arrays with three axes multiplies every matrix of a with every matrix of b and gives four axes. @ (np.matmul) works matrix by matrix.
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

# %% wrong: first_two_axes_swapped
# why: swapaxes(0, 1) exchanges the batch with the rows. The last two axes are meant: swapaxes(1, 2), or .mT.
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
        return grad @ b.swapaxes(0, 1), a.swapaxes(0, 1) @ grad

# %% wrong: batch_summed_up
# why: The gradient of b is summed over the batch, as for one matrix that all share. Each b[i] is a matrix of its own and keeps its own gradient, so the batch axis stays.
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
        da = grad @ b.mT
        db = (a.mT @ grad).sum(axis=0)
        return da, db

# %% wrong: only_one_of_them_turned
# why: For b, backward computes a @ grad without transposing a. The axis n must go, so it is a.mT @ grad.
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
        return np.matmul(grad, np.moveaxis(b, 1, 2)), np.matmul(a, grad)

# %% wrong: first_matrix_for_all
# why: The loop multiplies every grad[i] by b[0], the first matrix of the batch. The index is missing: grad[i] belongs to b[i].
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
        grad_a = np.empty_like(a)
        grad_b = np.empty_like(b)
        for i in range(len(grad)):
            grad_a[i] = grad[i] @ b[0].T
            grad_b[i] = a[i].T @ grad[i]
        return grad_a, grad_b
