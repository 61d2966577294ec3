"""What a Tensor can do by itself: shape, dtype, values as Python objects, copies.

Read: `Methods`, which become methods of `Tensor` (`core/tensor.py`). Those that compute
are added by `methods.py`, from the ops.
"""

import warnings
from collections.abc import Iterator
from typing import NoReturn

import numpy as np

from . import dtypes, printing
from .core.mode import mode
from .core.tensor import Tensor
from .errors import dimension_error, mixed

__all__ = ["Size", "Tensor"]


class Size(tuple):
    """A shape. Prints as PyTorch prints it; `numel()` is the number of elements."""

    __slots__ = ()

    def numel(self) -> int:
        return int(np.prod(self, dtype=np.int64))

    def __getitem__(self, key):
        part = tuple.__getitem__(self, key)
        return Size(part) if isinstance(key, slice) else part

    def __add__(self, other: tuple) -> "Size":
        return Size(tuple.__add__(self, other))

    def __repr__(self) -> str:
        return f"torch.Size({list(self)})"


class Methods:
    """Methods and attributes of Tensor."""

    # -- shape, type, memory ------------------------------------------------------

    def numpy(self, *, force: bool = False) -> np.ndarray:
        """The values as a NumPy array that shares the tensor's memory.

        With `force`, also of a tensor that requires grad.
        """
        if self.requires_grad and mode.enabled and not force:
            raise RuntimeError(
                "Can't call numpy() on Tensor that requires grad. "
                "Use tensor.detach().numpy() instead."
            )
        return self._data.view()

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        return np.array(self.numpy(), dtype=dtype, copy=copy)

    @property
    def shape(self) -> Size:
        return Size(self._data.shape)

    def size(self, dim: int | None = None) -> "Size | int":
        """The shape, or its entry `dim`."""
        if dim is None:
            return self.shape
        if self._data.ndim == 0:
            raise IndexError(
                f"Dimension specified as {dim} but tensor has no dimensions"
            )
        if not -self._data.ndim <= dim < self._data.ndim:
            raise dimension_error(dim, self._data.ndim)
        return self._data.shape[dim]

    def dim(self) -> int:
        """The number of dimensions."""
        return self._data.ndim

    def numel(self) -> int:
        """The number of elements."""
        return self._data.size

    @property
    def dtype(self) -> dtypes.dtype:
        return dtypes.of(self._data.dtype)

    def is_floating_point(self) -> bool:
        """True for a floating point dtype."""
        return self._data.dtype.kind == "f"

    def __len__(self) -> int:
        if self._data.ndim == 0:
            raise TypeError("len() of a 0-d tensor")
        return len(self._data)

    def __iter__(self) -> Iterator["Tensor"]:
        if self._data.ndim == 0:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.unbind())

    # -- values as Python objects -------------------------------------------------

    def item(self) -> float | int | bool:
        """The only element as a Python number."""
        if self._data.size != 1:
            raise RuntimeError(
                f"a Tensor with {self._data.size} elements cannot be converted to "
                "Scalar"
            )
        return self._data.item()

    def tolist(self):
        """The values as (nested lists of) Python numbers."""
        return self._data.tolist()

    def __bool__(self) -> bool:
        if self._data.size != 1:
            many = "more than one value" if self._data.size else "no values"
            raise RuntimeError(f"Boolean value of Tensor with {many} is ambiguous")
        return bool(self._data.item())

    def __float__(self) -> float:
        if self.requires_grad:
            warnings.warn(
                "Converting a tensor with requires_grad=True to a scalar may lead to "
                "unexpected behavior.\nConsider using tensor.detach() first.",
                UserWarning,
                stacklevel=2,
            )
        return float(_only_element(self))

    def __int__(self) -> int:
        return int(_only_element(self))

    def __index__(self) -> int:
        if self._data.size != 1 or self._data.dtype.kind not in "iub":
            raise TypeError(
                "only integer tensors of a single element can be converted to an index"
            )
        return self._data.item()

    @classmethod
    def __torch_function__(cls, *args, **kwargs) -> NoReturn:
        """PyTorch asks what to do with this tensor: TypeError."""
        raise mixed(cls, "minigrad")

    __dlpack__ = __dlpack_device__ = __torch_function__  # `torch.tensor(x)` asks so

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return printing.tensor_text(self)

    def __format__(self, spec: str) -> str:
        if self._data.ndim == 0:
            return format(self._data.item(), spec)
        return object.__format__(self, spec)

    def __contains__(self, value: "Tensor | float") -> bool:
        if not isinstance(value, Tensor | int | float):
            raise RuntimeError(
                "Tensor.__contains__ only supports Tensor or scalar, but you passed in "
                f"a {type(value)}."
            )
        return bool((self == value)._data.any())


for _name, _member in vars(Methods).items():
    if _name not in ("__module__", "__dict__", "__weakref__", "__doc__"):
        setattr(Tensor, _name, _member)


def _only_element(tensor: Tensor) -> float | int | bool:
    if tensor._data.size != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return tensor._data.item()
