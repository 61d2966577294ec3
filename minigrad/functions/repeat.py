"""Functions that repeat a tensor, or its entries."""

import numpy as np

from .. import dtypes
from ..devices import contiguous_format
from ..ops import join
from ..ops.reduce import axes_of
from ..ops.rows import IndexSelect
from ..tensor import Tensor
from .shape import clone, expand, flatten, sizes_of, unsqueeze


def repeat(input: Tensor, *counts, repeats=None) -> Tensor:
    """A copy that has the tensor so many times along each axis; new axes in front."""
    if not counts and repeats is None:
        raise TypeError('repeat() missing 1 required positional arguments: "repeats"')
    repeats = sizes_of(counts if repeats is None else (repeats,))
    ndim = input._data.ndim
    if len(repeats) < ndim:
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of "
            "dimensions of tensor"
        )
    if any(count < 0 for count in repeats):
        sizes = (1,) * (len(repeats) - ndim) + input._data.shape
        shape = [count * size for count, size in zip(repeats, sizes, strict=True)]
        negative = next(size for size in shape if size < 0)
        raise RuntimeError(
            f"Trying to create tensor with negative dimension {negative}: {shape}"
        )
    return join.Repeat.apply(input, repeats)


def tile(input: Tensor, *counts, dims=None) -> Tensor:
    """Like `repeat`, with ones in front of `dims` where the tensor has more axes."""
    dims = sizes_of(counts if dims is None else (dims,))
    return repeat(input, (1,) * (input._data.ndim - len(dims)) + dims)


def repeat_interleave(
    input: Tensor, repeats: "int | Tensor", dim: int | None = None, *, output_size=None
) -> Tensor:
    """Each entry along an axis several times in a row; of all entries without `dim`."""
    if dim is None:
        input, dim = flatten(input), 0
    (axis,) = axes_of(dim, input._data.ndim) or (0,)
    if isinstance(repeats, Tensor):
        return IndexSelect.apply(input, axis, _repeated(input, repeats, axis))
    if repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    shape = input._data.shape
    longer = (*shape[: axis + 1], repeats, *shape[axis + 1 :])
    stretched = expand(unsqueeze(input, axis + 1), longer)
    copies = clone(stretched, memory_format=contiguous_format)
    return flatten(copies, axis, axis + 1)


def _repeated(input: Tensor, repeats: Tensor, axis: int) -> Tensor:
    """The places along an axis, each as often as `repeats` says."""
    counts, size = repeats._data.reshape(-1), input._data.shape[axis]
    if counts.dtype.kind == "f":
        kind = dtypes.kind(repeats.dtype)
        raise NotImplementedError(
            f"\"repeat_interleave_cpu\" not implemented for '{kind}'"
        )
    if counts.size not in (1, size):
        raise RuntimeError(
            "repeats must have the same size as input along dim, but got "
            f"repeats.size(0) = {counts.size} and input.size({axis}) = {size}"
        )
    if (counts < 0).any():
        raise RuntimeError("repeats can not be negative")
    return Tensor(np.repeat(np.arange(size), counts))


# -- the tables -------------------------------------------------------------------

FUNCTIONS = ["tile", "repeat_interleave"]
METHODS = [*FUNCTIONS, "repeat"]
NUMPY = {}
