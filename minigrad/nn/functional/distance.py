"""Distances, angles, and vectors of length 1."""

from ... import dtypes
from ...autograd.grad_mode import no_grad
from ...functions.rearrange import broadcast_tensors
from ...promotion import result_dtype
from ...tensor import Tensor


def pairwise_distance(
    x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False
) -> Tensor:
    """The p-norm of x1 - x2 + eps over the last axis."""
    return (x1 - x2 + eps).norm(p, -1, keepdim)


def cosine_similarity(
    x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8
) -> Tensor:
    """x1 · x2 / (|x1| |x2|) over the axis `dim`; a length counts as eps at least."""
    dtype = dtypes.of(result_dtype((x1._data, x2._data)))
    if not dtype.is_floating_point:
        raise RuntimeError(
            "expected common dtype to be floating point, yet common dtype is "
            f"{dtypes.kind(dtype)}"
        )
    pair = broadcast_tensors(x1.to(dtype), x2.to(dtype))  # the axis is one of theirs
    units = [each / _length(each, dim, eps) for each in pair]
    return (units[0] * units[1]).sum(dim)


def _length(x: Tensor, dim: int, eps: float) -> Tensor:
    """The norm, of which a value below eps is raised: its gradient stays the norm's."""
    length = x.norm(2, dim, True).clone()
    with no_grad():
        length.clamp_(min=eps)
    return length


def normalize(
    input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12, out=None
) -> Tensor:
    """input / max(its p-norm over the axis `dim`, eps)"""
    if out is not None:
        raise NotImplementedError("minigrad has no out= arguments: use the result.")
    return input / input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
