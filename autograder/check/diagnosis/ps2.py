"""Mistakes in the arithmetic of problem set 2, and in its predictions."""

from collections.abc import Callable

import numpy as np

from ..flow import summed_down
from .mistakes import Clue, mistake


def _in_shape(full: np.ndarray, clue: Clue) -> np.ndarray:
    """A gradient in the shape of out, as it arrives at its operand."""
    full = np.broadcast_to(full, clue.out.shape)
    return summed_down(full, clue.expected.shape)


def _outputs(piece: str, others: dict[str, Callable]) -> None:
    """What forward may compute instead, of both inputs."""
    for says, function in others.items():

        @mistake("out", says, piece)
        def computes(clue: Clue, function=function):
            return np.asarray(function(*clue.inputs.values()))


def _slopes(piece: str, operand: str, others: dict[str, Callable]) -> None:
    """What backward may multiply by, of both inputs, for one operand; "" for any."""
    for says, slope in others.items():

        @mistake("gradient", says, piece)
        def uses(clue: Clue, slope=slope):
            if operand not in ("", clue.what.removeprefix("gradient of ")):
                return None
            slopes = np.asarray(slope(*clue.inputs.values()))
            return _in_shape(clue.upstream * slopes, clue)


# -- Add --------------------------------------------------------------------------

_outputs(
    "Add",
    {
        "forward multiplies its operands. Add adds them.": lambda a, b: a * b,
        "forward subtracts its operands. Add adds them.": lambda a, b: a - b,
        "forward leaves its second operand out: the output is a alone.": (
            lambda a, b: a + 0 * b
        ),
        "forward averages its operands: a sum is not halved.": (
            lambda a, b: (a + b) / 2
        ),
    },
)


@mistake(
    "gradient",
    "The gradient of {x} is multiplied by the other operand, as in a product. The "
    "slope of a sum is 1 for each operand.",
    "Add",
)
def as_in_a_product(clue: Clue):
    a, b = clue.inputs.values()
    other = b if clue.what.endswith(" a") else a
    return _in_shape(clue.upstream * other, clue)


@mistake(
    "gradient",
    "The gradient of {x} is multiplied by the operand itself. The slope of a sum is 1 "
    "for each operand.",
    "Add",
)
def sum_times_itself(clue: Clue):
    return _in_shape(clue.upstream * clue.operand, clue)


@mistake(
    "gradient",
    "The gradient of {x} is grad times out. The slope of a sum is 1 for each operand.",
    "Add",
)
def sum_times_the_output(clue: Clue):
    return _in_shape(clue.upstream * clue.out, clue)


# -- Mul --------------------------------------------------------------------------


@mistake("out", "forward adds its operands. Mul multiplies them.", "Mul")
def adds(clue: Clue):
    a, b = clue.inputs.values()
    return a + b


@mistake("out", "forward uses its first operand twice: the output is a * a.", "Mul")
def first_operand_twice(clue: Clue):
    a, _ = clue.inputs.values()
    return np.asarray(a * a)


@mistake("out", "forward uses its second operand twice: the output is b * b.", "Mul")
def second_operand_twice(clue: Clue):
    _, b = clue.inputs.values()
    return np.asarray(b * b)


@mistake(
    "gradient",
    "A factor is missing: what backward returns for {x} is the upstream gradient "
    "alone. Multiply it by the slope, which is the other operand.",
    "Mul",
)
def other_operand_missing(clue: Clue):
    return _in_shape(clue.upstream, clue)


@mistake(
    "gradient",
    "The operands are swapped: the gradient of {x} is grad times the operand itself. "
    "The slope of a product for one operand is the other one.",
    "Mul",
)
def multiplied_by_itself(clue: Clue):
    return _in_shape(clue.upstream * clue.operand, clue)


@mistake(
    "gradient",
    "The gradient of {x} is grad times out. The slope is the other operand alone.",
    "Mul",
)
def multiplied_by_the_output(clue: Clue):
    return _in_shape(clue.upstream * clue.out, clue)


@mistake(
    "gradient",
    "The gradient of {x} is grad * out divided by the operand itself: nan where that "
    "is 0. The slope is the other operand, and must be saved.",
    "Mul",
)
def divided_out(clue: Clue):
    return _in_shape(clue.upstream * clue.out / clue.operand, clue)


@mistake(
    "gradient",
    "The gradient of {x} is grad * (a + b), both terms of the product rule at once. "
    "Each operand gets the one term that is its own.",
    "Mul",
)
def both_terms(clue: Clue):
    a, b = clue.inputs.values()
    return _in_shape(clue.upstream * (a + b), clue)


# -- Div --------------------------------------------------------------------------

_outputs(
    "Div",
    {
        "forward divides the wrong way round: the output is b / a.": lambda a, b: b / a,
        "forward multiplies its operands. Div divides them.": lambda a, b: a * b,
        "forward uses //, which rounds down to whole numbers.": lambda a, b: a // b,
    },
)
_slopes(
    "Div",
    "a",
    {
        "A factor is missing: what backward returns for {x} is the upstream gradient "
        "alone. The slope of a / b for a is 1 / b.": lambda a, b: 1.0,
        "The slope used for {x} is b. It is 1 / b: dividing by b goes back through "
        "dividing by b.": lambda a, b: b,
        "The slope used for {x} is 1 / a. It is 1 / b.": lambda a, b: 1 / a,
        "The slope used for {x} is a / b, the output. It is 1 / b.": lambda a, b: a / b,
    },
)
_slopes(
    "Div",
    "b",
    {
        "The minus sign of the quotient rule is missing: the slope of a / b for b is "
        "-a / b².": lambda a, b: a / (b * b),
        "The square of the quotient rule is missing: the slope used for {x} is -a / b. "
        "It is -a / b².": lambda a, b: -a / b,
        "Sign and square of the quotient rule are missing: the slope used for {x} is "
        "a / b. It is -a / b².": lambda a, b: a / b,
        "The numerator of the quotient rule is missing: the slope used for {x} is "
        "-1 / b². It is -a / b².": lambda a, b: -1 / (b * b),
        "The slope used for {x} is 1 / b, which is that for a. For b it is -a / b².": (
            lambda a, b: 1 / b
        ),
        "The slope used for {x} is a. It is -a / b²: b stands below the line.": (
            lambda a, b: a
        ),
        "The slope used for {x} is -a. It is -a / b²: the division by b² is missing.": (
            lambda a, b: -a
        ),
    },
)

# -- Pow --------------------------------------------------------------------------

_outputs(
    "Pow",
    {
        "forward swaps base and exponent: the output is n ** a.": (
            lambda a, n: np.power(float(n), a)
        ),
        "forward multiplies: the output is a * n, not a ** n.": lambda a, n: a * n,
        "forward uses |a|: the sign of a is lost.": lambda a, n: np.abs(a) ** n,
        "forward always squares: the exponent n is ignored.": lambda a, n: a * a,
    },
)
_slopes(
    "Pow",
    "",
    {
        "A factor is missing: what backward returns is the upstream gradient alone. "
        "Multiply it by the slope, n * a ** (n - 1).": lambda a, n: 1 + 0 * a,
        "The factor n is missing: the slope used is a ** (n - 1). It is "
        "n * a ** (n - 1).": lambda a, n: (n != 0) * a ** float(n - 1) if n else 0 * a,
        "The exponent is not lowered: the slope used is n * a ** n. It is "
        "n * a ** (n - 1).": lambda a, n: n * a ** float(n),
        "The exponent is raised: the slope used is n * a ** (n + 1). It is "
        "n * a ** (n - 1).": lambda a, n: n * a ** float(n + 1),
        "The slope used is n * a, which is right for squares alone. It is "
        "n * a ** (n - 1).": lambda a, n: n * a,
        "The slope used is n alone: its factor a ** (n - 1) is missing.": (
            lambda a, n: n + 0 * a
        ),
        "The slope used is a ** n * log(a), that for the exponent. For the base it is "
        "n * a ** (n - 1).": lambda a, n: a ** float(n) * np.log(a),
        "The slope used has the factor n - 1 in the place of n: the exponent was "
        "lowered too early.": lambda a, n: (n - 1) * a ** float(n - 1),
        "For n = 0 the slope is nan where a is 0: a ** -1 is infinite there, and 0 "
        "times infinity is nan. a ** 0 is 1 everywhere, and its slope 0.": (
            lambda a, n: n * a ** float(n - 1)
        ),
    },
)
