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
        b_turned = np.swapaxes(b, 1, 2)
        a_turned = np.swapaxes(a, 1, 2)
        grad_a = np.matmul(grad, b_turned)
        grad_b = np.matmul(a_turned, grad)
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
        return np.einsum("inp,imp->inm", grad, b), np.einsum("inm,inp->imp", a, grad)


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
        grad_a = np.zeros_like(a)
        grad_b = np.zeros_like(b)
        for i in range(len(a)):
            grad_a[i] = grad[i] @ b[i].T
            grad_b[i] = a[i].T @ grad[i]
        return grad_a, grad_b


# %% right: transpose_with_axes
@piece
class Bmm(Op):
    """out[i] = A[i] B[i] for each matrix of a batch"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        out = a @ b
        return out

    @staticmethod
    def backward(ctx, grad):
        first, second = ctx.saved_tensors
        return grad @ second.transpose(0, 2, 1), first.transpose(0, 2, 1) @ grad


# %% wrong: dot_T
# why: .T reverses all three axes, so the batch ends up last.
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
# why: np.dot of two batches multiplies every matrix with every other: four axes come out.
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
        return np.dot(grad, b.mT), np.dot(a.mT, grad)


# %% wrong: wrong_axes_swapped
# why: Exchanges axes 0 and 1 (batch and rows) instead of the last two.
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


# %% wrong: return_in_the_loop
# why: return stands in the loop: only the first matrix of the batch gets its gradient.
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
        for i in range(a.shape[0]):
            grad_a[i] = grad[i] @ b[i].T
            grad_b[i] = a[i].T @ grad[i]
            return grad_a, grad_b


# %% wrong: batch_summed
# why: Adds up the gradients over the batch, as if all products shared one b.
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
        grad_b = (a.mT @ grad).sum(axis=0)
        return grad @ b.mT, np.broadcast_to(grad_b, b.shape)


# %% wrong: b_forgotten_to_turn
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


# %% wrong: order_wrong
# why: In the gradient of b the factors are in the wrong order.
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
        return grad @ b.mT, grad.mT @ a


# %% wrong: divided_by_batch
# why: Takes the mean over the batch: every gradient is divided by the number of matrices.
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
        n = a.shape[0]
        return grad @ b.mT / n, a.mT @ grad / n


# %% wrong: only_first_factor
# why: Uses the first matrix of b for the whole batch.
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
        return grad @ b[0].T, a.mT @ grad


# %% wrong: slopes_without_upstream
# why: The upstream gradient is left out of the gradient of b and ones are used.
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
        return grad @ b.mT, a.mT @ np.ones_like(grad)


# %% wrong: reshape_instead
# why: Changes the shape by reshape, which does not exchange rows and columns.
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
        n_batch, m, p = b.shape
        n = a.shape[1]
        return grad @ b.reshape(n_batch, p, m), a.reshape(n_batch, m, n) @ grad
