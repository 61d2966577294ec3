"""Singular values and eigenvalues of matrices.

The gradients of eigenvectors divide by differences of eigenvalues: they exist where
these differ. Source: M. Giles (2008), as in solve.py.
"""

import numpy as np

from ..core.op import Op
from ..tensor import Tensor
from .diagonal import DiagEmbed
from .return_types import named_tuple
from .solve import LinAlgError, check_matrices


class SVD(Op, name="LinalgSvdBackward0"):
    """outs = U, S and Vᵀ with U diag(S) Vᵀ = A, the singular values S falling

    Only the singular values have a gradient: A gets U diag(grad) Vᵀ.
    """

    @staticmethod
    def forward(ctx, a, full):
        u, s, vt = np.linalg.svd(a, full_matrices=full)
        ctx.save_for_backward(u, s, vt)
        return u, s, vt

    @staticmethod
    def backward(ctx, grad_u, grad_s, grad_vt):
        u, s, vt = ctx.saved_tensors
        if grad_u is not None or grad_vt is not None:
            raise RuntimeError(
                "minigrad has gradients of singular values, not of singular vectors: "
                "for those use linalg.eigh of A.mT @ A"
            )
        k = s.shape[-1]
        return (u[..., :k] * grad_s[..., None, :]) @ vt[..., :k, :]


class Eigh(Op, name="LinalgEighBackward0"):
    """outs = eigenvalues L, rising, and orthonormal Q with Q diag(L) Qᵀ = A = Aᵀ"""

    @staticmethod
    def forward(ctx, a, triangle):
        values, vectors = np.linalg.eigh(a, triangle)
        same = np.eye(values.shape[-1], dtype=bool)
        ctx.save_for_backward(values, vectors, same)
        return values, vectors

    @staticmethod
    def backward(ctx, grad_values, grad_vectors):
        values, vectors, same = ctx.saved_tensors
        if grad_vectors is None:
            return (vectors * grad_values[..., None, :]) @ vectors.mT
        gaps = values[..., None, :] - values[..., :, None]
        turn = vectors.mT @ grad_vectors
        inner = (turn - turn.mT) / (2 * np.where(same, 1.0, gaps))
        if grad_values is not None:
            inner = inner + DiagEmbed.call(
                grad_values, 0, inner.ndim - 2, inner.ndim - 1
            )
        return vectors @ inner @ vectors.mT


# -- functions --------------------------------------------------------------------

_SVD = named_tuple("linalg_svd", "U S Vh")
_Eigh = named_tuple("linalg_eigh", "eigenvalues eigenvectors")


def svd(A: Tensor, full_matrices: bool = True):
    """U, the singular values S (falling) and Vᵀ, with U diag(S) Vᵀ = A."""
    check_matrices("linalg.svd", A)
    try:
        return _SVD(*SVD.apply(A, full_matrices))
    except np.linalg.LinAlgError:
        raise LinAlgError(
            "linalg.svd: The algorithm failed to converge because the input matrix "
            "contained non-finite values."
        ) from None


def svdvals(A: Tensor) -> Tensor:
    """The singular values, falling."""
    return svd(A, False).S


def eigh(A: Tensor, UPLO: str = "L"):
    """The eigenvalues (rising) and orthonormal eigenvectors of symmetric matrices.

    Of A only the lower triangle is looked at, or the upper one for UPLO="U".
    """
    check_matrices("linalg.eigh", A, square=True)
    if UPLO.upper() not in ("L", "U"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    return _Eigh(*Eigh.apply(A, UPLO.upper()))


def eigvalsh(A: Tensor, UPLO: str = "L") -> Tensor:
    """The eigenvalues of symmetric matrices, rising."""
    return eigh(A, UPLO).eigenvalues
