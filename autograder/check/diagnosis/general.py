"""Mistakes that can be made in any operation."""

from collections.abc import Callable

import numpy as np

from ..comparison import alike
from ..observation import AGAIN, gradient_of
from .mistakes import Clue, Mistake

KNOWN: list[Mistake] = []


def _hypotheses(of: str, predictions: dict[str, Callable], **options: object) -> None:
    KNOWN.extend(Mistake(of, *each, **options) for each in predictions.items())


# -- the upstream gradient, signs, operands ---------------------------------------


def _of_all(figure: Callable) -> Callable:
    def predict(clue: Clue) -> np.ndarray | None:
        if clue.slope is None or not clue.upstream.size:
            return None
        return clue.slope * figure(clue.upstream)

    return predict


def _averaged(clue: Clue) -> np.ndarray | None:
    copies = clue.out.size // max(clue.operand.size, 1)
    try:
        shape = np.broadcast_shapes(clue.operand.shape, clue.out.shape)
    except ValueError:
        return None
    is_spread = copies > 1 and shape == clue.out.shape
    return clue.expected / copies if is_spread else None


def _of_the_other(clue: Clue) -> np.ndarray | None:
    arrays = clue.reference.seen.arrays
    others = [
        arrays[gradient_of(name)]
        for name in clue.inputs
        if gradient_of(name) in arrays and gradient_of(name) != clue.what
    ]
    shapes = (clue.expected.shape, clue.got.shape)
    return others[0] if len(others) == 1 and others[0].shape in shapes else None


_hypotheses(
    "gradient",
    {
        "The upstream gradient is missing: what backward returns for {x} is the slope "
        "alone, as if grad were 1 everywhere.": lambda clue: clue.slope,
        "For {x}, backward uses the sum of the upstream gradient in the place of its "
        "entries. Each entry of grad belongs to one entry of out.": _of_all(np.sum),
        "For {x}, backward uses the mean of the upstream gradient in the place of its "
        "entries. Each entry of grad belongs to one entry of out.": _of_all(np.mean),
        "The sign is wrong: the gradient of {x} is PyTorch's, negated.": (
            lambda clue: -clue.expected
        ),
        "The gradient of {x} is zero everywhere: the slope is lost.": (
            lambda clue: np.zeros_like(clue.expected)
        ),
        "Over a broadcast axis, the gradient of {x} is averaged where it must be "
        "summed.": _averaged,
        "The gradient of {x} is transposed.": (
            lambda clue: clue.expected.T if clue.expected.ndim > 1 else None
        ),
        "For {x}, backward returns the gradient of the other operand. Are they "
        "swapped, or was a line copied?": _of_the_other,
    },
)


# -- shapes -----------------------------------------------------------------------


def _in_another_shape(fits: Callable) -> Callable:
    """The right values in another shape, of which `fits(got, expected)` is true."""

    def predict(clue: Clue) -> bool | None:
        got, expected = clue.got, clue.expected
        if got.size != expected.size or got.shape == expected.shape:
            return None if not clue.is_wrong else False
        return fits(got, expected) and alike(expected.ravel(), got.ravel())

    return predict


_SHAPES = {
    "axes of size 1 are missing. (keepdim=True keeps those that are reduced.)": (
        lambda got, expected: got.ndim < expected.ndim
    ),
    "axes of size 1 are left over.{tuple}": (
        lambda got, expected: got.ndim > expected.ndim
    ),
    "the axes have other sizes.": lambda got, expected: got.ndim == expected.ndim,
}
_TUPLE = (
    " (If it is one in front: did a tuple, such as ctx.saved_tensors, take part in the "
    "arithmetic?)"
)
for _of, _whose, _tuple in (
    ("out", "", ""),
    ("gradient", "of the gradient of {x} ", _TUPLE),
):
    _start = f"The values {_whose}are right, the shape is not: "
    _hypotheses(
        _of,
        {
            _start + says.replace("{tuple}", _tuple): _in_another_shape(fits)
            for says, fits in _SHAPES.items()
        },
        anywhere=True,
    )


# -- a second backward pass, and several uses -------------------------------------


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
