"""Inverses, linear systems, determinants, over any number of batch axes.

The derivatives are those of A X = B, differentiated on both sides. Source: M. Giles,
"An extended collection of matrix derivative results for forward and reverse mode
algorithmic differentiation" (2008).
"""

import numpy as np

from ..core.op import Op
from .diagonal import Tril, Triu


class Inv(Op, name="LinalgInvExBackward0"):
    """out = A⁻¹, so A gets -out.T grad out.T"""

    @staticmethod
    def forward(ctx, a):
        out = np.linalg.inv(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return -(out.mT @ grad @ out.mT)


class Solve(Op, operands=2, elementwise=True, name="LinalgSolveExBackward0"):
    """out = A⁻¹ B, so B gets A⁻ᵀ grad, and A gets minus that times out.T

    With `vector` the last axis of B is a vector, not the columns of a matrix.
    """

    @staticmethod
    def forward(ctx, a, b, vector):
        ctx.vector = vector
        out = (
            np.linalg.solve(a, b[..., None])[..., 0]
            if vector
            else np.linalg.solve(a, b)
        )
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        needs_a, _ = ctx.needs_input_grad
        grad_b = Solve.call(a.mT, grad, ctx.vector)
        if not needs_a:
            return None, grad_b
        if ctx.vector:
            return -(grad_b[..., None] * out[..., None, :]), grad_b
        return -(grad_b @ out.mT), grad_b


class SolveTriangular(
    Op, operands=2, elementwise=True, name="LinalgSolveTriangularBackward0"
):
    """out = A⁻¹ B for a triangular A, whose other triangle is not looked at

    With `unit` the diagonal of A counts as ones.
    """

    @staticmethod
    def forward(ctx, a, b, upper, unit):
        ctx.upper, ctx.unit = upper, unit
        triangle = np.triu(a, int(unit)) if upper else np.tril(a, -int(unit))
        if unit:
            triangle += np.eye(a.shape[-1], dtype=a.dtype)
        out = np.linalg.solve(triangle, b)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        needs_a, _ = ctx.needs_input_grad
        grad_b = SolveTriangular.call(a.mT, grad, not ctx.upper, ctx.unit)
        if not needs_a:
            return None, grad_b
        grad_a = -(grad_b @ out.mT)
        if ctx.upper:
            return Triu.call(grad_a, 1 if ctx.unit else 0), grad_b
        return Tril.call(grad_a, -1 if ctx.unit else 0), grad_b


class Det(Op, name="LinalgDetBackward0"):
    """out = det A, so A gets grad out A⁻ᵀ"""

    @staticmethod
    def forward(ctx, a):
        out = np.asarray(np.linalg.det(a), a.dtype)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return grad[..., None, None] * cofactors(a, out)


def cofactors(a, det):
    """det A⁻ᵀ, the matrix of cofactors; it exists for singular matrices, too."""
    if isinstance(a, np.ndarray) and (det == 0).any():
        left, s, right = np.linalg.svd(a)
        sign = np.linalg.det(left) * np.linalg.det(right)
        others = np.stack(
            [np.delete(s, i, -1).prod(-1) for i in range(s.shape[-1])], -1
        )
        return sign[..., None, None] * ((left * others[..., None, :]) @ right)
    return det[..., None, None] * Inv.call(a).mT


class Cholesky(Op, name="LinalgCholeskyExBackward0"):
    """out = the lower triangular L with L Lᵀ = A; with `upper` its transpose

    A gets the symmetric part of L⁻ᵀ Φ(Lᵀ grad) L⁻¹, where Φ takes the lower triangle
    with half of the diagonal. Source: I. Murray, "Differentiation of the Cholesky
    decomposition" (2016).
    """

    @staticmethod
    def forward(ctx, a, upper):
        ctx.upper = upper
        # Of A the lower triangle is looked at, or the upper one.
        out = np.linalg.cholesky(a.mT if upper else a)
        out = np.ascontiguousarray(out.mT) if upper else out
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        lower, grad = (out.mT, grad.mT) if ctx.upper else (out, grad)
        product = lower.mT @ grad
        half = (Tril.call(product, 0) + Tril.call(product, -1)) / 2
        half = SolveTriangular.call(lower.mT, half, True, False)
        half = SolveTriangular.call(lower.mT, half.mT, True, False).mT
        return (half + half.mT) / 2
