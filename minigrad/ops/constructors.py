"""Tensors made as another: `x.new_zeros(2, 3)`; and PyTorch's old constructors.

`torch.tensor`, `torch.empty` and `dtype=` are what new programs use, instead of
`torch.FloatTensor([1, 2])` and `torch.Tensor(2, 3)`.
"""

from collections.abc import Callable

import numpy as np
from numpy import ndarray

from .. import creation, dtypes
from ..creation import array_from
from ..tensor import Size, Tensor


def _method(create: Callable[..., Tensor]) -> Callable[..., Tensor]:
    def method(self: Tensor, *args, dtype=None, **options) -> Tensor:
        return create(*args, dtype=self.dtype if dtype is None else dtype, **options)

    method.__name__ = method.__qualname__ = f"new_{create.__name__}"
    method.__doc__ = f"{create.__doc__.splitlines()[0]} Of this tensor's dtype."
    return method


# -- the old constructors ---------------------------------------------------------


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

FUNCTIONS = {name: _legacy_class(dtype, name) for dtype, name in dtypes.LEGACY.items()}
METHODS = {
    f"new_{create.__name__}": _method(create)
    for create in (
        *(creation.zeros, creation.ones, creation.empty),
        *(creation.full, creation.tensor),
    )
}
