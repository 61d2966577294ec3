"""Inverses, linear systems, determinants, powers of matrices.

Decompositions are in decompose.py. The namespace `linalg` shows both; some of them are
functions and methods of their own, too.
"""

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..ops import solve as ops
from ..ops.elementwise import Copy
from ..tensor import Tensor
from .compare import eq
from .elementwise import where
from .matmul import matmul
from .return_types import _type as named_type
from .shape import clone


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


def solve_triangular(
    A: Tensor, B: Tensor, *, upper: bool, left: bool = True, unitriangular: bool = False
) -> Tensor:
    """The X with A X = B for a triangular A; its other triangle is not looked at."""
    check_matrices("linalg.solve_triangular", A, square=True)
    if B._data.ndim < 2:
        raise RuntimeError(
            "linalg.solve_triangular: The input tensor B must have at least 2 "
            "dimensions."
        )
    _check_system("linalg.solve_triangular", A._data, B._data, left)
    try:
        if left:
            return ops.SolveTriangular.apply(A, B, upper, unitriangular)
        return ops.SolveTriangular.apply(A.mT, B.mT, not upper, unitriangular).mT
    except np.linalg.LinAlgError:
        raise LinAlgError(
            "linalg.solve_triangular: the triangular matrix has a zero on its diagonal"
        ) from None


def pinv(A: Tensor, *, atol=None, rtol=None, hermitian: bool = False) -> Tensor:
    """The pseudo-inverse: the inverse as far as there is one.

    Singular values of at most max(atol, rtol times the largest) count as 0; `rtol` is
    the larger size times the precision of the dtype.
    """
    a = A._data
    if a.ndim < 2 or a.dtype.kind != "f":
        raise RuntimeError(
            f"linalg.pinv({dtypes.kind(A.dtype)}{{{list(a.shape)}}}): expected a "
            "tensor with 2 or more dimensions of float, double, cfloat or cdouble types"
        )
    if rtol is None:
        rtol = 0.0 if atol else max(a.shape[-2:]) * float(np.finfo(a.dtype).eps)
    if atol:
        largest = np.linalg.svdvals(a).max(-1, initial=0)
        rtol = np.maximum(atol / np.where(largest == 0, 1, largest), rtol)
    return ops.Pinv.apply(A, rtol, hermitian)


def pinverse(input: Tensor, rcond: float = 1e-15) -> Tensor:
    """`pinv`, where singular values up to `rcond` times the largest count as 0."""
    return pinv(input, rtol=rcond)


# -- determinants -----------------------------------------------------------------

_Slogdet = named_type("linalg_slogdet", "sign logabsdet")


def det(A: Tensor) -> Tensor:
    """The determinant of each matrix."""
    check_matrices("linalg.det", A, square=True)
    return ops.Det.apply(A)


def slogdet(A: Tensor):
    """The sign of the determinant of each matrix, and the log of its absolute value."""
    check_matrices("linalg.slogdet", A, square=True)
    return _Slogdet(*ops.Slogdet.apply(A))


def logdet(input: Tensor) -> Tensor:
    """The log of the determinant of each matrix; nan if that is negative."""
    check_matrices("linalg.slogdet", input, square=True)
    sign, log = ops.Slogdet.apply(input)
    return where(eq(sign.detach(), -1), float("nan"), log)


# -- powers -----------------------------------------------------------------------


def matrix_power(input: Tensor, n: int) -> Tensor:
    """The matrix times itself, n factors; of the inverse for a negative n."""
    if isinstance(n, bool) or not isinstance(n, int):
        raise TypeError(
            "matrix_power(): argument 'n' (position 2) must be int, not "
            f"{type(n).__name__}"
        )
    check_matrices("linalg.matrix_power", input, square=True)
    if n == 0:
        unit = np.eye(input._data.shape[-1], dtype=input._data.dtype)
        return Copy.apply(clone(input), Tensor(unit))
    if n == 1:
        return clone(input)
    power, n = (input, n) if n > 0 else (inv(input), -n)
    if n == 3:
        return matmul(matmul(power, power), power)
    result = None
    while True:  # the squares of which a bit of n is set
        if n % 2:
            result = power if result is None else matmul(result, power)
        n //= 2
        if not n:
            return result
        power = matmul(power, power)


# -- the tables -------------------------------------------------------------------

METHODS = "inverse det slogdet logdet pinverse matrix_power".split()
FUNCTIONS = METHODS
NUMPY = {}
