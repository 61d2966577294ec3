"""More of linear algebra, made of other functions: exponentials, tensor equations."""

import math

import numpy as np

from ..tensor import Tensor
from .combinatorics import powers
from .decompose import svdvals
from .linalg import LinAlgError, check_matrices, inv, solve, solve_triangular
from .matmul import matmul
from .norm import matrix_norm
from .rearrange import movedim
from .shape import reshape

TERMS = 18  # of the series: enough for float64 where the norm is at most 1/2


def matrix_exp(input: Tensor) -> Tensor:
    """e to the power of each matrix: 1 + A + A A / 2 + …

    The series of A / 2ᵏ, whose norm is at most 1/2, squared k times.
    """
    check_matrices("linalg.matrix_exp", input, square=True)
    array = input._data
    unit = Tensor(np.eye(array.shape[-1], dtype=array.dtype))
    largest = np.abs(array).sum(-2).max(initial=0.0)
    if not np.isfinite(largest):
        return input * math.nan
    halvings = max(0, math.ceil(math.log2(largest / 0.5))) if largest else 0
    small = input * 0.5**halvings
    out = unit + small / TERMS
    for n in range(TERMS - 1, 0, -1):  # Horner's rule
        out = unit + matmul(small, out) / n
    for _ in range(halvings):
        out = matmul(out, out)
    return out


def cholesky_solve(input: Tensor, input2: Tensor, upper: bool = False) -> Tensor:
    """The X with A X = input, where `input2` is the Cholesky factor of A."""
    for name, each in (("b", input), ("u", input2)):
        if each._data.ndim < 2:
            raise RuntimeError(
                f"{name} should have at least 2 dimensions, but has "
                f"{each._data.ndim} dimensions instead"
            )
    lower = input2.mT if upper else input2
    half = solve_triangular(lower, input, upper=False)
    return solve_triangular(lower.mT, half, upper=True)


def cholesky_inverse(L: Tensor, upper: bool = False) -> Tensor:
    """The inverse of A, where L is its Cholesky factor."""
    check_matrices("cholesky_inverse", L, square=True)
    unit = Tensor(np.eye(L._data.shape[-1], dtype=L._data.dtype))
    return cholesky_solve(unit.expand(*L._data.shape), L, upper)


def tensorsolve(A: Tensor, B: Tensor, dims: tuple[int, ...] | None = None) -> Tensor:
    """The X with tensordot(A, X, X.ndim) = B; the axes `dims` of A come last."""
    if dims is not None:
        last = range(A._data.ndim - len(dims), A._data.ndim)
        A = movedim(A, tuple(dims), tuple(last))
    shape = A._data.shape[B._data.ndim :]
    rows = B._data.size
    if rows != math.prod(shape):
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
            f"prod(self.shape[:other.ndim]), but got {math.prod(shape)} != {rows}"
        )
    return reshape(solve(reshape(A, rows, -1), reshape(B, -1)), shape)


def tensorinv(A: Tensor, ind: int = 2) -> Tensor:
    """The inverse for tensordot; the first `ind` axes of A are the rows."""
    if ind <= 0:
        raise RuntimeError(
            f"Expected a strictly positive integer for 'ind', but got {ind}"
        )
    first, last = A._data.shape[:ind], A._data.shape[ind:]
    if math.prod(first) != math.prod(last):
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[ind:]) == "
            f"prod(self.shape[:ind]), but got {math.prod(last)} != {math.prod(first)}"
        )
    return reshape(inv(reshape(A, math.prod(first), -1)), (*last, *first))


def cond(A: Tensor, p: "float | str | None" = None) -> Tensor:
    """The condition number: the norm of A times that of its inverse."""
    if p in (None, 2, -2):
        values = svdvals(A)
        first, last = values[..., 0], values[..., -1]
        return last / first if p == -2 else first / last
    check_matrices("linalg.cond", A, square=True)
    try:
        inverse = inv(A)
    except LinAlgError:
        if A._data.ndim > 2:
            raise
        return Tensor(np.asarray(math.inf, A._data.dtype))
    return matrix_norm(A, p) * matrix_norm(inverse, p)


def linalg_vander(x: Tensor, *, N: int | None = None) -> Tensor:
    """The powers 0, 1, … of the entries of vectors, one per column."""
    if x._data.ndim < 1:
        raise RuntimeError("linalg.vander: x must be at least a one-dimensional tensor")
    if N is not None and N <= 1:
        raise RuntimeError("N must be greater than 1.")
    return powers(x, x._data.shape[-1] if N is None else N)


METHODS = FUNCTIONS = ["matrix_exp", "cholesky_solve", "cholesky_inverse"]
NUMPY: dict = {}
