"""Functions that act entry by entry: arithmetic, powers, and what has one op each.

Read: the functions that choose an op (`pow` …), then the tables. An op's `apply` is
the function itself where there is nothing to choose.
"""

import numpy as np

from ..ops import elementwise as ew
from ..promotion import result_dtype
from ..tensor import Tensor
from .public import public
from .shape import to


def rsub(input: Tensor, other: float) -> Tensor:
    """other - input, for the reflected operator."""
    if not isinstance(other, int | float):
        return NotImplemented
    if input._data.dtype.kind != "f":
        input = to(input, result_dtype((input._data, other)))
    return ew.Rsub.apply(input, other)


def rdiv(input: Tensor, other: float) -> Tensor:
    """other / input, for the reflected operator."""
    return ew.Mul.apply(ew.Reciprocal.apply(input), other)


def pow(input: "Tensor | float", exponent: "Tensor | float") -> Tensor:
    """input ** exponent; either may be a Python number."""
    if isinstance(exponent, Tensor):
        if not isinstance(input, Tensor):
            return rpow(exponent, input)
        return ew.Pow.apply(input, exponent)
    if isinstance(exponent, np.generic):
        exponent = exponent.item()
    if not isinstance(exponent, int | float):
        return NotImplemented
    if input._data.dtype.kind != "f":
        input = to(input, result_dtype((input._data, exponent)))
        if input._data.dtype.kind != "f" and exponent < 0:
            raise RuntimeError("Integers to negative integer powers are not allowed.")
    return ew.PowScalar.apply(input, exponent)


def rpow(input: Tensor, base: float) -> Tensor:
    """base ** input, for the reflected operator."""
    if isinstance(base, np.generic):
        base = base.item()
    if not isinstance(base, int | float):
        return NotImplemented
    if input._data.dtype.kind != "f":
        input = to(input, result_dtype((input._data, base)))
    return ew.PowOfScalar.apply(input, base)


def square(input: Tensor) -> Tensor:
    """input ** 2"""
    return pow(input, 2)


def where(condition: Tensor, input, other) -> Tensor:
    """`input` where the condition holds, else `other`."""
    return ew.Where.apply(input, other, condition)


# -- the tables -------------------------------------------------------------------

mul, add, sub, div = (
    public(name, op.apply)
    for name, op in (("mul", ew.Mul), ("add", ew.Add), ("sub", ew.Sub), ("div", ew.Div))
)
neg, reciprocal, sqrt, exp, log = (
    op.apply for op in (ew.Neg, ew.Reciprocal, ew.Sqrt, ew.Exp, ew.Log)
)
tanh, sin, cos, relu, abs, sign = (
    op.apply for op in (ew.Tanh, ew.Sin, ew.Cos, ew.ReLU, ew.Abs, ew.Sign)
)

METHODS = """
    add sub mul div neg pow square reciprocal sqrt exp log tanh sin cos relu abs sign
""".split()
FUNCTIONS = [*METHODS, "where"]
IN_PLACE = {"add": ew.Add, "sub": ew.Sub, "mul": ew.Mul, "div": ew.Div}


def operand(value):
    """An array in a NumPy call that has Tensors beside it, as a constant Tensor."""
    return Tensor(value.view()) if isinstance(value, np.ndarray) else value


NUMPY = {
    np.add: ew.Add.apply,
    np.subtract: ew.Sub.apply,
    np.multiply: ew.Mul.apply,
    np.divide: ew.Div.apply,
    np.negative: ew.Neg.apply,
    np.reciprocal: ew.Reciprocal.apply,
    np.power: pow,
    np.square: square,
    np.sqrt: ew.Sqrt.apply,
    np.exp: ew.Exp.apply,
    np.log: ew.Log.apply,
    np.tanh: ew.Tanh.apply,
    np.sin: ew.Sin.apply,
    np.cos: ew.Cos.apply,
    np.absolute: ew.Abs.apply,
    np.sign: ew.Sign.apply,
    np.where: lambda condition, a, b: ew.Where.apply(operand(a), operand(b), condition),
    np.zeros_like: lambda a: Tensor(np.zeros_like(a._data)),
    np.ones_like: lambda a: Tensor(np.ones_like(a._data)),
}
