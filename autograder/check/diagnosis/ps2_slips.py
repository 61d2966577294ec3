"""Slips of the pen in problem set 2: brackets, look-alike functions, wrong counts.

The mistakes in the mathematics are in the other files of the set.
"""

from collections.abc import Callable

import numpy as np

from ..flow import summed_down
from .mistakes import Clue, mistake
from .ps2_reduce import _axes, _kept, _largest, _norms

# -- one operand or two -----------------------------------------------------------


@mistake(
    "gradient",
    "The upstream gradient is missing: what backward returns for {x} is the slope "
    "alone, an array of ones. Return grad itself.",
    "Add",
)
def ones(clue: Clue):
    return np.ones_like(clue.expected)


@mistake(
    "gradient",
    "The gradient of {x} is grad plus the operand. The slope of a sum is 1: hand on "
    "grad as it is.",
    "Add",
)
def operand_added(clue: Clue):
    return summed_down(clue.upstream + clue.operand, clue.expected.shape)


def _of_b(says: str, slope: Callable) -> None:
    @mistake("gradient", says, "Div")
    def uses(clue: Clue):
        if clue.what.removeprefix("gradient of ") != "b":
            return None
        full = np.broadcast_to(
            clue.upstream * slope(*clue.inputs.values()), clue.out.shape
        )
        return summed_down(full, clue.expected.shape)


_of_b(
    "Brackets are missing: a / b * b is read as (a / b) * b. Write a / (b * b), or "
    "a / b**2.",
    lambda a, b: -a / b * b,
)
_of_b(
    "Brackets and the sign are missing: a / b * b is read as (a / b) * b. The slope "
    "used for {x} should be -a / (b * b).",
    lambda a, b: a / b * b,
)
_of_b("The slope used for {x} is 1 / a. It is -a / b².", lambda a, b: 1 / a)


def _slips(piece: str, others: dict[str, Callable]) -> None:
    """What backward may return instead, of the whole clue."""
    for says, gradient in others.items():
        mistake("gradient", says, piece)(gradient)


def _exponent(clue: Clue) -> float:
    return float(clue.inputs["n"])


_slips(
    "Pow",
    {
        "Brackets are missing: a ** n - 1 is read as (a ** n) - 1. Write "
        "a ** (n - 1).": lambda clue: (
            clue.upstream * _exponent(clue) * clue.operand ** _exponent(clue) - 1
        ),
        "Where a is 0 the gradient is set to 0, whatever n is. For n = 1 the slope is "
        "1 there, and for n = -1 infinite. Ask for n, not for a.": lambda clue: (
            np.where(clue.operand == 0, 0.0, clue.expected)
        ),
    },
)
_slips(
    "Log",
    {
        "The quotient is upside down: a / grad. It is grad / a.": lambda clue: (
            clue.operand / clue.upstream
        ),
    },
)
_slips(
    "Tanh",
    {
        "Brackets are missing: grad * 1 - out² is read as grad - out². Write "
        "grad * (1 - out²).": lambda clue: clue.upstream - clue.out**2,
    },
)
_slips(
    "Abs",
    {
        "The sign is that of the output, which is never negative: the output has lost "
        "the sign of a. Save the input.": lambda clue: (
            clue.upstream * np.sign(clue.out)
        ),
        "It is the wrong way round: a times the sign of grad. It is grad times the "
        "sign of a.": lambda clue: clue.operand * np.sign(clue.upstream),
    },
)

# -- look-alikes ------------------------------------------------------------------


@mistake(
    "out",
    "forward computes np.max(a, 0), the largest along axis 0. np.maximum(a, 0) "
    "compares each entry with 0.",
    "ReLU",
)
def max_for_maximum(clue: Clue):
    (a,) = clue.operands
    return a.max(0, initial=-np.inf) if a.ndim else None


@mistake(
    "out",
    "forward computes Python's sum(a), which adds up along the first axis alone. Use "
    "a.sum(axis=…).",
    "Sum",
)
def pythons_sum(clue: Clue):
    (a,) = clue.operands
    return a.sum(0) if a.ndim else None


@mistake(
    "out",
    "forward computes np.dot, which multiplies every matrix of a with every one of b. "
    "a @ b takes them in pairs.",
    "Bmm",
)
def dot_for_matmul(clue: Clue):
    return np.dot(*clue.operands)


# -- over axes --------------------------------------------------------------------


def _shared(clue: Clue, count: float) -> np.ndarray:
    grad = _kept(clue, clue.upstream) / max(count, 1)
    return np.broadcast_to(grad, clue.operand.shape)


def _size(clue: Clue, axis: int) -> int:
    return clue.operand.shape[axis] if clue.operand.ndim else 1


_slips(
    "Mean",
    {
        "The gradient is divided by the number of axes of a. Divide by n, the number "
        "of entries in each mean.": lambda clue: np.broadcast_to(
            _kept(clue, clue.upstream) / np.float64(clue.operand.ndim),
            clue.operand.shape,
        ),
        "The gradient is divided by a.shape[0], whatever dim is. Divide by n, the "
        "number of entries in each mean.": lambda clue: _shared(clue, _size(clue, 0)),
        "The gradient is divided by a.shape[-1], whatever dim is. Divide by n, the "
        "number of entries in each mean.": lambda clue: _shared(clue, _size(clue, -1)),
        "The mean of grad is taken. On the way back nothing is averaged: grad is "
        "divided by n, and repeated.": lambda clue: np.broadcast_to(
            clue.upstream.mean() if clue.upstream.size else 0.0, clue.operand.shape
        ),
    },
)


@mistake(
    "gradient",
    "The entries are compared with the largest of the whole array. Each is to be "
    "compared with the largest along dim.",
    "Max",
)
def largest_of_all(clue: Clue):
    a = clue.operand
    mask = a == a.max(initial=-np.inf)
    share = mask / mask.sum(axis=_axes(clue), keepdims=True)
    return share * _kept(clue, clue.upstream)


@mistake(
    "gradient",
    "The entries of grad are put where the mask is True, in the order of the rows. "
    "Each belongs to the row or column that it is the maximum of: multiply the mask by "
    "grad, with its axes put back.",
    "Max",
)
def filled_in(clue: Clue):
    mask = _largest(clue)
    if mask.sum() != clue.upstream.size:
        return None
    out = np.zeros_like(clue.expected)
    out[mask] = clue.upstream.reshape(-1)
    return out


@mistake(
    "gradient",
    "The slope used is a / (2 out): the 2 of the root cancels that of the squares. It "
    "is a / out.",
    "Norm",
)
def halved(clue: Clue):
    slope = clue.operand / (2 * _norms(clue))
    return _kept(clue, clue.upstream) * slope


@mistake(
    "gradient",
    "The first digits are right, the last are not: something small, such as 1e-8, is "
    "added against the division by 0. Treat 0 apart, by np.where.",
    "Norm",
)
def nearly(clue: Clue):
    if not clue.is_wrong:
        return None
    same = clue.got.shape == clue.expected.shape
    return same and np.allclose(clue.got, clue.expected, 1e-4, 1e-6)


# -- Index ------------------------------------------------------------------------


@mistake(
    "gradient",
    "The loop goes through key itself, which is a tuple: with one array in it, it runs "
    "once. np.add.at takes the tuple as it is.",
    "Index",
)
def loop_over_the_tuple(clue: Clue):
    if clue.reference.program.name == "columns_taken":
        return None
    keys = [v for k, v in clue.inputs.items() if k != "a"] or [clue.operand > 0]
    out = np.zeros_like(clue.expected)
    try:
        for place, key in enumerate(keys):
            out[key] += clue.upstream[place]
    except (IndexError, ValueError):
        return None
    return out
