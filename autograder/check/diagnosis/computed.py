"""What a student's code computes, found out from its numbers.

No mistake is known here beforehand. `says_formula` names the formula that the numbers
are of ("the slope used is 1 - out"), `says_place` the entries that alone are wrong and
what stands there ("where a is 0 …").

Read: `ingredients` (what a formula may be made of), then these two.
"""

import re
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from ...variant import published
from ..comparison import alike
from ..flow import summed_down
from . import expressions
from .arrays import kept_shape
from .expressions import Formula, Vectors
from .mistakes import Clue, operand_name

MOST = 4000  # entries that a search looks at
SMALL = 0.05  # what is added by mistake, or by rounding, is below
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
        fits = [name for name, v in given.items() if spreads(v, clue.expected)]
        given = {name: given[name] for name in fits}
    else:
        around = {"grad": clue.upstream, "out": clue.out}
        if clue.out.size < clue.operand.size:
            kept = kept_shape(clue)
            if np.prod(kept, dtype=int) != clue.out.size:
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


def spreads(value: np.ndarray, over: np.ndarray) -> bool:
    """True if an array can be broadcast to the shape of another."""
    try:
        return np.broadcast_shapes(np.shape(value), over.shape) == over.shape
    except ValueError:
        return False


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
        if not self.all_known:  # places can be told all the same
            group, names = [(clue, {}) for clue, _ in group], ()
        self.known = [(c, g) for c, g in group if g is not None and (*g,) == names]
        whole = [
            (clue, given)
            for clue, given in self.known
            if clue.got.shape == clue.expected.shape
            and all(each.shape == clue.got.shape for each in given.values())
            and clue.expected.dtype == np.float64
        ]
        self.clues = [clue for clue, _ in whole]
        self.given = {
            name: _joined(given[name] for _, given in whole) for name in names
        }
        self.got = _joined(clue.got for clue in self.clues)
        self.expected = _joined(clue.expected for clue in self.clues)

    def is_wrong_at_usual_entries(self) -> bool:
        """False if only some special entries are wrong, such as those where a is 0."""
        usual = ~np.isnan(self.got)
        for values in self.given.values():
            usual &= np.isfinite(values)
            if np.mean(values == 0) < 0.2:
                usual &= values != 0
        return bool((usual & ~_same(self.got, self.expected)).any())

    def find(self, tried: Callable, stages: int | None) -> Formula | None:
        """The shortest formula that passes `tried`; entries that are wrong show it."""
        wrong = ~_same(self.got, self.expected)

        def founded(formula: Formula) -> int:
            return self._is_founded(formula) and tried(formula)

        return expressions.find(self.given, self.got, founded, stages, wrong)

    def fits(self, formula: Formula) -> int:
        """True if this is what was seen in every clue; EXACTLY if wherever it is nan,
        too."""
        if not all(_fits(formula, c, given, c.got) for c, given in self.known):
            return False
        if self._is_right(formula):
            return False
        if exactly := self.fits_exactly(formula):
            return exactly
        return not formula.cancels()  # n * a / n fits where n is 0, being nan there

    def _is_founded(self, formula: Formula) -> bool:
        """False if it has more operations on a few numbers than there are of these: of
        one number anything may be said."""
        used = {n: self.given[n] for n in formula.names() if n in self.given}
        few = {n: v for n, v in used.items() if len(np.unique(v)) < FEW}
        numbers = np.unique([*few.values()], axis=1).shape[1] if few else 1
        return formula.operations({*used} - {*few}) <= numbers

    def _is_right(self, formula: Formula) -> bool:
        """True if this is what it should be, but for entries that do not count."""
        usual = _usual(self.given)
        right = _same(formula.value(self.given), self.expected)[usual]
        return (right.size and right.all()) or all(
            _fits(formula, c, given, c.expected) for c, given in self.known
        )

    def fits_exactly(self, formula: Formula) -> int:
        """EXACTLY if it has all the numbers, at special entries too, and else False."""
        value = np.broadcast_to(formula.value(self.given), self.got.shape)
        return expressions.EXACTLY * bool(_same(self.got, value).all())


def _same(got: np.ndarray, expected: np.ndarray) -> np.ndarray:
    return np.isclose(got, expected, rtol=1e-9, atol=1e-12, equal_nan=True)


def _joined(arrays: Iterable[np.ndarray]) -> np.ndarray:
    return np.concatenate([np.empty(0), *(array.ravel() for array in arrays)])[:MOST]


def _fits(formula: Formula, clue: Clue, given: Vectors, seen: np.ndarray) -> bool:
    """True if a formula gives what was seen, or should be. Where something that it is
    made of is 0 or not finite, one that means the same may give nan: such entries do
    not count."""
    shape = next(iter(given.values())).shape
    value = np.broadcast_to(formula.value(given), shape)
    usual = _usual(given)
    if shape != seen.shape:
        value = summed_down(value, seen.shape)
        usual = summed_down(~usual, seen.shape) == 0
    if value.shape != seen.shape:
        return False
    counts = usual | (np.isfinite(value) & np.isfinite(seen))
    value = np.where(counts, value, 0.0).astype(clue.expected.dtype)
    return alike(value, np.where(counts, seen, 0.0))


# -- a formula --------------------------------------------------------------------


def formula_of(sample: Sample, stages: int | None = None) -> Formula | None:
    """The formula that the numbers of these clues are of, if it is a short one. Where
    only special entries are wrong, it must give these, too."""
    if not sample.all_known:
        return None
    if sample.is_wrong_at_usual_entries():
        return sample.find(sample.fits, stages)
    return sample.find(sample.fits_exactly, min(stages or 4, 4))


def _usual(given: Vectors) -> np.ndarray:
    """Where nothing is 0, infinite or nan."""
    return np.all([np.isfinite(each) & (each != 0) for each in given.values()], axis=0)


_right: dict[tuple[str, str], str] = {}


def right(piece: str, out: str = "", **slopes: str) -> None:
    """Say what is right: what forward computes, the slope for each operand."""
    for name, text in {"out": out, **slopes}.items():
        _right[piece, name] = text


def is_right(piece: str, clue: Clue) -> str:
    """What was said to be right for this output or gradient, or ""."""
    return _right.get((piece, operand_name(clue.what)), "")


def says_factor(clues: list[Clue], sample: Sample) -> str | None:
    """Which factor is too many in what was seen, or missing."""
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


def says_formula(
    piece: str, clues: list[Clue], stages: int | None = None
) -> tuple[str, Callable[[Clue], bool]] | None:
    """What the student's code computes, and what is right, if that is known; and a
    function that says of which clues this holds."""
    sample = Sample(clues)
    if says := says_constant(clues[0], sample):
        return says, lambda clue: False
    found = formula_of(sample, stages)
    if (found is None or found.cost > BRIEF) and (says := says_factor(clues, sample)):
        return says, lambda clue: False
    if found is None or str(found) == is_right(piece, clues[0]):
        return None

    def holds(clue: Clue) -> bool:
        given = ingredients(clue)
        return given is not None and _fits(found, clue, given, clue.got)

    says = _sentence(found, piece, clues[0], sample)
    programs = {clue.reference.program for clue, _ in sample.known}
    if len(programs) == 1 and not all(holds(clue) for clue in clues if clue.got.size):
        return f"Where {programs.pop().formula}: {says[0].lower()}{says[1:]}", holds
    return says, holds


def _sentence(found: Formula, piece: str, first: Clue, sample: Sample) -> str:
    right = is_right(piece, first)
    name = operand_name(first.what)
    upstream = found.parts and str(found.parts[0]) == "grad"
    is_slope = upstream and found.rule.form == "{} * {}"
    text = str(found.parts[1] if is_slope else found)
    right = right if right != text else ""  # then it is the sum that is wrong
    more = [f"It is {right}."] if right else []
    if right and not is_slope and "grad" not in right:
        more = [f"The slope is {right}."]
    more = " ".join(["", *more])
    if first.of == "out":
        instead = f", not {right}" if right else ", which is not what is asked for"
        return f"forward computes {found}{instead}."
    if text == "grad":
        slope = f", which is {right}" if right else ""
        return (
            f"A factor is missing: what backward returns for {name} is the upstream "
            f"gradient alone. Multiply it by the slope{slope}."
        )
    if is_slope:
        return f"The slope used for {name} is {text}.{more}"
    return f"For {name}, backward computes {found}.{more}"


# -- a constant -------------------------------------------------------------------

# What a number c is, from what is right (r), what was seen (g) and an operand (x); and
# what would be seen, of r, c and x.
_CONSTANTS: dict[str, tuple[Callable, Callable]] = {
    "{it} is what it should be where it is divided by {x} + {c}, and not by {x}.": (
        lambda r, g, x: x * (r / g - 1),
        lambda r, c, x: r * x / (x + c),
    ),
    "{c} is added to {it}.": (lambda r, g, x: g - r, lambda r, c, x: r + c),
    "{c} is added under the root.": (
        lambda r, g, x: g * g - r * r,
        lambda r, c, x: np.sqrt(r * r + c),
    ),
    "forward computes log({x} + {c}), and not log({x}).": (
        lambda r, g, x: np.where(_same(np.log(x), r), np.exp(g) - x, np.nan),
        lambda r, c, x: np.log(x + c),
    ),
    "forward computes {c} ** {x}, and not exp({x}).": (
        lambda r, g, x: np.where(_same(np.exp(x), r), np.exp(np.log(g) / x), np.nan),
        lambda r, c, x: c**x,
    ),
}


def says_constant(first: Clue, sample: Sample) -> str | None:
    """Where a number is added that is not asked for, or one is rounded."""
    usual = _usual(sample.given) & np.isfinite(sample.expected + sample.got)
    usual &= (sample.expected != 0) & (np.abs(sample.expected) < 1e3)
    right, got = sample.expected[usual], sample.got[usual]
    if len(right) < 4 or _same(got, right).all():
        return None
    operands = {"1": np.ones(len(right))}
    for name, values in sample.given.items():
        sizes = {f"|{name}|": np.abs(values)} if (values < 0).any() else {}
        operands |= {name: values, **sizes, f"{name}²": values**2}
    operands = {n: v[usual] if len(v) > len(right) else v for n, v in operands.items()}
    with np.errstate(all="ignore"):
        for says, (constant, then) in _CONSTANTS.items():
            if "forward" in says and first.of != "out":
                continue
            for name, x in operands.items() if "{x}" in says else [("", right)]:
                c = np.median(constant(right, got, x))
                small = 0 < abs(c - np.e * ("**" in says)) < SMALL
                if small and np.allclose(then(right, c, x), got, rtol=1e-9, atol=1e-13):
                    it = _named(first)
                    it = it if says.startswith("{it}") else it.lower()
                    return says.format(it=it, x=name, c=f"{c:.4g}") + _AGAINST
    return None


_AGAINST = (
    " Formulas are exact: no small number is added, and none is rounded. Against a "
    "division by 0, treat 0 apart, by np.where."
)


# -- places -----------------------------------------------------------------------

Test = tuple[str, np.ndarray]


def says_place(clues: list[Clue]) -> tuple[str, Callable[[Clue], bool]] | None:
    """In which entries alone the numbers are wrong, and what stands there."""
    sample = Sample(clues)
    got, expected = sample.got, sample.expected
    if not len(got) or any(
        c.is_wrong and c.got.shape != c.expected.shape for c in clues
    ):
        return None
    wrong = ~_same(got, expected)
    if not wrong.any() or wrong.all():
        return None
    places = [
        (says, inside)
        for says, inside in sorted(_tests(sample), key=_how_special)
        if (wrong <= inside).all() and not inside.all()
    ]

    def holds_but(where: str) -> Callable[[Clue], bool]:  # in which it has no entry
        return lambda clue: (
            not any(
                inside.any() for says, inside in _tests(Sample([clue])) if says == where
            )
        )

    told = ""
    for says, inside in places:
        theirs, right = (_simple(sample, each, inside) for each in (got, expected))
        if theirs is None and (inside & ~wrong).any():
            continue
        if theirs is None and not np.isfinite(expected[inside]).any():
            theirs = "finite" if np.isfinite(got[inside]).all() else None
        if theirs is right is None and _is_chance(sample, says):
            continue
        if not told or right:  # at best what it is, and what it should be
            told, where = _of_a_place(clues[0], says, theirs, right), says
        if right:
            break
    if told:
        return told, holds_but(where)
    for says, inside in places:
        special = says.rpartition(" ")[2] in ("0", "inf", "-inf", "infinite", "nan")
        if special and not _is_chance(sample, says) and 2 * wrong.sum() >= inside.sum():
            return f"{_named(clues[0])} is wrong only where {says}.", holds_but(says)
    return None


def _is_chance(sample: Sample, says: str) -> bool:
    """True for a place that may be the wrong ones by chance: beyond a limit that was
    found from them, or chosen among a few numbers."""
    name = says.split()[0].strip("|")
    is_limit = says.split()[-1].strip("-")[0].isdigit() and not says.endswith(
        (" 0", "-0")
    )
    return is_limit or len(np.unique(sample.given.get(name, range(FEW)))) < FEW


FEW = 5


def _how_special(test: Test) -> tuple[bool, int, bool]:
    """What makes a place worth telling: it is plain, and has few entries."""
    is_limit = " above " in test[0] or " below " in test[0]
    return is_limit, int(test[1].sum()), test[0].startswith("out is")


def _named(clue: Clue) -> str:
    if clue.of == "out":
        return "The output"
    return "The gradient of {x}"


def _tests(sample: Sample) -> Iterator[Test]:
    """Ways to choose some entries: by what stands there, or by where they are."""
    names = sorted(sample.given, key=lambda name: name == "grad")  # which comes last
    for name in names:
        values = sample.given[name]
        yield f"{name} is 0", values == 0
        for other in names[names.index(name) + 1 :]:
            both = (values == 0) & (sample.given[other] == 0)
            yield f"{name} and {other} are 0", both
        yield f"{name} is nan", np.isnan(values)
        yield f"{name} is inf", np.isposinf(values)
        yield f"{name} is -inf", np.isneginf(values)
        yield f"{name} is infinite", np.isinf(values)
        yield f"{name} is 0 or infinite", np.isinf(values) | (values == 0)
        yield f"{name} is 0, infinite or nan", ~np.isfinite(values) | (values == 0)
        yield f"{name} is nan or infinite", ~np.isfinite(values)
        yield f"{name} is negative", values < 0
        yield f"{name} is negative or -0", np.signbit(values) & ~np.isnan(values)
        yield f"{name} is positive", values > 0
        yield f"{name} is 0 or negative", values <= 0
        yield f"{name} is 0 or positive", values >= 0
    wrong = ~_same(sample.got, sample.expected)
    for name in names:
        values = sample.given[name]
        for says, each in ((f"{name}", values), (f"|{name}|", np.abs(values))):
            yield from _beyond(says, each, wrong)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            a, b = sample.given[one], sample.given[other]
            yield f"{one} equals {other}", a == b
            yield f"{one} differs from {other}", a != b
            yield f"{one} is below {other}", a < b
            yield f"{one} is above {other}", a > b
    yield "PyTorch's is infinite", np.isinf(sample.expected)
    yield "PyTorch's is nan", np.isnan(sample.expected)
    for says, chosen in _POSITIONS.items():
        yield says, _joined(chosen(clue.got) for clue in sample.clues).astype(bool)


def _beyond(name: str, values: np.ndarray, wrong: np.ndarray) -> Iterator[Test]:
    """Where values are beyond all that are right, as behind a clip or a guard."""
    for says, sign in (("above", 1), ("below", -1)):
        limit = np.max(sign * values[~wrong & ~np.isnan(values)], initial=-np.inf)
        beyond = sign * values > limit
        if np.isfinite(limit) and (beyond & wrong).sum() > 1:
            yield f"{name} is {says} {sign * limit:.3g}", beyond


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
    if len(some) > 1 and np.isfinite(some).all() and not np.ptp(some):
        return f"{some[0]:.4g}"
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


def _of_what(place: str) -> str:
    """What makes nan there."""
    if " above " in place or " below " in place:
        return "inf / inf or inf - inf: exp overflows"
    kinds = ["0 / 0"] if " 0" in place else []
    kinds += ["inf / inf", "inf - inf"] if "inf" in place else []
    return f"{', '.join(kinds)} or 0 * inf" if kinds else "0 / 0, or of infinities"


def _of_a_place(clue: Clue, place: str, theirs: str | None, right: str | None) -> str:
    name = _named(clue)
    start = f"Where {place}, and only there, {name[0].lower()}{name[1:]} is "
    if re.search(r" (above|below) -?\d", place):  # others were not tried
        start = f"Of what was tried, w{start[1:]}"
    if place.startswith("PyTorch's is"):
        return f"{start}{theirs or 'wrong'}."
    if theirs == "nan" and right != "nan":
        theirs = f"nan, which comes of {_of_what(place)}"
    if theirs is None:
        return f"{start}wrong" + (f": it should be {right}." if right else ".")
    return f"{start}{theirs}" + (f". PyTorch's is {right}." if right else ", wrongly.")
