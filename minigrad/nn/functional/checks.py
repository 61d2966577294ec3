"""Checks of arguments that several functions make, with PyTorch's errors."""

import warnings

from ... import dtypes
from ...tensor import Tensor


def check_tensor(name: str, input: object, argument: str = "input", position: int = 1):
    """TypeError unless `input` is a Tensor."""
    if not isinstance(input, Tensor):
        raise TypeError(
            f"{name}(): argument '{argument}' (position {position}) must be Tensor, "
            "not "
            f"{type(input).__name__}"
        )


def check_floats(kernel: str, input: Tensor) -> None:
    """NotImplementedError for a tensor of integers; `kernel` is named in it."""
    if input._data.dtype.kind != "f":
        kind = dtypes.kind(input.dtype)
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{kind}'")


def check_reduction(reduction: str) -> str:
    """`reduction` itself; ValueError if there is none of that name."""
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return reduction


def reduction_of(size_average, reduce, reduction: str) -> str:
    """The reduction asked for, be it by the two arguments that PyTorch had before."""
    if size_average is None and reduce is None:
        return check_reduction(reduction)
    size_average, reduce = size_average is not False, reduce is not False
    chosen = "none" if not reduce else "mean" if size_average else "sum"
    warnings.warn(
        "size_average and reduce args will be deprecated, please use "
        f"reduction='{chosen}' instead.",
        stacklevel=3,
    )
    return chosen


def reduced(loss: Tensor, reduction: str) -> Tensor:
    """The loss itself, its mean or its sum."""
    if reduction == "none":
        return loss
    return loss.mean() if reduction == "mean" else loss.sum()


def tuple_of(value, count: int) -> tuple[int, ...]:
    """One number for each of `count` axes: an int stands for all of them."""
    if isinstance(value, int):
        return (value,) * count
    value = tuple(int(each) for each in value)
    return value * count if len(value) == 1 else value
