# %% right: einsum
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.einsum("ip,jp->ij", grad, b)
        grad_b = np.einsum("ij,ip->jp", a, grad)
        return grad_a, grad_b

# %% right: transposed_products
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        upside = grad.T
        return (b @ upside).T, (upside @ a).T

# %% wrong: reshaped_not_transposed
# why: reshape makes the right shape, but leaves the entries in their order. It is no transpose.
@piece
class Mm(Op):
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

# %% wrong: grad_b_transposed
# why: The gradient of b is computed as grad.T @ a, which is its transpose, of shape (p, m).
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        left, right = ctx.saved_tensors
        grad_left = grad @ right.T
        grad_right = grad.T @ left
        return grad_left, grad_right

# %% wrong: wrong_order
# why: Both gradients are right, but they are returned in the wrong order. The first must be that of a.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        for_b = np.matmul(np.transpose(a), grad)
        for_a = np.matmul(grad, np.transpose(b))
        return for_b, for_a

# %% wrong: ones_instead_of_grad
# why: Ones take the place of the upstream gradient, as if the loss were the sum of the output.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        above = np.ones_like(grad)
        return above @ b.T, a.T @ above

# %% wrong: transposed_copies_saved
# why: Transposed copies are saved, to be quicker in backward. A change of an operand in place is not noticed, since the copies do not change.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.T.copy(), b.T.copy())
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a_t, b_t = ctx.saved_tensors
        return grad @ b_t, a_t @ grad
