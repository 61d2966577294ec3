"""Operations that reduce axes: sums, means, norms, products, extremes.

A gradient of a reduction is spread back over the reduced axes: `spread` gives it the
axes of size 1 that `keepdim` would have kept, and broadcasting does the rest.
"""

from functools import lru_cache
from operator import index

import numpy as np

from ..autograd.op import Op
from ..tensor import dimension_error
from .shape import Expand


def axes_of(dim: "int | tuple[int, ...] | None", ndim: int) -> tuple[int, ...]:
    """The axes that `dim` names, counted from 0; all for None or ().

    IndexError for an axis out of range, RuntimeError for one named twice.
    """
    if dim is None or dim.__class__ is tuple and not dim:
        return tuple(range(ndim))
    if dim.__class__ is int and -ndim <= dim < ndim:
        return (dim % ndim,)
    axes = []
    for axis in (index(dim),) if hasattr(dim, "__index__") else tuple(dim):
        limit = max(ndim, 1)
        if not -limit <= axis < limit:
            raise dimension_error(axis, ndim)
        axis %= limit
        if axis in axes:
            raise RuntimeError(f"dim {axis} appears multiple times in the list of dims")
        axes.append(axis)
    return tuple(axes) if ndim else ()


def row(number: int, count: int, dtype: np.dtype) -> np.ndarray:
    """A vector of equal numbers that cannot be written: a short one is kept."""
    make = _kept_row if count <= 4096 else _kept_row.__wrapped__
    return make(number, count, dtype)


@lru_cache(256)
def _kept_row(number: int, count: int, dtype: np.dtype) -> np.ndarray:
    vector = np.full(count, number, dtype)
    vector.flags.writeable = False
    return vector


def sum_of_rows(a: np.ndarray) -> np.ndarray:
    """np.add.reduce(a, 0) of a matrix: as a product with ones four times as fast.

    Not for half floats, which have no fast product, nor for a great many rows: digits
    would be lost.
    """
    if len(a) <= 4096 and a.dtype.itemsize >= 4:
        return row(1, len(a), a.dtype).dot(a)
    return np.add.reduce(a, 0)


def sum_of_all(a: np.ndarray) -> np.generic:
    """np.add.reduce(a, None): of a vector as a product with ones, if that is faster.

    Not of a few numbers, which are added in PyTorch's order, from the first on; for
    the other limits see `sum_of_rows`.
    """
    if a.ndim == 1 and 64 <= len(a) <= 4096 and a.dtype.itemsize >= 4:
        return row(1, len(a), a.dtype).dot(a)
    return np.add.reduce(a, None)


def sums(a: np.ndarray, axes: tuple[int, ...], keepdims: bool = False) -> np.ndarray:
    """np.add.reduce(a, axes) of floats.

    A product with ones is faster over a short last axis, too.
    """
    if len(axes) == a.ndim and not keepdims:
        return sum_of_all(a)
    if len(axes) == 1 and a.ndim > 1 and a.size >= 512 and a.flags.c_contiguous:
        n, last = a.shape[axes[0]], a.ndim - 1
        if a.dtype.itemsize < 4:
            pass  # float16 has no fast product
        elif axes[0] == last and n <= 256:  # longer ones would lose more digits
            kept = (1,) if keepdims else ()
            return (
                a.reshape((-1, n)).dot(row(1, n, a.dtype)).reshape(a.shape[:-1] + kept)
            )
        elif axes[0] == 0:
            kept = (1,) if keepdims else ()
            return sum_of_rows(a.reshape((n, -1))).reshape(kept + a.shape[1:])
    return np.add.reduce(a, axes, keepdims=keepdims)


def spread(grad, shape: tuple, axes: tuple[int, ...]):
    """`grad` of a reduction of `shape` over `axes`, with those axes as size 1."""
    return grad.reshape(_kept(shape, axes))


@lru_cache(1024)
def _kept(shape: tuple, axes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([1 if axis in axes else size for axis, size in enumerate(shape)])


def everywhere(grad, shape: tuple, axes: tuple[int, ...]):
    """`grad` of a reduction of `shape` over `axes`, the same for all it reduced."""
    if len(axes) < len(shape):
        grad = spread(grad, shape, axes)
    return Expand.call(grad, shape)


# piece: Sum
class Sum(Op):
    """out = Σ a over the axes `dim` (all for None); whole numbers sum up in int64"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.axes = axes_of(dim, a.ndim)
        if a.dtype.kind == "f":
            return sums(a, ctx.axes, keepdim)
        return np.add.reduce(a, axis=ctx.axes, dtype=np.int64, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return everywhere(grad, ctx.shape, ctx.axes)


# piece: Mean
class Mean(Op):
    """out = Σ a / n over the axes `dim` (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.axes = axes_of(dim, a.ndim)
        out = sums(a, ctx.axes, keepdim)
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


class Nansum(Op):
    """out = Σ a over the axes `dim`, where nan counts as 0"""

    @staticmethod
    def forward(ctx, a, dim, keepdim):
        ctx.axes = axes_of(dim, a.ndim)
        there = ~np.isnan(a)
        ctx.save_for_backward(there)
        return np.add.reduce(
            np.where(there, a, a.dtype.type(0)), axis=ctx.axes, keepdims=keepdim
        )

    @staticmethod
    def backward(ctx, grad):
        (there,) = ctx.saved_tensors
        return spread(grad, there.shape, ctx.axes) * there


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


class Aminmax(Op):
    """out = the smallest and the largest over one axis, or over all for None"""

    @staticmethod
    def forward(ctx, a, dim, keepdim):
        ctx.axes = axes_of(dim, a.ndim)
        outs = tuple(
            np.asarray(ufunc.reduce(a, axis=ctx.axes, keepdims=keepdim))
            for ufunc in (np.minimum, np.maximum)
        )
        ctx.save_for_backward(a, *outs)
        return outs

    @staticmethod
    def backward(ctx, *grads):
        a, *outs = ctx.saved_tensors
        total = np.zeros_like(a)
        for grad, out in zip(grads, outs, strict=True):
            if grad is not None:
                grad = spread(grad, a.shape, ctx.axes)
                chosen = (a == spread(out, a.shape, ctx.axes)) * np.ones_like(grad)
                total = total + chosen * (grad / Sum.call(chosen, ctx.axes, True))
        return total
