"""Functions that take, replace or find the entries that a bool tensor names."""

import numpy as np

from .. import dtypes
from ..errors import size_error, type_name
from ..ops import mask as ops
from ..tensor import Tensor
from .convert import to
from .shape import expand


def masked_fill(input: Tensor, mask: Tensor, value: "Tensor | float") -> Tensor:
    """The input, with `value` where the mask is True; they broadcast together."""
    if mask._data.dtype != np.bool_:
        raise RuntimeError(
            "masked_fill_ only supports boolean masks, but got mask with dtype "
            f"{dtypes.C_NAMES[mask.dtype]}"
        )
    if not isinstance(value, Tensor | int | float):
        raise TypeError(
            "masked_fill() received an invalid combination of arguments - got (Tensor, "
            f"{type_name(value)}), but expected one of:\n * (Tensor mask, Tensor value)"
            "\n * (Tensor mask, Number value)"
        )
    input = _widened(input, mask)
    if not isinstance(value, Tensor):
        return ops.MaskedFill.apply(input, value, mask)
    if value._data.ndim:
        raise RuntimeError(
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor "
            f"with {value._data.ndim} dimension(s)."
        )
    return ops.MaskedFillTensor.apply(input, to(value, input.dtype), mask)


def _widened(input: Tensor, mask: Tensor) -> Tensor:
    """The input, expanded to the shape to which it and the mask broadcast."""
    own, other = input._data.shape, mask._data.shape
    if own == other:
        return input
    try:
        shape = np.broadcast_shapes(own, other)
    except ValueError:
        # PyTorch names the mask's size first.
        raise size_error(other, own) from None
    return input if shape == own else expand(input, shape)


def masked_select(input: Tensor, mask: Tensor) -> Tensor:
    """A vector of the entries where the mask is True; they broadcast together."""
    if mask._data.dtype != np.bool_:
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    input = _widened(input, mask)
    if mask._data.shape != input._data.shape:
        mask = expand(mask, input._data.shape)
    return ops.MaskedSelect.apply(input, None, mask)


def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """The input, with the first entries of `source` where the mask is True."""
    if mask._data.dtype != np.bool_:
        raise RuntimeError(
            "masked_scatter_ only supports boolean masks, but got mask with dtype "
            f"{dtypes.kind(mask.dtype)}"
        )
    if input._data.dtype != source._data.dtype:
        raise RuntimeError(
            "masked_scatter: expected self and source to have same dtypes but got"
            f"{dtypes.kind(input.dtype)} and {dtypes.kind(source.dtype)}"
        )
    input = _widened(input, mask)
    if mask._data.shape != input._data.shape:
        mask = expand(mask, input._data.shape)
    if source._data.size < np.count_nonzero(mask._data):
        raise RuntimeError("Number of elements of source < number of ones in mask")
    return ops.MaskedScatter.apply(input, source, mask)


# -- where ------------------------------------------------------------------------


def nonzero(input: Tensor, *, as_tuple: bool = False) -> "Tensor | tuple[Tensor, ...]":
    """The places of the entries that are not 0: one per row, or a vector per axis."""
    array = input._data
    if as_tuple:
        return tuple(Tensor(each) for each in np.atleast_1d(array).nonzero())
    if array.ndim == 0:
        return Tensor(np.zeros((int(bool(array)), 0), np.int64))
    return Tensor(np.argwhere(array))


def argwhere(input: Tensor) -> Tensor:
    """The places of the entries that are not 0, one per row."""
    return nonzero(input)


def searchsorted(
    sorted_sequence: Tensor,
    input: "Tensor | float",
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
) -> Tensor:
    """Where each value would stand in the sorted last axis of `sorted_sequence`.

    Before entries that equal it; behind them with `right` or side="right".
    """
    if side not in (None, "left", "right"):
        raise RuntimeError(
            "torch.searchsorted(): side can only be 'left' or 'right' but got " + side
        )
    if right and side == "left":
        raise RuntimeError(
            "torch.searchsorted(): side and right can't be set to opposites, got side "
            "of left while right was True"
        )
    values = np.asarray(input._data if isinstance(input, Tensor) else input)
    rows = sorted_sequence._data
    _check_search(rows, values)
    if sorter is not None:
        rows = np.take_along_axis(rows, sorter._data, -1)
    side = "right" if right else side or "left"
    if rows.ndim == 1:
        places = np.searchsorted(rows, values, side)
    else:
        places = np.empty(values.shape, np.int64)
        for row in np.ndindex(rows.shape[:-1]):
            places[row] = np.searchsorted(rows[row], values[row], side)
    return Tensor(np.asarray(places, np.int32 if out_int32 else np.int64))


def _check_search(rows: np.ndarray, values: np.ndarray) -> None:
    if rows.ndim == 0:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should have positive dimension, "
            "but got 0 dimension"
        )
    if rows.ndim > 1 and rows.shape[:-1] != values.shape[:-1]:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the "
            "first N-1 dimensions of boundaries tensor and input value tensor must "
            f"match, but we got boundaries tensor {list(rows.shape)} and input value "
            f"tensor {list(values.shape)}"
        )


def bucketize(
    input: "Tensor | float",
    boundaries: Tensor,
    *,
    out_int32: bool = False,
    right: bool = False,
) -> Tensor:
    """The number of the bucket between sorted `boundaries` that each value is in."""
    if boundaries._data.ndim != 1:
        raise RuntimeError(
            "boundaries tensor must be 1 dimension, but got "
            f"dim({boundaries._data.ndim})"
        )
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)


# -- the tables -------------------------------------------------------------------

METHODS = "masked_fill masked_select masked_scatter nonzero argwhere".split()
FUNCTIONS = [*METHODS, "searchsorted", "bucketize"]
IN_PLACE = {"masked_fill": masked_fill, "masked_scatter": masked_scatter}
NUMPY = {}
