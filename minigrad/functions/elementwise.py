"""Functions that act entry by entry: arithmetic, powers, and what has one op each.

Read: the functions that choose an op (`pow` …), then the tables. An op's `apply` is
the function itself where there is nothing to choose.
"""

import numpy as np

from .. import dtypes
from ..creation import scalar_tensor
from ..errors import check_shapes, type_name
from ..ops import compound
from ..ops import elementwise as ew
from ..promotion import promote, result_dtype
from ..tensor import Tensor
from .checks import joined, number
from .convert import to
from .mask import nonzero
from .public import public


def rsub(input: Tensor, other: "Tensor | float", *, alpha: float = 1) -> Tensor:
    """other - alpha input"""
    _check_no_bool(input, other)
    if isinstance(other, Tensor) or alpha != 1:
        alpha = _scale(alpha, input, other)
        return compound.RsubTensor.apply(input, other, alpha)
    return reflected_sub(input, other)


def reflected_sub(input: Tensor, other: float) -> Tensor:
    """other - input, for the reflected operator."""
    if isinstance(other, Tensor):
        return compound.RsubTensor.apply(input, other, 1)
    if not isinstance(other, int | float):
        return NotImplemented
    if input._data.dtype.kind != "f":
        input = joined(input, other)
    return ew.Rsub.apply(input, other)


def rdiv(input: Tensor, other: float) -> Tensor:
    """other / input, for the reflected operator."""
    return ew.Mul.apply(ew.Reciprocal.apply(input), other)


def power(input: "Tensor | float", exponent: "Tensor | float") -> Tensor:
    """input ** exponent; either may be a Python number."""
    if isinstance(exponent, Tensor):
        if not isinstance(input, Tensor):
            return rpow(exponent, input)
        try:
            return ew.Pow.apply(input, exponent)
        except ValueError:  # NumPy's, for negative powers of whole numbers
            return _whole_power(*promote((input._data, exponent._data)))
    exponent = number(exponent)
    if not isinstance(exponent, int | float):
        return NotImplemented
    if input._data.dtype.kind != "f":
        input = joined(input, exponent)
        if input._data.dtype.kind != "f" and exponent < 0:
            raise RuntimeError("Integers to negative integer powers are not allowed.")
    return ew.PowScalar.apply(input, exponent)


def rpow(input: Tensor, base: float) -> Tensor:
    """base ** input, for the reflected operator."""
    base = number(base)
    if isinstance(base, Tensor):
        return ew.Pow.apply(base, input)
    if not isinstance(base, int | float):
        return NotImplemented
    if input._data.dtype.kind != "f":
        input = joined(input, base)
    try:
        return ew.PowOfScalar.apply(input, base)
    except ValueError:
        return _whole_power(np.asarray(base, input._data.dtype), input._data)


def _whole_power(base: np.ndarray, exponent: np.ndarray) -> Tensor:
    """base ** exponent of whole numbers, cut off: a power below 1 is 0."""
    out = np.power(base, np.where(exponent < 0, exponent & 1, exponent))
    return Tensor(np.asarray(np.where((exponent < 0) & (np.abs(base) != 1), 0, out)))


def pow(input: "Tensor | float", exponent: "Tensor | float") -> Tensor:
    """input ** exponent; either may be a Python number."""
    result = power(input, exponent)
    if result is NotImplemented:
        raise TypeError(
            "pow(): argument 'exponent' (position 2) must be Tensor or a number, not "
            f"{type_name(exponent)}"
        )
    return result


def square(input: Tensor) -> Tensor:
    """input ** 2"""
    return pow(input, 2)


def where(condition: Tensor, input=None, other=None):
    """`input` where the condition holds, else `other`; alone: the places that hold."""
    if input is None and other is None:
        return nonzero(condition, as_tuple=True)
    for name, given in (("condition", condition), ("input", input), ("other", other)):
        if not isinstance(given, Tensor if name == "condition" else _OPERANDS):
            raise TypeError(
                f"where(): argument '{name}' must be Tensor, not {type_name(given)}"
            )
    kind = condition._data.dtype
    if kind == np.uint8:
        condition = to(condition, dtypes.bool_)
    elif kind.kind != "b":
        raise RuntimeError(
            "where expected condition to be a boolean tensor, but got a tensor with "
            f"dtype {dtypes.kind(condition.dtype)}"
        )
    if not isinstance(input, Tensor) and not isinstance(other, Tensor):
        input = scalar_tensor(input, dtype=dtypes.of(result_dtype((input, other))))
    try:
        return ew.Where.apply(input, other, condition)
    except ValueError:
        values = [getattr(each, "_data", each) for each in (condition, input, other)]
        check_shapes(*map(np.shape, values))
        raise


_OPERANDS = Tensor | int | float | np.generic


def where_method(self: Tensor, condition: Tensor, other) -> Tensor:
    """The tensor where the condition holds, else `other`."""
    return where(condition, self, other)


def add(input, other, *, alpha: float = 1) -> Tensor:
    """input + alpha other"""
    if alpha == 1:
        return _add(input, other)
    alpha = _scale(alpha, input, other)
    return compound.AddScaled.apply(input, other, alpha)


def sub(input, other, *, alpha: float = 1) -> Tensor:
    """input - alpha other"""
    _check_no_bool(input, other)
    if alpha == 1:
        return _sub(input, other)
    alpha = _scale(alpha, input, other)
    return compound.SubScaled.apply(input, other, alpha)


def _scale(alpha: float, *operands) -> float:
    """`alpha` for operands of their kind; RuntimeError for a part of whole numbers."""
    kind = result_dtype(tuple(getattr(each, "_data", each) for each in operands)).kind
    if isinstance(alpha, float) and kind != "f":
        raise RuntimeError(
            "For integral input tensors, argument alpha must not be a floating point "
            "number."
        )
    return bool(alpha) if kind == "b" else alpha


def _check_no_bool(input, other) -> None:
    """RuntimeError for a difference with bool tensors."""
    for operand, beside in ((input, other), (other, input)):
        if not isinstance(operand, Tensor) or operand._data.dtype.kind != "b":
            continue
        if isinstance(beside, Tensor) and beside._data.dtype.kind == "b":
            raise RuntimeError(
                "Subtraction, the `-` operator, with two bool tensors is not "
                "supported. Use the `^` or `logical_xor()` operator instead."
            )
        raise RuntimeError(
            "Subtraction, the `-` operator, with a bool tensor is not supported. If "
            "you are trying to invert a mask, use the `~` or `logical_not()` operator "
            "instead."
        )


def float_power(input, exponent) -> Tensor:
    """input ** exponent, computed in float64."""
    if isinstance(input, Tensor):
        input = to(input, dtypes.float64)
    else:
        input = float(input)
    if isinstance(exponent, Tensor):
        exponent = to(exponent, dtypes.float64)
    return pow(input, exponent)


def positive(input: Tensor) -> Tensor:
    """The tensor itself, for the operator +x; a bool tensor has none."""
    if input._data.dtype.kind == "b":
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


# -- the tables -------------------------------------------------------------------

_add, _sub, mul = (
    public(name, op.apply)
    for name, op in (("add", ew.Add), ("sub", ew.Sub), ("mul", ew.Mul))
)
neg, reciprocal, sqrt, rsqrt, exp, log, tanh = (
    op.apply
    for op in (ew.Neg, ew.Reciprocal, ew.Sqrt, ew.Rsqrt, ew.Exp, ew.Log, ew.Tanh)
)
subtract, multiply, negative = sub, mul, neg

UNARY = "neg negative square reciprocal sqrt rsqrt exp log tanh".split()
METHODS = [*UNARY, *"add sub subtract mul multiply pow float_power positive".split()]
FUNCTIONS = [*METHODS, "where", "rsub"]
IN_PLACE = {
    name: globals()[name]
    for name in [*UNARY, *"add sub subtract mul multiply pow float_power".split()]
}


def operand(value):
    """An array in a NumPy call that has Tensors beside it, as a constant Tensor."""
    return Tensor(value.view()) if isinstance(value, np.ndarray) else value


def _numpy_where(condition, *chosen):
    if not chosen:
        return np.where(np.asarray(condition))
    a, b = chosen
    return ew.Where.apply(operand(a), operand(b), condition)


NUMPY = {
    np.add: ew.Add.apply,
    np.subtract: ew.Sub.apply,
    np.multiply: ew.Mul.apply,
    np.divide: ew.Div.apply,
    np.negative: ew.Neg.apply,
    np.reciprocal: ew.Reciprocal.apply,
    np.power: power,
    np.square: square,
    np.sqrt: ew.Sqrt.apply,
    np.exp: ew.Exp.apply,
    np.log: ew.Log.apply,
    np.tanh: ew.Tanh.apply,
    np.where: _numpy_where,
    np.zeros_like: lambda a, **options: Tensor(np.zeros_like(a._data, **options)),
    np.ones_like: lambda a, **options: Tensor(np.ones_like(a._data, **options)),
}
