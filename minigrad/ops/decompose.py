"""Matrix decompositions with several factors: QR, singular values, eigenvalues.

A factor has a derivative where it is determined: the gradients of singular vectors and
eigenvectors divide by differences of singular values and eigenvalues. Source: M. Giles
(2008), as in solve.py; J. Townsend, "Differentiating the singular value decomposition"
(2016); H. Liao et al., "Differentiable programming tensor networks" (2019), for QR.
"""

import numpy as np

from ..core.op import Op
from .diagonal import DiagEmbed


class SVD(Op, name="LinalgSvdBackward0"):
    """outs = U, S and Vᵀ with U diag(S) Vᵀ = A, the singular values S falling"""

    @staticmethod
    def forward(ctx, a, full):
        u, s, vt = np.linalg.svd(a, full_matrices=full)
        ctx.save_for_backward(u, s, vt, np.eye(s.shape[-1], dtype=bool))
        return u, s, vt

    @staticmethod
    def backward(ctx, grad_u, grad_s, grad_vt):
        u, s, vt, same = ctx.saved_tensors
        k = s.shape[-1]  # of the full matrices only these are determined
        u, vt = u[..., :k], vt[..., :k, :]
        if grad_u is None and grad_vt is None:
            return (u * grad_s[..., None, :]) @ vt
        grad_u = None if grad_u is None else grad_u[..., :k]
        grad_vt = None if grad_vt is None else grad_vt[..., :k, :]
        inner = singular_vectors(same, (u, s, vt), grad_u, grad_vt)
        if grad_s is not None:
            inner = inner + DiagEmbed.call(grad_s, 0, inner.ndim - 2, inner.ndim - 1)
        return u @ inner @ vt + outside((u, s, vt), grad_u, grad_vt)


def singular_vectors(same, factors: tuple, grad_u, grad_vt):
    """What the singular vectors send to A, within the spaces that they span."""
    u, s, vt = factors
    squares = s * s
    gaps = squares[..., None, :] - squares[..., :, None]
    gaps = np.where(same, 1.0, gaps)
    inner = 0.0
    if grad_u is not None:
        turn = u.mT @ grad_u
        inner = (turn - turn.mT) / gaps * s[..., None, :]
    if grad_vt is not None:
        turn = vt @ grad_vt.mT
        inner = inner + s[..., :, None] * ((turn - turn.mT) / gaps)
    return inner


def outside(factors: tuple, grad_u, grad_vt):
    """What the singular vectors send to A from outside these spaces."""
    u, s, vt = factors
    out = 0.0
    if grad_u is not None and u.shape[-2] > u.shape[-1]:
        scaled = grad_u / s[..., None, :]
        out = (scaled - u @ (u.mT @ scaled)) @ vt
    if grad_vt is not None and vt.shape[-1] > vt.shape[-2]:
        scaled = grad_vt / s[..., :, None]
        out = out + u @ (scaled - (scaled @ vt.mT) @ vt)
    return out


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
