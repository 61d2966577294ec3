"""Operations that reduce axes: sums, means, norms.

A gradient of a reduction is spread back over the reduced axes: `spread` gives it the
axes of size 1 that `keepdim` would have kept, and broadcasting does the rest.
"""

import numpy as np

from ..autograd.function import Op
from ..tensor import dimension_error


def axes_of(dim: "int | tuple[int, ...] | None", ndim: int) -> tuple[int, ...]:
    """The axes that `dim` names, counted from 0; all for None or ().

    IndexError for an axis out of range, RuntimeError for one named twice.
    """
    if dim is None or dim == ():
        return tuple(range(ndim))
    axes = []
    for axis in (dim,) if isinstance(dim, int) else tuple(dim):
        limit = max(ndim, 1)
        if not -limit <= axis < limit:
            raise dimension_error(axis, ndim)
        axis %= limit
        if axis in axes:
            raise RuntimeError(f"dim {axis} appears multiple times in the list of dims")
        axes.append(axis)
    return tuple(axes) if ndim else ()


def spread(grad, shape: tuple, axes: tuple[int, ...]):
    """`grad` of a reduction of `shape` over `axes`, with those axes as size 1."""
    return grad.reshape(
        tuple(1 if axis in axes else size for axis, size in enumerate(shape))
    )


# piece: Sum
class Sum(Op):
    """out = Σ a over the axes `dim` (all for None); whole numbers sum up in int64"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.axes = axes_of(dim, a.ndim)
        dtype = None if a.dtype.kind == "f" else np.int64
        return np.add.reduce(a, axis=ctx.axes, dtype=dtype, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        grad = spread(grad, ctx.shape, ctx.axes)
        return np.broadcast_to(grad, ctx.shape)


class Mean(Op):
    """out = Σ a / n over the axes `dim` (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.axes = axes_of(dim, a.ndim)
        out = np.add.reduce(a, axis=ctx.axes, keepdims=keepdim)
        count = a.size // max(out.size, 1)
        ctx.count = max(count, 1)  # of no entries: 0 / 0, with an empty gradient
        return out / count

    @staticmethod
    def backward(ctx, grad):
        grad = spread(grad, ctx.shape, ctx.axes) / ctx.count
        return np.broadcast_to(grad, ctx.shape)


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
