"""Diagonals and triangles of matrices, and grids made of vectors."""

import warnings

import numpy as np

from ..errors import type_name
from ..ops import diagonal as ops
from ..ops.reduce import axes_of
from ..tensor import Tensor
from .rearrange import listed
from .shape import expand, view


def tril(input: Tensor, diagonal: int = 0) -> Tensor:
    """The entries on and below a diagonal of the last two axes; 0 above."""
    _check_triangle("tril", input, diagonal)
    return ops.Tril.apply(input, diagonal)


def triu(input: Tensor, diagonal: int = 0) -> Tensor:
    """The entries on and above a diagonal of the last two axes; 0 below."""
    _check_triangle("triu", input, diagonal)
    return ops.Triu.apply(input, diagonal)


def _check_triangle(name: str, input: Tensor, diagonal: int) -> None:
    if isinstance(diagonal, bool) or not isinstance(diagonal, int):
        raise TypeError(
            f"{name}(): argument 'diagonal' (position 1) must be int, not "
            f"{type_name(diagonal)}"
        )
    if input._data.ndim < 2:
        raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")


def diagonal(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """The diagonal of two axes as the last axis, over the same memory."""
    return ops.Diagonal.apply(input, offset, *_planes(dim1, dim2, input._data.ndim))


def diag_embed(
    input: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1
) -> Tensor:
    """Matrices over two new axes, with the last axis of the input on a diagonal."""
    first, second = _planes(dim1, dim2, input._data.ndim + 1)
    return ops.DiagEmbed.apply(input, offset, first, second)


def _planes(dim1: int, dim2: int, ndim: int) -> tuple[int, int]:
    (first,), (second,) = (axes_of(dim, ndim) or (0,) for dim in (dim1, dim2))
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return first, second


def diag(input: Tensor, diagonal: int = 0) -> Tensor:
    """A vector as the diagonal of a matrix, or the diagonal of a matrix."""
    ndim = input._data.ndim
    if ndim not in (1, 2):
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {ndim}D")
    if ndim == 1:
        return ops.DiagEmbed.apply(input, diagonal, 0, 1)
    return ops.DiagonalCopy.apply(input, diagonal)


def meshgrid(*tensors: Tensor, indexing: str | None = None) -> tuple[Tensor, ...]:
    """For each vector a tensor over the grid of all of them, along an axis of its own.

    With indexing "xy" the first two axes change places.
    """
    tensors = listed(tensors)
    if indexing is None:
        warnings.warn(
            "torch.meshgrid: in an upcoming release, it will be required to pass the "
            "indexing argument.",
            stacklevel=2,
        )
        indexing = "ij"
    _check_grid(tensors, indexing)
    axes = list(range(len(tensors)))
    if indexing == "xy":
        axes[:2] = axes[1::-1] if len(axes) > 1 else axes
    shape = [tensors[axis]._data.size for axis in axes]
    grids = []
    for tensor, axis in zip(tensors, axes, strict=True):
        sizes = [1] * len(shape)
        sizes[axis] = -1
        grids.append(expand(view(tensor, sizes), shape))
    return tuple(grids)


def _check_grid(tensors: tuple, indexing: str) -> None:
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if any(tensor._data.dtype != tensors[0]._data.dtype for tensor in tensors):
        raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    for tensor in tensors:
        if tensor._data.ndim > 1:
            raise RuntimeError(
                "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: "
                f"{tensor}"
            )
    if indexing not in ("ij", "xy"):
        raise RuntimeError(
            'torch.meshgrid: indexing must be one of "xy" or "ij", but received: '
            f"{indexing}"
        )


# -- the tables -------------------------------------------------------------------

METHODS = "tril triu diagonal diag_embed diag ".split()
FUNCTIONS = [*METHODS, "meshgrid"]
NUMPY = {np.tril: tril, np.triu: triu}
