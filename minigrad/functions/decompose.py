"""Decompositions of matrices, and what is read off them: norms, rank, least squares."""

import numpy as np

from ..ops import decompose as ops
from ..ops.solve import Cholesky
from ..tensor import Tensor
from .linalg import LinAlgError, check_matrices, pinv
from .matmul import matmul
from .return_types import _type as named_type
from .shape import squeeze, transpose, unsqueeze

_QR = named_type("linalg_qr", "Q R")
_SVD, _SVDWithV = named_type("linalg_svd", "U S Vh"), named_type("svd", "U S V")
_Eigh = named_type("linalg_eigh", "eigenvalues eigenvectors")
_LeastSquares = named_type("linalg_lstsq", "solution residuals rank singular_values")


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


def qr(A: Tensor, mode: str = "reduced"):
    """Q with orthonormal columns and R upper triangular, with Q R = A.

    With mode "complete" Q is square; with "r" it is not computed.
    """
    check_matrices("linalg.qr", A)
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' "
            "(default), 'r', or 'complete'"
        )
    return _QR(*ops.QR.apply(A, mode))


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


def svd(input: Tensor, some: bool = True, compute_uv: bool = True):
    """U, the singular values S (falling) and V, with U diag(S) Vᵀ = input."""
    check_matrices("linalg.svd", input)
    u, s, vt = _svd(input, not some)
    return _SVDWithV(u, s, transpose(vt, -2, -1))


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


def matrix_rank(A: Tensor, *, atol=None, rtol=None, hermitian: bool = False) -> Tensor:
    """The number of singular values above max(atol, rtol times the largest)."""
    check_matrices("linalg.matrix_rank", A)
    values = np.linalg.svdvals(A._data)
    if rtol is None:
        precision = np.finfo(values.dtype).eps
        rtol = 0.0 if atol else max(A._data.shape[-2:]) * precision
    limit = np.maximum(atol or 0.0, rtol * values.max(-1, initial=0))
    return Tensor(np.asarray((values > limit[..., None]).sum(-1)))


def lstsq(A: Tensor, B: Tensor, rcond: float | None = None, *, driver=None):
    """The X for which A X is nearest to B, in the sum of squares.

    As PyTorch's driver "gelsy", it gives the rank, and no residuals.
    """
    check_matrices("torch.linalg.lstsq", A)
    if driver not in (None, "gelsy"):
        raise NotImplementedError(
            f"minigrad has no driver {driver!r} of linalg.lstsq: leave it out for gelsy"
        )
    vector = A._data.ndim - 1 == B._data.ndim
    if (B._data.shape[-1] if vector else B._data.shape[-2]) != A._data.shape[-2]:
        where = "-1" if vector else "-2"
        raise RuntimeError(
            f"torch.linalg.lstsq: input.size(-2) should match other.size({where})"
        )
    solution = matmul(pinv(A, rtol=rcond), unsqueeze(B, -1) if vector else B)
    nothing = Tensor(np.zeros(0, A._data.dtype))
    return _LeastSquares(
        squeeze(solution, -1) if vector else solution,
        nothing,
        matrix_rank(A, rtol=rcond),
        Tensor(nothing._data.copy()),
    )


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = ["svd"]
NUMPY = {}
