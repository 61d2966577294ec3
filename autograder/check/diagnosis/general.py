"""Mistakes that can be made in any operation."""

from collections.abc import Callable, Iterable

import numpy as np

from ..comparison import alike
from ..flow import summed_down
from ..observation import AGAIN, gradient_of
from .computed import spreads
from .mistakes import Clue, Mistake, add_mistake, mistake

# -- the upstream gradient --------------------------------------------------------


@mistake(
    "gradient",
    "The upstream gradient is missing: what backward returns for {x} is the slope "
    "alone. Multiply it by grad.",
)
def upstream_ignored(clue: Clue):
    return clue.slope


@mistake(
    "gradient",
    "What backward returns for {x} is 1 everywhere: the upstream gradient is missing.",
)
def ones(clue: Clue):
    one = np.ones_like(clue.expected)
    return None if clue.slope is None or alike(clue.slope, one) else one


@mistake(
    "gradient",
    "For {x}, backward uses the sum of the upstream gradient in the place of its "
    "entries. Each entry of grad belongs to one entry of out.",
)
def upstream_summed(clue: Clue):
    return None if clue.slope is None else clue.slope * clue.upstream.sum()


@mistake(
    "gradient",
    "For {x}, backward uses the mean of the upstream gradient in the place of its "
    "entries. Each entry of grad belongs to one entry of out.",
)
def upstream_averaged(clue: Clue):
    if clue.slope is None or not clue.upstream.size:
        return None
    return clue.slope * clue.upstream.mean()


@mistake(
    "gradient",
    "The upstream gradient takes part twice in the gradient of {x}: one factor grad "
    "too many.",
)
def upstream_squared(clue: Clue):
    if clue.expected.shape != clue.upstream.shape:
        return None
    return clue.expected * clue.upstream


# -- factors ----------------------------------------------------------------------


@mistake("out", "The sign is wrong.")
def output_negated(clue: Clue):
    return -clue.expected if clue.expected.dtype.kind == "f" else None


@mistake("gradient", "The sign is wrong: the gradient of {x} is PyTorch's, negated.")
def sign_flipped(clue: Clue):
    return -clue.expected


@mistake("gradient", "The gradient of {x} is zero everywhere: the slope is lost.")
def zero_everywhere(clue: Clue):
    return np.zeros_like(clue.expected)


@mistake("out", "forward rounds down to whole numbers, as // does.")
def rounded_down(clue: Clue):
    return _where_finite(np.floor, clue)


@mistake("out", "forward rounds to whole numbers.")
def rounded(clue: Clue):
    return _where_finite(np.round, clue)


def _where_finite(function: Callable, clue: Clue) -> np.ndarray | None:
    if clue.got.shape != clue.expected.shape or clue.expected.dtype.kind != "f":
        return None
    usual = np.isfinite(clue.expected) & (clue.expected != 0)
    return np.where(usual, function(clue.expected), clue.got)


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
    @mistake(of, f"The values {says}")
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
        "axes of size 1 are left over. (If it is one in front: did a tuple, such as "
        "ctx.saved_tensors, take part in the arithmetic?)": (
            lambda got, expected: got.ndim > expected.ndim
        ),
        "the axes have other sizes.": lambda got, expected: got.ndim == expected.ndim,
    }.items():
        _in_another_shape(_of, f"{_whose}are right, the shape is not: {_says}", _fits)


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


@mistake(
    "gradient",
    "A broadcast axis is not summed: the gradient of {x} has the shape of out. An "
    "entry that was used several times gets the sum of what its uses send back.",
    anywhere=True,
)
def broadcast_axis_not_summed(clue: Clue):
    if clue.got.shape == clue.expected.shape:
        return None if not clue.is_wrong else False
    if clue.got.shape != clue.out.shape:
        return False
    return alike(clue.expected, summed_down(clue.got, clue.expected.shape))


@mistake(
    "gradient",
    "Over a broadcast axis, the gradient of {x} is averaged where it must be summed.",
)
def broadcast_axis_averaged(clue: Clue):
    copies = clue.out.size // max(clue.operand.size, 1)
    if not spreads(clue.operand, clue.out):
        return None
    return None if copies < 2 else clue.expected / copies


@mistake("gradient", "The gradient of {x} is transposed.")
def transposed(clue: Clue):
    return clue.expected.T if clue.expected.ndim > 1 else None


# -- a second backward pass -----------------------------------------------------------


def _first(clue: Clue) -> np.ndarray:
    """The gradient after the first pass."""
    return clue.reference.seen.arrays[clue.what.removesuffix(AGAIN)]


@mistake(
    "again",
    "The second backward pass replaces the gradient of {x} that the first one left. "
    ".grad accumulates: add to what is there.",
    anywhere=True,
)
def replaced(clue: Clue):
    return clue.expected - _first(clue)


@mistake(
    "again",
    "The second backward pass adds nothing to the gradient of {x}.",
    anywhere=True,
)
def adds_nothing(clue: Clue):
    return _first(clue)


# -- accumulation -----------------------------------------------------------------


@mistake(
    "gradient",
    "{x} is used several times, and its gradient is what a single use sends back. The "
    "contributions must be added up; one has overwritten the others.",
    anywhere=True,
)
def overwritten(clue: Clue):
    parts = clue.contributions
    if len(parts) < 2:
        return None
    return any(alike(part, clue.got) for part in parts)


@mistake(
    "gradient",
    "What one of the uses of {x} sends back is lost: that branch of the graph is dead. "
    "Every use sends its own contribution.",
    anywhere=True,
)
def dead_branch(clue: Clue):
    parts = clue.contributions
    if len(parts) < 2:
        return None
    return any(alike(clue.expected - part, clue.got) for part in parts)
