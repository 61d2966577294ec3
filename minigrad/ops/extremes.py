"""Pieces of lines: relu, abs, sign, maxima and minima of two, clamp.

Where two branches meet, PyTorch's convention holds: relu and abs have the derivative 0
at 0, the maximum of two equal numbers gives each half, clamp lets its bounds through.
"""

import numpy as np

from ..core.op import Op
from .broadcasting import row
from .masked import Masked

# As arrays: NumPy takes twice as long if it has to convert a Python number first.
ZEROS = {np.dtype(kind): np.zeros((), kind) for kind in "?bBhHiIlLqQefd"}


# piece: ReLU
class ReLU(Op, elementwise=True, name="ReluBackward0"):
    """out = max(a, 0); at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        out = positive_part(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return Masked.call(grad, out != 0)  # nan passes, too


def positive_part(a: np.ndarray) -> np.ndarray:
    """max(a, 0). With a row of zeros NumPy is twice as fast as with a single one."""
    if a.size < 2048 or a.ndim < 2 or not a.flags.c_contiguous:
        return np.maximum(a, ZEROS[a.dtype])
    rows = a if a.ndim == 2 else a.reshape((len(a), -1))
    out = np.maximum(rows, row(0, rows.shape[1], a.dtype))
    return out if a.ndim == 2 else out.reshape(a.shape)


# piece: Abs
class Abs(Op, elementwise=True):
    """out = |a|, so out' = sign a; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.sign(a)


class Sign(Op, elementwise=True, name="SignBackward0"):
    """out = -1, 0 or 1; the derivative is 0"""

    @staticmethod
    def forward(ctx, a):
        return a.copy() if a.dtype.kind == "b" else np.sign(a)

    @staticmethod
    def backward(ctx, grad):
        return np.zeros_like(grad)


class Sgn(Sign, name="SgnBackward0"):
    """out = -1, 0 or 1: the node that PyTorch shows for sgn"""


# -- of two -----------------------------------------------------------------------


class Maximum(Op, operands=2, elementwise=True):
    """out = the larger of a and b, or nan; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.maximum(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        shared = np.where(a == b, grad / 2, grad)
        return np.where(a < b, 0.0, shared), np.where(a > b, 0.0, shared)


class Minimum(Op, operands=2, elementwise=True):
    """out = the smaller of a and b, or nan; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.minimum(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        shared = np.where(a == b, grad / 2, grad)
        return np.where(a > b, 0.0, shared), np.where(a < b, 0.0, shared)


class Fmax(Op, operands=2, elementwise=True):
    """out = the larger of a and b; a number rather than nan; a of equal ones"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward((a >= b) | np.isnan(b))
        return np.fmax(a, b)

    @staticmethod
    def backward(ctx, grad):
        (first,) = ctx.saved_tensors
        return np.where(first, grad, 0.0), np.where(first, 0.0, grad)


class Fmin(Op, operands=2, elementwise=True):
    """out = the smaller of a and b; a number rather than nan; a of equal ones"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward((a <= b) | np.isnan(b))
        return np.fmin(a, b)

    @staticmethod
    def backward(ctx, grad):
        (first,) = ctx.saved_tensors
        return np.where(first, grad, 0.0), np.where(first, 0.0, grad)


# -- clamp ------------------------------------------------------------------------


class Clamp(Op, elementwise=True, name="ClampBackward1"):
    """out = a, but at least `min` and at most `max`, which are numbers or None"""

    @staticmethod
    def forward(ctx, a, min, max):
        inside = True if min is None else a >= min
        if max is not None:
            inside = inside & (a <= max)
        ctx.save_for_backward(inside)
        low, high = (None if x is None else a.dtype.type(x) for x in (min, max))
        return np.clip(a, low, high)

    @staticmethod
    def backward(ctx, grad):
        (inside,) = ctx.saved_tensors
        return np.where(inside, grad, 0.0)


class ClampMin(Clamp, name="ClampMinBackward0"):
    """out = a, but at least a number: the node that PyTorch shows for clamp_min"""


class ClampMax(Clamp, name="ClampMaxBackward0"):
    """out = a, but at most a number: the node that PyTorch shows for clamp_max"""


class ClampTensor(Op, operands=3, elementwise=True, name="ClampBackward0"):
    """out = min(max(a, low), high); `unbounded` if `high` is but a number above all"""

    @staticmethod
    def forward(ctx, a, low, high, unbounded):
        below = (a < low) & (unbounded | (low < high))
        above = (a > high) | (high < low)
        ctx.save_for_backward((a >= low) & (a <= high), below, above)
        return np.minimum(np.maximum(a, low), high)

    @staticmethod
    def backward(ctx, grad):
        return tuple(np.where(mask, grad, 0.0) for mask in ctx.saved_tensors)


class AtLeast(Op, operands=2, elementwise=True, name="ClampMinBackward1"):
    """out = max(a, low), for clamp_min; a gets the gradient of equal ones"""

    @staticmethod
    def forward(ctx, a, low):
        ctx.save_for_backward(a >= low, a < low)
        return np.maximum(a, low)

    @staticmethod
    def backward(ctx, grad):
        return tuple(np.where(mask, grad, 0.0) for mask in ctx.saved_tensors)


class AtMost(Op, operands=2, elementwise=True, name="ClampMaxBackward1"):
    """out = min(a, high), for clamp_max; a gets the gradient of equal ones"""

    @staticmethod
    def forward(ctx, a, high):
        ctx.save_for_backward(a <= high, a > high)
        return np.minimum(a, high)

    @staticmethod
    def backward(ctx, grad):
        return tuple(np.where(mask, grad, 0.0) for mask in ctx.saved_tensors)
