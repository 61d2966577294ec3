# %% right: transposes
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

# %% right: transposed_twice
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
        return (b @ grad.T).T, (grad.T @ a).T

# %% right: einsum
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
        return np.einsum("np,mp->nm", grad, b), np.einsum("nm,np->mp", a, grad)

# %% wrong: nothing_transposed
# why: grad @ b and a @ grad fit only for square matrices, and are wrong even there. Transpose the other
# operand: grad @ b.T and a.T @ grad.
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

# %% wrong: factors_of_b_exchanged
# why: The gradient of b is computed as grad @ a.T, in the wrong order. Matrix products do not commute; it
# is a.T @ grad.
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

# %% wrong: star_instead_of_at
# why: * multiplies entry by entry, as in Mul. For matrices the gradients are matrix products, with @ and a
# transpose.
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
        return grad * b.T, a.T * grad

# %% wrong: swapped_in_the_tuple
# why: The gradient of b stands in the first place and that of a in the second. They must be returned in the
# order of the operands.
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
        return a.T @ grad, grad @ b.T

# %% wrong: result_transposed
# why: b @ grad.T has the shape (m, n) and is the transpose of the gradient of a. It must be transposed
# again, or computed as grad @ b.T.
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

# %% wrong: transposed_by_reshape
# why: reshape does not transpose: it keeps the order of the entries and only breaks the rows elsewhere. b.T
# has rows and columns exchanged.
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
        bt = b.reshape(b.shape[1], b.shape[0])
        at = a.reshape(a.shape[1], a.shape[0])
        return grad @ bt, at @ grad

# %% wrong: saved_in_the_other_order
# why: forward saves b and then a, and backward unpacks them as a and b. So each gradient is computed with the
# wrong operand.
@piece
class Mm(Op):
    """out = A B for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad
