"""Comparisons, logic and tests: functions that have no gradient."""

from collections.abc import Callable

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..errors import size_error
from ..promotion import promote, result_dtype
from ..tensor import Tensor
from .checks import number
from .public import public


def _applied(ufunc: Callable, a, b) -> ndarray:
    try:
        return ufunc(a, b)
    except ValueError:
        raise size_error(a.shape, b.shape) from None


def _logic(ufunc: np.ufunc) -> Callable:
    def combine(input, other):
        other = number(other)
        if not isinstance(other, Tensor | int | float):
            return NotImplemented
        a, b = promote((input._data, getattr(other, "_data", other)))
        if a.dtype.kind == "f":
            kind = dtypes.kind(dtypes.of(a.dtype))
            raise NotImplementedError(
                f"\"{ufunc.__name__}_cpu\" not implemented for '{kind}'"
            )
        return Tensor(np.asarray(_applied(ufunc, a, b)))

    combine.__doc__ = f"{ufunc.__name__}, entry by entry, of bool or integer tensors"
    return combine


def _reflected_shift(shift: Callable) -> Callable:
    def reflected(input, other):
        if not isinstance(other, int | float):
            return NotImplemented
        return shift(
            Tensor(np.asarray(other, result_dtype((input._data, other)))), input
        )

    return reflected


def invert(input: Tensor) -> Tensor:
    """Not, entry by entry, of a bool tensor; the complement of an integer one."""
    if input._data.dtype.kind == "f":
        raise TypeError(
            "~ (operator.invert) is only implemented on integer and Boolean-type "
            "tensors"
        )
    return Tensor(np.asarray(np.invert(input._data)))


def _comparison(ufunc: np.ufunc) -> Callable:
    def compare(input, other):
        if not isinstance(other, Tensor | int | float):
            if not isinstance(other, np.generic):
                return NotImplemented
            other = other.item()
        b = other._data if isinstance(other, Tensor) else other
        return Tensor(np.asarray(_applied(ufunc, input._data, b)))

    compare.__name__ = ufunc.__name__
    compare.__doc__ = f"{ufunc.__name__}, entry by entry, as a bool tensor"
    return compare


def _check_tensors(name: str, *operands: object) -> None:
    """TypeError for a number where PyTorch takes tensors only."""
    for place, (which, given) in enumerate(
        zip(("input", "other"), operands, strict=True), 1
    ):
        if not isinstance(given, Tensor):
            raise TypeError(
                f"{name}(): argument '{which}' (position {place}) must be Tensor, not "
                f"{type(given).__name__}"
            )


def isclose(
    input: Tensor,
    other: Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Tensor:
    """True where |input - other| <= atol + rtol |other|."""
    _check_tensors("isclose", input, other)
    if input._data.dtype != other._data.dtype:
        a, b = dtypes.kind(input.dtype), dtypes.kind(other.dtype)
        raise RuntimeError(f"{a} did not match {b}")
    for name, value in (("rtol", rtol), ("atol", atol)):
        if value < 0:
            raise RuntimeError(
                f"{name} must be greater than or equal to zero, but got {value:g}"
            )
    return _tested(
        _applied(
            lambda a, b: np.isclose(a, b, rtol, atol, equal_nan),
            input._data,
            other._data,
        )
    )


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
    _check_tensors("equal", input, other)
    return input._data.shape == other._data.shape and bool(
        (input._data == other._data).all()
    )


# -- logic ------------------------------------------------------------------------


def _tested(result) -> Tensor:
    return Tensor(np.asarray(result))


def _logical(name: str) -> Callable:
    ufunc = getattr(np, name)

    def function(input: Tensor, other: Tensor) -> Tensor:
        _check_tensors(name, input, other)
        return _tested(_applied(ufunc, input._data, other._data))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{name}, entry by entry, where every number but 0 is true"
    return function


logical_and, logical_or, logical_xor = (
    _logical(name) for name in ("logical_and", "logical_or", "logical_xor")
)


def logical_not(input: Tensor) -> Tensor:
    """True where an entry is 0."""
    return _tested(np.logical_not(input._data))


def _test(name: str, ufunc: Callable, doc: str) -> Callable:
    def function(input: Tensor) -> Tensor:
        return _tested(ufunc(input._data))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


isnan = _test("isnan", np.isnan, "True where an entry is nan")
isinf = _test("isinf", np.isinf, "True where an entry is infinite")
isfinite = _test("isfinite", np.isfinite, "True where an entry is a finite number")
isposinf = _test("isposinf", lambda a: a == np.inf, "True where an entry is inf")
isneginf = _test("isneginf", lambda a: a == -np.inf, "True where an entry is -inf")
isreal = _test("isreal", np.isreal, "True everywhere: all dtypes here are real")
signbit = _test(
    "signbit", lambda a: np.signbit(a.astype(float)), "True where the sign is minus"
)


def isin(
    elements: Tensor,
    test_elements: Tensor,
    *,
    assume_unique: bool = False,
    invert: bool = False,
) -> Tensor:
    """True where an entry is one of `test_elements`; with `invert`, where it is not.

    One of both may be a number. `assume_unique`: both are without repeats.
    """
    given, sought = (getattr(each, "_data", each) for each in (elements, test_elements))
    return _tested(np.isin(given, sought, assume_unique, invert))


def is_tensor(obj: object) -> bool:
    """True for a Tensor."""
    return isinstance(obj, Tensor)


# -- the tables -------------------------------------------------------------------

OPERATORS = {
    "__eq__": _comparison(np.equal),
    "__ne__": _comparison(np.not_equal),
    "__lt__": _comparison(np.less),
    "__le__": _comparison(np.less_equal),
    "__gt__": _comparison(np.greater),
    "__ge__": _comparison(np.greater_equal),
    "__and__": _logic(np.bitwise_and),
    "__or__": _logic(np.bitwise_or),
    "__xor__": _logic(np.bitwise_xor),
    "__lshift__": _logic(np.left_shift),
    "__rshift__": _logic(np.right_shift),
    "__invert__": invert,
}
for _name in ("and", "or", "xor"):  # of these, the order of the operands is the same
    OPERATORS[f"__r{_name}__"] = OPERATORS[f"__{_name}__"]
for _name in ("lshift", "rshift"):
    OPERATORS[f"__r{_name}__"] = _reflected_shift(OPERATORS[f"__{_name}__"])

eq, ne, lt, le, gt, ge = (
    public(name, OPERATORS[f"__{name}__"])
    for name in ("eq", "ne", "lt", "le", "gt", "ge")
)
bitwise_and, bitwise_or, bitwise_xor, bitwise_left_shift, bitwise_right_shift = (
    public(f"bitwise_{name}", OPERATORS[f"__{operator}__"])
    for name, operator in (
        ("and", "and"),
        ("or", "or"),
        ("xor", "xor"),
        ("left_shift", "lshift"),
        ("right_shift", "rshift"),
    )
)
not_equal, less, less_equal, greater, greater_equal = ne, lt, le, gt, ge
bitwise_not = invert

COMPARISONS = """
    eq ne lt le gt ge not_equal less less_equal greater greater_equal
""".split()
LOGIC = """
    logical_and logical_or logical_xor logical_not
    bitwise_and bitwise_or bitwise_xor bitwise_not
    bitwise_left_shift bitwise_right_shift
""".split()
METHODS = """
    allclose equal isclose isnan isinf isfinite isposinf isneginf isreal signbit
""".split()
METHODS += COMPARISONS + LOGIC
FUNCTIONS = [*METHODS, "isin", "is_tensor"]
IN_PLACE = {name: globals()[name] for name in COMPARISONS + LOGIC}
NUMPY = {
    np.isnan: isnan,
    np.bitwise_and: bitwise_and,
    np.bitwise_or: bitwise_or,
    np.bitwise_xor: bitwise_xor,
    np.invert: invert,
    np.equal: eq,
    np.not_equal: ne,
    np.less: lt,
    np.less_equal: le,
    np.greater: gt,
    np.greater_equal: ge,
}
