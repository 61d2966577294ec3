# %% right: einsum
@piece
class Bmm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return (
            np.einsum("knp,kmp->knm", grad, b),
            np.einsum("knm,knp->kmp", a, grad),
        )

# %% right: transpose_of_axes
@piece
class Bmm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        def flip(x):
            return x.transpose(0, 2, 1)

        a, b = ctx.saved_tensors
        return grad @ flip(b), flip(a) @ grad

# %% wrong: all_axes_reversed
# why: .T reverses all three axes and puts the batch last. Only the last two may change places.
@piece
class Bmm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad

# %% wrong: stack_of_a_list
# why: The matrices of the batch are handled one by one and stacked. A batch without matrices gives an empty list, and np.stack an error.
@piece
class Bmm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        for_a, for_b = [], []
        for x, y, g in zip(a, b, grad):
            for_a.append(g @ y.T)
            for_b.append(x.T @ g)
        return np.stack(for_a), np.stack(for_b)

# %% wrong: float64_buffers
# why: The results are written into arrays of np.zeros, which are float64. The gradients of float32 inputs lose their dtype.
@piece
class Bmm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a, grad_b = np.zeros(a.shape), np.zeros(b.shape)
        for i in range(a.shape[0]):
            grad_a[i] = grad[i] @ b[i].T
            grad_b[i] = a[i].T @ grad[i]
        return grad_a, grad_b

# %% wrong: batch_mixed
# why: The gradients are summed over the batch and handed to each of its matrices, as if all shared one. None of the products knows of the others.
@piece
class Bmm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        sum_a = np.tensordot(grad, b, axes=([0, 2], [0, 2]))
        sum_b = np.tensordot(a, grad, axes=([0, 1], [0, 1]))
        return np.broadcast_to(sum_a, a.shape), np.broadcast_to(sum_b, b.shape)

# %% wrong: grad_b_other_way
# why: For b the factors stand in the wrong order: grad.mT @ a has the shape (batch, p, m).
@piece
class Bmm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = grad @ np.swapaxes(b, -1, -2)
        grad_b = np.swapaxes(grad, -1, -2) @ a
        return grad_a, grad_b
