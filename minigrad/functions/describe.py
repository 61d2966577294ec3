"""What a tensor is and where it lies: properties and methods that compute nothing."""

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


def is_cpu(self: Tensor) -> bool:
    """True."""
    return True


def is_other_kind(self: Tensor) -> bool:
    """False: its entries are numbers in the CPU's memory."""
    return False


is_sparse = is_quantized = is_meta = is_nested = is_mps = is_xpu = is_other_kind


def layout(self: Tensor) -> devices.layout:
    """Always `torch.strided`."""
    return devices.strided


def itemsize(self: Tensor) -> int:
    """Bytes of one element."""
    return self._data.itemsize


def nbytes(self: Tensor) -> int:
    """Bytes of all elements."""
    return self._data.nbytes


def element_size(self: Tensor) -> int:
    """Bytes of one element."""
    return self._data.itemsize


def get_device(self: Tensor) -> int:
    """-1, which stands for the CPU."""
    return -1


def nelement(self: Tensor) -> int:
    """The number of elements."""
    return self._data.size


def ndimension(self: Tensor) -> int:
    """The number of dimensions."""
    return self._data.ndim


def is_signed(self: Tensor) -> bool:
    """True if the dtype has negative numbers."""
    return self.dtype.is_signed


def is_same_size(self: Tensor, other: Tensor) -> bool:
    """True if the shapes are equal."""
    return self._data.shape == other._data.shape


def is_contiguous(self: Tensor, memory_format=None) -> bool:
    """True if the elements lie in memory in the order of their indices."""
    return self._data.flags.c_contiguous


def data_ptr(self: Tensor) -> int:
    """The address of the first element."""
    return self._data.ctypes.data if self._data.size else 0


def stride(self: Tensor, dim: int | None = None) -> "tuple[int, ...] | int":
    """How many elements further the next index of each dimension lies."""
    array = self._data
    if dim is None:
        return _strides(self)
    if not -array.ndim <= dim < array.ndim:
        raise dimension_error(dim, array.ndim)
    return _strides(self)[dim]


def _strides(tensor: Tensor) -> tuple[int, ...]:
    array = tensor._data
    if array.size or getattr(array.base, "size", 0):
        return tuple(step // array.itemsize for step in array.strides)
    # An empty array has other strides in NumPy.
    sizes = [max(size, 1) for size in array.shape]
    return tuple(math.prod(sizes[i + 1 :]) for i in range(array.ndim))


def storage_offset(self: Tensor) -> int:
    """How many elements after the start of its memory the first one lies."""
    array = self._data
    while getattr(array.base, "ctypes", None) is not None:
        array = array.base
    return (self._data.ctypes.data - array.ctypes.data) // self._data.itemsize


def is_floating_point(input: Tensor) -> bool:
    """True if the dtype is a floating point one."""
    return input._data.dtype.kind == "f"


def numel(input: Tensor) -> int:
    """How many entries there are."""
    return input._data.size


PROPERTIES = """
    device is_cuda is_cpu is_sparse is_quantized is_meta is_nested is_mps is_xpu layout
    itemsize nbytes
""".split()
METHODS = """
    element_size get_device nelement ndimension is_signed is_same_size is_contiguous
    data_ptr stride storage_offset
""".split()
FUNCTIONS = "is_floating_point is_signed is_same_size numel".split()
NUMPY: dict = {}
