"""Softmax and its logarithm, with the derivative of softmax as an op of its own."""

import numpy as np

from ..autograd.op import Op
from .reduce import Sum


class Softmax(Op):
    """out = exp a / Σ exp a over the axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        out = np.asarray(a - _largest(a, dim))
        np.exp(out, out=out)
        out /= _sums(out, dim)
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
        out = Softmax.forward(ctx, a, dim)
        out[np.broadcast_to((a == -np.inf).all(dim, keepdims=True), a.shape)] = 0
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


def _largest(a: np.ndarray, dim: int) -> np.ndarray:
    return np.maximum.reduce(a, dim, keepdims=True, initial=-np.inf)


def _sums(a: np.ndarray, dim: int) -> np.ndarray:
    """The sums over one axis; over the last one a product with ones is faster."""
    if a.ndim < 2 or dim < a.ndim - 1:
        return np.add.reduce(a, dim, keepdims=True)
    return np.matmul(a, np.ones((a.shape[dim], 1), a.dtype))
