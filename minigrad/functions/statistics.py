"""Variance and standard deviation, with PyTorch's two ways to say the divisor."""

import warnings
from collections.abc import Callable

from ..ops import statistics as ops
from ..ops.index import Slice
from ..ops.reduce import axes_of
from ..tensor import Tensor
from .checks import axis_of
from .matmul import matmul
from .reduce import mean
from .shape import reshape, t


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
var_mean = _function("var_mean", ops.VarMean.apply, "The variance and the mean")
std_mean = _function(
    "std_mean", ops.StdMean.apply, "The standard deviation and the mean"
)


def cov(input: Tensor, *, correction: int = 1) -> Tensor:
    """The covariances of the rows of a matrix, whose columns are observations."""
    if input._data.ndim > 2:
        raise RuntimeError(
            "cov(): expected input to have two or fewer dimensions but got an input "
            f"with {input._data.ndim} dimensions"
        )
    rows = input if input._data.ndim == 2 else reshape(input, 1, -1)
    offset = rows - mean(rows, 1, True)
    out = matmul(offset, t(offset)) / max(rows._data.shape[1] - correction, 0)
    return out if input._data.ndim == 2 else reshape(out, ())


def diff(input: Tensor, n: int = 1, dim: int = -1) -> Tensor:
    """The differences of neighbours along an axis, taken n times."""
    if input._data.ndim == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    axis = axis_of(dim, input._data.ndim)
    for _ in range(n):
        after = Slice.apply(input, axis, slice(1, None))
        before = Slice.apply(input, axis, slice(0, -1))
        input = after - before
    return input


METHODS = ["var", "std", "cov", "diff"]
FUNCTIONS = [*METHODS, "var_mean", "std_mean"]
NUMPY: dict = {}
