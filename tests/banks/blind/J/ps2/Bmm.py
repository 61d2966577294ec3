# %% right: mt
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

        def flip(x):
            return np.swapaxes(x, -1, -2)

        return np.matmul(grad, flip(b)), np.matmul(flip(a), grad)

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

        ga = np.einsum("bnp,bmp->bnm", grad, b)
        gb = np.einsum("bnm,bnp->bmp", a, grad)
        return ga, gb

# %% wrong: all_axes_reversed
# why: .T reverses all three axes and puts the batch last. Transpose within the batch: .mT.
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

# %% wrong: first_two_axes_swapped
# why: transpose(1, 0, 2) swaps the batch with the rows. The last two axes are to be swapped:
# transpose(0, 2, 1).
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

        flip = lambda x: x.transpose(1, 0, 2)
        return grad @ flip(b), flip(a) @ grad

# %% wrong: not_transposed
# why: Neither operand is transposed. That fits only for square matrices, and then the numbers are
# wrong: grad @ b.mT and a.mT @ grad.
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

# %% wrong: list_of_products
# why: The products are collected in a list. If the batch is empty the array of an empty list has the
# shape (0,), and the axes of the matrices are lost. @ goes through the batch by itself.
@piece
class Bmm(Op):
    """out[i] = A[i] B[i] for each matrix of a batch"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.array([x @ y for x, y in zip(a, b)])

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors

        ga = np.array([g @ y.T for g, y in zip(grad, b)])
        gb = np.array([x.T @ g for x, g in zip(a, grad)])
        return ga, gb

# %% wrong: summed_over_the_batch
# why: The gradients are summed over the batch, so every matrix gets that of all. The products know
# nothing of each other; each has a gradient of its own.
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

        ga = (grad @ b.mT).sum(axis=0, keepdims=True)
        gb = (a.mT @ grad).sum(axis=0, keepdims=True)
        return np.broadcast_to(ga, a.shape), np.broadcast_to(gb, b.shape)

# %% wrong: np_dot_for_batches
# why: np.dot with three axes multiplies every matrix of the one batch with every one of the other, and
# gives four axes. @ goes side by side.
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

# %% wrong: reshape_taken_for_transpose
# why: reshape gives b the right shape but leaves its entries in their order. Transposing moves them:
# b.mT.
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

        k, m, p = b.shape
        return grad @ b.reshape(k, p, m), a.mT @ grad

# %% wrong: order_of_the_factors
# why: The factors stand in the wrong order, b.mT @ grad. For a it is grad @ b.mT, of shape (batch, n,
# m).
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

# %% wrong: gradients_swapped
# why: The gradients come in the wrong order, that of b first. The order is that of the operands.
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

# %% wrong: wrong_letter_in_einsum
# why: In the einsum for b, the letter of the batch is missing in the result, so it is summed over. It
# must be 'bnm,bnp->bmp'.
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

        ga = np.einsum("bnp,bmp->bnm", grad, b)
        gb = np.einsum("bnm,bnp->mp", a, grad)
        return ga, np.broadcast_to(gb, b.shape)

# %% wrong: loop_into_double
# why: The gradients are filled into np.zeros(shape), which is float64, also for float32. Use
# np.zeros_like, or no loop at all.
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

        ga, gb = np.zeros(a.shape), np.zeros(b.shape)
        for i in range(len(a)):
            ga[i] = grad[i] @ b[i].T
            gb[i] = a[i].T @ grad[i]
        return ga, gb

# %% wrong: first_matrix_for_all
# why: It takes the first matrix of the batch for all of them. Each product has its own operands.
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

# %% wrong: upstream_forgotten
# why: grad does not take part: the gradients are made of ones. Multiply what comes from above.
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

        one = np.ones_like(grad)
        return one @ b.mT, a.mT @ one

# %% wrong: np_transpose_without_axes
# why: np.transpose without axes reverses all of them, like .T. The batch must stay in front:
# np.transpose(b, (0, 2, 1)).
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

        ga = np.matmul(grad, np.transpose(b))
        gb = np.matmul(np.transpose(a), grad)
        return ga, gb

# %% wrong: mt_for_b_only
# why: a is not transposed in the gradient of b. It is a.mT @ grad; only for square matrices the shapes
# fit without.
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
