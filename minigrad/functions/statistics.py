"""Variance and standard deviation, with PyTorch's two ways to say the divisor."""

import warnings
from collections.abc import Callable

from .. import dtypes
from ..ops import statistics as ops
from ..ops.reduce import axes_of
from ..tensor import Tensor
from .convert import in_float32


def _function(name: str, apply: Callable, doc: str) -> Callable:
    def function(
        input: Tensor,
        dim=None,
        unbiased: bool | None = None,
        keepdim: bool = False,
        *,
        correction: float | None = None,
    ):
        if isinstance(dim, bool):  # var(x, False): the first may be `unbiased`, too
            dim, unbiased = None, dim
        if unbiased is not None:
            correction = int(unbiased)
        elif correction is None:
            correction = 1
        if not input.is_floating_point():
            who = name if "mean" in name else "std and var"
            raise RuntimeError(f"{who} only support floating point and complex dtypes")
        _warn_of_divisor(name, input, dim, correction)
        if input.dtype is dtypes.float16 and "mean" not in name:
            return in_float32(apply, input, dim, correction, keepdim)
        return apply(input, dim, correction, keepdim)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{doc} over the axes `dim`, an int or a tuple; over all if None"
    return function


def _warn_of_divisor(name: str, input: Tensor, dim, correction: float) -> None:
    count = 1
    for axis in axes_of(dim, input._data.ndim):
        count *= input._data.shape[axis]
    if count <= correction:
        warnings.warn(
            f"{name}(): degrees of freedom is <= 0. Correction should be strictly less "
            "than the reduction factor (input numel divided by output numel).",
            UserWarning,
            stacklevel=3,
        )


var = _function("var", ops.Var.apply, "The variance")
std = _function("std", ops.Std.apply, "The standard deviation")


METHODS = FUNCTIONS = ["var", "std"]
NUMPY: dict = {}
