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


def allclose(
    input: Tensor,
    other: Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> bool:
    """True if |input - other| <= atol + rtol |other| everywhere."""
    return bool(np.allclose(input._data, other._data, rtol, atol, equal_nan))


def equal(input: Tensor, other: Tensor) -> bool:
    """True if both have the same shape and the same entries."""
    return input._data.shape == other._data.shape and bool(
        (input._data == other._data).all()
    )


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
and_, or_, xor = (
    _logic(ufunc) for ufunc in (np.bitwise_and, np.bitwise_or, np.bitwise_xor)
)

METHODS = "eq ne lt le gt ge allclose equal".split()
FUNCTIONS = [*METHODS, "is_tensor"]
NUMPY = {
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
