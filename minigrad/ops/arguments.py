"""What several functions do first: check axes and dtypes, join a dtype with numbers."""

import numpy as np

from .. import dtypes
from ..core.arithmetic import Convert
from ..errors import axes_of, check_tensor
from ..promotion import result_dtype
from ..tensor import Tensor


def axis_of(dim: int, ndim: int) -> int:
    """One axis, counted from 0; IndexError if it is out of range."""
    return (axes_of(dim, ndim) or (0,))[0]


def check_some(name: str, input: Tensor, dim=None, prefix: str = "()") -> None:
    """An error if a reduction that has no neutral element has nothing to reduce."""
    array = input._data
    if array.size:
        return
    axes = axes_of(dim, array.ndim)
    if dim is None or len(axes) == array.ndim and not isinstance(dim, int):
        raise RuntimeError(
            f"{name}{prefix}: Expected reduction dim to be specified for "
            "input.numel() == 0. Specify the reduction dim with the 'dim' argument."
        )
    for axis in axes:
        if array.shape[axis] == 0:
            raise IndexError(
                f"{name}{prefix}: Expected reduction dim {axis} to have non-zero size."
            )


def check_kind(name: str, input: Tensor, kinds: str) -> None:
    """NotImplementedError, in PyTorch's words, for dtypes of other kinds."""
    if input._data.dtype.kind not in kinds:
        kind = dtypes.kind(input.dtype)
        raise NotImplementedError(f"\"{name}\" not implemented for '{kind}'")


def number(value: object) -> object:
    """A NumPy number as Python's: beside a tensor it brings in no dtype of its own."""
    return value.item() if isinstance(value, np.generic) else value


def tensor_of(array, dtype=None) -> Tensor:
    """A Tensor of what NumPy returned; in a browser it counts in int32, not int64."""
    return Tensor(np.asarray(array, dtype))


def joined(input: Tensor, *numbers: float) -> Tensor:
    """`input` in the dtype that it has together with some Python numbers."""
    dtype = result_dtype((input._data, *numbers))
    return input if input._data.dtype == dtype else Convert.apply(input, dtype)


def operand(value):
    """An array in a NumPy call that has Tensors beside it, as a constant Tensor."""
    return Tensor(value.view()) if isinstance(value, np.ndarray) else value


def check_tensors(name: str, **operands: object) -> None:
    """TypeError for a number where PyTorch takes tensors only."""
    for place, (which, given) in enumerate(operands.items(), 1):
        check_tensor(name, given, which, place)
