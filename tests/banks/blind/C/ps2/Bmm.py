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
        bt = np.swapaxes(b, -1, -2)
        at = np.swapaxes(a, -1, -2)
        return grad @ bt, at @ grad


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
        grad_a = np.einsum("bnp,bmp->bnm", grad, b)
        grad_b = np.einsum("bnm,bnp->bmp", a, grad)
        return grad_a, grad_b


# %% right: loop
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


# %% wrong: dot_T
# why: .T reverses all three axes, the batch goes last; .mT is meant.
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


# %% wrong: first_axes
# why: The first two axes are swapped, batch with rows, instead of the last two.
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


# %% wrong: not_transposed
# why: b and a are not transposed within the batch.
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


# %% wrong: second_order
# why: grad @ a.mT: the factors of the second gradient are in the wrong order.
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
        return grad @ b.mT, grad @ a.mT


# %% wrong: np_dot
# why: np.dot of three axes combines every matrix of the one batch with every one of the other.
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


# %% wrong: summed_batch
# why: The gradient of b is summed over the batch, as if all used the same b.
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
        return grad @ b.mT, (a.mT @ grad).sum(axis=0)


# %% wrong: first_of_batch
# why: Only the first matrix of the batch is used for all gradients.
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
        return grad @ b[0].T, a[0].T @ grad


# %% wrong: batch_mean
# why: The gradients are divided by the size of the batch.
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


# %% wrong: return_in_loop
# why: The return stands inside of the loop, so only the first matrix of the batch gets its gradient.
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


# %% wrong: one_mT_forgotten
# why: Only b is transposed; in the second gradient a.mT is needed too.
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
        return grad @ b.mT, a @ grad


# %% wrong: upstream_order
# why: The upstream gradients are taken in reverse order of the batch, so each matrix gets that of another.
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
        return grad @ b.mT, a.mT @ grad[::-1]


# %% wrong: float64_buffers
# why: The results are collected in np.zeros, which is float64; float32 is lost.
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
        grad_a = np.zeros(a.shape)
        grad_b = np.zeros(b.shape)
        for i in range(a.shape[0]):
            grad_a[i] = grad[i] @ b[i].T
            grad_b[i] = a[i].T @ grad[i]
        return grad_a, grad_b
