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
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ flip(b), flip(a) @ grad

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
        ga, gb = np.zeros_like(a), np.zeros_like(b)
        for i in range(len(grad)):
            ga[i] = grad[i] @ b[i].T
            gb[i] = a[i].T @ grad[i]
        return ga, gb

# %% wrong: all_axes_reversed
# why: .T reverses all three axes and puts the batch last. Only the last two may be exchanged, by .mT.
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

# %% wrong: batch_exchanged_with_rows
# why: transpose(1, 0, 2) exchanges the batch with the rows. The batch must stay in front and the last two axes
# be exchanged: transpose(0, 2, 1).
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

# %% wrong: summed_over_the_batch
# why: The products of all matrices are added up over the batch. The matrices of the batch know nothing of each
# other, and each one has its own gradient.
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
        ga = np.einsum("inp,imp->nm", grad, b)
        gb = np.einsum("inm,inp->mp", a, grad)
        return np.broadcast_to(ga, a.shape), np.broadcast_to(gb, b.shape)

# %% wrong: order_of_the_product
# why: The gradient of a is computed with the factors in the wrong order, b.mT @ grad. By the shapes it is
# grad @ b.mT.
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
        return b.mT @ grad, a.mT @ grad

# %% wrong: np_dot_for_the_batch
# why: np.dot of arrays with three axes multiplies every matrix of the one with every matrix of the other, and
# the output gets four axes. @ goes through the batches side by side.
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

# %% wrong: last_matrix_for_all
# why: The loop multiplies with b[-1] and a[-1], the last matrices, in every turn. The product of place i must
# use the matrices of place i.
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
        ga, gb = np.empty_like(a), np.empty_like(b)
        for i, g in enumerate(grad):
            ga[i] = g @ b[-1].T
            gb[i] = a[-1].T @ g
        return ga, gb

# %% wrong: only_b_not_transposed
# why: For the gradient of a, b is not transposed. grad @ b fits only for square matrices and is another
# product; it must be grad @ b.mT.
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
