"""Mistakes in the operations of problem set 2."""

import numpy as np

from ..comparison import alike
from ..flow import summed_down
from . import Clue, mistake

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


def _in_shape(full: np.ndarray, clue: Clue) -> np.ndarray:
    """A gradient in the shape of out, as it arrives at its operand."""
    full = np.broadcast_to(full, clue.out.shape)
    return summed_down(full, clue.expected.shape)


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


# -- Tanh -------------------------------------------------------------------------

_OTHER_FUNCTIONS = {
    "the tangent, tan a": np.tan,
    "the hyperbolic sine, sinh a": np.sinh,
    "the arc tangent, arctan a": np.arctan,
    "the inverse, arctanh a": np.arctanh,
    "the logistic sigmoid": lambda a: 1 / (1 + np.exp(-a)),
    "tanh of a / 2": lambda a: np.tanh(a / 2),
    "tanh of 2 a": lambda a: np.tanh(2 * a),
}


def _another_function(name: str, function) -> None:
    @mistake("out", f"forward computes {name}, not tanh a.", "Tanh")
    def computes(clue: Clue):
        return function(*clue.operands)


for _name, _function in _OTHER_FUNCTIONS.items():
    _another_function(_name, _function)


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


_OTHER_SLOPES = {
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
    "The slope used is 1 - tanh(out)²: out is already tanh a, and tanh is taken once "
    "more.": lambda a, out: 1 - np.tanh(out) ** 2,
    "The slope used is 1 / cosh a. It is that squared, which is 1 - out².": (
        lambda a, out: 1 / np.cosh(a)
    ),
    "The slope is squared: (1 - out²)² takes the place of 1 - out².": (
        lambda a, out: (1 - out * out) ** 2
    ),
}


def _another_slope(says: str, slope) -> None:
    @mistake("gradient", says, "Tanh")
    def uses(clue: Clue):
        return clue.upstream * slope(clue.operand, clue.out)


for _says, _slope in _OTHER_SLOPES.items():
    _another_slope(_says, _slope)


# -- Sum --------------------------------------------------------------------------


def _axes(clue: Clue) -> tuple[int, ...]:
    """The axes that are summed, counted from 0."""
    dim, ndim = clue.inputs.get("dim"), clue.operands[0].ndim
    if dim is None:
        return tuple(range(ndim))
    return tuple(axis % ndim for axis in (dim if isinstance(dim, tuple) else (dim,)))


@mistake("out", "dim is ignored: forward sums over all axes.", "Sum")
def dim_ignored(clue: Clue):
    total = clue.operands[0].sum()
    return bool(clue.got.size == 1 and alike_number(clue.got, total))


def alike_number(array: np.ndarray, number: float) -> bool:
    """True if the only entry of `array` is `number`."""
    return bool(np.isclose(array.item(), number, rtol=1e-5, atol=1e-8))


@mistake(
    "out",
    "keepdim=True is ignored: the sums are right, but the summed axes must stay, with "
    "size 1.",
    "Sum",
)
def keepdim_ignored(clue: Clue):
    if clue.reference.program.name != "sum_keeping_axes":
        return None
    return clue.operands[0].sum(axis=_axes(clue))


@mistake(
    "out",
    "The summed axes are kept, with size 1, although keepdim is False.",
    "Sum",
)
def axes_kept(clue: Clue):
    if clue.reference.program.name == "sum_keeping_axes":
        return None
    return clue.operands[0].sum(axis=_axes(clue), keepdims=True)


@mistake(
    "out", "The mean is returned: the sum divided by the number of entries.", "Sum"
)
def mean_instead(clue: Clue):
    return clue.operands[0].mean(axis=_axes(clue)).reshape(clue.expected.shape)


@mistake("out", "The sum is over the wrong axis.", "Sum")
def other_axis(clue: Clue):
    a = clue.operands[0]
    axes = _axes(clue)
    if not clue.is_wrong or len(axes) != 1 or a.ndim < 2:
        return None
    others = [a.sum(axis=i) for i in range(a.ndim) if i != axes[0]]
    got = clue.got.squeeze()
    return any(
        got.shape == other.squeeze().shape and np.allclose(got, other.squeeze())
        for other in others
    )


@mistake("out", "Of several axes, only the first is summed.", "Sum")
def only_the_first_axis(clue: Clue):
    a, dim = clue.operands[0], clue.inputs.get("dim")
    if not isinstance(dim, tuple) or len(dim) < 2:
        return None
    out = a.sum(axis=dim[0], keepdims=clue.got.ndim == a.ndim)
    return out if out.shape == clue.got.shape else False


@mistake(
    "gradient",
    "The gradient is not expanded: backward returns grad in the shape of out. Every "
    "entry of {x} receives the gradient of the one sum that it went into.",
    "Sum",
)
def not_expanded(clue: Clue):
    if clue.got.size == clue.upstream.size:
        return clue.upstream.reshape(clue.got.shape)
    return False


@mistake(
    "gradient",
    "The gradient is expanded along the wrong axis: the gradients of the rows are "
    "handed to the columns. Put the summed axis back, with size 1, before you "
    "broadcast.",
    "Sum",
)
def wrong_axis_expanded(clue: Clue):
    try:
        return np.broadcast_to(clue.upstream, clue.expected.shape)
    except ValueError:
        return None


@mistake(
    "gradient",
    "The gradient of {x} is divided by the number of entries summed: that is the "
    "gradient of the mean.",
    "Sum",
)
def gradient_of_the_mean(clue: Clue):
    count = clue.operand.size // max(clue.out.size, 1)
    return clue.expected / max(count, 1)


@mistake(
    "gradient",
    "The gradient of {x} has {x} itself as a factor. A sum counts every entry with "
    "factor 1.",
    "Sum",
)
def multiplied_by_the_operand(clue: Clue):
    return clue.expected * clue.operand


# -- predictions ------------------------------------------------------------------

_A, _B = np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 3.0, 4.0])


def _wrong_number(number: float, says: str) -> None:
    @mistake("out", says, "first_entry_of_a_grad")
    def predicted(clue: Clue):
        return np.asarray(number)


_wrong_number(
    1.0,
    "That is what one of the products sends back. The first entry of a takes part in "
    "several.",
)
_wrong_number(
    float(_B.size),
    "That is the number of products in which the first entry of a takes part. Each of "
    "them sends back its slope, which is not always 1.",
)
_wrong_number(
    _A.sum(),
    "That is the sum of the entries of a. The slope of a product for a is the other "
    "factor.",
)
_wrong_number(
    _A.sum() * _B.sum(),
    "That is the sum of all the products, the value of out. Asked for is how fast it "
    "changes with the first entry of a.",
)
