"""Decompositions of matrices, and what is read off them: norms, rank, least squares."""

import numpy as np

from ..ops import decompose as ops
from ..ops.solve import Cholesky
from ..tensor import Tensor
from .linalg import LinAlgError, check_matrices
from .return_types import _type as named_type

_SVD = named_type("linalg_svd", "U S Vh")
_Eigh = named_type("linalg_eigh", "eigenvalues eigenvectors")


def cholesky(A: Tensor, *, upper: bool = False) -> Tensor:
    """The lower triangular L with L Lᵀ = A, or its transpose; A positive definite."""
    check_matrices("linalg.cholesky", A, square=True)
    try:
        return Cholesky.apply(A, upper)
    except np.linalg.LinAlgError:
        number, order = _not_positive(A._data, upper)
        batch = f"(Batch element {number}): " if A._data.ndim > 2 else ""
        raise LinAlgError(
            f"linalg.cholesky: {batch}The factorization could not be completed because "
            "the input is not positive-definite (the leading minor of order "
            f"{order} is not positive-definite)."
        ) from None


def _not_positive(stack: np.ndarray, upper: bool) -> tuple[int, int]:
    """Which matrix of a stack is not positive definite, and its first such minor."""
    for number, matrix in enumerate(stack.reshape(-1, *stack.shape[-2:])):
        for order in range(1, len(matrix) + 1):
            try:
                np.linalg.cholesky(matrix[:order, :order], upper=upper)
            except np.linalg.LinAlgError:
                return number, order
    raise AssertionError("every minor is positive definite")


def linalg_svd(A: Tensor, full_matrices: bool = True, *, driver: str | None = None):
    """U, the singular values S (falling) and Vᵀ, with U diag(S) Vᵀ = A."""
    check_matrices("linalg.svd", A)
    return _SVD(*_svd(A, full_matrices))


def _svd(A: Tensor, full_matrices: bool) -> tuple[Tensor, Tensor, Tensor]:
    try:
        return ops.SVD.apply(A, full_matrices)
    except np.linalg.LinAlgError:
        raise LinAlgError(
            "linalg.svd: The algorithm failed to converge because the input matrix "
            "contained non-finite values."
        ) from None


def svdvals(A: Tensor) -> Tensor:
    """The singular values, falling."""
    check_matrices("linalg.svd", A)
    if not A.requires_grad:
        return Tensor(np.linalg.svdvals(A._data))
    return _svd(A, False)[1]


def eigh(A: Tensor, UPLO: str = "L"):
    """The eigenvalues (rising) and orthonormal eigenvectors of symmetric matrices.

    Of A only the lower triangle is looked at, or the upper one for UPLO="U".
    """
    check_matrices("linalg.eigh", A, square=True)
    return _Eigh(*_eigh(A, UPLO))


def _eigh(A: Tensor, UPLO: str) -> tuple[Tensor, Tensor]:
    if UPLO.upper() not in ("L", "U"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    return ops.Eigh.apply(A, UPLO.upper())


def eigvalsh(A: Tensor, UPLO: str = "L") -> Tensor:
    """The eigenvalues of symmetric matrices, rising."""
    check_matrices("linalg.eigvalsh", A, square=True)
    return _eigh(A, UPLO)[0]


# -- read off a decomposition -----------------------------------------------------


# -- the tables -------------------------------------------------------------------

METHODS: list[str] = []
FUNCTIONS: list[str] = []
NUMPY = {}
