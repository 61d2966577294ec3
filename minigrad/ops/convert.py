"""A tensor in another dtype: `to` in all the forms of PyTorch's, and `x.double()`."""

from collections.abc import Callable

import numpy as np

from .. import devices, dtypes
from ..core.arithmetic import Convert
from ..promotion import join
from ..tensor import Tensor


def to(input: Tensor, *args, **options) -> Tensor:
    """The tensor in another dtype; itself if nothing changes and `copy` is False.

    `to(dtype)`, `to(device)`, `to(device, dtype)` or `to(other)`, and each of these
    with `non_blocking`, `copy` and `memory_format`.
    """
    if len(args) == 1 and not options and args[0].__class__ is dtypes.dtype:
        return _cast(input, args[0].numpy)
    dtype, copy = _target(*args, **options)
    chosen = input._data.dtype if dtype is None else dtypes.numpy_dtype(dtype)
    return Convert.apply(input, chosen) if copy else _cast(input, chosen)


def _cast(input: Tensor, dtype: np.dtype) -> Tensor:
    return input if input._data.dtype == dtype else Convert.apply(input, dtype)


def _target(
    first=None,
    *rest,
    device=None,
    dtype=None,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format=None,
) -> tuple:
    """The dtype (None: as it is) and `copy` that the arguments of `to` ask for."""
    if isinstance(first, Tensor):
        dtype = first.dtype
    elif isinstance(first, dtypes.dtype | type | np.dtype):
        dtype = first
    elif first is None or isinstance(first, devices.device | str | int):
        device = device if first is None else first
        if rest and (rest[0] is None or isinstance(rest[0], dtypes.dtype | type)):
            dtype, *rest = rest
    else:
        raise _invalid(first, *rest)
    if len(rest) > 2 or not all(isinstance(each, bool) for each in rest):
        raise _invalid(first, *rest)
    if device is not None and devices.check(device, "to").index is not None:
        copy = True  # PyTorch takes cpu:0 for another device than cpu
    return dtype, (copy or rest[1] if len(rest) == 2 else copy)


def _invalid(*args: object) -> TypeError:
    found = ", ".join(each.__class__.__name__ for each in args)
    return TypeError(
        f"to() received an invalid combination of arguments - got ({found}), but "
        "expected a dtype, a device, a device and a dtype, or a tensor"
    )


def cpu(self: Tensor, memory_format=None) -> Tensor:
    """The tensor itself: it is on the CPU."""
    return self


def cuda(self: Tensor, device=None, non_blocking=False, memory_format=None) -> Tensor:
    """AssertionError: there is no CUDA device."""
    raise devices.no_accelerator() if isinstance(device, int) else devices.no_cuda()


def in_dtype(function: Callable, input: Tensor, dtype, *args) -> Tensor:
    """What `function` makes of the tensor in `dtype`, in that dtype, too."""
    return to(function(to(input, dtype), *args), dtype)


def in_float32(function: Callable, input: Tensor, *args) -> Tensor:
    """What `function` makes of a float16 tensor, computed in float32.

    Sums of many entries, or of squares, leave the range of float16 on the way.
    """
    return to(function(to(input, dtypes.float32), *args), dtypes.float16)


# -- by name ----------------------------------------------------------------------


def type_(self: Tensor, dtype=None, non_blocking: bool = False):
    """The tensor's old name (`torch.FloatTensor`); with `dtype`, the tensor in that."""
    if dtype is None:
        return f"torch.{dtypes.LEGACY[self.dtype]}"
    if isinstance(dtype, dtypes.dtype):
        return to(self, dtype)
    name = dtype
    if not isinstance(dtype, str):
        module = dtype.__module__
        name = dtype.__name__ if module == "builtins" else f"{module}.{dtype.__name__}"
    for each, old in dtypes.LEGACY.items():
        if name == f"torch.{old}":
            return to(self, each)
    raise ValueError(f"invalid type: '{name}'")


def type_as(self: Tensor, other: Tensor) -> Tensor:
    """The tensor in the dtype of another."""
    return to(self, other.dtype)


def _conversion(name: str, dtype: dtypes.dtype) -> Callable:
    def convert(input: Tensor, memory_format=None) -> Tensor:
        return to(input, dtype)

    convert.__name__ = convert.__qualname__ = name
    convert.__doc__ = f"The tensor as {dtype.name}; itself if it is that already."
    return convert


CONVERSIONS = {
    "half": dtypes.float16,
    "float": dtypes.float32,
    "double": dtypes.float64,
    "byte": dtypes.uint8,
    "char": dtypes.int8,
    "short": dtypes.int16,
    "int": dtypes.int32,
    "long": dtypes.int64,
    "bool": dtypes.bool_,
}


def promote_types(type1: dtypes.dtype, type2: dtypes.dtype) -> dtypes.dtype:
    """The smallest dtype that holds the numbers of both."""
    return dtypes.of(join(type1.numpy, type2.numpy))


METHODS = {name: _conversion(name, dtype) for name, dtype in CONVERSIONS.items()}
METHODS |= {"to": to, "cpu": cpu, "cuda": cuda, "type": type_, "type_as": type_as}
FUNCTIONS = {"promote_types": promote_types}
