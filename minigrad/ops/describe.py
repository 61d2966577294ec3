"""What a tensor is and how it lies in memory: methods that compute nothing."""

import math

from .. import devices
from ..errors import dimension_error
from ..tensor import Tensor


def device(self: Tensor) -> devices.device:
    """Always the CPU."""
    return devices.CPU


def is_cuda(self: Tensor) -> bool:
    """False: it is on the CPU."""
    return False


def layout(self: Tensor) -> devices.layout:
    """Always `torch.strided`."""
    return devices.strided


def element_size(self: Tensor) -> int:
    """Bytes of one element."""
    return self._data.itemsize


def nbytes(self: Tensor) -> int:
    """Bytes of all elements."""
    return self._data.nbytes


def numel(input: Tensor) -> int:
    """The number of elements."""
    return input._data.size


def is_floating_point(input: Tensor) -> bool:
    """True if the dtype is a floating point one."""
    return input._data.dtype.kind == "f"


def is_contiguous(self: Tensor, memory_format=None) -> bool:
    """True if the elements lie in memory in the order of their indices."""
    return self._data.flags.c_contiguous


def data_ptr(self: Tensor) -> int:
    """The address of the first element."""
    return self._data.ctypes.data if self._data.size else 0


def stride(self: Tensor, dim: int | None = None) -> "tuple[int, ...] | int":
    """How many elements further the next index of each dimension lies."""
    array = self._data
    if array.size or getattr(array.base, "size", 0):
        steps = tuple(step // array.itemsize for step in array.strides)
    else:  # an empty array has other strides in NumPy
        sizes = [max(size, 1) for size in array.shape]
        steps = tuple(math.prod(sizes[i + 1 :]) for i in range(array.ndim))
    if dim is None:
        return steps
    if not -array.ndim <= dim < array.ndim:
        raise dimension_error(dim, array.ndim)
    return steps[dim]


def storage_offset(self: Tensor) -> int:
    """How many elements after the start of its memory the first one lies."""
    array = self._data
    while getattr(array.base, "ctypes", None) is not None:
        array = array.base
    return (self._data.ctypes.data - array.ctypes.data) // self._data.itemsize


PROPERTIES = {"device": device, "is_cuda": is_cuda, "layout": layout}
PROPERTIES |= {"itemsize": element_size, "nbytes": nbytes}
METHODS = {"nelement": numel, "element_size": element_size, "data_ptr": data_ptr}
METHODS |= {"is_contiguous": is_contiguous, "stride": stride}
METHODS |= {"storage_offset": storage_offset}
FUNCTIONS = {"is_floating_point": is_floating_point, "numel": numel}
