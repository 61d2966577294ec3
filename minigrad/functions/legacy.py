"""PyTorch's old constructors: `torch.FloatTensor([1, 2])`, `torch.Tensor(2, 3)`.

`torch.tensor`, `torch.empty` and `dtype=` are what new programs use.
"""

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..creation import array_from
from ..tensor import Size, Tensor


def array_of(arguments: tuple, dtype: dtypes.dtype) -> ndarray:
    """The array for sizes (uninitialised), for data, or for nothing (empty)."""
    if len(arguments) == 1 and not isinstance(arguments[0], int):
        (data,) = arguments
        if isinstance(data, Size):
            return np.empty(data, dtype.numpy)
        if isinstance(data, float):
            raise TypeError("new(): data must be a sequence (got float)")
        if isinstance(data, Tensor):
            return data._data.astype(dtype.numpy, copy=False).view()
        return array_from(data, dtype)
    return np.empty(arguments or 0, dtype.numpy)


class _Legacy(type):
    """The class of these classes: calling one makes a Tensor of its dtype."""

    def __call__(cls, *arguments: object) -> Tensor:
        return Tensor(array_of(arguments, cls.dtype))

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Tensor) and instance.dtype is cls.dtype


def _data(first: object, second: object, *rest: int) -> ndarray:
    """What `Tensor(2, 3)` and `Tensor([1, 2])` ask for: sizes or data."""
    given = () if first is None else (first,)
    sizes = () if second is False else (second,)
    return array_of((*given, *sizes, *rest), dtypes.get_default_dtype())


def _legacy_class(dtype: dtypes.dtype, name: str) -> type:
    doc = f"Tensors of {dtype.name}: from data, or uninitialised of given sizes."
    contents = {"dtype": dtype, "__module__": "torch", "__doc__": doc}
    return _Legacy(name, (), contents)


Tensor._legacy_data = staticmethod(_data)

globals().update(
    {name: _legacy_class(dtype, name) for dtype, name in dtypes.LEGACY.items()}
)

FUNCTIONS = list(dtypes.LEGACY.values())
METHODS: list[str] = []
NUMPY: dict = {}
