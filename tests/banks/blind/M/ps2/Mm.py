# %% right: the_two_transposes
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad

# %% right: transposed_results
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        da = (b @ grad.T).T
        db = (grad.T @ a).T
        return da, db

# %% right: einsum_letters
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        out = a @ b
        ctx.save_for_backward(a, b)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.einsum("np,mp->nm", grad, b), np.einsum("nm,np->mp", a, grad)

# %% right: swapaxes
def flip(matrix):
    return np.swapaxes(matrix, 0, 1)


@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, left, right):
        ctx.save_for_backward(left, right)
        return left @ right

    @staticmethod
    def backward(ctx, grad):
        left, right = ctx.saved_tensors
        return (np.matmul(grad, flip(right)), np.matmul(flip(left), grad))

# %% wrong: nothing_transposed
# why: backward computes grad @ b and a @ grad without transposing. For (n, p) and (m, p) to give (n, m) the axis p must go: grad @ b.T, and a.T @ grad.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b, a @ grad

# %% wrong: order_of_the_factors
# why: The factors are transposed, but stand in the wrong order: b.T @ grad and grad @ a.T. It should be grad @ b.T and a.T @ grad.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return b.T @ grad, grad @ a.T

# %% wrong: reshape_for_a_transpose
# why: reshape(p, m) has the right shape but leaves the entries in their order; it does not exchange rows and columns. Use b.T and a.T.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        n, m = a.shape
        p = b.shape[1]
        return grad @ b.reshape(p, m), a.reshape(m, n) @ grad

# %% wrong: result_left_transposed
# why: b @ grad.T is the gradient of a transposed, of shape (m, n). It is grad @ b.T, of shape (n, m).
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return b @ grad.T, a.T @ grad

# %% wrong: gradients_returned_in_reverse
# why: The gradients are right, but b's comes first and a's second. Return them in the order of the operands.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        dw = a.T @ grad
        dx = grad @ b.T
        return dw, dx

# %% wrong: mean_over_the_rows
# why: The gradient of b is divided by the number of rows, as if a batch were averaged here. Averaging is the business of the loss: it is a.T @ grad without the division.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        batch = max(len(x), 1)
        return grad @ w.T, x.T @ grad / batch

# %% wrong: transpose_not_called
# why: a.transpose without brackets is the method itself and not an array, so @ raises an error. Call it, a.transpose(), or write a.T.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.transpose, a.transpose @ grad

# %% wrong: wrong_letter_in_einsum
# why: In the einsum for a the letters sum over the first axis of b, that is over m, instead of p: it computes grad @ b. b is indexed (m, p), so the letters are "np,mp->nm".
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.einsum("ij,jk->ik", a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.einsum("ik,kj->ij", grad, b)
        grad_b = np.einsum("ij,ik->jk", a, grad)
        return grad_a, grad_b
