"""Variance and standard deviation: Σ (a - mean)² / (n - correction), and its root."""

import numpy as np

from ..autograd.function import Op
from .reduce import Mean, axes_of, spread


def variance(ctx, a, dim, correction: float) -> tuple:
    """The variance and the mean, with the axes that are reduced as size 1.

    `ctx` notes the axes, and the divisor, which is at least 0.
    """
    ctx.axes = axes_of(dim, a.ndim)
    mean = np.add.reduce(a, axis=ctx.axes, keepdims=True)
    count = a.size // max(mean.size, 1)
    mean = mean / count
    ctx.divisor = float(max(count - correction, 0))
    offset = a - mean
    offset *= offset
    total = np.add.reduce(offset, axis=ctx.axes, keepdims=True)
    return total / ctx.divisor if ctx.divisor else total / total.dtype.type(0), mean


def kept(ctx, out, keepdim: bool) -> np.ndarray:
    """`out` without the axes of size 1, unless they are to stay."""
    return out if keepdim else np.asarray(out.squeeze(ctx.axes))


def variance_backward(grad, a, axes: tuple, divisor: float):
    """The gradient of a variance: 2 / (n - correction) (a - mean)"""
    scale = grad * (2 / divisor if divisor else np.inf)
    return spread(scale, a.shape, axes) * (a - Mean.call(a, axes, True))


def deviation_backward(grad, a, out, axes: tuple, divisor: float):
    """The gradient of the root of a variance; 0 where that is 0"""
    grad = np.where(out == 0, 0.0, grad / (out * 2))
    return variance_backward(grad, a, axes, divisor)


class Var(Op):
    """out = Σ (a - mean)² / (n - correction)"""

    @staticmethod
    def forward(ctx, a, dim, correction, keepdim):
        ctx.save_for_backward(a)
        return kept(ctx, variance(ctx, a, dim, correction)[0], keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return variance_backward(grad, a, ctx.axes, ctx.divisor)


class Std(Op):
    """out = √(Σ (a - mean)² / (n - correction)); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim, correction, keepdim):
        out = np.sqrt(variance(ctx, a, dim, correction)[0])
        out = kept(ctx, out, keepdim)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return deviation_backward(grad, a, out, ctx.axes, ctx.divisor)
