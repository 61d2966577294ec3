"""Operations that reduce axes: sums, means, norms, products, extremes.

A gradient of a reduction is spread back over the reduced axes: `spread` gives it the
axes of size 1 that `keepdim` would have kept, and broadcasting does the rest.
"""

from functools import lru_cache

import numpy as np

from ..core import arithmetic
from ..core.arithmetic import Sum as Sum
from ..core.arithmetic import everywhere
from ..core.op import Op
from ..errors import axes_of as axes_of


def spread(grad, shape: tuple, axes: tuple[int, ...]):
    """`grad` of a reduction of `shape` over `axes`, with those axes as size 1."""
    return grad.reshape(_kept(shape, axes))


@lru_cache(1024)
def _kept(shape: tuple, axes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([1 if axis in axes else size for axis, size in enumerate(shape)])


# piece: Mean
class Mean(Op):
    """out = Σ a / n over the axes `dim` (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.axes = axes_of(dim, a.ndim)
        out = arithmetic.sums(a, ctx.axes, keepdims=keepdim)
        count = a.size // max(out.size, 1)
        ctx.count = max(count, 1)  # of no entries: 0 / 0, with an empty gradient
        return out / count

    @staticmethod
    def backward(ctx, grad):
        return everywhere(grad / ctx.count, ctx.shape, ctx.axes)


# piece: Norm
class Norm(Op, name="LinalgVectorNormBackward0"):
    """out = √(Σ a²) over the axes `dim`, so out' = a / out; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.axes = axes_of(dim, a.ndim)
        out = np.asarray(np.sqrt(np.add.reduce(a * a, axis=ctx.axes, keepdims=keepdim)))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        out, grad = spread(out, a.shape, ctx.axes), spread(grad, a.shape, ctx.axes)
        return a * np.where(out == 0, 0.0, grad / np.where(out == 0, 1.0, out))


class Logsumexp(Op, floats=True):
    """out = log Σ exp a over the axes `dim`, so out' = exp(a - out)"""

    @staticmethod
    def forward(ctx, a, dim, keepdim):
        ctx.axes = axes_of(dim, a.ndim)
        top = np.maximum.reduce(a, axis=ctx.axes, keepdims=True, initial=-np.inf)
        top = np.where(np.isinf(top), a.dtype.type(0), top)
        total = np.add.reduce(np.exp(a - top), axis=ctx.axes, keepdims=True)
        out = np.log(total) + top
        out = out if keepdim else np.asarray(out.squeeze(ctx.axes))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        grad, out = spread(grad, a.shape, ctx.axes), spread(out, a.shape, ctx.axes)
        return grad * np.exp(a - out)


# -- the largest and the smallest -------------------------------------------------


# piece: Max
class Amax(Op):
    """out = the largest over the axes `dim`; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.axes = axes_of(dim, a.ndim)
        out = np.asarray(np.maximum.reduce(a, axis=ctx.axes, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        return shared(ctx, grad)


class Amin(Op):
    """out = the smallest over the axes `dim`; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.axes = axes_of(dim, a.ndim)
        out = np.asarray(np.minimum.reduce(a, axis=ctx.axes, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        return shared(ctx, grad)


def shared(ctx, grad):
    """`grad` over the axes `ctx.axes`, shared by the entries that are `out`."""
    a, out = ctx.saved_tensors
    grad = spread(grad, a.shape, ctx.axes)
    chosen = (a == spread(out, a.shape, ctx.axes)) * np.ones_like(grad)
    return chosen * (grad / Sum.call(chosen, ctx.axes, True))


class Max(Op, name="MaxBackward1"):
    """out = the largest of all, or nan; equal ones share the gradient, as nans do"""

    @staticmethod
    def forward(ctx, a):
        out = np.asarray(np.maximum.reduce(a, axis=None))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        chosen = ((a == out) | (a != a)) * np.ones_like(grad)
        return chosen * (grad / Sum.call(chosen))


class Min(Max, name="MinBackward1"):
    """out = the smallest of all, or nan; equal ones share the gradient, as nans do"""

    @staticmethod
    def forward(ctx, a):
        out = np.asarray(np.minimum.reduce(a, axis=None))
        ctx.save_for_backward(a, out)
        return out
