"""Operations of two or three operands in one step: a + alpha b, lerp, addcmul …"""

import numpy as np

from .. import dtypes
from ..core.op import Op
from ..errors import type_name
from ..promotion import result_dtype
from ..tensor import Tensor
from .arguments import check_kind
from .convert import to
from .elementwise import Add, Sub
from .public import public


class AddScaled(Op, operands=2, elementwise=True, name="AddBackward0"):
    """out = a + alpha b"""

    @staticmethod
    def forward(ctx, a, b, alpha):
        ctx.alpha = alpha
        return a + b * alpha

    @staticmethod
    def backward(ctx, grad):
        return grad, grad * ctx.alpha


class SubScaled(Op, operands=2, elementwise=True, name="SubBackward0"):
    """out = a - alpha b"""

    @staticmethod
    def forward(ctx, a, b, alpha):
        ctx.alpha = alpha
        return a - b * alpha

    @staticmethod
    def backward(ctx, grad):
        return grad, -grad * ctx.alpha


class Lerp(Op, operands=2, elementwise=True, name="LerpBackward0"):
    """out = a + weight (b - a) for a Python number `weight`"""

    @staticmethod
    def forward(ctx, a, b, weight):
        ctx.weight = weight
        if abs(weight) < 0.5:  # the form that meets its end exactly at weight 1
            return a + (b - a) * weight
        return b - (b - a) * (1 - weight)

    @staticmethod
    def backward(ctx, grad):
        return grad * (1 - ctx.weight), grad * ctx.weight


class LerpTensor(Op, operands=3, elementwise=True, name="LerpBackward1"):
    """out = a + weight (b - a)"""

    @staticmethod
    def forward(ctx, a, b, weight):
        ctx.save_for_backward(a, b, weight)
        step = b - a
        return np.where(
            np.abs(weight) < 0.5, a + weight * step, b - step * (1 - weight)
        )

    @staticmethod
    def backward(ctx, grad):
        a, b, weight = ctx.saved_tensors
        return grad * (1 - weight), grad * weight, grad * (b - a)


class Addcmul(Op, operands=3, elementwise=True):
    """out = a + value b c"""

    @staticmethod
    def forward(ctx, a, b, c, value):
        ctx.value = value
        ctx.save_for_backward(b, c)
        return a + (b * c if value == 1 else b * c * value)

    @staticmethod
    def backward(ctx, grad):
        b, c = ctx.saved_tensors
        scaled = grad if ctx.value == 1 else grad * ctx.value
        return grad, scaled * c, scaled * b


class Addcdiv(Op, operands=3, elementwise=True):
    """out = a + value b / c"""

    @staticmethod
    def forward(ctx, a, b, c, value):
        ctx.value = value
        ctx.save_for_backward(b, c)
        return a + (b / c if value == 1 else b / c * value)

    @staticmethod
    def backward(ctx, grad):
        b, c = ctx.saved_tensors
        grad_b = grad * ctx.value / c
        return grad, grad_b, -grad_b * b / c


# -- functions --------------------------------------------------------------------


def add(input, other, *, alpha: float = 1) -> Tensor:
    """input + alpha other"""
    if alpha == 1:
        return _add(input, other)
    return AddScaled.apply(input, other, _scale(alpha, input, other))


def sub(input, other, *, alpha: float = 1) -> Tensor:
    """input - alpha other"""
    if alpha == 1:
        return _sub(input, other)
    return SubScaled.apply(input, other, _scale(alpha, input, other))


_add, _sub = public(Add, "add"), public(Sub, "sub")


def _scale(alpha: float, *operands) -> float:
    """`alpha` for operands of their kind; RuntimeError for a part of whole numbers."""
    kind = result_dtype(tuple(getattr(each, "_data", each) for each in operands)).kind
    if isinstance(alpha, float) and kind != "f":
        raise RuntimeError(
            "For integral input tensors, argument alpha must not be a floating point "
            "number."
        )
    return alpha


def lerp(input: Tensor, end: Tensor, weight: "Tensor | float") -> Tensor:
    """input + weight (end - input)"""
    if not isinstance(end, Tensor):
        raise TypeError(f"lerp(): argument 'end' must be Tensor, not {type_name(end)}")
    check_kind("lerp_kernel_scalar", input, "f")
    if isinstance(weight, Tensor) and weight._data.ndim == 0:
        weight = to(weight, input.dtype)
    for name, other in (("end", end), ("weight", weight)):
        if isinstance(other, Tensor) and other.dtype != input.dtype:
            expected, got = dtypes.C_NAMES[input.dtype], dtypes.C_NAMES[other.dtype]
            raise RuntimeError(
                f"expected dtype {expected} for `{name}` but got dtype {got}"
            )
    if isinstance(weight, Tensor):
        return LerpTensor.apply(input, end, weight)
    return Lerp.apply(input, end, weight)


def addcmul(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value=1) -> Tensor:
    """input + value tensor1 tensor2"""
    return Addcmul.apply(input, tensor1, tensor2, value)


def addcdiv(input: Tensor, tensor1: Tensor, tensor2: Tensor, *, value=1) -> Tensor:
    """input + value tensor1 / tensor2"""
    if not (tensor1.is_floating_point() or tensor2.is_floating_point()):
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported, and in a future  "
            "release addcdiv will perform a true division of tensor1 and tensor2. "
            "Divide them with div first, rounded or not."
        )
    return Addcdiv.apply(input, tensor1, tensor2, value)


METHODS = FUNCTIONS = IN_PLACE = {
    "add": add,
    "sub": sub,
    "lerp": lerp,
    "addcmul": addcmul,
    "addcdiv": addcdiv,
}
