# %% right: plain
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
        return grad @ np.swapaxes(b, 1, 2), np.swapaxes(a, 1, 2) @ grad
# %% right: transpose_with_order
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
        b_turned = b.transpose(0, 2, 1)
        a_turned = a.transpose(0, 2, 1)
        return np.matmul(grad, b_turned), np.matmul(a_turned, grad)
# %% right: loop_over_batch
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
        for i in range(a.shape[0]):
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
        return np.einsum("inm,imp->inp", a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.einsum("inp,imp->inm", grad, b), np.einsum("inm,inp->imp", a, grad)
# %% wrong: all_axes
# why: .T reverses all three axes and puts the batch last; only the last two are to change places.
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
# %% wrong: not_transposed
# why: The matrices of the batch are not transposed.
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
        return grad @ b, a @ grad
# %% wrong: first_only
# why: Only the first matrix of the batch gets its gradient.
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
        grad_a, grad_b = np.zeros_like(a), np.zeros_like(b)
        grad_a[0] = grad[0] @ b[0].T
        grad_b[0] = a[0].T @ grad[0]
        return grad_a, grad_b
# %% wrong: return_in_loop
# why: The return stands inside of the loop, so it ends after the first matrix.
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
        grad_a, grad_b = np.zeros_like(a), np.zeros_like(b)
        for i in range(len(a)):
            grad_a[i] = grad[i] @ b[i].mT
            grad_b[i] = a[i].mT @ grad[i]
            return grad_a, grad_b
# %% wrong: wrong_axes
# why: The batch axis is swapped with the rows; the last two axes are those of the matrices.
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
# %% wrong: summed_over_batch
# why: The gradients of the batch are added up, but no product knows of the others.
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
        grad_a = np.broadcast_to((grad @ b.mT).sum(axis=0), a.shape)
        grad_b = np.broadcast_to((a.mT @ grad).sum(axis=0), b.shape)
        return grad_a, grad_b
# %% wrong: order
# why: The factors are in the wrong order.
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
# %% wrong: swapped
# why: The gradients are returned in the wrong order: that of a comes first.
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
        return a.mT @ grad, grad @ b.mT
# %% wrong: np_dot
# why: np.dot with three axes multiplies every matrix with every other one of the batch.
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
# %% wrong: elementwise_backward
# why: * multiplies entry by entry, not as matrices.
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
        return grad * b.mT, a.mT * grad
# %% wrong: no_upstream
# why: grad does not take part.
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
        return b.mT, a.mT
# %% wrong: last_b_for_all
# why: After the loop the last matrix of the batch is used for all.
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
        for i in range(len(a)):
            a_i, b_i = a[i], b[i]
        return grad @ b_i.T, a_i.T @ grad
# %% wrong: reshaped
# why: reshape to the turned shape keeps the entries in their order; it transposes nothing.
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
        n, p, q = b.shape
        m, r, s = a.shape
        return grad @ b.reshape(n, q, p), a.reshape(m, s, r) @ grad
# %% wrong: transposed_results
# why: The gradients come out transposed within the batch.
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
        return b @ grad.mT, grad.mT @ a
# %% wrong: attributes
# why: The batches are kept as attributes, so they are not freed and a second backward is not refused.
@piece
class Bmm(Op):
    """out[i] = A[i] B[i] for each matrix of a batch"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.pair = a, b
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.pair
        return grad @ b.mT, a.mT @ grad
# %% wrong: float64_loop
# why: The products are collected in np.zeros, which is float64, so float32 is lost.
@piece
class Bmm(Op):
    """out[i] = A[i] B[i] for each matrix of a batch"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        out = np.zeros((a.shape[0], a.shape[1], b.shape[2]))
        for i in range(len(a)):
            out[i] = a[i] @ b[i]
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.mT, a.mT @ grad
# %% wrong: list_of_matrices
# why: A list of matrices is returned where an array of three axes is wanted.
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
        grad_a = [g @ y.T for g, y in zip(grad, b)]
        grad_b = [x.T @ g for g, x in zip(grad, a)]
        return grad_a + grad_b
# %% wrong: only_a_turned
# why: b is not transposed in the gradient of a.
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
        return grad @ b, a.mT @ grad
# %% wrong: double_transpose
# why: The batch is transposed by .mT and once more by .T in the loop.
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
        grad_a, grad_b = np.zeros_like(a), np.zeros_like(b)
        for i, (x, y) in enumerate(zip(a.mT, b.mT)):
            grad_a[i] = grad[i] @ y.T
            grad_b[i] = x.T @ grad[i]
        return grad_a, grad_b
# %% wrong: batch_off_by_one
# why: range(1, ...) leaves out the first matrix of the batch.
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
        grad_a, grad_b = np.zeros_like(a), np.zeros_like(b)
        for i in range(1, len(a)):
            grad_a[i] = grad[i] @ b[i].T
            grad_b[i] = a[i].T @ grad[i]
        return grad_a, grad_b
