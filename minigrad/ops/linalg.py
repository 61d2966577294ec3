"""Products of vectors and matrices: those of fixed rank, and one added to a tensor.

The functions that choose one, by rank as PyTorch does, are in matmul.py. Two matrices
are multiplied by `dot` here: `@` does the same, but NumPy needs longer to choose it.
"""

import numpy as np

from ..core.op import Op


# piece: Dot
class Dot(Op, operands=2, used_for={0: 1, 1: 0}):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


# piece: Mv
class Mv(Op, operands=2, used_for={0: 1, 1: 0}):
    """out = A x, so A gets the outer product grad xᵀ, and x gets Aᵀ grad"""

    @staticmethod
    def forward(ctx, a, x):
        ctx.save_for_backward(a, x)
        return a @ x

    @staticmethod
    def backward(ctx, grad):
        a, x = ctx.saved_tensors
        needs_a, needs_x = ctx.needs_input_grad
        return (
            grad.reshape((-1, 1)) * x if needs_a else None,
            a.T @ grad if needs_x else None,
        )


# piece: Mm
class Mm(Op, operands=2, used_for={0: 1, 1: 0}):
    """out = A B, so A gets grad Bᵀ, and B gets Aᵀ grad"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a.dot(b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        needs_a, needs_b = ctx.needs_input_grad
        return (
            MmByTransposed.call(grad, b) if needs_a else None,
            MmTransposedBy.call(a, grad) if needs_b else None,
        )


# The gradients of a product are products again, each with a factor transposed. Under
# create_graph they are one node each, not a transposition and a product.


class MmByTransposed(Op, operands=2, used_for={0: 1, 1: 0}):
    """out = A Bᵀ, so A gets grad B, and B gets gradᵀ A"""

    @staticmethod
    def plain(a, b):
        return a.dot(b.T)

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return MmByTransposed.plain(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        needs_a, needs_b = ctx.needs_input_grad
        return (
            grad @ b if needs_a else None,
            MmTransposedBy.call(grad, a) if needs_b else None,
        )


class MmTransposedBy(Op, operands=2, used_for={0: 1, 1: 0}):
    """out = Aᵀ B, so A gets B gradᵀ, and B gets A grad"""

    @staticmethod
    def plain(a, b):
        return a.T.dot(b)

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return MmTransposedBy.plain(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        needs_a, needs_b = ctx.needs_input_grad
        return (
            MmByTransposed.call(b, grad) if needs_a else None,
            a @ grad if needs_b else None,
        )


# piece: Bmm
class Bmm(Op, operands=2, used_for={0: 1, 1: 0}):
    """out[i] = A[i] B[i] over any number of batch axes"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.matmul(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        needs_a, needs_b = ctx.needs_input_grad
        return grad @ b.mT if needs_a else None, a.mT @ grad if needs_b else None


def scaled(a, factor: float):
    """a times a number, without the multiplication where the number is 1."""
    return a if factor == 1 else a * factor


def added(input, product, beta: float, alpha: float):
    """beta input + alpha product, in the memory of `product`, which is new."""
    if beta == 1 == alpha:
        product += input
        return product
    if alpha != 1:
        product *= alpha
    if beta == 0:  # as PyTorch: nan in the input does not matter then
        return product
    product += scaled(input, beta)
    return product


class Addmm(Op, operands=3, elementwise=True, used_for={1: 2, 2: 1}):
    """out = beta input + alpha A B for matrices; the input may broadcast"""

    @staticmethod
    def forward(ctx, input, a, b, beta, alpha):
        ctx.beta, ctx.alpha = beta, alpha
        ctx.save_for_backward(a, b)
        return added(input, a.dot(b), beta, alpha)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        _, needs_a, needs_b = ctx.needs_input_grad
        product = scaled(grad, ctx.alpha)
        return (
            scaled(grad, ctx.beta),
            MmByTransposed.call(product, b) if needs_a else None,
            MmTransposedBy.call(a, product) if needs_b else None,
        )


class AddmmOfT(Addmm, name="AddmmBackward0"):
    """out = input + A B, where B is the transpose of a matrix: a layer's weight

    So is then the gradient of B, and that of the matrix has its entries in order.
    """

    @staticmethod
    def forward(ctx, input, a, b):
        ctx.save_for_backward(a, b)
        out = a.dot(b)
        out += input
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        _, needs_a, needs_b = ctx.needs_input_grad
        return (
            grad,
            MmByTransposed.call(grad, b) if needs_a else None,
            MmTransposedBy.call(grad, a).T if needs_b else None,
        )
