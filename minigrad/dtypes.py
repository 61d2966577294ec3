"""PyTorch's names for element types, each standing for one NumPy dtype.

Read: `dtype` (the class), `of` (NumPy dtype -> ours), `numpy_dtype` (ours -> NumPy).
There is one object per type, so `x.dtype is torch.float32` holds as in PyTorch.
"""

import numpy as np


class dtype:
    """An element type. `is_floating_point`, `itemsize` (bytes), `numpy`."""

    __slots__ = ("name", "numpy", "is_floating_point", "is_signed", "itemsize")

    is_complex = False

    def __init__(self, name: str) -> None:
        self.name = name
        self.numpy = np.dtype(name)
        self.itemsize = self.numpy.itemsize
        self.is_floating_point = self.numpy.kind == "f"
        self.is_signed = self.numpy.kind in "if"

    def __repr__(self) -> str:
        # "torch", not "minigrad": a lecture prints the same under both libraries.
        return f"torch.{self.name}"

    def __reduce__(self) -> str:
        return self.name  # pickled by name, so that identity survives


ALL = float16, float32, float64, uint8, int8, int16, int32, int64, bool_ = [
    dtype(name)
    for name in "float16 float32 float64 uint8 int8 int16 int32 int64 bool".split()
]
_OF = {each.numpy: each for each in ALL}
# PyTorch's names in most errors, in `x.type()`, and in errors that show C++ types.
_KINDS = dict(
    zip(ALL, "Half Float Double Byte Char Short Int Long Bool".split(), strict=True)
)
LEGACY = {each: f"{kind}Tensor" for each, kind in _KINDS.items()}
_C = "c10::Half,float,double,unsigned char,signed char,short int,int,long int,bool"
C_NAMES = dict(zip(ALL, _C.split(","), strict=True))


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
    return _KINDS[dtype]


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
    if not isinstance(d, dtype) or not d.is_floating_point:
        invalid = "" if isinstance(d, dtype) else "invalid dtype object: "
        raise TypeError(
            f"{invalid}only floating-point types are supported as the default type"
        )
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
        self.resolution = 10.0**-limits.precision
        self.min, self.max = float(limits.min), float(limits.max)
        self.eps = float(limits.eps)
        self.smallest_normal = self.tiny = float(limits.smallest_normal)
        self.dtype, self.bits = type.name, limits.bits

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
        if type is bool_:
            raise TypeError("torch.bool is not supported by torch.iinfo")
        if type.is_floating_point:
            raise TypeError(
                "torch.iinfo() requires an integer input type. Use torch.finfo to "
                "handle 'torch.iinfo'"
            )
        limits = np.iinfo(type.numpy)
        self.min, self.max = int(limits.min), int(limits.max)
        self.dtype, self.bits = type.name, limits.bits

    def __repr__(self) -> str:
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"
