"""The linear map, and vectors: of length 1, and the angle between two."""

import math

from ...ops.expand import broadcast_tensors
from ...ops.linalg import AddmmOfT
from ...ops.matmul import matmul
from ...ops.shape import View
from ...ops.transpose import T
from ...tensor import Tensor


# piece: Linear
def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """input @ weightᵀ + bias; the weight is (out, in), the input (..., in)."""
    x, w, b = input._data, weight._data, None if bias is None else bias._data
    if 0 in (x.ndim, w.ndim):
        raise RuntimeError(
            "both arguments to linear need to be at least 1D, but they are "
            f"{x.ndim}D and {w.ndim}D"
        )
    if b is None:
        return matmul(input, weight.t())
    if (
        b.ndim == 1
        and (b.size, x.shape[-1]) == w.shape
        and x.dtype is w.dtype is b.dtype
    ):
        if x.ndim == 2:  # the usual case, without more checks
            return AddmmOfT.apply(bias, input, T.apply(weight))
        if x.ndim > 2 and x.flags.c_contiguous:
            rows = View.apply(input, (math.prod(x.shape[:-1]), x.shape[-1]))
            out = AddmmOfT.apply(bias, rows, T.apply(weight))
            return View.apply(out, (*x.shape[:-1], len(w)))
    if x.ndim == 2:
        return bias.addmm(input, weight.t())
    if x.flags.c_contiguous:
        rows = input.reshape(math.prod(x.shape[:-1]), x.shape[-1])
        return bias.addmm(rows, weight.t()).view(*x.shape[:-1], w.shape[0])
    return matmul(input, weight.t()) + bias


def normalize(
    input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12
) -> Tensor:
    """input / max(its p-norm over the axis `dim`, eps)"""
    return input / input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)


def cosine_similarity(
    x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8
) -> Tensor:
    """x1 · x2 / (|x1| |x2|) over the axis `dim`; a length counts as eps at least."""
    pair = broadcast_tensors(x1, x2)  # the axis is one of theirs
    units = [normalize(each, 2, dim, eps) for each in pair]
    return (units[0] * units[1]).sum(dim)
