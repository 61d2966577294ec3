"""Functions that put entries into a copy: reduced, by any key, in place of a part.

`scatter` and `scatter_add` themselves are in gather.py.
"""

import math
from collections.abc import Callable

import numpy as np

from .. import dtypes
from ..indexing import getitem, setitem, taken_apart
from ..ops import gather as ops
from ..ops import index as keys
from ..ops import scatter_reduce as reducing
from ..tensor import Tensor
from .checks import axis_of
from .diagonal import diagonal
from .gather import checked, index_add, index_copy
from .shape import clone, expand, reshape

_EXTREMES = {"amax": np.maximum, "amin": np.minimum}
REDUCTIONS = ("sum", "mean", "prod", *_EXTREMES)


def scatter_reduce(
    input: Tensor,
    dim: int,
    index: Tensor,
    src: Tensor,
    reduce: str,
    *,
    include_self: bool = True,
) -> Tensor:
    """The input, joined with src[i, j] at [index[i, j], j] for dim = 0.

    `reduce` is "sum", "mean", "prod", "amax" or "amin". Without `include_self` the
    input's own entries do not count where there are sources.
    """
    if reduce not in REDUCTIONS:
        raise RuntimeError(
            "Expected 'reduce' to be one of 'sum', 'prod', 'mean', 'amax', 'amin' but "
            f"got {reduce}"
        )
    axis = checked("scatter", "self", input, dim, index, src)
    if not index._data.size:
        return clone(input)
    if src._data.ndim and src._data.shape != index._data.shape:
        src = getitem(src, tuple(map(slice, index._data.shape)))
    elif src._data.ndim != index._data.ndim:
        src = reshape(src, index._data.shape)
    start = input
    if not include_self:
        neutral = _neutral(reduce, input._data.dtype)
        start = ops.ScatterValue.apply(input, axis, index, neutral)
    if reduce in _EXTREMES:
        extreme = _EXTREMES[reduce]
        return reducing.ScatterExtreme.apply(start, src, axis, index, extreme)
    if reduce == "prod":
        return reducing.ScatterProd.apply(start, src, axis, index)
    total = ops.ScatterAdd.apply(start, src, axis, index)
    if reduce == "sum":
        return total
    ones = np.ones(index._data.shape, np.int64)
    count = ops.sums_at(input._data.shape, ones, axis, index._data) + include_self
    count = Tensor(np.maximum(count, 1).astype(input._data.dtype))
    return total / count if input.is_floating_point() else total // count


def _neutral(reduce: str, dtype: np.dtype) -> float:
    """What changes nothing when it is joined."""
    if reduce not in _EXTREMES:
        return 1 if reduce == "prod" else 0
    if dtype.kind == "f":
        return -math.inf if reduce == "amax" else math.inf
    limits = np.iinfo(dtype)
    return limits.min if reduce == "amax" else limits.max


# -- any key ----------------------------------------------------------------------


def put(
    input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False
) -> Tensor:
    """The input, with `source` at places counted through all entries, or added."""
    if index._data.dtype != np.int64:
        raise RuntimeError(
            f"put_(): Expected a long tensor for index, but got {_kind(index)}"
        )
    if input._data.dtype != source._data.dtype:
        raise RuntimeError(
            "put_(): self and source expected to have the same dtype, but got self."
            f"dtype = {_kind(input)} and source.dtype = {_kind(source)}"
        )
    size, places = input._data.size, index._data.reshape(-1)
    if places.size != source._data.size:
        raise IndexError(
            "put_(): Expected source and index to have the same number of elements, "
            f"but got source.numel() = {source._data.size}, index.numel() = "
            f"{places.size}"
        )
    outside = places[(places < -size) | (places >= size)]
    if outside.size:
        raise IndexError(
            f"out of range: tried to access index {outside[0]} on a tensor of {size} "
            "elements."
        )
    places = Tensor(np.where(places < 0, places + size, places))
    change = index_add if accumulate else index_copy
    out = change(reshape(input, -1), 0, places, reshape(source, -1))
    return reshape(out, input._data.shape)


def _kind(tensor: Tensor) -> str:
    return dtypes.kind(tensor.dtype)


def index_put(
    input: Tensor,
    indices: tuple,
    values: Tensor,
    accumulate: bool = False,
) -> Tensor:
    """The input, with `values` at input[indices], or added to what is there."""
    key = tuple(_EVERYTHING if part is None else part for part in indices)
    if not accumulate:
        out = clone(input)
        setitem(out, key, values)
        return out
    if values._data.dtype != input._data.dtype:
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{_kind(input)} for the destination and {_kind(values)} for the source."
        )
    place = getitem(input, key)._data.shape
    _, arrays = taken_apart(key, input._data.shape)
    try:
        values = expand(values, place)
    except RuntimeError:
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(values._data.shape)} cannot "
            f"be broadcast to indexing result of shape {list(place)}"
        ) from None
    return input + keys.Place.apply(values, input._data.shape, arrays)


_EVERYTHING = slice(None)


# -- in place of a part -----------------------------------------------------------


def _replaced(input: Tensor, src: Tensor, part: Callable[[Tensor], Tensor]) -> Tensor:
    """A copy of the input whose view `part` has the values of `src`."""
    out = clone(input)
    view = part(out)
    if view._data.shape != src._data.shape:
        raise RuntimeError(
            "expected src to have a size equal to the slice of self. src size = "
            f"{list(src._data.shape)}, slice size = {list(view._data.shape)}"
        )
    view.copy_(src)
    return out


def select_scatter(input: Tensor, src: Tensor, dim: int, index: int) -> Tensor:
    """The input, with `src` in place of input.select(dim, index)."""
    return _replaced(input, src, lambda out: out.select(dim, index))


def slice_scatter(
    input: Tensor,
    src: Tensor,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> Tensor:
    """The input, with `src` in place of start:end:step along an axis."""
    key = (slice(None),) * axis_of(dim, input._data.ndim) + (slice(start, end, step),)
    return _replaced(input, src, lambda out: out[key])


def diagonal_scatter(
    input: Tensor, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1
) -> Tensor:
    """The input, with `src` in place of a diagonal of two axes."""
    return _replaced(input, src, lambda out: diagonal(out, offset, dim1, dim2))


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = """
    scatter_reduce put index_put select_scatter slice_scatter diagonal_scatter
""".split()
IN_PLACE = {"scatter_reduce": scatter_reduce, "put": put, "index_put": index_put}
NUMPY: dict = {}
