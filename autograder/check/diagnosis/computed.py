"""What a student's code computes, found out from its numbers.

No mistake is known here beforehand. `says_formula` names the formula that the numbers
are of ("the slope used is 1 - out"), `says_place` the entries that alone are wrong and
what stands there ("where a is 0 …").

Read: `ingredients` (what a formula may be made of), then these two.
"""

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from ...variant import published
from ..comparison import alike
from ..flow import summed_down
from . import expressions
from .expressions import Formula, Vectors
from .mistakes import Clue, operand_name

MOST = 4000  # entries that a search looks at
BRIEF = 6.0  # what a formula costs that says more than a factor would


def ingredients(clue: Clue) -> Vectors | None:
    """What a formula for this clue may be made of, each in the shape of the result.

    For an output the operands; for a gradient first `grad`, then the operands and
    `out`, all in the shape that they meet in, which is summed down afterwards. Of an
    operation that reduces axes, `grad` and `out` are spread over these, `n` is the
    number of entries behind each. What does not fit the shape of an output is left out,
    and `made_of` may add to them. None where shapes do not fit.
    """
    given = {
        name: np.asarray(value, "float64")
        for name, value in clue.inputs.items()
        if isinstance(value, np.ndarray | int | float) and not isinstance(value, bool)
        if name not in ("dim", "axis")
    }
    more = _more.get(published(clue.reference.program.pieces[0]), lambda **_: {})
    more = more(**clue.inputs)
    given = more | given
    if clue.of == "out":
        fits = [name for name, v in given.items() if _spreads(v, clue.expected)]
        given = {name: given[name] for name in fits}
    else:
        around = {"grad": clue.upstream, "out": clue.out}
        if clue.out.size < clue.operand.size:
            kept = _spread(clue)
            if kept is None:
                return None
            around = {name: array.reshape(kept) for name, array in around.items()}
            around["n"] = np.float64(clue.operand.size / max(clue.out.size, 1))
        given = {"grad": around.pop("grad")} | given | around
    given |= {name: v for name, v in more.items() if name in given}
    given = {name: np.asarray(v) for name, v in given.items() if v is not None}
    if not given:
        return None
    try:
        shape = np.broadcast_shapes(
            *(np.shape(each) for each in given.values()), clue.expected.shape
        )
    except ValueError:
        return None
    return {name: np.broadcast_to(each, shape) for name, each in given.items()}


_more: dict[str, Callable[..., Vectors]] = {}


def made_of(piece: str, more: Callable[..., Vectors]) -> None:
    """Let formulas about a piece be made of what `more(**inputs)` gives, too.

    What it calls None is left out.
    """
    _more[piece] = more


def _spreads(value: np.ndarray, over: np.ndarray) -> bool:
    """True if an array can be broadcast to the shape of another."""
    try:
        return np.broadcast_shapes(np.shape(value), over.shape) == over.shape
    except ValueError:
        return False


def _spread(clue: Clue) -> tuple[int, ...] | None:
    """The shape of an output with the axes that were reduced, of size 1."""
    shape, dim = clue.operand.shape, clue.inputs.get("dim")
    dims = range(len(shape)) if dim is None else np.atleast_1d(dim) % max(len(shape), 1)
    kept = tuple(1 if i in dims else size for i, size in enumerate(shape))
    return kept if np.prod(kept, dtype=int) == clue.out.size else None


def _tells(group: list) -> tuple[bool, int]:
    """What makes a group of clues worth a look: a wrong one, then their number."""
    return any(clue.is_wrong for clue, _ in group), len(group)


class Sample:
    """The clues of one output or gradient, entry by entry, behind one another."""

    def __init__(self, clues: Iterable[Clue]) -> None:
        groups: dict[tuple, list] = {}
        for clue in clues:
            given = ingredients(clue)
            groups.setdefault(tuple(clue.inputs), []).append((clue, given))
        group = max(groups.values(), key=_tells, default=[])
        # A wrong one that no formula can be about would stay unexplained.
        self.all_known = all(given or not clue.is_wrong for clue, given in group)
        names = max((tuple(given or ()) for _, given in group), key=len, default=())
        self.known = [(c, given) for c, given in group if given and (*given,) == names]
        whole = [
            (clue, given)
            for clue, given in self.known
            if clue.got.shape == clue.expected.shape == given[names[0]].shape
            and clue.expected.dtype == np.float64
        ]
        self.clues = [clue for clue, _ in whole]
        self.given = {
            name: _joined(given[name] for _, given in whole) for name in names
        }
        self.got = _joined(clue.got for clue in self.clues)
        self.expected = _joined(clue.expected for clue in self.clues)

    def fits(self, formula: Formula) -> bool:
        """True if this is what was seen in every clue, and not what is right."""
        return all(
            _fits(formula, clue, given, clue.got) for clue, given in self.known
        ) and not all(
            _fits(formula, clue, given, clue.expected) for clue, given in self.known
        )


def _joined(arrays: Iterable[np.ndarray]) -> np.ndarray:
    return np.concatenate([np.empty(0), *(array.ravel() for array in arrays)])[:MOST]


def _fits(formula: Formula, clue: Clue, given: Vectors, seen: np.ndarray) -> bool:
    """True if a formula gives what was seen, or should be. Where something that it is
    made of is 0 or not finite, one that means the same may give nan: such entries do
    not count."""
    shape = next(iter(given.values())).shape
    value = np.broadcast_to(formula.value(given), shape)
    usual = np.all([np.isfinite(each) & (each != 0) for each in given.values()], axis=0)
    if shape != seen.shape:
        value = summed_down(value, seen.shape)
        usual = summed_down(~usual, seen.shape) == 0
    if value.shape != seen.shape:
        return False
    counts = usual | np.isfinite(value)
    value = np.where(counts, value, 0.0).astype(clue.expected.dtype)
    return alike(value, np.where(counts, seen, 0.0))


# -- a formula --------------------------------------------------------------------


def formula_of(clues: list[Clue]) -> Formula | None:
    """The formula that the numbers of these clues are of, if it is a short one."""
    sample = Sample(clues)
    if not sample.all_known or not len(sample.got):
        return None
    return expressions.find(sample.given, sample.got, sample.fits)


_right: dict[tuple[str, str], str] = {}


def right(piece: str, out: str = "", **slopes: str) -> None:
    """Say what is right: what forward computes, the slope for each operand."""
    for name, text in {"out": out, **slopes}.items():
        _right[piece, name] = text


def says_factor(clues: list[Clue]) -> str | None:
    """Which factor is too many in what was seen, or missing."""
    sample = Sample(clues)
    whole = np.nonzero(sample.expected)
    ratio = sample.got[whole] / sample.expected[whole]
    if not sample.all_known or len(ratio) < 4 or sample.got[sample.expected == 0].any():
        return None
    for name, values in sample.given.items():
        for says, power in _POWERS.items():
            with np.errstate(all="ignore"):
                fits = np.allclose(ratio, values[whole] ** power, rtol=1e-9)
            if fits and np.ptp(ratio):
                what = "out" if clues[0].of == "out" else operand_name(clues[0].what)
                place = "the output" if what == "out" else f"the gradient of {what}"
                return f"In {place}, {says.format(name)}."
    return None


_POWERS = {
    "one factor {} is too many": 1.0,
    "a factor {} is missing": -1.0,
    "there is a division by {} in the place of a product": -2.0,
}


def says_formula(piece: str, clues: list[Clue]) -> str | None:
    """What the student's code computes, and what is right, if that is known."""
    found = formula_of(clues)
    if found is None or found.cost > BRIEF:
        if says := says_factor(clues):
            return says
    if found is None:
        return None
    first = clues[0]
    right = _right.get((piece, operand_name(first.what)), "")
    more = f" It is {right}." if right else ""
    if first.of == "out":
        instead = f", not {right}" if right else ", which is not what is asked for"
        return f"forward computes {found}{instead}."
    name = operand_name(first.what)
    if str(found) == "grad":
        slope = f", which is {right}" if right else ""
        return (
            f"A factor is missing: what backward returns for {name} is the upstream "
            f"gradient alone. Multiply it by the slope{slope}."
        )
    if found.parts and str(found.parts[0]) == "grad" and found.rule.form == "{} * {}":
        return f"The slope used for {name} is {found.parts[1]}.{more}"
    more = f" The slope is {right}." if right else ""
    return f"For {name}, backward computes {found}.{more}"


# -- places -----------------------------------------------------------------------

Test = tuple[str, np.ndarray]


def says_place(clues: list[Clue]) -> str | None:
    """In which entries alone the numbers are wrong, and what stands there."""
    sample = Sample(clues)
    got, expected = sample.got, sample.expected
    if not sample.all_known or not len(got):
        return None
    wrong = ~np.isclose(got, expected, rtol=1e-9, atol=1e-12, equal_nan=True)
    if not wrong.any() or wrong.all():
        return None
    for says, inside in sorted(_tests(sample), key=lambda test: test[1].sum()):
        if not (wrong <= inside).all() or inside.all():
            continue
        theirs = _simple(sample, got, inside)
        if theirs is None and (inside & ~wrong).any():
            continue
        return _of_a_place(clues[0], says, theirs, _simple(sample, expected, inside))
    return None


def _tests(sample: Sample) -> Iterator[Test]:
    """Ways to choose some entries: by what stands there, or by where they are."""
    names = sorted(sample.given, key=lambda name: name == "grad")  # which comes last
    for name in names:
        values = sample.given[name]
        yield f"{name} is 0", values == 0
        yield f"{name} is nan", np.isnan(values)
        yield f"{name} is infinite", np.isinf(values)
        yield f"{name} is nan or infinite", ~np.isfinite(values)
        yield f"{name} is negative", values < 0
        yield f"{name} is positive", values > 0
        yield f"{name} is 0 or negative", values <= 0
        yield f"{name} is 0 or positive", values >= 0
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            a, b = sample.given[one], sample.given[other]
            yield f"{one} equals {other}", a == b
            yield f"{one} differs from {other}", a != b
            yield f"{one} is below {other}", a < b
            yield f"{one} is above {other}", a > b
    for says, chosen in _POSITIONS.items():
        yield says, _joined(chosen(clue.got) for clue in sample.clues).astype(bool)


def _at(axis: int, place: int, there: bool) -> Callable:
    """Which entries stand there along an axis, or elsewhere."""

    def chosen(array: np.ndarray) -> np.ndarray:
        inside = np.full(array.shape, not there)
        if inside.size and inside.ndim:
            np.moveaxis(inside, axis, 0)[place] = there
        return inside

    return chosen


_POSITIONS = {
    "the first index is not 0": _at(0, 0, False),
    "the first index is 0": _at(0, 0, True),
    "the first index is not the last one": _at(0, -1, False),
    "the last index is not 0": _at(-1, 0, False),
    "the last index is 0": _at(-1, 0, True),
    "the last index is not the last one": _at(-1, -1, False),
}


def _simple(sample: Sample, numbers: np.ndarray, inside: np.ndarray) -> str | None:
    """A very short formula for some of the entries."""
    some = numbers[inside]
    if np.isnan(some).all():
        return "nan"
    for value in (0.0, 1.0, -1.0):
        if (some == value).all():
            return f"{value:g}"
    given = {name: each[inside] for name, each in sample.given.items()}
    given |= {"-grad": -given["grad"]} if "grad" in given else {}
    for name, values in given.items():
        if np.allclose(values, some, rtol=1e-9, atol=1e-12, equal_nan=True):
            return name
        with np.errstate(all="ignore"):
            factors = some / values
        factor = factors[np.isfinite(factors)]
        if 1 < len(factor) == len(some) and np.allclose(factor, factor[0], rtol=1e-9):
            return f"{factor[0]:.6g} * {name}"
    return None


def _of_a_place(clue: Clue, place: str, theirs: str | None, right: str | None) -> str:
    what = (
        "the output"
        if clue.of == "out"
        else f"the gradient of {operand_name(clue.what)}"
    )
    start = f"Where {place}, and only there, {what} is "
    if theirs is None:
        return f"{start}wrong" + (f": it should be {right}." if right else ".")
    return f"{start}{theirs}" + (f". PyTorch's is {right}." if right else ", wrongly.")
