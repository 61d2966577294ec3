"""Pieces of lines: relu, abs, sign, maxima and minima of two, clamp.

Where two branches meet, PyTorch's convention holds: relu and abs have the derivative 0
at 0, the maximum of two equal numbers gives each half, clamp lets its bounds through.
"""

import numpy as np

from ..autograd.tied import Tied
from ..core.op import Op
from ..tensor import Tensor
from .arguments import check_tensors, joined, number, operand
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
        return Masked.call(Tied.call(grad, out), out != 0)  # nan passes, too


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


# -- clamp ------------------------------------------------------------------------


class Clamp(Op, elementwise=True, name="ClampBackward1"):
    """out = a, but at least `min` and at most `max`, which are numbers or None"""

    @staticmethod
    def forward(ctx, a, min, max):
        ctx.min, ctx.max = min, max
        ctx.save_for_backward(a)
        low, high = (None if x is None else a.dtype.type(x) for x in (min, max))
        return np.clip(a, low, high)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        inside = True if ctx.min is None else a >= ctx.min
        if ctx.max is not None:
            inside = inside & (a <= ctx.max)
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


# -- functions --------------------------------------------------------------------


def maximum(input: Tensor, other: Tensor) -> Tensor:
    """The larger of two tensors, entry by entry; `clamp` is for numbers."""
    check_tensors("maximum", input=input, other=other)
    return Maximum.apply(input, other)


def minimum(input: Tensor, other: Tensor) -> Tensor:
    """The smaller of two tensors, entry by entry; `clamp` is for numbers."""
    check_tensors("minimum", input=input, other=other)
    return Minimum.apply(input, other)


def clamp(input: Tensor, min=None, max=None) -> Tensor:
    """`input`, but at least `min` and at most `max`: numbers, tensors, or None."""
    if min is None and max is None:
        raise RuntimeError(
            "torch.clamp: At least one of 'min' or 'max' must not be None"
        )
    min, max = number(min), number(max)
    bounds = [bound for bound in (min, max) if bound is not None]
    tensors = [isinstance(bound, Tensor) for bound in bounds]
    if any(tensors) != all(tensors) or not isinstance(bounds[0], Tensor | int | float):
        raise TypeError(
            "clamp() received an invalid combination of arguments: `min` and `max` "
            "must be numbers, or tensors"
        )
    if not any(tensors):
        return Clamp.apply(joined(input, *bounds), min, max)
    dtype = input._data.dtype
    low, high = (-np.inf, np.inf)
    if dtype.kind != "f":
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    low, high = low if min is None else min, high if max is None else max
    return ClampTensor.apply(input, low, high, max is None)


def clamp_min(input: Tensor, min: "Tensor | float") -> Tensor:
    """`input`, but at least `min`."""
    if isinstance(min, Tensor):
        return clamp(input, min)
    return ClampMin.apply(joined(input, number(min)), min, None)


def clamp_max(input: Tensor, max: "Tensor | float") -> Tensor:
    """`input`, but at most `max`."""
    if isinstance(max, Tensor):
        return clamp(input, None, max)
    return ClampMax.apply(joined(input, number(max)), None, max)


# -- the tables -------------------------------------------------------------------

CHANGES = {
    "relu": ReLU,
    "abs": Abs,
    "sign": Sign,
    "clamp": clamp,
    "clamp_min": clamp_min,
    "clamp_max": clamp_max,
}
METHODS = FUNCTIONS = {**CHANGES, "maximum": maximum, "minimum": minimum}
IN_PLACE = CHANGES
NUMPY = {
    np.absolute: Abs,
    np.sign: Sign,
    np.maximum: lambda a, b: Maximum.apply(operand(a), operand(b)),
    np.minimum: lambda a, b: Minimum.apply(operand(a), operand(b)),
}
