"""Comparisons, logic and tests: functions that have no gradient."""

from collections.abc import Callable

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..broadcasting import size_error
from ..promotion import promote
from ..tensor import Tensor


def _applied(ufunc: np.ufunc, a, b) -> ndarray:
    try:
        return ufunc(a, b)
    except ValueError:
        raise size_error(a.shape, b.shape) from None


def _logic(ufunc: np.ufunc) -> Callable:
    def combine(input, other):
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
            return NotImplemented
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
    return _tested(np.isclose(input._data, other._data, rtol, atol, equal_nan))


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


def isin(elements: Tensor, test_elements: Tensor, *, invert: bool = False) -> Tensor:
    """True where an entry is one of `test_elements`; with `invert`, where it is not.

    One of both may be a number.
    """
    given, sought = (getattr(each, "_data", each) for each in (elements, test_elements))
    return _tested(np.isin(given, sought, invert=invert))


def is_tensor(obj: object) -> bool:
    """True for a Tensor."""
    return isinstance(obj, Tensor)


# -- the tables -------------------------------------------------------------------

eq, ne, lt, le, gt, ge = (
    _comparison(ufunc)
    for ufunc in (
        np.equal,
        np.not_equal,
        np.less,
        np.less_equal,
        np.greater,
        np.greater_equal,
    )
)
and_, or_, xor, shift_left, shift_right = (
    _logic(ufunc)
    for ufunc in (
        np.bitwise_and,
        np.bitwise_or,
        np.bitwise_xor,
        np.left_shift,
        np.right_shift,
    )
)

not_equal, less, less_equal, greater, greater_equal = ne, lt, le, gt, ge
bitwise_and, bitwise_or, bitwise_xor, bitwise_not = and_, or_, xor, invert
bitwise_left_shift, bitwise_right_shift = shift_left, shift_right

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
    np.bitwise_and: and_,
    np.bitwise_or: or_,
    np.bitwise_xor: xor,
    np.invert: invert,
    np.equal: eq,
    np.not_equal: ne,
    np.less: lt,
    np.less_equal: le,
    np.greater: gt,
    np.greater_equal: ge,
}
