"""Comparisons, logic and tests, which have no gradient, and `where`, which chooses."""

from collections.abc import Callable

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..core.arithmetic import Convert
from ..core.op import Op
from ..creation import scalar_tensor
from ..errors import check_shapes, not_implemented, size_error, type_name
from ..promotion import promote, result_dtype
from ..tensor import Tensor
from .arguments import number, operand, tensor_of
from .mask import nonzero
from .public import public


class Where(Op, operands=2, elementwise=True):
    """out = a where the condition holds, else b"""

    @staticmethod
    def forward(ctx, a, b, condition):
        ctx.save_for_backward(condition)
        return np.where(condition, a, b)

    @staticmethod
    def backward(ctx, grad):
        (condition,) = ctx.saved_tensors
        return np.where(condition, grad, 0.0), np.where(condition, 0.0, grad)


def where(condition: Tensor, input=None, other=None):
    """`input` where the condition holds, else `other`; alone: the places that hold."""
    if input is None and other is None:
        return nonzero(condition, as_tuple=True)
    for name, given in (("condition", condition), ("input", input), ("other", other)):
        if not isinstance(given, Tensor if name == "condition" else _OPERANDS):
            raise TypeError(
                f"where(): argument '{name}' must be Tensor, not {type_name(given)}"
            )
    if condition._data.dtype == np.uint8:
        condition = Convert.apply(condition, np.dtype(bool))
    elif condition._data.dtype != bool:
        raise RuntimeError(
            "where expected condition to be a boolean tensor, but got a tensor with "
            f"dtype {dtypes.kind(condition.dtype)}"
        )
    if not isinstance(input, Tensor) and not isinstance(other, Tensor):
        input = scalar_tensor(input, dtype=dtypes.of(result_dtype((input, other))))
    try:
        return Where.apply(input, other, condition)
    except ValueError:
        values = [getattr(each, "_data", each) for each in (condition, input, other)]
        check_shapes(*map(np.shape, values))
        raise


_OPERANDS = Tensor | int | float | np.generic


def where_method(self: Tensor, condition: Tensor, other) -> Tensor:
    """The tensor where the condition holds, else `other`."""
    return where(condition, self, other)


def _numpy_where(condition, *chosen):
    if not chosen:
        return np.where(np.asarray(condition))
    a, b = chosen
    return Where.apply(operand(a), operand(b), condition)


# -- operators --------------------------------------------------------------------


def _applied(ufunc: Callable, a: ndarray, b) -> Tensor:
    try:
        return tensor_of(ufunc(a, b))
    except ValueError:
        raise size_error(a.shape, b.shape) from None


def _comparison(ufunc: np.ufunc) -> Callable:
    def compare(input, other):
        other = number(other)
        if not isinstance(other, Tensor | int | float):
            return not_implemented((input, other))
        b = other._data if isinstance(other, Tensor) else other
        return _applied(ufunc, input._data, b)

    compare.__doc__ = f"{ufunc.__name__}, entry by entry, as a bool tensor"
    return compare


def _logic(ufunc: np.ufunc) -> Callable:
    def combine(input, other):
        other = number(other)
        if not isinstance(other, Tensor | int | float):
            return not_implemented((input, other))
        a, b = promote((input._data, getattr(other, "_data", other)))
        if a.dtype.kind == "f":
            kind = dtypes.kind(dtypes.of(a.dtype))
            raise NotImplementedError(
                f"\"{ufunc.__name__}_cpu\" not implemented for '{kind}'"
            )
        return _applied(ufunc, a, b)

    combine.__doc__ = f"{ufunc.__name__}, entry by entry, of bool or integer tensors"
    return combine


def invert(input: Tensor) -> Tensor:
    """Not, entry by entry, of a bool tensor; the complement of an integer one."""
    if input._data.dtype.kind == "f":
        raise TypeError(
            "~ (operator.invert) is only implemented on integer and Boolean-type "
            "tensors"
        )
    return tensor_of(np.invert(input._data))


OPERATORS = {
    "__eq__": _comparison(np.equal),
    "__ne__": _comparison(np.not_equal),
    "__lt__": _comparison(np.less),
    "__le__": _comparison(np.less_equal),
    "__gt__": _comparison(np.greater),
    "__ge__": _comparison(np.greater_equal),
    "__invert__": invert,
}
for _name in ("and", "or", "xor"):  # of these, the order of the operands is the same
    _operator = _logic(getattr(np, f"bitwise_{_name}"))
    OPERATORS[f"__{_name}__"] = OPERATORS[f"__r{_name}__"] = _operator

eq, ne, lt, le, gt, ge = (
    public(OPERATORS[f"__{name}__"], name)
    for name in ("eq", "ne", "lt", "le", "gt", "ge")
)


# -- functions --------------------------------------------------------------------


def isclose(
    input: Tensor,
    other: Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Tensor:
    """True where |input - other| <= atol + rtol |other|."""
    if input._data.dtype != other._data.dtype:
        a, b = dtypes.kind(input.dtype), dtypes.kind(other.dtype)
        raise RuntimeError(f"{a} did not match {b}")
    close = lambda a, b: np.isclose(a, b, rtol, atol, equal_nan)  # noqa: E731
    return _applied(close, input._data, other._data)


def allclose(
    input: Tensor,
    other: Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> bool:
    """True if |input - other| <= atol + rtol |other| everywhere."""
    return bool(isclose(input, other, rtol, atol, equal_nan)._data.all())


def equal(input: Tensor, other: Tensor) -> bool:
    """True if both have the same shape and the same entries."""
    return np.array_equal(input._data, other._data)


def _logical(name: str) -> Callable:
    ufunc = getattr(np, name)

    def function(input: Tensor, other: Tensor) -> Tensor:
        return _applied(ufunc, input._data, other._data)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{name}, entry by entry, where every number but 0 is true"
    return function


def _test(name: str, doc: str) -> Callable:
    ufunc = getattr(np, name)

    def function(input: Tensor) -> Tensor:
        return tensor_of(ufunc(input._data))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


isnan = _test("isnan", "True where an entry is nan")


def is_tensor(obj: object) -> bool:
    """True for a Tensor."""
    return isinstance(obj, Tensor)


# -- the tables -------------------------------------------------------------------

METHODS = {
    **{"eq": eq, "ne": ne, "lt": lt, "le": le, "gt": gt, "ge": ge},
    **{"isclose": isclose, "allclose": allclose, "equal": equal},
    **{name: _logical(name) for name in ("logical_and", "logical_or", "logical_xor")},
    "logical_not": _test("logical_not", "True where an entry is 0"),
    "isnan": isnan,
    "isinf": _test("isinf", "True where an entry is infinite"),
    "isfinite": _test("isfinite", "True where an entry is a finite number"),
}
FUNCTIONS = {**METHODS, "where": where, "is_tensor": is_tensor}
METHODS = {**METHODS, "where": where_method}
NUMPY = {
    np.where: _numpy_where,
    np.isnan: isnan,
    np.bitwise_and: OPERATORS["__and__"],
    np.bitwise_or: OPERATORS["__or__"],
    np.bitwise_xor: OPERATORS["__xor__"],
    np.invert: invert,
    np.equal: eq,
    np.not_equal: ne,
    np.less: lt,
    np.less_equal: le,
    np.greater: gt,
    np.greater_equal: ge,
}
