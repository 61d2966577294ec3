"""Mistakes in functions of one number, of problem set 2."""

from collections.abc import Callable

import numpy as np

from ..comparison import alike
from .mistakes import Clue, mistake


def _outputs(piece: str, formula: str, others: dict[str, Callable]) -> None:
    """What forward may compute instead of `formula`."""
    for name, function in others.items():

        @mistake("out", f"forward computes {name}, not {formula}.", piece)
        def computes(clue: Clue, function=function):
            return function(*clue.operands)


def _slopes(piece: str, others: dict[str, Callable]) -> None:
    """What backward may multiply by, of the input and the output."""
    for says, slope in others.items():

        @mistake("gradient", says, piece)
        def uses(clue: Clue, slope=slope):
            return clue.upstream * slope(clue.operand, clue.out)


# -- Exp --------------------------------------------------------------------------

_outputs(
    "Exp",
    "exp a",
    {
        "2 ** a": np.exp2,
        "10 ** a": lambda a: np.power(10.0, a),
        "exp of -a": lambda a: np.exp(-a),
        "exp a - 1": np.expm1,
        "the inverse, log a": np.log,
        "a ** e, with base and exponent swapped,": lambda a: np.power(a, np.e),
    },
)
_slopes(
    "Exp",
    {
        "A factor is missing: what backward returns is the upstream gradient alone. "
        "Multiply it by the slope, which is out.": lambda a, out: np.ones_like(a),
        "The slope used is a. It is exp a, which is out.": lambda a, out: a,
        "The slope used is exp(out): out is already exp a, and exp is taken once "
        "more.": lambda a, out: np.exp(out),
        "The slope used is a * exp(a - 1), the rule for powers. In exp a the exponent "
        "varies, and the slope is out.": lambda a, out: a * np.exp(a - 1),
        "The slope used is a * exp a: a factor a too many. It is exp a.": (
            lambda a, out: a * out
        ),
        "The slope used is 1 / out. It is out.": lambda a, out: 1 / out,
        "The slope is squared: out² takes the place of out.": lambda a, out: out * out,
    },
)

# -- Log --------------------------------------------------------------------------

_outputs(
    "Log",
    "log a (to the base e)",
    {
        "the logarithm to the base 2": np.log2,
        "the logarithm to the base 10": np.log10,
        "log(1 + a)": np.log1p,
        "the inverse, exp a": np.exp,
        "log |a|": lambda a: np.log(np.abs(a)),
    },
)
_slopes(
    "Log",
    {
        "A factor is missing: what backward returns is the upstream gradient alone. "
        "Multiply it by the slope, 1 / a.": lambda a, out: np.ones_like(a),
        "The slope used is a. It is 1 / a: divide by a.": lambda a, out: a,
        "The slope used is out. It is 1 / a.": lambda a, out: out,
        "The slope used is 1 / out: the output is divided by, not the input. It is "
        "1 / a.": lambda a, out: 1 / out,
        "The slope used is 1 / a². It is 1 / a: the square is that of the slope of "
        "1 / a.": lambda a, out: 1 / (a * a),
        "The slope used is -1 / a², that of 1 / a. It is 1 / a.": (
            lambda a, out: -1 / (a * a)
        ),
        "The slope used is 1 / (a ln 10), that of the logarithm to the base 10.": (
            lambda a, out: 1 / (a * np.log(10))
        ),
        "The slope used is 1 / (a ln 2), that of the logarithm to the base 2.": (
            lambda a, out: 1 / (a * np.log(2))
        ),
        "The slope used is 1 / |a|. It is 1 / a, also where a is negative.": (
            lambda a, out: 1 / np.abs(a)
        ),
    },
)

# -- Tanh -------------------------------------------------------------------------

_outputs(
    "Tanh",
    "tanh a",
    {
        "the tangent, tan a": np.tan,
        "the hyperbolic sine, sinh a": np.sinh,
        "the arc tangent, arctan a": np.arctan,
        "the inverse, arctanh a": np.arctanh,
        "the logistic sigmoid": lambda a: 1 / (1 + np.exp(-a)),
        "tanh of a / 2": lambda a: np.tanh(a / 2),
        "tanh of 2 a": lambda a: np.tanh(2 * a),
    },
)


@mistake(
    "out",
    "The output is nan where |a| is large and right elsewhere: an exponential "
    "overflows there, and inf / inf is nan. np.tanh does not overflow.",
    "Tanh",
)
def overflows(clue: Clue):
    if not clue.is_wrong:
        return None
    lost = np.isnan(clue.got) & ~np.isnan(clue.expected)
    far = np.abs(clue.operands[0]) > 350
    repaired = np.where(lost, clue.expected, clue.got)
    return bool((far | ~lost).all() and alike(clue.expected, repaired))


_slopes(
    "Tanh",
    {
        "A factor is missing: what backward returns is the upstream gradient alone. "
        "Multiply it by the slope, 1 - out².": lambda a, out: np.ones_like(a),
        "The slope used is 1 - a². It is 1 - out²: the output is squared, not the "
        "input.": lambda a, out: 1 - a * a,
        "The slope used is 1 - out. It is 1 - out²: the square is missing.": (
            lambda a, out: 1 - out
        ),
        "The slope used is out. It is 1 - out².": lambda a, out: out,
        "The slope used is out². It is 1 - out²: the 1 - is missing.": (
            lambda a, out: out * out
        ),
        "The slope used is 1 + out². It is 1 - out².": lambda a, out: 1 + out * out,
        "The slope used is out² - 1. It is 1 - out²: the sign is wrong.": (
            lambda a, out: out * out - 1
        ),
        "The slope used is out (1 - out), that of the sigmoid. It is 1 - out².": (
            lambda a, out: out * (1 - out)
        ),
        "The slope used is 1 - tanh(out)²: out is already tanh a, and tanh is taken "
        "once more.": lambda a, out: 1 - np.tanh(out) ** 2,
        "The slope used is 1 / cosh a. It is that squared, which is 1 - out².": (
            lambda a, out: 1 / np.cosh(a)
        ),
        "The slope is squared: (1 - out²)² takes the place of 1 - out².": (
            lambda a, out: (1 - out * out) ** 2
        ),
    },
)

# -- ReLU -------------------------------------------------------------------------

_outputs(
    "ReLU",
    "max(a, 0)",
    {
        "|a|": np.abs,
        "min(a, 0)": lambda a: np.minimum(a, 0),
        "where a is positive (0 or 1)": lambda a: (a > 0).astype(a.dtype),
        "a leaky ReLU, 0.01 a for negative a": lambda a: np.where(a > 0, a, 0.01 * a),
        "max(a, 1)": lambda a: np.maximum(a, 1),
        "-max(a, 0)": lambda a: -np.maximum(a, 0),
    },
)


@mistake(
    "out",
    "The output is nan where a is -inf and right elsewhere: infinity times 0 is nan. "
    "Choose the larger of two numbers instead of multiplying by a mask.",
    "ReLU",
)
def mask_times_infinity(clue: Clue):
    (a,) = clue.operands
    return np.where(np.isneginf(a), np.nan, clue.expected)


_slopes(
    "ReLU",
    {
        "The mask is missing: the gradient passes everywhere. Where a is negative, out "
        "stays 0 when a is nudged.": lambda a, out: np.ones_like(a),
        "At 0 the gradient passes. PyTorch takes the slope 0 there: it passes where "
        "a > 0 alone.": lambda a, out: (a >= 0).astype(a.dtype),
        "At 0 the slope used is 0.5, the mean of both sides. PyTorch takes 0.": (
            lambda a, out: (1 + np.sign(a)) / 2
        ),
        "The mask is from the wrong side: the gradient passes where a is negative.": (
            lambda a, out: (a < 0).astype(a.dtype)
        ),
        "The mask is from the wrong side: the gradient passes where a is 0 or "
        "negative.": lambda a, out: (a <= 0).astype(a.dtype),
        "The slope used is out. It is 1 where a is positive, whatever its size.": (
            lambda a, out: out
        ),
        "The slope used is a. It is 1 where a is positive, 0 where it is 0 or less.": (
            lambda a, out: a
        ),
        "The slope used is the sign of a, that of |a|. Where a is negative it is 0.": (
            lambda a, out: np.sign(a)
        ),
        "Where a is negative the slope used is 0.01, that of a leaky ReLU. It is 0.": (
            lambda a, out: np.where(a > 0, 1.0, 0.01)
        ),
    },
)


@mistake(
    "gradient",
    "The mask is taken of the upstream gradient: negative gradients are lost. What "
    "counts is the sign of a, not that of grad.",
    "ReLU",
)
def mask_of_upstream(clue: Clue):
    return np.maximum(clue.upstream, 0)


@mistake(
    "gradient",
    "Negative upstream gradients are lost: the mask is right, but grad is masked by "
    "its own sign, too.",
    "ReLU",
)
def mask_of_both(clue: Clue):
    return np.maximum(clue.upstream, 0) * (clue.operand > 0)


# -- Abs --------------------------------------------------------------------------

_outputs(
    "Abs",
    "|a|",
    {
        "-a": lambda a: -a,
        "max(a, 0)": lambda a: np.maximum(a, 0),
        "a²": lambda a: a * a,
        "-|a|": lambda a: -np.abs(a),
        "the sign of a": np.sign,
    },
)
_slopes(
    "Abs",
    {
        "A factor is missing: what backward returns is the upstream gradient alone. "
        "The slope is the sign of a.": lambda a, out: np.ones_like(a),
        "At 0 the slope used is 1. |a| has a kink there, and PyTorch takes 0.": (
            lambda a, out: np.where(a >= 0, 1.0, -1.0)
        ),
        "At 0 the slope used is -1. |a| has a kink there, and PyTorch takes 0.": (
            lambda a, out: np.where(a > 0, 1.0, -1.0)
        ),
        "The slope used is a / |a|, which is 0 / 0 at 0 and inf / inf far out: nan. It "
        "is the sign of a.": lambda a, out: a / out,
        "The slope used is a. It is the sign of a alone, 1 or -1, whatever its size.": (
            lambda a, out: a
        ),
        "The slope used is |a|. It is the sign of a.": lambda a, out: out,
        "Where a is negative the gradient is 0, as in ReLU. The slope is -1 there.": (
            lambda a, out: (a > 0).astype(a.dtype)
        ),
        "The slope used is 2 a, that of a².": lambda a, out: 2 * a,
    },
)


@mistake(
    "gradient",
    "The absolute value of grad is used: its sign is lost. It is the slope that has "
    "the sign of a.",
    "Abs",
)
def absolute_upstream(clue: Clue):
    return np.abs(clue.upstream) * np.sign(clue.operand)


@mistake(
    "gradient",
    "What backward returns is |grad|. It is grad times the sign of a.",
    "Abs",
)
def absolute_value_of_upstream(clue: Clue):
    return np.abs(clue.upstream)
