"""Softmax and its logarithm, with the derivative of softmax as an op of its own."""

import numpy as np
from numpy import ndarray

from ..autograd.op import Op
from .reduce import Sum


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


class SafeSoftmax(Softmax):
    """Softmax, but 0 where all of a row is -inf: attention to nothing at all"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        out = np.empty_like(a)
        sums = exponentials(a, dim, out)
        out /= np.where(sums == 0, a.dtype.type(1), sums)
        ctx.save_for_backward(out)
        return out


class SoftmaxGrad(Op, operands=2):
    """out = p (g - Σ g p) over the axis `dim`"""

    @staticmethod
    def forward(ctx, grad, p, dim):
        ctx.dim = dim
        ctx.save_for_backward(grad, p)
        out = np.asarray(grad * p)
        np.subtract(grad, _sums(out, dim), out=out)
        out *= p
        return out

    @staticmethod
    def backward(ctx, grad):
        g, p = ctx.saved_tensors
        total = Sum.call(g * p, ctx.dim, True)
        return (
            SoftmaxGrad.call(grad, p, ctx.dim),
            grad * (g - total) - g * Sum.call(grad * p, ctx.dim, True),
        )


class LogSoftmax(Op):
    """out = a - log Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        out = np.asarray(a - _largest(a, dim))
        out -= np.log(_sums(np.asarray(np.exp(out)), dim))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - np.exp(out) * Sum.call(grad, ctx.dim, True)


# Sums of exponentials between these need no shift of the exponents, by itemsize:
# nothing overflows, and entries keep their digits down to 1e-32 (1e-200) of the sum.
MODERATE = {4: (1e-6, 1e30), 8: (1e-100, 1e200)}


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
        extremes = np.maximum.reduce(sums, None), np.minimum.reduce(sums, None)
    if extremes[0] < high and extremes[1] > low:
        return sums
    if seen is not None:
        a = np.where(seen, a, a.dtype.type(-np.inf))
    np.subtract(a, _largest(a, dim), out=out)
    np.exp(out, out=out)
    return _sums(out, dim)


def _largest(a: ndarray, dim: int) -> ndarray:
    """The largest of each row; 0 in place of -inf, of which a difference is nan."""
    top = np.maximum.reduce(a, dim, keepdims=True, initial=-np.inf)
    return np.where(top == -np.inf, a.dtype.type(0), top)


def _sums(a: ndarray, dim: int) -> ndarray:
    """The sums over one axis; over the last one a product with ones is faster."""
    if a.ndim < 2 or dim < a.ndim - 1:
        return np.add.reduce(a, dim, keepdims=True)
    return np.matmul(a, np.ones((a.shape[dim], 1), a.dtype))
