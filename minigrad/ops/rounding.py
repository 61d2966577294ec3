"""Rounding, division with rounding, and remainders.

A step function has the derivative 0. A remainder a - b n has the derivative 1 by a,
and -n by b, where n is the rounded quotient.
"""

import numpy as np

from ..core.op import Op
from ..tensor import Tensor
from .arguments import check_kind, joined, number
from .elementwise import Div
from .public import public


class Floor(Op, elementwise=True):
    """out = the largest whole number that is at most a"""

    @staticmethod
    def forward(ctx, a):
        return np.floor(a) if a.dtype.kind == "f" else a.copy()

    @staticmethod
    def backward(ctx, grad):
        return np.zeros_like(grad)


class Ceil(Floor):
    """out = the smallest whole number that is at least a"""

    @staticmethod
    def forward(ctx, a):
        return np.ceil(a) if a.dtype.kind == "f" else a.copy()


class Trunc(Floor):
    """out = a without its fraction"""

    @staticmethod
    def forward(ctx, a):
        return np.trunc(a) if a.dtype.kind == "f" else a.copy()


class Round(Floor):
    """out = the nearest whole number; the even one of two"""

    @staticmethod
    def forward(ctx, a):
        return np.rint(a) if a.dtype.kind == "f" else a.copy()


class RoundDecimals(Floor, name="RoundBackward1"):
    """out = a rounded to a number of decimals"""

    @staticmethod
    def forward(ctx, a, decimals):
        scale = a.dtype.type(10.0 ** abs(decimals))
        if decimals < 0:
            return np.rint(a / scale) * scale
        return np.rint(a * scale) / scale


# -- division ---------------------------------------------------------------------


def check_divisor(a, b) -> None:
    """RuntimeError for a division of whole numbers by 0."""
    kinds = [np.asarray(each).dtype.kind for each in (a, b)]
    if "f" not in kinds and not np.all(b):
        raise RuntimeError("ZeroDivisionError")


class DivRounded(Op, operands=2, elementwise=True, name="DivBackward2"):
    """out = a / b, rounded down or towards 0; the derivatives are 0"""

    @staticmethod
    def forward(ctx, a, b, mode):
        check_divisor(a, b)
        if mode == "floor":
            return np.floor_divide(a, b)
        if a.dtype.kind == "f":
            return np.trunc(a / b)
        return np.floor_divide(a - np.fmod(a, b), b)

    @staticmethod
    def backward(ctx, grad):
        return np.zeros_like(grad), np.zeros_like(grad)


class FloorDivide(Op, operands=2, elementwise=True, name="NotImplemented"):
    """out = a / b, rounded down; PyTorch has no derivative of it"""

    @staticmethod
    def forward(ctx, a, b):
        check_divisor(a, b)
        return np.floor_divide(a, b)

    @staticmethod
    def backward(ctx, grad):
        raise RuntimeError("derivative for aten::floor_divide is not implemented")


FloorDivide.node_class.name = staticmethod(lambda: "torch::autograd::NotImplemented")


class Remainder(Op, operands=2, elementwise=True, name="RemainderBackward1"):
    """out = a - b ⌊a / b⌋, with the sign of b"""

    @staticmethod
    def forward(ctx, a, b):
        check_divisor(a, b)
        ctx.save_for_backward(a, b)
        return np.remainder(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad, -grad * DivRounded.call(a, b, "floor")


class RemainderScalar(Op, elementwise=True, name="RemainderBackward0"):
    """out = a - n ⌊a / n⌋ for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        check_divisor(a, n)
        return np.remainder(a, a.dtype.type(n))

    @staticmethod
    def backward(ctx, grad):
        return grad


# -- functions --------------------------------------------------------------------


def round(input: Tensor, *, decimals: int = 0) -> Tensor:
    """The nearest multiple of 10 ** -decimals; the even one of two."""
    if decimals == 0:
        return Round.apply(input)
    check_kind("round_cpu", input, "f")
    return RoundDecimals.apply(input, decimals)


def div(input, other, *, rounding_mode: "str | None" = None) -> Tensor:
    """input / other, as it is, rounded down ("floor") or towards 0 ("trunc")."""
    if rounding_mode is None:
        return _div(input, other)
    if rounding_mode not in ("floor", "trunc"):
        raise RuntimeError(
            "div expected rounding_mode to be one of None, 'trunc', or 'floor' but "
            f"found '{rounding_mode}'"
        )
    return DivRounded.apply(input, other, rounding_mode)


_div = public(Div, "div")


def mod(input: Tensor, other: "Tensor | float") -> Tensor:
    """What is left of input / other, with the sign of `other`."""
    other = number(other)
    if isinstance(other, int | float):
        return RemainderScalar.apply(joined(input, other), other)
    return Remainder.apply(input, other)


def floored_into(input: Tensor, other: float) -> Tensor:
    """other // input, for the reflected operator."""
    return FloorDivide.apply(number(other), input)


def remainder_of(input: Tensor, other: float) -> Tensor:
    """other % input, for the reflected operator."""
    return Remainder.apply(number(other), input)


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = IN_PLACE = {
    "floor": Floor,
    "ceil": Ceil,
    "trunc": Trunc,
    "round": round,
    "div": div,
    "floor_divide": FloorDivide,
    "remainder": public(mod, "remainder"),
}
