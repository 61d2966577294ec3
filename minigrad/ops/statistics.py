"""How entries are spread: variance and standard deviation, counts, histograms."""

import math
import warnings

import numpy as np

from .. import dtypes
from ..core.op import Op
from ..tensor import Tensor
from .arguments import check_kind, tensor_of
from .convert import in_float32
from .reduce import Mean, axes_of, spread
from .return_types import named_tuple


def variance(ctx, a, dim, correction: float) -> np.ndarray:
    """The variance, with the axes that are reduced as size 1.

    `ctx` notes the axes, and the divisor, which is at least 0.
    """
    ctx.axes = axes_of(dim, a.ndim)
    total = np.add.reduce(a, axis=ctx.axes, keepdims=True)
    count = a.size // max(total.size, 1)
    ctx.divisor = float(max(count - correction, 0))
    offset = a - total / count
    offset *= offset
    total = np.add.reduce(offset, axis=ctx.axes, keepdims=True)
    return total / ctx.divisor if ctx.divisor else total / total.dtype.type(0)


def variance_backward(grad, a, axes: tuple, divisor: float):
    """The gradient of a variance: 2 / (n - correction) (a - mean)"""
    scale = grad * (2 / divisor if divisor else np.inf)
    return spread(scale, a.shape, axes) * (a - Mean.call(a, axes, True))


class Var(Op):
    """out = Σ (a - mean)² / (n - correction)"""

    @staticmethod
    def forward(ctx, a, dim, correction, keepdim):
        out = variance(ctx, a, dim, correction)
        ctx.save_for_backward(a)
        return out if keepdim else out.squeeze(ctx.axes)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return variance_backward(grad, a, ctx.axes, ctx.divisor)


class Std(Op):
    """out = √(Σ (a - mean)² / (n - correction)); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim, correction, keepdim):
        out = np.sqrt(variance(ctx, a, dim, correction))
        out = out if keepdim else np.asarray(out.squeeze(ctx.axes))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        grad = np.where(out == 0, 0.0, grad / (out * 2))
        return variance_backward(grad, a, ctx.axes, ctx.divisor)


# -- functions --------------------------------------------------------------------


def var(
    input: Tensor, dim=None, unbiased=None, keepdim=False, *, correction=None
) -> Tensor:
    """The variance over the axes `dim`; over all if None.

    The divisor is n - `correction`, by default n - 1; n with unbiased=False.
    """
    return _spread(Var, "var", input, dim, unbiased, keepdim, correction)


def std(
    input: Tensor, dim=None, unbiased=None, keepdim=False, *, correction=None
) -> Tensor:
    """The standard deviation over the axes `dim`, the root of `var`."""
    return _spread(Std, "std", input, dim, unbiased, keepdim, correction)


def _spread(op, name, input, dim, unbiased, keepdim, correction) -> Tensor:
    if isinstance(dim, bool):  # var(x, False): the first may be `unbiased`, too
        dim, unbiased = None, dim
    if correction is None:
        correction = 1 if unbiased is None else int(unbiased)
    if not input.is_floating_point():
        raise RuntimeError("std and var only support floating point and complex dtypes")
    sizes = input._data.shape
    if math.prod(sizes[axis] for axis in axes_of(dim, len(sizes))) <= correction:
        warnings.warn(
            f"{name}(): degrees of freedom is <= 0. Correction should be strictly less "
            "than the reduction factor (input numel divided by output numel).",
            UserWarning,
            stacklevel=4,
        )
    if input.dtype is dtypes.float16:
        return in_float32(op.apply, input, dim, correction, keepdim)
    return op.apply(input, dim, correction, keepdim)


def bincount(
    input: Tensor, weights: Tensor | None = None, minlength: int = 0
) -> Tensor:
    """How often each of 0, 1, … is in a vector of whole numbers, or their weights."""
    check_kind("bincount_cpu", input, "iu")
    array = input._data
    if array.ndim != 1 or array.size and array.min() < 0:
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if weights is None:
        return tensor_of(np.bincount(array, minlength=minlength), np.int64)
    if weights._data.shape != array.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    counts = np.bincount(array, weights._data, minlength)
    narrow = weights._data.dtype == np.float32
    return tensor_of(counts.astype(np.float32) if narrow else counts)


_Histogram = named_tuple("histogram", "hist bin_edges")


def histogram(
    input: Tensor,
    bins: "int | Tensor" = 100,
    *,
    range: tuple[float, float] | None = None,
    weight: Tensor | None = None,
    density: bool = False,
):
    """How many entries (or how much `weight`) is between edges, and the edges.

    `bins` is a number of equal intervals, or the edges in order. The intervals go from
    the smallest to the largest entry if no `range` is given.
    """
    check_kind("histogram_cpu", input, "f")
    values = input._data.reshape(-1)
    if isinstance(bins, Tensor):
        edges = bins._data
    else:
        low, high = range or ((values.min(), values.max()) if values.size else (0, 0))
        if low == high:
            low, high = low - 1, high + 1
        edges = np.linspace(low, high, bins + 1).astype(values.dtype)
    weights = None if weight is None else weight._data.reshape(-1)
    counts = np.histogram(values, edges, weights=weights, density=density)[0]
    return _Histogram(tensor_of(counts.astype(values.dtype)), tensor_of(edges))


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = "var std bincount histogram".split()
NUMPY: dict = {}
