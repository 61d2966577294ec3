"""A tensor in another dtype, and what dtypes an operation gives.

Read: `to` (all the forms that PyTorch's has), then `result_type` and its like.
`x.double()` and the others of their kind are in functions/casts.py.
"""

from collections.abc import Callable

import numpy as np

from .. import devices, dtypes
from ..core.arithmetic import Convert
from ..promotion import join, result_dtype
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
    if input._data.dtype == dtype:
        return input
    return Convert.apply(input, dtype)


def _target(
    *args,
    device=None,
    dtype=None,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format=None,
) -> tuple:
    """The dtype (None: as it is) and `copy` that the arguments of `to` ask for."""
    first, *rest = args or (None,)
    if isinstance(first, Tensor):
        if dtype is not None or device is not None:
            raise _invalid(args)
        dtype = first.dtype
    elif isinstance(first, dtypes.dtype | type | np.dtype):
        dtype = first
    elif first is None or isinstance(first, devices.device | str | int):
        device = device if first is None else first
        if rest and (rest[0] is None or isinstance(rest[0], dtypes.dtype | type)):
            dtype, *rest = rest
    else:
        raise _invalid(args)
    if len(rest) > 2 or not all(isinstance(each, bool) for each in rest):
        raise _invalid(args)
    if device is not None and devices.check(device, "to").index is not None:
        copy = True  # PyTorch takes cpu:0 for another device than cpu
    return dtype, (copy or rest[1] if len(rest) == 2 else copy)


def _invalid(args: tuple) -> TypeError:
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
    raise devices.no_cuda() if device is None else _no_device(device)


def _no_device(device) -> Exception:
    if isinstance(device, int):
        return devices.no_accelerator()
    return devices.no_cuda()


def in_dtype(function: Callable, input: Tensor, dtype, *args) -> Tensor:
    """What `function` makes of the tensor in `dtype`, in that dtype, too."""
    return to(function(to(input, dtype), *args), dtype)


def in_float32(function: Callable, input: Tensor, *args) -> Tensor:
    """What `function` makes of a float16 tensor, computed in float32.

    Sums of many entries, or of squares, leave the range of float16 on the way.
    """
    return to(function(to(input, dtypes.float32), *args), dtypes.float16)


# -- which dtype ------------------------------------------------------------------


def result_type(tensor1, tensor2) -> dtypes.dtype:
    """The dtype that an operation on two tensors or numbers computes in."""
    operands = tuple(
        each._data if isinstance(each, Tensor) else each for each in (tensor1, tensor2)
    )
    return dtypes.of(result_dtype(operands))


def promote_types(type1: dtypes.dtype, type2: dtypes.dtype) -> dtypes.dtype:
    """The smallest dtype that holds the numbers of both."""
    for place, each in enumerate((type1, type2), 1):
        if not isinstance(each, dtypes.dtype):
            raise TypeError(
                f"promote_types(): argument 'type{place}' (position {place}) must be "
                f"torch.dtype, not {each.__class__.__name__}"
            )
    return dtypes.of(join(type1.numpy, type2.numpy))


def can_cast(from_: dtypes.dtype, to: dtypes.dtype) -> bool:
    """True unless the kind would be lost: float to integer, or a number to bool."""
    ranks = {"b": 0, "i": 1, "u": 1, "f": 2}
    return ranks[from_.numpy.kind] <= ranks[to.numpy.kind]


def is_complex(input: Tensor) -> bool:
    """False: minigrad has no complex numbers."""
    return False


# -- the tables -------------------------------------------------------------------

METHODS = "to cpu cuda is_complex".split()
FUNCTIONS = "result_type promote_types can_cast is_complex".split()
NUMPY: dict = {}
