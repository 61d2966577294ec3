"""How layers make their parameters, and read arguments given once for every axis."""

from typing import Any

from ...creation import empty
from ..parameter import Parameter


def parameter(*size: int, device: Any = None, dtype: Any = None) -> Parameter:
    """A parameter of shape `size`, to be filled."""
    place = {} if device is None else {"device": device}
    return Parameter(empty(size, dtype=dtype, **place))


def ntuple(value: Any, count: int) -> tuple:
    """A number as `count` equal ones; a sequence as it is."""
    return (value,) * count if isinstance(value, int) else tuple(value)
