"""Matrix products. `matmul` in methods.py chooses one by rank, as PyTorch does."""

import numpy as np

from ..autograd.function import Op


class Dot(Op, operands=2, linear=(0, 1)):
    """out = a · b for vectors"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


class Mv(Op, operands=2, linear=(0, 1)):
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


class Mm(Op, operands=2, linear=(0, 1)):
    """out = A B, so A gets grad Bᵀ, and B gets Aᵀ grad"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        needs_a, needs_b = ctx.needs_input_grad
        return grad @ b.T if needs_a else None, a.T @ grad if needs_b else None


class Bmm(Op, operands=2, linear=(0, 1)):
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
