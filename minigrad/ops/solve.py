"""Inverses, linear systems, determinants, Cholesky factors, over any batch axes.

The derivatives are those of A X = B, differentiated on both sides. Source: M. Giles,
"An extended collection of matrix derivative results for forward and reverse mode
algorithmic differentiation" (2008).
"""

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..core.op import Op
from ..tensor import Tensor
from .diagonal import Tril


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
        half = Solve.call(lower.mT, half, False)
        half = Solve.call(lower.mT, half.mT, False).mT
        return (half + half.mT) / 2


# -- functions --------------------------------------------------------------------


class _LinAlgError(RuntimeError):
    """A matrix that is singular, or not what a decomposition needs."""


LinAlgError = _LinAlgError


def check_matrices(name: str, a: Tensor, square: bool = False) -> None:
    """PyTorch's errors for what is no stack of (square) matrices of real numbers."""
    array = a._data
    if array.ndim < 2:
        raise RuntimeError(
            f"{name}: The input tensor A must have at least 2 dimensions."
        )
    if square and array.shape[-1] != array.shape[-2]:
        raise RuntimeError(
            f"{name}: A must be batches of square matrices, but they are "
            f"{array.shape[-2]} by {array.shape[-1]} matrices"
        )
    if array.dtype.kind != "f":
        raise RuntimeError(
            f"{name}: Expected a floating point or complex tensor as input. Got "
            f"{dtypes.kind(a.dtype)}"
        )


def inv(A: Tensor) -> Tensor:
    """The inverse of each matrix."""
    check_matrices("linalg.inv", A, square=True)
    try:
        return Inv.apply(A)
    except np.linalg.LinAlgError:
        where, pivot = _singular(A._data)
        raise LinAlgError(
            f"linalg.inv: {where}The diagonal element {pivot} is zero, the inversion "
            "could not be completed because the input matrix is singular."
        ) from None


def inverse(input: Tensor) -> Tensor:
    """The inverse of each matrix."""
    return inv(input)


def _singular(stack: ndarray) -> tuple[str, int]:
    """Which matrix of a stack is singular, and which pivot of it is zero, from 1."""
    for number, matrix in enumerate(stack.reshape(-1, *stack.shape[-2:])):
        rows = matrix.copy()
        for k in range(len(rows)):
            best = k + int(np.abs(rows[k:, k]).argmax())
            rows[[k, best]] = rows[[best, k]]
            if rows[k, k] == 0:
                found = f"(Batch element {number}): " if stack.ndim > 2 else ""
                return found, k + 1
            rows[k + 1 :] -= np.outer(rows[k + 1 :, k] / rows[k, k], rows[k])
    return "", stack.shape[-1]  # zero in LAPACK's rounding only


def solve(A: Tensor, B: Tensor, *, left: bool = True) -> Tensor:
    """The X with A X = B, or X A = B if not `left`; B holds vectors or matrices."""
    check_matrices("linalg.solve", A, square=True)
    a, b = A._data, B._data
    if a.dtype != b.dtype:
        first, second = dtypes.kind(A.dtype), dtypes.kind(B.dtype)
        raise RuntimeError(
            f"linalg.solve: Expected A and B to have the same dtype, but found A of "
            f"type {first} and B of type {second} instead"
        )
    if b.ndim == 0:
        raise RuntimeError(
            "linalg.solve: The input tensor B must have at least 2 dimensions."
        )
    vector = b.ndim == 1 or (a.ndim - 1 == b.ndim and b.shape == a.shape[:-1])
    rows, columns = (b.shape[-1], 1) if vector else b.shape[-2:]
    if (rows if left else columns) != a.shape[-1]:
        equation = "AX = B" if left else "XA = B"
        raise RuntimeError(
            f"linalg.solve: Incompatible shapes of A and B for the equation {equation} "
            f"({a.shape[-2]}x{a.shape[-1]} and {rows}x{columns})"
        )
    try:
        if left or vector:
            return Solve.apply(A, B, vector)
        return Solve.apply(A.mT, B.mT, False).mT
    except np.linalg.LinAlgError:
        raise LinAlgError(
            f"torch.linalg.solve: {_singular(a)[0]}The solver failed because the input "
            "matrix is singular."
        ) from None


def det(A: Tensor) -> Tensor:
    """The determinant of each matrix."""
    check_matrices("linalg.det", A, square=True)
    return Det.apply(A)


def cholesky(A: Tensor, *, upper: bool = False) -> Tensor:
    """The lower triangular L with L Lᵀ = A, or its transpose; A positive definite."""
    check_matrices("linalg.cholesky", A, square=True)
    try:
        return Cholesky.apply(A, upper)
    except np.linalg.LinAlgError:
        where, order = _not_positive(A._data, upper)
        raise LinAlgError(
            f"linalg.cholesky: {where}The factorization could not be completed because "
            "the input is not positive-definite (the leading minor of order "
            f"{order} is not positive-definite)."
        ) from None


def _not_positive(stack: ndarray, upper: bool) -> tuple[str, int]:
    """Which matrix of a stack is not positive definite, and its first such minor."""
    for number, matrix in enumerate(stack.reshape(-1, *stack.shape[-2:])):
        for order in range(1, len(matrix) + 1):
            try:
                np.linalg.cholesky(matrix[:order, :order], upper=upper)
            except np.linalg.LinAlgError:
                found = f"(Batch element {number}): " if stack.ndim > 2 else ""
                return found, order
    raise AssertionError("every minor is positive definite")


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = ["inverse", "det"]
NUMPY: dict = {}
