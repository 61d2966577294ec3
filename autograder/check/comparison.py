"""Two observations compared: what differs, and where most.

Read: `compare`, `agrees` and `worst_index`, and `TOLERANCE`, the only place where
tolerances stand.

The verdicts:

- A shape or a dtype that differs is a difference, whatever the values.
- nan equals nan, and an infinity equals the infinity of its sign. 0 and -0 are equal:
  a right formula may give either.
- Printed forms are compared only where the values are equal to the last bit.
"""

from dataclasses import dataclass

import numpy as np

from .observation import Arrays, Observation

# An entry may be off by `relative` of itself, plus `of_largest` of the largest entry
# (what a sum that cancels leaves behind), taken as 1 at least and LARGEST at most: one
# huge entry excuses no other. Libraries and platforms differ in
# the last one to four digits of tanh, exp and their like, about 1e-15 in float64, and
# in the order in which they add up. Usual mistakes are off by more than a hundredth.
TOLERANCE = {
    "float64": (1e-10, 1e-12),
    "float32": (1e-5, 1e-5),
    "float16": (1e-2, 1e-3),
}
LARGEST = 1e3


@dataclass(frozen=True, eq=False)
class Difference:
    """One thing in which two observations differ.

    `what` it is ("out", "gradient of a", "graph" …); `kind` is "missing" (None instead
    of a gradient), "extra", "shape", "dtype", "values", "fact", "graph", "text" or
    "error". `expected` and `got` are arrays, or for the last four kinds what was seen;
    `index` is the entry that is furthest off.
    """

    what: str
    kind: str
    expected: object
    got: object
    index: tuple[int, ...] | None = None


def compare(expected: Observation, got: Observation) -> list[Difference]:
    """Everything in which `got` differs from `expected`, outputs first.

    Gradients are not looked at if an output has another shape: the gradients that flow
    back from it have that shape too.
    """
    if expected.error != got.error:
        return [Difference("error", "error", expected.error, got.error)]
    found = compare_arrays(expected.arrays, got.arrays)
    if any(each.kind == "shape" and is_output(each.what) for each in found):
        return found
    found += [
        Difference(what, "extra", None, array)
        for what, array in got.arrays.items()
        if what not in expected.arrays
    ]
    found += [
        Difference(what, "fact", expected.facts.get(what), got.facts.get(what))
        for what in expected.facts | got.facts
        if expected.facts.get(what) != got.facts.get(what)
        and not (what in expected.arrays or what in got.arrays)
    ]
    if expected.graph != got.graph:
        found.append(Difference("graph", "graph", expected.graph, got.graph))
    if expected.text != got.text and not found and _bit_equal(expected, got):
        found.append(Difference("printed", "text", expected.text, got.text))
    return found


def compare_arrays(expected: Arrays, got: Arrays) -> list[Difference]:
    """What differs in the arrays that are expected, up to an output's shape."""
    found = []
    for what, array in expected.items():
        difference = _array_difference(what, array, got.get(what))
        if difference:
            found.append(difference)
        if difference and difference.kind == "shape" and is_output(what):
            break
    return found


def is_output(what: str) -> bool:
    """True for the names that outputs have in an observation."""
    return what == "out" or what.startswith("out ")


def _array_difference(
    what: str, expected: np.ndarray, got: np.ndarray | None
) -> Difference | None:
    if got is None:
        return Difference(what, "missing", expected, None)
    if expected.shape != got.shape:
        return Difference(what, "shape", expected, got)
    if expected.dtype != got.dtype:
        kind = "dtype" if _near(expected, got).all() else "values"
    elif agrees(expected, got):
        return None
    else:
        kind = "values"
    return Difference(what, kind, expected, got, worst_index(expected, got))


def agrees(expected: np.ndarray, got: np.ndarray) -> bool:
    """True if shapes and dtypes are equal, and entries as near as rounding allows."""
    return (
        expected.shape == got.shape
        and expected.dtype == got.dtype
        and bool(_near(expected, got).all())
    )


def alike(expected: np.ndarray, got: np.ndarray) -> bool:
    """True if shapes and entries agree, whatever the dtypes."""
    return expected.shape == got.shape and bool(_near(expected, got).all())


def _near(expected: np.ndarray, got: np.ndarray) -> np.ndarray:
    """For each entry, whether it is near enough."""
    return (_error(expected, got) <= _allowed(expected, got)) | _same(expected, got)


def _same(expected: np.ndarray, got: np.ndarray) -> np.ndarray:
    return (expected == got) | ((expected != expected) & (got != got))


def _error(expected: np.ndarray, got: np.ndarray) -> np.ndarray:
    """How far off each entry is; infinite where only one of the two is finite."""
    with np.errstate(all="ignore"):
        error = np.abs(np.subtract(got, expected, dtype="float64"))
    return np.where(np.isfinite(expected) & np.isfinite(got), error, np.inf)


def _allowed(expected: np.ndarray, got: np.ndarray) -> np.ndarray:
    """How far off each entry may be; the coarser of two dtypes decides."""
    relative, of_largest = max(
        TOLERANCE.get(array.dtype.name, (0.0, 0.0)) for array in (expected, got)
    )
    size = np.abs(np.where(np.isfinite(expected), expected, 0.0))
    return relative * size + of_largest * min(size.max(initial=1.0), LARGEST)


def worst_index(expected: np.ndarray, got: np.ndarray) -> tuple[int, ...] | None:
    """The entry that is furthest off; None if there are no entries."""
    if not expected.size:
        return None
    error = np.where(_same(expected, got), 0.0, _error(expected, got))
    return tuple(int(i) for i in np.unravel_index(np.argmax(error), error.shape))


def _bit_equal(expected: Observation, got: Observation) -> bool:
    return all(
        np.array_equal(array, got.arrays[what], equal_nan=True)
        and np.array_equal(np.signbit(array), np.signbit(got.arrays[what]))
        for what, array in expected.arrays.items()
        if is_output(what) and array.dtype.kind == "f"
    )
