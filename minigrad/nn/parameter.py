"""`Parameter`: a tensor that a Module trains.

It is a Tensor in all it does. A Module tells it apart from other attributes by its
class.
"""

import numpy as np

from .. import dtypes
from ..errors import bool_error, refuse_pytorch
from ..tensor import Tensor


class Parameter(Tensor):
    """A leaf that a Module lists among its parameters. It shares memory with `data`.

    RuntimeError if `requires_grad` and `data` is not of a floating point dtype.
    """

    __slots__ = ()

    def __init__(self, data: Tensor | None = None, requires_grad: bool = True) -> None:
        if data is None:
            data = Tensor(np.empty(0, np.float32))
        if requires_grad is not True and requires_grad is not False:
            argument = "'require_grad' (position 3)"
            raise bool_error("_make_subclass", argument, requires_grad)
        alias = data.detach()
        if requires_grad and alias._data.dtype.kind != "f":
            raise RuntimeError(
                "Only Tensors of floating point and complex dtype can require gradients"
            )
        super().__init__(alias._data, requires_grad)
        self._version_counter = alias._version_counter

    def __repr__(self) -> str:
        return "Parameter containing:\n" + super().__repr__()

    def __deepcopy__(self, memo: dict) -> "Parameter":
        if id(self) not in memo:
            copy = type(self)(Tensor(self._data.copy()), self.requires_grad)
            memo[id(self)] = copy
        return memo[id(self)]

    def __reduce__(self) -> tuple:
        made_of = Tensor(self._data.view()), self.requires_grad
        return type(self), made_of, self.__dict__ or None


def typename(value: object) -> str:
    """What PyTorch calls the type of `value` in errors: torch.FloatTensor, str …"""
    if isinstance(value, Tensor):
        return f"torch.{dtypes.LEGACY[value.dtype]}"
    refuse_pytorch(value)
    kind = type(value) if not isinstance(value, type) else value
    module = kind.__module__.replace("minigrad", "torch", 1)
    name = kind.__qualname__
    return name if module == "builtins" else f"{module}.{name}"
