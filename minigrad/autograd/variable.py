"""`Variable`: what a tensor with a history was called before PyTorch 0.4."""

import warnings

import numpy as np

from ..errors import type_name
from ..tensor import Tensor


class _IsTensor(type):
    def __instancecheck__(cls, thing: object) -> bool:
        return isinstance(thing, Tensor)


class Variable(metaclass=_IsTensor):
    """`Variable(data)` is a tensor over the memory of `data`, without its history.

    Old programs make all their tensors so. New ones need only `requires_grad=True`.
    """

    def __new__(
        cls,
        data: Tensor | None = None,
        requires_grad: bool = False,
        volatile: bool | None = None,
    ) -> Tensor:
        if volatile is not None:
            warnings.warn(
                "volatile was removed and now has no effect. Use `with "
                "torch.no_grad():` instead.",
                stacklevel=2,
            )
        if data is None:
            data = Tensor(np.empty(0, np.float32))
        if not isinstance(data, Tensor):
            raise TypeError(
                f"Variable data has to be a tensor, but got {type_name(data)}"
            )
        if requires_grad and data._data.dtype.kind != "f":
            raise RuntimeError(
                "Only Tensors of floating point and complex dtype can require gradients"
            )
        return data.detach().requires_grad_(requires_grad)
