# %% right: plain
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

# %% right: einsum_letters
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
        grad_a = np.einsum("np,mp->nm", grad, b)
        grad_b = np.einsum("nm,np->mp", a, grad)
        return grad_a, grad_b

# %% right: transposed_product
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, left, right):
        ctx.save_for_backward(left, right)
        return np.matmul(left, right)

    @staticmethod
    def backward(ctx, grad):
        left, right = ctx.saved_tensors
        d_left = np.matmul(grad, np.transpose(right))
        d_right = np.matmul(grad.T, left).T
        return d_left, d_right

# %% right: column_loop
@piece
class Mm(Op):
    """out = A B for matrices, its gradient column by column as in Mv"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        da = np.zeros_like(a)
        db = np.zeros_like(b)
        for j in range(b.shape[1]):
            da += np.outer(grad[:, j], b[:, j])
            db[:, j] = a.T @ grad[:, j]
        return da, db

# %% wrong: no_transposes
# why: backward computes grad @ b and a @ grad without transposing. The shapes do not fit, and square matrices give wrong numbers; it is grad @ b.T and a.T @ grad.
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

# %% wrong: factors_swapped_for_b
# why: The gradient of b is computed as grad @ a.T, with the factors in the wrong order. From the left comes a.T: a.T @ grad has the shape (m, p).
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
        return grad @ b.T, grad @ a.T

# %% wrong: reshape_for_transpose
# why: b.reshape(p, m) has the shape of the transposed matrix, but keeps the entries in their old order instead of exchanging rows and columns. Use b.T.
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
        m, p = b.shape
        return grad @ b.reshape(p, m), a.reshape(m, n) @ grad

# %% wrong: star_in_forward
# why: forward multiplies entry by entry with *. A product of matrices is a @ b.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad

# %% wrong: both_with_own
# why: Each gradient is made with its own operand, as if the slope for a were a. The gradient of a needs b (grad @ b.T), that of b needs a (a.T @ grad).
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
        return grad @ a.T, b.T @ grad

# %% wrong: transposed_saved_and_again
# why: forward saves the transposed matrices, and backward transposes them once more, which gives back a and b. Save the operands as they are and transpose once.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.T, b.T)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad

# %% wrong: result_transposed
# why: The gradient of b is returned as grad.T @ a, of shape (p, m): it is the transpose of the one that is due. a.T @ grad has the shape of b.
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
        return grad @ b.T, grad.T @ a

# %% wrong: last_column_only
# why: In the loop over the columns da is assigned anew each time, so only the last column counts (and without columns there is no da at all). The contributions of all columns must be added.
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
        db = np.zeros_like(b)
        for j in range(b.shape[1]):
            da = np.outer(grad[:, j], b[:, j])
            db[:, j] = a.T @ grad[:, j]
        return da, db
