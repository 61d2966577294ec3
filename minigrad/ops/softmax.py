"""Softmax and its logarithm, whose derivatives are ops of their own."""

import numpy as np
from numpy import ndarray

from ..core.op import Op
from ..errors import axes_of
from ..tensor import Tensor
from .arguments import check_kind
from .broadcasting import row
from .reduce import Sum


# piece: Softmax
class Softmax(Op):
    """out = exp a / Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        out = np.empty_like(a)
        out /= exponentials(a, dim, out)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return SoftmaxGrad.call(grad, out, ctx.dim)


class SafeSoftmax(Op):
    """Softmax, but 0 where all of a row is -inf: attention to nothing at all"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        out = np.empty_like(a)
        sums = exponentials(a, dim, out)
        out /= np.where(sums == 0, a.dtype.type(1), sums)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return SoftmaxGrad.call(grad, out, ctx.dim)


class SoftmaxGrad(Op, operands=2):
    """out = p (g - Σ g p) over the axis `dim`"""

    @staticmethod
    def plain(grad, p, dim):
        out = np.asarray(grad * p)
        np.subtract(grad, _sums(out, dim), out=out)
        out *= p
        return out

    @staticmethod
    def forward(ctx, grad, p, dim):
        ctx.dim = dim
        ctx.save_for_backward(grad, p)
        return SoftmaxGrad.plain(grad, p, dim)

    @staticmethod
    def backward(ctx, grad):
        g, p = ctx.saved_tensors
        total = Sum.call(g * p, ctx.dim, True)
        return (
            SoftmaxGrad.call(grad, p, ctx.dim),
            grad * (g - total) - g * Sum.call(grad * p, ctx.dim, True),
        )


# piece: LogSoftmax
class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        sums = _sums(np.exp(a), dim) if a.ndim else None
        if sums is None or not _within(sums, *NEAR_ONE):
            a = a - _largest(a, dim)
            sums = _sums(np.asarray(np.exp(a)), dim)
        out = np.asarray(a - np.log(sums))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return LogSoftmaxGrad.call(grad, out, ctx.dim)


class LogSoftmaxGrad(Op, operands=2, name="LogSoftmaxBackwardDataBackward0"):
    """out = g - exp(y) Σ g over the axis `dim`, where y is a logarithm of softmax"""

    @staticmethod
    def plain(grad, y, dim):
        out = np.asarray(np.exp(y))
        out *= _sums(grad, dim)
        return np.subtract(grad, out, out=out)

    @staticmethod
    def forward(ctx, grad, y, dim):
        ctx.dim = dim
        ctx.save_for_backward(grad, y)
        return LogSoftmaxGrad.plain(grad, y, dim)

    @staticmethod
    def backward(ctx, grad):
        g, y = ctx.saved_tensors
        p = np.exp(y)
        return (
            grad - Sum.call(grad * p, ctx.dim, True),
            -grad * p * Sum.call(g, ctx.dim, True),
        )


# -- on arrays --------------------------------------------------------------------

# Sums of exponentials between these need no shift of the exponents, by itemsize:
# nothing overflows, and entries keep their digits down to 1e-32 (1e-200) of the sum.
MODERATE = {4: (1e-6, 1e30), 8: (1e-100, 1e200)}
# Of sums between these the logarithm is small: subtracting it loses no digits.
NEAR_ONE = 1e-3, 1e6


def exponentials(a: ndarray, dim: int, out: ndarray, seen: ndarray | None = None):
    """Write exp a, up to a factor for each row, into `out`; return the rows' sums.

    A row lies along the axis `dim`. What is not `seen` (a bool mask) becomes 0. If the
    sum of a row is too large or too small for its digits, all is done again, with each
    row shifted by its largest number.
    """
    low, high = MODERATE.get(a.dtype.itemsize, (1, 0))
    with np.errstate(over="ignore", invalid="ignore"):
        np.exp(a, out=out)
        if seen is not None:
            out *= seen
        sums = _sums(out, dim)
        moderate = _within(sums, low, high)
    if moderate:
        return sums
    if seen is not None:
        a = np.where(seen, a, a.dtype.type(-np.inf))
    np.subtract(a, _largest(a, dim), out=out)
    np.exp(out, out=out)
    return _sums(out, dim)


def _within(sums: ndarray, low: float, high: float) -> bool:
    """True if all lie between the two; False for nan, and where there are none."""
    if not sums.size:
        return False
    # As .max() and .min(), which take three times as long on a few numbers.
    return sums.item(sums.argmax()) < high and sums.item(sums.argmin()) > low


def _largest(a: ndarray, dim: int) -> ndarray:
    """The largest of each row; 0 in place of -inf, of which a difference is nan."""
    top = np.maximum.reduce(a, dim, keepdims=True, initial=-np.inf)
    return np.where(top == -np.inf, a.dtype.type(0), top)


def _sums(a: ndarray, dim: int) -> ndarray:
    """The sums over one axis; over the last one a product with ones is faster."""
    if a.ndim < 2 or dim < a.ndim - 1:
        return np.add.reduce(a, dim, keepdims=True)
    return a.dot(row(1, a.shape[dim], a.dtype))[..., None]


# -- the functions ----------------------------------------------------------------


def softmax(input: Tensor, dim: int, dtype=None) -> Tensor:
    """exp(input) / Σ exp(input) over the axis `dim`, computed in `dtype`."""
    return _applied("softmax", Softmax, input, dim, dtype)


def log_softmax(input: Tensor, dim: int, dtype=None) -> Tensor:
    """input - log Σ exp(input) over the axis `dim`, computed in `dtype`."""
    return _applied("log_softmax", LogSoftmax, input, dim, dtype)


def _applied(name: str, op: type, input: Tensor, dim: int, dtype) -> Tensor:
    if not hasattr(dim, "__index__"):
        raise TypeError(
            f"{name}(): argument 'dim' must be int, not {type(dim).__name__}"
        )
    if dtype is not None:
        input = input.to(dtype)
    (axis,) = axes_of(dim, input._data.ndim) or (0,)
    last = "_lastdim" if axis == input._data.ndim - 1 else ""
    check_kind(f"{name}{last}_kernel_impl", input, "f")
    return op.apply(input, axis)


METHODS = FUNCTIONS = ["softmax", "log_softmax"]
NUMPY = {}
