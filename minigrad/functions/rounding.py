"""Rounding, division with rounding, remainders, and repairs of single entries."""

from collections.abc import Callable

import numpy as np

from .. import dtypes
from ..ops import elementwise as ew
from ..ops import rounding
from ..tensor import Tensor
from .checks import joined, number
from .public import public


def _whole(name: str, apply: Callable) -> Callable:
    def function(input: Tensor) -> Tensor:
        _check_not(input, "b", f"{name}_vml_cpu")
        return apply(input)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = apply.__doc__
    return function


def _check_not(input: Tensor, kinds: str, kernel: str) -> None:
    """NotImplementedError, in PyTorch's words, for dtypes of certain kinds."""
    if input._data.dtype.kind in kinds:
        raise NotImplementedError(
            f"\"{kernel}\" not implemented for '{dtypes.kind(input.dtype)}'"
        )


def round(input: Tensor, *, decimals: int = 0) -> Tensor:
    """The nearest multiple of 10 ** -decimals; the even one of two."""
    _check_not(input, "b", "round_vml_cpu")
    if decimals:
        _check_not(input, "iu", "round_cpu")
        return rounding.RoundDecimals.apply(input, decimals)
    return rounding.Round.apply(input)


def frac(input: Tensor) -> Tensor:
    """The fraction, with the sign of the input."""
    _check_not(input, "biu", "frac_cpu")
    return rounding.Frac.apply(input)


# -- division ---------------------------------------------------------------------


class DivNamed(ew.Div, name="DivBackward2"):
    """The node that PyTorch shows for a division with rounding_mode=None."""


_KEEP = object()  # no rounding_mode was given


def div(input, other, *, rounding_mode: "str | None" = _KEEP) -> Tensor:
    """input / other, as it is, rounded down ("floor") or towards 0 ("trunc")."""
    if rounding_mode is _KEEP:
        out = ew.Div.apply(input, other)
    elif rounding_mode is None:
        out = DivNamed.apply(input, other)
    elif rounding_mode in ("floor", "trunc"):
        out = rounding.DivRounded.apply(_joined(input, other), other, rounding_mode)
    else:
        raise RuntimeError(
            "div expected rounding_mode to be one of None, 'trunc', or 'floor' but "
            f"found '{rounding_mode}'"
        )
    if out is NotImplemented:
        raise TypeError(
            "div(): argument 'other' (position 2) must be Tensor, not "
            f"{type(other).__name__}"
        )
    return out


def _joined(input, other):
    """`input` in the dtype that it has together with a number."""
    if isinstance(input, Tensor) and isinstance(other, int | float):
        return joined(input, other)
    return input


class FloorDivide(rounding.NotImplementedOp, operands=2, name="NotImplemented"):
    """out = a / b, rounded down"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.missing = "floor_divide"
        return rounding.quotient(np.asarray(a, getattr(b, "dtype", None)), b, "floor")


class FloorDivideNumber(rounding.NotImplementedOp, name="NotImplemented"):
    """out = a / n, or n / a, rounded down"""

    @staticmethod
    def forward(ctx, a, number, reflected):
        ctx.missing = "floor_divide"
        number = np.asarray(number, a.dtype)
        a, b = (number, a) if reflected else (a, number)
        return rounding.quotient(a, b, "floor")


def floordiv(input, other) -> Tensor:
    """input / other, rounded down. PyTorch has no derivative of it."""
    if isinstance(input, Tensor) and isinstance(other, Tensor):
        return FloorDivide.apply(input, other)
    reflected = not isinstance(input, Tensor)
    tensor, given = (other, input) if reflected else (input, number(other))
    if not isinstance(given, int | float):
        return NotImplemented
    return FloorDivideNumber.apply(_joined(tensor, given), given, reflected)


def rfloordiv(input: Tensor, other: float) -> Tensor:
    """other // input, for the reflected operator."""
    return floordiv(other, input)


class RemainderOfNumber(rounding.NotImplementedOp, name="NotImplemented"):
    """out = n modulo a, for a Python number n"""

    @staticmethod
    def forward(ctx, a, number):
        ctx.missing = "remainder"
        if a.dtype.kind != "f":
            rounding.check_divisor(a)
        return np.remainder(a.dtype.type(number), a)


def mod(input, other) -> Tensor:
    """What is left of input / other, with the sign of `other`."""
    if isinstance(other, Tensor):
        if isinstance(input, Tensor):
            return rounding.Remainder.apply(input, other)
        return RemainderOfNumber.apply(_joined(other, input), input)
    other = number(other)
    if not isinstance(other, int | float):
        return NotImplemented
    return rounding.RemainderScalar.apply(_joined(input, other), other)


def rmod(input: Tensor, other: float) -> Tensor:
    """other % input, for the reflected operator."""
    return mod(other, input)


def fmod(input: Tensor, other: "Tensor | float") -> Tensor:
    """What is left of input / other, with the sign of `input`."""
    if isinstance(other, Tensor):
        return rounding.Fmod.apply(input, other)
    return rounding.FmodScalar.apply(joined(input, other), other)


# -- signs and what is no number --------------------------------------------------


class Heaviside(rounding.NotImplementedOp, operands=2, name="NotImplemented"):
    """out = 0 where a < 0, 1 where a > 0, b where a is 0"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.missing = "heaviside"
        return np.where(a == 0, b, (a > 0).astype(a.dtype))


def heaviside(input: Tensor, values: Tensor) -> Tensor:
    """0 below 0, 1 above, `values` at 0. PyTorch has no derivative of it."""
    if input.dtype != values.dtype:
        raise RuntimeError(
            "heaviside is not yet implemented for tensors with different dtypes."
        )
    return Heaviside.apply(input, values)


def copysign(input: Tensor, other: "Tensor | float") -> Tensor:
    """|input| with the sign of `other`."""
    if isinstance(other, Tensor):
        return rounding.Copysign.apply(input, other)
    return rounding.CopysignScalar.apply(input, other)


def nan_to_num(
    input: Tensor,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
) -> Tensor:
    """Numbers for nan (0), inf (the largest) and -inf (the smallest number)."""
    return rounding.NanToNum.apply(input, nan or 0.0, posinf, neginf)


# -- the tables -------------------------------------------------------------------

floor, ceil, trunc = (
    _whole(op.__name__.lower(), op.apply)
    for op in (rounding.Floor, rounding.Ceil, rounding.Trunc)
)
fix, divide = trunc, div
floor_divide, remainder = public("floor_divide", floordiv), public("remainder", mod)


def true_divide(input, other) -> Tensor:
    """input / other"""
    return div(input, other)


METHODS = FUNCTIONS = """
    floor ceil trunc fix round frac div divide true_divide floor_divide remainder fmod
    heaviside copysign nan_to_num
""".split()
IN_PLACE = {name: globals()[name] for name in METHODS}
NUMPY: dict = {}
