# %% right: at_and_transposes
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
    """out = a @ b, for matrices"""

    @staticmethod
    def forward(ctx, left, right):
        ctx.save_for_backward(left, right)
        return np.matmul(left, right)

    @staticmethod
    def backward(ctx, grad):
        left, right = ctx.saved_tensors
        for_left = (right @ grad.T).T
        for_right = (grad.T @ left).T
        return for_left, for_right

# %% wrong: dot_in_backward
# why: backward uses np.dot, which is for arrays. For second derivatives it is run on tensors; the operator @ means the
# same for both.
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

# %% wrong: saves_the_transposes
# why: The transposed operands are saved. They were computed in forward and are neither operands nor output, so they have
# no history; save a and b, and transpose in backward.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.T.copy(), b.T.copy())
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        at, bt = ctx.saved_tensors
        return grad @ bt, at @ grad

# %% wrong: factors_the_wrong_way_round
# why: The gradient of b is computed as grad @ a.T, the factors in the wrong order. It is a.T @ grad.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, grad @ a.T

# %% wrong: not_transposed
# why: The other operand is multiplied without being transposed. For square matrices the shapes fit all the same; the
# gradients are grad @ b.T and a.T @ grad.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = grad @ b
        grad_b = a @ grad
        return grad_a, grad_b

# %% wrong: gradients_swapped
# why: backward returns the gradient of b first. The order is that of forward's operands: a, then b.
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

# %% wrong: operands_as_attributes
# why: The operands are kept as attributes of ctx and stay arrays. When backward is differentiated again they have no
# history; they must go through save_for_backward.
@piece
class Mm(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.a, ctx.b = a, b
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        return grad @ ctx.b.T, ctx.a.T @ grad
