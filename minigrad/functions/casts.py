"""A tensor in a dtype that the method is named after: `x.double()`, `x.long()`.

The names here hide those of Python's own types: nothing else belongs into this file.
"""

from collections.abc import Callable

from .. import dtypes
from ..tensor import Tensor
from .convert import to


def type(self: Tensor, dtype=None, non_blocking: bool = False):
    """The tensor's old name (`torch.FloatTensor`); with `dtype`, the tensor in that."""
    if dtype is None:
        return f"torch.{dtypes.LEGACY[self.dtype]}"
    if not isinstance(dtype, dtypes.dtype):
        name = dtype if isinstance(dtype, str) else _class_name(dtype)
        found = [d for d, old in dtypes.LEGACY.items() if name == f"torch.{old}"]
        if not found:
            raise ValueError(f"invalid type: '{name}'")
        (dtype,) = found
    return to(self, dtype)


def _class_name(given) -> str:
    module = given.__module__
    return given.__name__ if module == "builtins" else f"{module}.{given.__name__}"


def type_as(self: Tensor, other: Tensor) -> Tensor:
    """The tensor in the dtype of another."""
    return to(self, other.dtype)


def _conversion(name: str, dtype: dtypes.dtype) -> Callable:
    def convert(input: Tensor, memory_format=None) -> Tensor:
        return to(input, dtype)

    convert.__name__ = convert.__qualname__ = name
    convert.__doc__ = f"The tensor as {dtype.name}; itself if it is that already."
    return convert


half = _conversion("half", dtypes.float16)
float = _conversion("float", dtypes.float32)
double = _conversion("double", dtypes.float64)
byte = _conversion("byte", dtypes.uint8)
char = _conversion("char", dtypes.int8)
short = _conversion("short", dtypes.int16)
int = _conversion("int", dtypes.int32)
long = _conversion("long", dtypes.int64)
bool = _conversion("bool", dtypes.bool_)

METHODS = """
    type type_as half float double byte char short int long bool
""".split()
FUNCTIONS: list[str] = []
NUMPY: dict = {}
