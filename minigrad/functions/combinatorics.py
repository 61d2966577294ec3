"""Whole numbers and places: divisors, combinations, powers, questions about one."""

import itertools
from collections.abc import Callable

import numpy as np

from ..tensor import Tensor
from .checks import check_kind, tensor_of
from .join import cat
from .scan import cumprod
from .shape import expand, unsqueeze


def _of_integers(name: str, ufunc: np.ufunc, doc: str) -> Callable:
    def function(input: Tensor, other: Tensor) -> Tensor:
        for each in (input, other):
            check_kind(f"{name}_cpu", each, "iu")
        return tensor_of(ufunc(input._data, other._data))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


gcd = _of_integers("gcd", np.gcd, "The greatest common divisor, entry by entry")
lcm = _of_integers("lcm", np.lcm, "The least common multiple, entry by entry")


def ldexp(input: Tensor, other: Tensor) -> Tensor:
    """input · 2 ** other"""
    return input * 2.0**other


def is_nonzero(input: Tensor) -> bool:
    """True if the one entry of the input is not 0."""
    if input._data.size != 1:
        what = "no values" if not input._data.size else "more than one value"
        raise RuntimeError(f"Boolean value of Tensor with {what} is ambiguous")
    return bool(input._data)


def combinations(input: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor:
    """Each choice of r entries of a vector, as a row, in the order of itertools."""
    if input._data.ndim != 1:
        raise RuntimeError(
            "Expect a 1D vector, but got shape " + str(list(input.shape))
        )
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return tensor_of(np.zeros(0, input._data.dtype))
    choose = itertools.combinations
    if with_replacement:
        choose = itertools.combinations_with_replacement
    rows = np.array(list(choose(range(len(input)), r)), np.int64).reshape(-1, r)
    return input[tensor_of(rows)]


def unravel_index(
    indices: Tensor, shape: "int | tuple[int, ...]"
) -> tuple[Tensor, ...]:
    """For places counted through all entries of a shape, the index along each axis."""
    check_kind("unravel_index", indices, "iu")
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    places, left = [], indices._data
    for size in reversed(shape):
        places.insert(0, tensor_of(left % size))
        left = left // size
    return tuple(places)


def vander(x: Tensor, N: int | None = None, increasing: bool = False) -> Tensor:
    """The powers of the entries of a vector, one per column; the highest first."""
    if x._data.ndim != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    out = powers(x, len(x) if N is None else N)
    return out if increasing else out.flip(-1)


def powers(x: Tensor, count: int) -> Tensor:
    """The powers 0, 1, … of each entry, along a new last axis."""
    kind = np.int64 if x._data.dtype.kind in "biu" else x._data.dtype
    ones = tensor_of(np.ones((*x._data.shape, min(count, 1)), kind))
    if count < 2:
        return ones
    repeated = expand(unsqueeze(x, -1), *x._data.shape, count - 1)
    return cat([ones, cumprod(repeated, -1)], -1)


METHODS = ["gcd", "lcm", "ldexp", "is_nonzero"]
FUNCTIONS = [*METHODS, "combinations", "unravel_index", "vander"]
IN_PLACE = {"gcd": gcd, "lcm": lcm, "ldexp": ldexp}
NUMPY: dict = {}
