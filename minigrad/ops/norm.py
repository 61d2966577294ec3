"""Norms (Σ |a|^p)^(1/p) other than the Euclidean one, which is in reduce.py.

At entries or norms of 0 the derivative is 0, where PyTorch has it so.
"""

import numpy as np

from ..autograd.function import Op
from .reduce import Sum, axes_of, spread


class NormOne(Op, name="LinalgVectorNormBackward0"):
    """out = Σ |a|"""

    @staticmethod
    def forward(ctx, a, dim, keepdim):
        ctx.axes = axes_of(dim, a.ndim)
        ctx.save_for_backward(a)
        return np.add.reduce(np.abs(a), axis=ctx.axes, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return spread(grad, a.shape, ctx.axes) * np.sign(a)


class NormZero(Op, name="LinalgVectorNormBackward0"):
    """out = how many entries are not 0; there is no derivative"""

    @staticmethod
    def forward(ctx, a, dim, keepdim):
        there = (a != 0).astype(a.dtype)
        return np.add.reduce(there, axis=axes_of(dim, a.ndim), keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return None


class NormInf(Op, name="LinalgVectorNormBackward0"):
    """out = max |a|, or min |a| for p = -inf; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, p, dim, keepdim):
        ctx.axes = axes_of(dim, a.ndim)
        ufunc, initial = (np.maximum, 0) if p > 0 else (np.minimum, np.inf)
        out = ufunc.reduce(np.abs(a), axis=ctx.axes, keepdims=keepdim, initial=initial)
        out = np.asarray(out)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        out, grad = spread(out, a.shape, ctx.axes), spread(grad, a.shape, ctx.axes)
        chosen = ((np.absolute(a) == out) | (a != a)) * np.ones_like(grad)
        return np.sign(a) * (chosen * (grad / Sum.call(chosen, ctx.axes, True)))


class NormP(Op, name="LinalgVectorNormBackward0"):
    """out = (Σ |a|^p)^(1/p), so out' = sign(a) |a|^(p-1) / out^(p-1)"""

    @staticmethod
    def forward(ctx, a, p, dim, keepdim):
        ctx.p, ctx.axes = p, axes_of(dim, a.ndim)
        powers = np.abs(a) ** p
        out = np.add.reduce(powers, axis=ctx.axes, keepdims=keepdim) ** (1 / p)
        out = np.asarray(out)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        out, grad = spread(out, a.shape, ctx.axes), spread(grad, a.shape, ctx.axes)
        zero = (out if ctx.p > 1 else a) == 0
        scale = grad / np.where(out == 0, 1.0, out) ** (ctx.p - 1)
        if ctx.p >= 2:
            slope = a * np.absolute(a) ** (ctx.p - 2)
        else:
            slope = np.sign(a) * np.where(a == 0, 1.0, np.absolute(a)) ** (ctx.p - 1)
        return np.where(zero, 0.0, slope * scale)
