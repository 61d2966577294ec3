"""PyTorch's names for element types, each standing for one NumPy dtype.

Read: `dtype` (the class), `of` (NumPy dtype -> ours), `numpy_dtype` (ours -> NumPy).
There is one object per type, so `x.dtype is torch.float32` holds as in PyTorch.
"""

import numpy as np


class dtype:
    """An element type. `is_floating_point`, `itemsize` (bytes), `numpy`."""

    __slots__ = ("name", "numpy")

    def __init__(self, name: str, numpy: type) -> None:
        self.name = name
        self.numpy = np.dtype(numpy)

    @property
    def is_floating_point(self) -> bool:
        return self.numpy.kind == "f"

    @property
    def is_complex(self) -> bool:
        return False

    @property
    def is_signed(self) -> bool:
        return self.numpy.kind in "if"

    @property
    def itemsize(self) -> int:
        return self.numpy.itemsize

    def __repr__(self) -> str:
        # "torch", not "minigrad": a lecture prints the same under both libraries.
        return f"torch.{self.name}"

    def __reduce__(self) -> str:
        return self.name  # pickled by name, so that identity survives


float16 = dtype("float16", np.float16)
float32 = dtype("float32", np.float32)
float64 = dtype("float64", np.float64)
uint8 = dtype("uint8", np.uint8)
int8 = dtype("int8", np.int8)
int16 = dtype("int16", np.int16)
int32 = dtype("int32", np.int32)
int64 = dtype("int64", np.int64)
bool_ = dtype("bool", np.bool_)

ALL = (float16, float32, float64, uint8, int8, int16, int32, int64, bool_)
_OF = {each.numpy: each for each in ALL}
# What PyTorch prints for `x.type()` and in version errors.
LEGACY = {
    float16: "HalfTensor",
    float32: "FloatTensor",
    float64: "DoubleTensor",
    uint8: "ByteTensor",
    int8: "CharTensor",
    int16: "ShortTensor",
    int32: "IntTensor",
    int64: "LongTensor",
    bool_: "BoolTensor",
}

# What PyTorch calls them where an error shows C++ types.
C_NAMES = {
    float16: "c10::Half",
    float32: "float",
    float64: "double",
    uint8: "unsigned char",
    int8: "signed char",
    int16: "short int",
    int32: "int",
    int64: "long int",
    bool_: "bool",
}


def of(numpy: np.dtype) -> dtype:
    """Our name for a NumPy dtype; TypeError for those PyTorch does not have."""
    try:
        return _OF[numpy]
    except KeyError:
        raise TypeError(
            f"can't convert np.ndarray of type numpy.{numpy.type.__name__}. The only "
            "supported types are: float64, float32, float16, int64, int32, int16, "
            "int8, uint8, and bool."
        ) from None


def kind(dtype: dtype) -> str:
    """PyTorch's name for a type in most errors: Float, Long …"""
    return LEGACY[dtype].removesuffix("Tensor")


def numpy_dtype(given: "dtype | type | np.dtype | None") -> np.dtype:
    """The NumPy dtype for one of ours, or for Python's float, int or bool.

    None gives the default: float32, unless `set_default_dtype` chose another.
    """
    if given is None:
        return _default.numpy
    if given.__class__ is dtype:
        return given.numpy
    numpy = np.dtype(given)
    of(numpy)
    return numpy


# -- the default ------------------------------------------------------------------

_default = float32


def get_default_dtype() -> dtype:
    """The dtype that Python's floats and the creation functions give."""
    return _default


def set_default_dtype(d: dtype) -> None:
    """Choose what Python's floats and the creation functions give: a float dtype."""
    global _default
    if not isinstance(d, dtype):
        raise TypeError(
            "invalid dtype object: only floating-point types are supported as the "
            "default type"
        )
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    _default = d


# -- their limits -----------------------------------------------------------------


class finfo:
    """What numbers a floating point dtype can hold: `max`, `eps`, `tiny` …"""

    def __init__(self, type: dtype | None = None) -> None:
        type = _default if type is None else type
        if not type.is_floating_point:
            raise TypeError(
                "torch.finfo() requires a floating point input type. Use torch.iinfo "
                "to handle 'torch.finfo'"
            )
        limits = np.finfo(type.numpy)
        self.dtype, self.bits = type.name, limits.bits
        self.min, self.max = float(limits.min), float(limits.max)
        self.eps, self.tiny = float(limits.eps), float(limits.smallest_normal)
        self.smallest_normal, self.resolution = self.tiny, 10.0**-limits.precision

    def __eq__(self, other: object) -> bool:
        return isinstance(other, finfo) and self.dtype == other.dtype

    __hash__ = None

    def __repr__(self) -> str:
        names = "resolution min max eps smallest_normal tiny".split()
        shown = ", ".join(f"{name}={getattr(self, name):g}" for name in names)
        return f"finfo({shown}, dtype={self.dtype})"


class iinfo:
    """What numbers an integer dtype can hold: `min` and `max`."""

    def __init__(self, type: dtype) -> None:
        if type.is_floating_point:
            raise TypeError(
                "torch.iinfo() requires an integer input type. Use torch.finfo to "
                "handle 'torch.iinfo'"
            )
        if type is bool_:
            raise TypeError("torch.bool is not supported by torch.iinfo")
        limits = np.iinfo(type.numpy)
        self.dtype, self.bits = type.name, limits.bits
        self.min, self.max = int(limits.min), int(limits.max)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, iinfo) and self.dtype == other.dtype

    __hash__ = None

    def __repr__(self) -> str:
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"
