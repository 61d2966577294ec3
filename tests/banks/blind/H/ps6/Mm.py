# %% right: transposed_products
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        flipped = grad.T
        return (b @ flipped).T, (flipped @ a).T

# %% right: einsum_forward
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        operands = (a, b)
        ctx.save_for_backward(*operands)
        return np.einsum("nm,mp->np", *operands)

    @staticmethod
    def backward(ctx, grad):
        left, right = ctx.saved_tensors
        for_left = grad @ right.T
        for_right = left.T @ grad
        return for_left, for_right

# %% wrong: transposes_saved
# why: forward saves the transposed matrices, which are neither operands nor the output and so have no history for the second derivative.
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.T.copy(), b.T.copy())
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        at, bt = ctx.saved_tensors
        return grad @ bt, at @ grad

# %% wrong: np_dot_in_backward
# why: np.dot is for arrays alone; when the gradient is differentiated again, backward is run on tensors.
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.dot(grad, np.transpose(b)), np.dot(np.transpose(a), grad)

# %% wrong: attributes_of_ctx
# why: The operands are kept as attributes: they stay plain arrays, constants for the second derivative, and no change in place is noticed.
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.a = a
        ctx.b = b
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        da = grad @ ctx.b.T
        db = ctx.a.T @ grad
        return da, db

# %% wrong: reshape_for_transpose
# why: b is reshaped to (p, m), which has the shape of the transpose but other numbers in it.
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        out = a @ b
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        m, p = b.shape
        grad_a = grad @ b.reshape((p, m))
        grad_b = a.T @ grad
        return grad_a, grad_b

# %% wrong: gradients_exchanged
# why: The two gradients are returned in the wrong order: first that of b, then that of a.
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, first, second):
        ctx.save_for_backward(first, second)
        return first.__matmul__(second)

    @staticmethod
    def backward(ctx, grad):
        first, second = ctx.saved_tensors
        gradients = [first.T @ grad]
        gradients.append(grad @ second.T)
        return tuple(gradients)
