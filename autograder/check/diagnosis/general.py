"""Mistakes that can be made in any operation."""

from collections.abc import Callable, Iterable

import numpy as np

from ..comparison import alike
from ..observation import AGAIN, gradient_of
from .computed import spreads
from .mistakes import Clue, Mistake, add_mistake, mistake

# -- the upstream gradient, signs -------------------------------------------------


def _hypotheses(of: str, predictions: dict[str, Callable], **options: object) -> None:
    for says, predict in predictions.items():
        mistake(of, says, **options)(predict)


def _ones(clue: Clue) -> np.ndarray | None:
    one = np.ones_like(clue.expected)
    return None if clue.slope is None or alike(clue.slope, one) else one


def _of_all(figure: Callable) -> Callable:
    def predict(clue: Clue) -> np.ndarray | None:
        if clue.slope is None or not clue.upstream.size:
            return None
        return clue.slope * figure(clue.upstream)

    return predict


def _upstream_squared(clue: Clue) -> np.ndarray | None:
    if clue.expected.shape != clue.upstream.shape:
        return None
    return clue.expected * clue.upstream


_hypotheses(
    "gradient",
    {
        "The upstream gradient is missing: what backward returns for {x} is the slope "
        "alone, as if grad were 1 everywhere.": lambda clue: clue.slope,
        "What backward returns for {x} is 1 everywhere: the upstream gradient is "
        "missing.": _ones,
        "For {x}, backward uses the sum of the upstream gradient in the place of its "
        "entries. Each entry of grad belongs to one entry of out.": _of_all(np.sum),
        "For {x}, backward uses the mean of the upstream gradient in the place of its "
        "entries. Each entry of grad belongs to one entry of out.": _of_all(np.mean),
        "The upstream gradient takes part twice in the gradient of {x}: one factor "
        "grad too many.": _upstream_squared,
        "The sign is wrong: the gradient of {x} is PyTorch's, negated.": (
            lambda clue: -clue.expected
        ),
        "The gradient of {x} is zero everywhere: the slope is lost.": (
            lambda clue: np.zeros_like(clue.expected)
        ),
    },
)


def _where_finite(function: Callable) -> Callable:
    def predict(clue: Clue) -> np.ndarray | None:
        if clue.got.shape != clue.expected.shape or clue.expected.dtype.kind != "f":
            return None
        usual = np.isfinite(clue.expected) & (clue.expected != 0)
        return np.where(usual, function(clue.expected), clue.got)

    return predict


_hypotheses(
    "out",
    {
        "The sign is wrong.": _where_finite(np.negative),
        "forward rounds down to whole numbers, as // does.": _where_finite(np.floor),
        "forward rounds to whole numbers.": _where_finite(np.round),
    },
)


@mistake(
    "out",
    "The numbers are right to seven digits, and float32 has no more: forward computes "
    "in float32 on the way. Keep the dtype of what it is given.",
)
def in_float32(clue: Clue):
    got, expected = clue.got, clue.expected
    if expected.dtype != np.float64 or got.shape != expected.shape:
        return None
    with np.errstate(over="ignore"):
        is_short = np.array_equal(got, got.astype(np.float32), equal_nan=True)
    largest = max((np.abs(each).max(initial=1) for each in clue.operands), default=1)
    return is_short and np.allclose(got, expected, 1e-5, 1e-6 * largest, equal_nan=True)


class ConstantFactor(Mistake):
    """Every gradient is the same multiple of what it should be."""

    def explain(self, clues: Iterable[Clue]) -> str | None:
        clues = list(clues)
        factor = _ratio([clue for clue in clues if clue.is_wrong])
        if factor is None or np.isclose(factor, (0.0, 1.0, -1.0), 1e-4).any():
            return None
        entries = [clue.expected[clue.expected != 0] for clue in clues if clue.is_wrong]
        if sum(each.size for each in entries) < 3:
            return None
        if not all(alike(factor * clue.expected, clue.got) for clue in clues):
            return None
        return self.says.replace("{factor}", f"{factor:.4g}")


def _ratio(clues: list[Clue]) -> float | None:
    """What the largest finite entry of the first clue was multiplied by."""
    for clue in clues:
        if clue.got.shape == clue.expected.shape and clue.expected.size:
            size = np.where(np.isfinite(clue.expected), np.abs(clue.expected), 0.0)
            index = np.unravel_index(np.argmax(size), size.shape)
            if size[index] > 0 and np.isfinite(clue.got[index]):
                return float(clue.got[index] / clue.expected[index])
    return None


add_mistake(
    ConstantFactor(
        "gradient",
        "A constant factor is off: the gradient of {x} is {factor} times what it "
        "should be.",
        lambda clue: None,
    )
)


@mistake(
    "gradient",
    "For {x}, backward returns the gradient of the other operand. Are they swapped? "
    "(Shown where both have one shape.)",
    alone="The gradient of {x} is that of the other operand: are the two swapped, or "
    "was a line copied?",
)
def swapped(clue: Clue):
    arrays = clue.reference.seen.arrays
    others = [
        arrays[gradient_of(name)]
        for name in clue.inputs
        if gradient_of(name) in arrays and gradient_of(name) != clue.what
    ]
    shapes = (clue.expected.shape, clue.got.shape)
    if len(others) != 1 or others[0].shape not in shapes:
        return None
    return others[0]


# -- shapes -----------------------------------------------------------------------


def _in_another_shape(of: str, says: str, fits: Callable) -> None:
    @mistake(of, f"The values {says}", anywhere=True)
    def in_another_shape(clue: Clue):
        got, expected = clue.got, clue.expected
        if got.size != expected.size or got.shape == expected.shape:
            return None if not clue.is_wrong else False
        return fits(got, expected) and alike(expected.ravel(), got.ravel())


for _of, _whose in (("out", ""), ("gradient", "of the gradient of {x} ")):
    for _says, _fits in {
        "axes of size 1 are missing. (keepdim=True keeps those that are reduced.)": (
            lambda got, expected: got.ndim < expected.ndim
        ),
        "axes of size 1 are left over."
        + " (If it is one in front: did a tuple, such as ctx.saved_tensors, take part "
        "in the arithmetic?)" * (_of == "gradient"): (
            lambda got, expected: got.ndim > expected.ndim
        ),
        "the axes have other sizes.": lambda got, expected: got.ndim == expected.ndim,
    }.items():
        _in_another_shape(_of, f"{_whose}are right, the shape is not: {_says}", _fits)


def _in_float32(of: str, whose: str) -> None:
    @mistake(
        of,
        f"The dtype is lost: {whose} has the digits of float32, where the operands are "
        "float64. Was something converted, or made by zeros, ones or tensor without "
        "dtype=?",
        anywhere=True,
    )
    def in_float32(clue: Clue):
        if not clue.is_wrong:
            return None
        got, expected = clue.got, clue.expected
        if expected.dtype != np.float64 or got.shape != expected.shape:
            return False
        return (got == got.astype("float32")).all() and np.allclose(got, expected, 1e-4)


_in_float32("out", "the result")
_in_float32("gradient", "the gradient of {x}")


@mistake(
    "gradient",
    "The gradient is not expanded: backward returns grad in the shape of out. It must "
    "have the shape of {x}.",
)
def not_expanded(clue: Clue):
    if clue.got.shape == clue.expected.shape:  # out has this shape, too
        return None if alike(clue.upstream, clue.got) else False
    if clue.got.size != clue.upstream.size:
        return False
    return clue.upstream.reshape(clue.got.shape)


def _averaged(clue: Clue) -> np.ndarray | None:
    copies = clue.out.size // max(clue.operand.size, 1)
    return (
        clue.expected / copies
        if copies > 1 and spreads(clue.operand, clue.out)
        else None
    )


_hypotheses(
    "gradient",
    {
        "Over a broadcast axis, the gradient of {x} is averaged where it must be "
        "summed.": _averaged,
        "The gradient of {x} is transposed.": (
            lambda clue: clue.expected.T if clue.expected.ndim > 1 else None
        ),
    },
)


# -- a second backward pass -----------------------------------------------------------


def _first(clue: Clue) -> np.ndarray:
    """The gradient after the first pass."""
    return clue.reference.seen.arrays[clue.what.removesuffix(AGAIN)]


_hypotheses(
    "again",
    {
        "The second backward pass replaces the gradient of {x} that the first one "
        "left. .grad accumulates: add to what is there.": (
            lambda clue: clue.expected - _first(clue)
        ),
        "The second backward pass adds nothing to the gradient of {x}.": _first,
    },
    anywhere=True,
)


# -- accumulation -----------------------------------------------------------------


def _one_of(combined: Callable) -> Callable:
    """True if what was seen is made so of one of several contributions."""

    def predict(clue: Clue) -> bool | None:
        parts = clue.contributions
        if len(parts) < 2:
            return None
        return any(alike(combined(clue, part), clue.got) for part in parts)

    return predict


_hypotheses(
    "gradient",
    {
        "{x} is used several times, and its gradient is what a single use sends back. "
        "The contributions must be added up; one has overwritten the others.": (
            _one_of(lambda clue, part: part)
        ),
        "What one of the uses of {x} sends back is lost: that branch of the graph is "
        "dead. Every use sends its own contribution.": (
            _one_of(lambda clue, part: clue.expected - part)
        ),
    },
    anywhere=True,
)
