# %% right: everything_transposed
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of a and b."""
        a, b = ctx.saved_tensors
        turned = grad.T
        return (b @ turned).T, (turned @ a).T


# %% right: the_transposes_first
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        operands = (a, b)
        ctx.save_for_backward(*operands)
        return np.dot(a, b)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of a and b."""
        left, right = [operand.T for operand in ctx.saved_tensors]
        grad_a = grad @ right
        grad_b = left @ grad
        return grad_a, grad_b


# %% wrong: numpy_products_in_backward
# why: backward multiplies with np.dot, which knows arrays only; on tensors it is not recorded.
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
        return np.dot(grad, np.transpose(b)), np.dot(np.transpose(a), grad)


# %% wrong: the_wrong_order_of_gradients
# why: The gradient of b is returned first and that of a second.
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(b, a)
        return a.dot(b)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of a and b."""
        b, a = ctx.saved_tensors
        grads = {"b": a.T @ grad, "a": grad @ b.T}
        return tuple(grads.values())


# %% wrong: operands_as_attributes
# why: The operands are kept as attributes of ctx. They stay bare arrays when backward is differentiated, and so are constants there.
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.a, ctx.b = a, b
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        """The gradients of a and b."""
        return grad @ ctx.b.T, ctx.a.T @ grad


# %% wrong: reshaped_and_not_transposed
# why: A reshape to the shape of the transpose puts the same numbers in another order; rows do not become columns.
@piece
class Mm(Op):
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of a and b."""
        a, b = ctx.saved_tensors
        (n, k), m = a.shape, b.shape[1]
        return grad @ b.reshape(m, k), a.reshape(k, n) @ grad


# %% wrong: the_second_gradient_is_transposed
# why: gradᵀ @ a is the gradient of bᵀ; it has the wrong shape, and is silently wrong where b is square.
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
        """The gradients of a and b."""
        a, b = ctx.saved_tensors
        for_a = grad @ b.T
        for_b = grad.T @ a
        return for_a, for_b
