"""Functions that take or change the entries that an index tensor names.

`gather` and `scatter` have an index for each entry, `index_select` and its kin a vector
of places along an axis. Masks are in mask.py.
"""

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..ops import gather as ops
from ..ops import rows
from ..ops.reduce import axes_of
from ..tensor import Tensor
from .convert import to
from .shape import reshape

# -- an index for each entry ------------------------------------------------------


def gather(
    input: Tensor, dim: int, index: Tensor, *, sparse_grad: bool = False
) -> Tensor:
    """out[i, j] = input[index[i, j], j] for dim = 0; the index may be shorter."""
    axis = checked("gather", "input", input, dim, index)
    return ops.Gather.apply(input, axis, index)


def scatter(
    input: Tensor,
    dim: int,
    index: Tensor,
    src: "Tensor | float | None" = None,
    *,
    value: float | None = None,
) -> Tensor:
    """The input, with out[index[i, j], j] = src[i, j] for dim = 0.

    `src` is a tensor or a number (also named `value`).
    """
    if src is None:
        src = to(value, input.dtype) if isinstance(value, Tensor) else value
    if src is None:
        raise TypeError("scatter() missing 1 required positional argument: 'src'")
    source = src if isinstance(src, Tensor) else None
    if source is not None and source._data.ndim == 0 and index._data.ndim == 1:
        source = src = reshape(src, 1)
    axis = checked("scatter", "self", input, dim, index, source)
    if source is None:
        return ops.ScatterValue.apply(input, axis, index, src)
    return ops.Scatter.apply(input, src, axis, index)


def scatter_add(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """The input, with out[index[i, j], j] += src[i, j] for dim = 0."""
    axis = checked("scatter", "self", input, dim, index, src)
    return ops.ScatterAdd.apply(input, src, axis, index)


def checked(
    name: str,
    input_name: str,
    input: Tensor,
    dim: int,
    index: Tensor,
    src: Tensor | None = None,
) -> int:
    """The axis, once the index fits the input and the source."""
    own, places = input._data, index._data
    axis = (axes_of(dim, own.ndim) or (0,))[0]
    if places.dtype not in (np.int64, np.int32):
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    if src is not None and src._data.dtype != own.dtype:
        raise RuntimeError(f"{name}(): Expected self.dtype to be equal to src.dtype")
    if places.size:
        if max(places.ndim, 1) != max(own.ndim, 1):
            raise RuntimeError(
                "Index tensor must have the same number of dimensions as "
                f"{input_name} tensor"
            )
        _check_sizes(name, own, axis, places, None if src is None else src._data)
        check_bounds(places, axis, own.shape[axis] if own.ndim else 1)
    return axis


def _check_sizes(
    name: str, own: ndarray, axis: int, places: ndarray, src: ndarray | None
) -> None:
    """RuntimeError if the index is larger than the input or the source somewhere."""
    have = own.shape or (1,)
    shape = places.shape or (1,)
    outside = [i for i, n in enumerate(shape) if n > have[i] and i != axis]
    if name == "gather":
        if outside:
            raise RuntimeError(
                f"Size does not match at dimension {outside[0]} expected index "
                f"{list(shape)} to be no larger than self {list(have)} apart from "
                f"dimension {axis}"
            )
        return
    given = () if src is None else src.shape or (1,)
    if src is not None and len(given) != len(shape):
        raise RuntimeError(
            "Index tensor must have the same number of dimensions as src tensor"
        )
    if outside or any(n > m for n, m in zip(shape, given, strict=False)):
        more = f" and to be no larger size than src {list(given)}" if given else ""
        raise RuntimeError(
            f"Expected index {list(shape)} to be no larger than self {list(have)} "
            f"apart from dimension {axis}{more}"
        )


def check_bounds(
    places: ndarray,
    axis: int,
    size: int,
    least: int = 0,
    error: type = RuntimeError,
    name: str = "",
) -> None:
    """An error for an index outside `least` … `size` - 1."""
    if places.size and (places.min() < least or places.max() >= size):
        outside = places[(places < least) | (places >= size)].flat[0]
        raise error(
            f"{name}index {outside} is out of bounds for dimension {axis} with size "
            f"{size}"
        )


# -- a vector of places along an axis ---------------------------------------------


def index_select(input: Tensor, dim: int, index: Tensor) -> Tensor:
    """The slices at the places `index` along an axis, as a copy."""
    own, places = input._data, index._data
    axis = (axes_of(dim, own.ndim) or (0,))[0]
    if places.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if places.dtype not in (np.int64, np.int32):
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    if own.ndim == 0 and places.size != 1:
        raise RuntimeError(
            "index_select(): Index to scalar can have only 1 value, got "
            f"{places.size} value(s)"
        )
    size = own.shape[axis] if own.ndim else 1
    if places.size and (places.min() < 0 or places.max() >= size):
        raise IndexError("index out of range in self")
    return rows.IndexSelect.apply(input, axis, index)


def index_add(
    input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: float = 1
) -> Tensor:
    """The input, with alpha times the slices of `source` added at `index`."""
    own, places, src = input._data, index._data, source._data
    axis = (axes_of(dim, own.ndim) or (0,))[0]
    if places.ndim > 1:
        kind, shape = dtypes.kind(index.dtype), list(places.shape)
        raise IndexError(
            "index_add_(): Index is supposed to be a vector, but got dim: "
            f"{places.ndim} with type: {kind} and size: {shape}"
        )
    if places.dtype not in (np.int64, np.int32):
        raise RuntimeError(
            "index_add_(): Expected dtype int32/int64 for index but got: "
            f"{dtypes.kind(index.dtype)}"
        )
    if own.dtype != src.dtype:
        kinds = dtypes.kind(input.dtype), dtypes.kind(source.dtype)
        raise RuntimeError(
            "index_add_(): self ({}) and source ({}) must have the same scalar "
            "type".format(*kinds)
        )
    count = src.shape[axis] if src.ndim else 1
    if places.size != count:
        raise RuntimeError(
            f"index_add_(): Number of indices ({places.size}) should be equal to "
            f"source.size(dim): ({count}), for dim: {axis}"
        )
    if _without(own.shape, axis) != _without(src.shape, axis):
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified "
            f"dimension. Got self.shape = {list(own.shape)} source.shape = "
            f"{list(src.shape)}"
        )
    check_bounds(places, axis, own.shape[axis] if own.ndim else 1)
    return rows.IndexAdd.apply(input, source, axis, index, alpha)


def _without(shape: tuple[int, ...], axis: int) -> tuple[int, ...]:
    return shape[:axis] + shape[axis + 1 :]


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = "gather scatter scatter_add index_select index_add".split()
IN_PLACE = {
    "scatter": scatter,
    "scatter_add": scatter_add,
    "index_add": index_add,
}
NUMPY = {}
