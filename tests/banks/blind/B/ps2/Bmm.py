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
        return np.matmul(grad, np.swapaxes(b, 1, 2)), np.matmul(np.swapaxes(a, -1, -2), grad)


# %% right: einsum
@piece
class Bmm(Op):
    """out[i] = A[i] B[i] for each matrix of a batch"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.einsum('bnm,bmp->bnp', a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.einsum('bnp,bmp->bnm', grad, b), np.einsum('bnm,bnp->bmp', a, grad)


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
        for i in range(len(a)):
            grad_a[i] = grad[i] @ b[i].T
            grad_b[i] = a[i].T @ grad[i]
        return grad_a, grad_b


# %% wrong: dot_T
# why: .T reverses all three axes, so the batch comes last; only the last two are to be swapped.
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


# %% wrong: reshape
# why: The last two axes are exchanged by reshape, which changes the shape but does not transpose the numbers.
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
        bt = b.reshape(b.shape[0], b.shape[2], b.shape[1])
        at = a.reshape(a.shape[0], a.shape[2], a.shape[1])
        return grad @ bt, at @ grad


# %% wrong: return_in_loop
# why: The return stands inside the loop: only the first matrix of the batch gets its gradient, the others 0.
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


# %% wrong: b_summed_over_batch
# why: The gradient of b is summed over the batch, as if all products shared one matrix; each has its own.
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


# %% wrong: axes_0_and_1
# why: swapaxes(0, 1) exchanges the batch with the rows, not rows with columns.
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


# %% wrong: np_dot
# why: np.dot of arrays with three axes multiplies every matrix of the one batch with every one of the other; out has four axes.
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


# %% wrong: einsum_letters
# why: The letters of einsum do not transpose b: it sums over the first axis of b[i], which is grad @ b.
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
        return np.einsum('bij,bjk->bik', grad, b), np.einsum('bij,bik->bjk', a, grad)


# %% wrong: mean_over_batch
# why: Both gradients are divided by the size of the batch; the products have nothing to do with each other and nothing is averaged.
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
