# %% right: other_operand_transposed
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        """The gradients of a and b."""
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad

# %% right: transposed_as_a_whole
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = (b @ grad.T).T
        grad_b = (grad.T @ a).T
        return grad_a, grad_b

# %% wrong: dot_in_backward
# why: backward multiplies by np.dot, which is for arrays alone. At second order backward is run on tensors, and must record what it does; the operator @ means the same for both.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.dot(grad, b.T), np.dot(a.T, grad)

# %% wrong: saves_the_transposed
# why: The transposed operands are saved. They were made in forward and are neither an input nor the output, so they have no history. Save a and b, and transpose in backward.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.T, b.T)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        at, bt = ctx.saved_tensors
        return grad @ bt, at @ grad

# %% wrong: swapped_gradients
# why: The two gradients come back in the wrong order: that of b first. backward returns them in the order of forward's operands, a and then b.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return a.T @ grad, grad @ b.T

# %% wrong: reshaped_not_transposed
# why: reshape gives b the shape of its transpose, but leaves the numbers in their order. That is another matrix; rows and columns must be swapped, by .T.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        n, k = a.shape
        k, m = b.shape
        return grad @ b.reshape(m, k), a.reshape(k, n) @ grad

# %% wrong: b_comes_transposed
# why: The gradient of b is gradᵀ @ a, which is its transpose, with the shape (m, k). b has the shape (k, m), and gets aᵀ @ grad.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, grad.T @ a

# %% wrong: operands_kept_on_ctx
# why: The operands are kept as attributes of ctx. There they stay arrays without a history, and the gradients do not depend on them any more when they are differentiated again. They must go through save_for_backward.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.a, ctx.b = a, b
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        return grad @ ctx.b.T, ctx.a.T @ grad

# %% wrong: saves_copies
# why: Copies of the operands are saved, to be on the safe side. A copy is another array than the operand and has no history, so nothing can be differentiated again. The operands themselves must be saved.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(np.array(a), np.array(b))
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad

# %% wrong: upstream_as_a_number
# why: Both gradients are computed as if the upstream gradient were 1 everywhere, and then multiplied by its mean. Each entry of the product has an upstream gradient of its own, so grad itself must be the factor.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        level = grad.sum() / (grad.shape[0] * grad.shape[1])
        ones = grad * 0 + 1
        return level * (ones @ b.T), level * (a.T @ ones)

# %% wrong: forgot_to_transpose_a
# why: The gradient of b is a @ grad, with a as it is. a must be transposed; without that it runs for square matrices only, and is wrong for them.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        da = grad @ b.T
        db = a @ grad
        return da, db

# %% right: saved_one_by_one
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, left, right):
        ctx.save_for_backward(left, right)
        return np.einsum("ij,jk->ik", left, right)

    @staticmethod
    def backward(ctx, grad):
        left, right = ctx.saved_tensors
        return (grad @ right.T, left.T @ grad)
