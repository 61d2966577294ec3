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


# -- where ------------------------------------------------------------------------


def nonzero(input: Tensor, *, as_tuple: bool = False) -> "Tensor | tuple[Tensor, ...]":
    """The places of the entries that are not 0: one per row, or a vector per axis."""
    array = input._data
    if as_tuple:
        return tuple(Tensor(each) for each in np.atleast_1d(array).nonzero())
    if array.ndim == 0:
        return Tensor(np.zeros((int(bool(array)), 0), np.int64))
    return Tensor(np.argwhere(array))


# -- the tables -------------------------------------------------------------------

METHODS = "masked_fill masked_select nonzero".split()
FUNCTIONS = METHODS
IN_PLACE = {"masked_fill": masked_fill}
NUMPY = {}
