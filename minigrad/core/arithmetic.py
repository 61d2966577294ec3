"""Seven operations, each with its derivative. All others are in `../ops/`."""

import numpy as np

from .. import errors
from .op import Op
from .tensor import Tensor

sums, broadcast_to = np.add.reduce, np.broadcast_to  # `../speed/` has other ones


# piece: Add
class Add(Op, operands=2, elementwise=True):
    """out = a + b"""

    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad


# piece: Mul
class Mul(Op, operands=2, elementwise=True, used_for={0: 1, 1: 0}):
    """out = a * b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


# piece: Sum
class Sum(Op):
    """out = Σ a over the axes `dim`, or all; whole numbers add up in int64"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.axes = errors.axes_of(dim, a.ndim)
        if a.dtype.kind == "f":  # the `sums` of `../speed/` takes floats only
            return sums(a, ctx.axes, keepdims=keepdim)
        return np.add.reduce(a, axis=ctx.axes, dtype=np.int64, keepdims=keepdim)

    @staticmethod
    def backward(ctx, grad):
        return everywhere(grad, ctx.shape, ctx.axes)


class Reshape(Op, name="ViewBackward0"):
    """out = a in another shape; `../autograd/` makes a view of it"""

    @staticmethod
    def forward(ctx, a, shape):
        ctx.shape = a.shape
        return a.reshape(shape)

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.shape)


class Expand(Op, elementwise=True):
    """out = a broadcast to a shape"""

    @staticmethod
    def forward(ctx, a, shape):
        return broadcast_to(a, shape)

    @staticmethod
    def backward(ctx, grad):
        return grad  # elementwise: `fit` gives it the shape and dtype of a


class Convert(Expand, name="ToCopyBackward0"):
    """out = a in another dtype; its backward is Expand's"""

    @staticmethod
    def forward(ctx, a, dtype):
        return a.astype(dtype)


class Clone(Expand):
    """out = a copy of a, in the same order of memory"""

    @staticmethod
    def forward(ctx, a):
        return a.copy("K")


def everywhere(grad, shape: tuple, axes: tuple[int, ...]):
    """`grad` of a reduction over `axes`, broadcast to `shape`."""
    if len(axes) < len(shape):  # else it broadcasts as it is
        ones = tuple(1 if axis in axes else n for axis, n in enumerate(shape))
        grad = grad.reshape(ones)
    return Expand.call(grad, shape)


# Functions in a class are methods: `a * b` is `Mul.apply(a, b)`. For `2 * a` Python
# calls `a.__rmul__(2)`: `Mul.apply(a, 2)`.
Tensor.__add__ = Tensor.__radd__ = Add.apply
Tensor.__mul__ = Tensor.__rmul__ = Mul.apply
Tensor.reshape, Tensor._convert = Reshape.apply, Convert.apply
Tensor.shape = property(lambda tensor: tensor._data.shape)
Tensor.ndim = property(lambda tensor: tensor._data.ndim)
