"""Rounding, division with rounding, and what else repairs single entries.

A step function has the derivative 0. A remainder a - b n has the derivative 1 by a,
and -n by b, where n is the rounded quotient.
"""

import numpy as np

from ..autograd.function import Op


class Floor(Op, elementwise=True):
    """out = the largest whole number that is at most a"""

    @staticmethod
    def forward(ctx, a):
        return np.floor(a)

    @staticmethod
    def backward(ctx, grad):
        return np.zeros_like(grad)


class Ceil(Floor):
    """out = the smallest whole number that is at least a"""

    @staticmethod
    def forward(ctx, a):
        return np.ceil(a)


class Trunc(Floor):
    """out = a without its fraction"""

    @staticmethod
    def forward(ctx, a):
        return np.trunc(a)


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


class Frac(Op, elementwise=True):
    """out = the fraction of a, with the sign of a"""

    @staticmethod
    def forward(ctx, a):
        return a - np.trunc(a)

    @staticmethod
    def backward(ctx, grad):
        return grad


# -- division ---------------------------------------------------------------------


def check_divisor(b) -> None:
    """RuntimeError for a whole-number division by 0."""
    if getattr(b, "dtype", np.dtype(type(b))).kind != "f" and not np.all(b):
        raise RuntimeError("ZeroDivisionError")


def quotient(a, b, mode: str):
    """a / b rounded down ("floor") or towards 0 ("trunc"), in the dtype of a."""
    if a.dtype.kind != "f":
        check_divisor(b)
    if mode == "floor":
        return np.floor_divide(a, b)
    if a.dtype.kind == "f":
        return np.trunc(a / b)
    return np.floor_divide(a - np.fmod(a, b), b)


class DivRounded(Op, operands=2, elementwise=True, name="DivBackward2"):
    """out = a / b, rounded down or towards 0; the derivatives are 0"""

    @staticmethod
    def forward(ctx, a, b, mode):
        return quotient(a, b, mode)

    @staticmethod
    def backward(ctx, grad):
        return np.zeros_like(grad), np.zeros_like(grad)


class Remainder(Op, operands=2, elementwise=True, name="RemainderBackward1"):
    """out = a - b ⌊a / b⌋, with the sign of b"""

    @staticmethod
    def forward(ctx, a, b):
        check_divisor(b)
        ctx.save_for_backward(a, b)
        return np.remainder(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad, -grad * DivRounded.call(a, b, "floor")


class Fmod(Op, operands=2, elementwise=True, name="FmodBackward1"):
    """out = a - b trunc(a / b), with the sign of a"""

    @staticmethod
    def forward(ctx, a, b):
        check_divisor(b)
        ctx.save_for_backward(a, b)
        return np.fmod(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad, -grad * DivRounded.call(a, b, "trunc")


class RemainderScalar(Op, elementwise=True, name="RemainderBackward0"):
    """out = a - n ⌊a / n⌋ for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        if a.dtype.kind != "f":
            check_divisor(n)
        return np.remainder(a, a.dtype.type(n))

    @staticmethod
    def backward(ctx, grad):
        return grad


class FmodScalar(RemainderScalar, name="FmodBackward0"):
    """out = a - n trunc(a / n) for a Python number n"""

    @staticmethod
    def forward(ctx, a, n):
        if a.dtype.kind != "f":
            check_divisor(n)
        return np.fmod(a, a.dtype.type(n))


# -- what has no derivative in PyTorch --------------------------------------------


class NotImplementedOp(Op, elementwise=True, name="NotImplemented"):
    """out = forward(a); there is no derivative of what ctx.missing names"""

    @staticmethod
    def backward(ctx, grad):
        raise RuntimeError(f"derivative for aten::{ctx.missing} is not implemented")


NotImplementedOp.node_class.name = staticmethod(
    lambda: "torch::autograd::NotImplemented"
)


# -- signs and what is no number --------------------------------------------------


class Copysign(Op, operands=2, elementwise=True, floats=True):
    """out = |a| with the sign of b; at a = 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, b):
        out = np.copysign(a, b)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return np.where(a == 0, 0.0, grad * (out / a)), np.zeros_like(grad)


class CopysignScalar(Op, elementwise=True, floats=True, name="CopysignBackward1"):
    """out = |a| with the sign of a Python number; at a = 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, n):
        out = np.copysign(a, a.dtype.type(n))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        return np.where(a == 0, 0.0, grad * (out / a))


class NanToNum(Op, elementwise=True):
    """out = a, with numbers in place of nan, inf and -inf"""

    @staticmethod
    def forward(ctx, a, nan, posinf, neginf):
        if a.dtype.kind != "f":
            return a.copy()
        ctx.save_for_backward(np.isfinite(a))
        return np.nan_to_num(a, nan=nan, posinf=posinf, neginf=neginf)

    @staticmethod
    def backward(ctx, grad):
        (finite,) = ctx.saved_tensors
        return np.where(finite, grad, 0.0)
