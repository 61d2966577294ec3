"""Variance and standard deviation, with PyTorch's two ways to say the divisor."""

import warnings
from collections.abc import Callable

from .. import dtypes
from ..ops import statistics as ops
from ..ops.index import Slice
from ..ops.reduce import axes_of
from ..tensor import Tensor
from .checks import axis_of
from .convert import in_float32, to
from .extremes import clamp_min
from .join import cat
from .matmul import matmul
from .reduce import mean, sum
from .shape import clone, reshape, t


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
var_mean = _function("var_mean", ops.VarMean.apply, "The variance and the mean")
std_mean = _function(
    "std_mean", ops.StdMean.apply, "The standard deviation and the mean"
)


def cov(
    input: Tensor,
    *,
    correction: int = 1,
    fweights: Tensor | None = None,
    aweights: Tensor | None = None,
) -> Tensor:
    """The covariances of the rows of a matrix, whose columns are observations.

    Each observation counts as often as `fweights` says, and with the weight that
    `aweights` says.
    """
    if input._data.ndim > 2:
        raise RuntimeError(
            "cov(): expected input to have two or fewer dimensions but got an input "
            f"with {input._data.ndim} dimensions"
        )
    rows = input if input._data.ndim == 2 else reshape(input, 1, -1)
    weights, divisor = _weights(rows, correction, fweights, aweights)
    if not rows.is_floating_point():
        rows = to(rows, dtypes.get_default_dtype())
    if weights is None:
        offset = rows - mean(rows, 1, True)
        weighted = t(offset)
    else:
        weights = to(weights, rows.dtype)
        offset = rows - sum(rows * weights, 1, True) / sum(weights)
        weighted = t(offset * weights)
    out = matmul(offset, weighted) / divisor
    return reshape(out, ()) if rows._data.shape[0] == 1 else out


def _weights(rows: Tensor, correction: int, fweights, aweights) -> tuple:
    """The weight of each observation (None: all 1), and what to divide the sum by."""
    for name, weights, kinds in (
        ("fweights", fweights, "iu"),
        ("aweights", aweights, "f"),
    ):
        if weights is None:
            continue
        if weights._data.ndim > 1:
            raise RuntimeError(
                f"cov(): expected {name} to have one or fewer dimensions but got "
                f"{name} with {weights._data.ndim} dimensions"
            )
        if weights._data.dtype.kind not in kinds:
            kind = "integral" if name == "fweights" else "floating point"
            raise RuntimeError(
                f"cov(): expected {name} to have {kind} dtype but got {name} with "
                f"{dtypes.kind(weights.dtype)} dtype"
            )
        if weights._data.size != rows._data.shape[1]:
            raise RuntimeError(
                f"cov(): expected {name} to have the same numel as there are "
                f"observations in the input but got {weights._data.size} != "
                f"{rows._data.shape[1]}"
            )
        if (weights._data < 0).any():
            raise RuntimeError(f"cov(): {name} cannot be negative")
    given = [each for each in (fweights, aweights) if each is not None]
    if not given:
        return None, max(rows._data.shape[1] - correction, 0)
    weights = given[0] if len(given) == 1 else fweights * aweights
    total = sum(weights)
    if total._data == 0:
        raise RuntimeError("cov(): weights sum to zero, can't be normalized")
    if aweights is None or correction == 0:
        divisor = total - correction
    else:
        divisor = total - correction * (sum(weights * aweights) / total)
    return weights, clamp_min(divisor, 0)


def diff(
    input: Tensor,
    n: int = 1,
    dim: int = -1,
    prepend: Tensor | None = None,
    append: Tensor | None = None,
) -> Tensor:
    """The differences of neighbours along an axis, taken n times.

    `prepend` and `append` are joined to the ends of the axis first.
    """
    if input._data.ndim == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    axis = axis_of(dim, input._data.ndim)
    ends = [each for each in (prepend, input, append) if each is not None]
    if n == 0:
        return clone(input)
    if len(ends) > 1:
        input = cat(ends, axis)
    for _ in range(n):
        after = Slice.apply(input, axis, slice(1, None))
        before = Slice.apply(input, axis, slice(0, -1))
        input = after - before
    return input


METHODS = ["var", "std", "cov", "diff"]
FUNCTIONS = [*METHODS, "var_mean", "std_mean"]
NUMPY: dict = {}
