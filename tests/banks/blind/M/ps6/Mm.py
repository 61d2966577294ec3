# %% right: at_sign
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad

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
        grad_a = (b @ grad.T).T
        grad_b = (grad.T @ a).T
        return grad_a, grad_b

# %% right: dot_forward_only
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        product = np.dot(a, b)
        ctx.save_for_backward(a, b)
        return product

    @staticmethod
    def backward(ctx, grad):
        left, right = ctx.saved_tensors
        for_left = grad @ right.T
        for_right = left.T @ grad
        return (for_left, for_right)

# %% right: saved_the_other_way_round
def times_transposed(g, other):
    return g @ other.T


@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return a.dot(b)

    @staticmethod
    def backward(ctx, grad):
        b, a = ctx.saved_tensors
        return times_transposed(grad, b), times_transposed(grad.T, a.T).T

# %% wrong: transposes_saved
# why: What is saved are the transposed operands, computed in forward, and not the operands. They have no history, so that second derivatives are not there; save a and b and transpose in backward.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.T, b.T)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a_t, b_t = ctx.saved_tensors
        return grad @ b_t, a_t @ grad

# %% wrong: dot_in_backward
# why: backward uses np.dot, which is for arrays alone. For second derivatives it is run on tensors; the operator @ works for both.
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

# %% wrong: copies_saved
# why: Copies of the operands are saved, to be on the safe side. A copy is a new array that nobody knows the history of, so second derivatives are not there; the operands themselves must be saved.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.copy(), b.copy())
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad

# %% wrong: operands_as_attributes
# why: The operands are kept as attributes of ctx. There they stay plain arrays, which second derivatives take for constants; they must go through ctx.save_for_backward.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.a, ctx.b = a, b
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        return grad @ ctx.b.T, ctx.a.T @ grad

# %% wrong: gradients_exchanged
# why: The gradient of b is returned first and that of a second. They must stand in the order of forward's operands, a and then b.
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

# %% wrong: not_transposed
# why: The upstream gradient is multiplied by the operands as they are. Each must be transposed, grad @ b.T and a.T @ grad; without that the shapes fit for square matrices only, and the numbers not even there.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b, a @ grad

# %% wrong: transpose_method
# why: backward calls .transpose() without arguments, which only arrays know. On tensors, as for second derivatives, it fails, since it wants two dimensions there; .T works for both.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.transpose(), a.transpose() @ grad

# %% wrong: factors_in_the_other_order
# why: The gradient of a is computed as b.T @ grad. Products of matrices cannot be exchanged: it is grad @ b.T (for square matrices the shapes fit, but the numbers are others).
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = b.T @ grad
        grad_b = a.T @ grad
        return grad_a, grad_b
