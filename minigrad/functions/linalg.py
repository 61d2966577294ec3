"""Inverses, linear systems, determinants, powers of matrices.

Decompositions are in decompose.py. The namespace `linalg` shows both; some of them are
functions and methods of their own, too.
"""

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..ops import solve as ops
from ..tensor import Tensor


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


# -- inverses and systems ---------------------------------------------------------


def inv(A: Tensor) -> Tensor:
    """The inverse of each matrix."""
    check_matrices("linalg.inv", A, square=True)
    try:
        return ops.Inv.apply(A)
    except np.linalg.LinAlgError:
        where_, pivot = _singular(A._data)
        raise LinAlgError(
            f"linalg.inv: {where_}The diagonal element {pivot} is zero, the inversion "
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
    vector = b.ndim == 1 or (a.ndim - 1 == b.ndim and b.shape == a.shape[:-1])
    if b.ndim == 0:
        raise RuntimeError(
            "linalg.solve: The input tensor B must have at least 2 dimensions."
        )
    _check_system("linalg.solve", a, b[..., None] if vector else b, left)
    try:
        if left or vector:
            return ops.Solve.apply(A, B, vector)
        return ops.Solve.apply(A.mT, B.mT, False).mT
    except np.linalg.LinAlgError:
        raise LinAlgError(
            f"torch.linalg.solve: {_singular(a)[0]}The solver failed because the input "
            "matrix is singular."
        ) from None


def _check_system(name: str, a: ndarray, b: ndarray, left: bool) -> None:
    if b.shape[-2 if left else -1] != a.shape[-1]:
        equation = "AX = B" if left else "XA = B"
        raise RuntimeError(
            f"{name}: Incompatible shapes of A and B for the equation {equation} "
            f"({a.shape[-2]}x{a.shape[-1]} and {b.shape[-2]}x{b.shape[-1]})"
        )


# -- determinants -----------------------------------------------------------------


def det(A: Tensor) -> Tensor:
    """The determinant of each matrix."""
    check_matrices("linalg.det", A, square=True)
    return ops.Det.apply(A)


# -- powers -----------------------------------------------------------------------


# -- the tables -------------------------------------------------------------------

METHODS = "inverse det".split()
FUNCTIONS = METHODS
NUMPY = {}
