"""Which formula gives these numbers? A search among the short ones.

    found = find({"grad": …, "a": …, "out": …}, numbers)
    str(found)                                  # "grad * (1 - out)"
    found.value({"grad": …, "a": …, "out": …})  # on other entries

Every formula of a few symbols is computed on the entries at hand, all of them at once;
a longer one is found from both of its ends: `t = E + F` if some known E is `t - F`. The
shortest that has these values, to nine digits, is the answer. So a hypothesis needs no
author: it is named by what the student's code *computes*.

Read: `Formula`, `find`, then `Terms` (the formulas that are known) and how they grow.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest

import numpy as np

Vectors = dict[str, np.ndarray]
EXACTLY = 2  # what `tried` says of a formula that fits special entries, too
ENTRIES = 14  # that the search looks at; what it finds is to be tried on all
ATOM, POWER, PRODUCT, SUM = range(4)  # what binds how tightly, for brackets


@dataclass(frozen=True)
class Rule:
    """A way to make a formula of others: how it is written, what it computes.

    `binds` says how tightly the result binds, `parts` how tightly each operand must.
    `undo` gives the left one of two operands, of the result and the right one. Of
    formulas with the same values, the one of the least `cost` is told.
    """

    form: str
    binds: int
    parts: tuple[int, ...]
    function: Callable
    undo: Callable | None = None
    cost: float = 1.0


_SINGLE = (
    Rule("-{}", PRODUCT, (POWER,), np.negative, cost=0.9),
    Rule("{}²", POWER, (ATOM,), np.square),
    Rule("1 / {}", PRODUCT, (POWER,), lambda v: 1 / v, cost=2.1),
    Rule("{}³", POWER, (ATOM,), lambda v: v**3),
    Rule("√{}", POWER, (ATOM,), np.sqrt),
    Rule("|{}|", ATOM, (SUM,), np.abs),
    Rule("sign({})", ATOM, (SUM,), np.sign),
    Rule("exp({})", ATOM, (SUM,), np.exp),
    Rule("log({})", ATOM, (SUM,), np.log),
    Rule("log2({})", ATOM, (SUM,), np.log2, cost=1.5),
    Rule("log10({})", ATOM, (SUM,), np.log10, cost=1.5),
    Rule("2 ** {}", POWER, (ATOM,), np.exp2, cost=1.5),
    Rule("10 ** {}", POWER, (ATOM,), lambda v: np.power(10.0, v), cost=1.5),
    Rule("tanh({})", ATOM, (SUM,), np.tanh),
    Rule("sigmoid({})", ATOM, (SUM,), lambda v: 1 / (1 + np.exp(-v))),
    Rule("({} > 0)", ATOM, (SUM,), lambda v: np.where(v > 0, 1.0, 0.0)),
    Rule("({} < 0)", ATOM, (SUM,), lambda v: np.where(v < 0, 1.0, 0.0)),
    Rule("({} <= 0)", ATOM, (SUM,), lambda v: np.where(v <= 0, 1.0, 0.0), cost=1.1),
    Rule("max({}, 0)", ATOM, (SUM,), lambda v: np.maximum(v, 0)),
)
_RARE = (  # looked for in short formulas only
    Rule("sin({})", ATOM, (SUM,), np.sin),
    Rule("cos({})", ATOM, (SUM,), np.cos),
    Rule("tan({})", ATOM, (SUM,), np.tan),
    Rule("arctan({})", ATOM, (SUM,), np.arctan),
    Rule("sinh({})", ATOM, (SUM,), np.sinh),
    Rule("cosh({})", ATOM, (SUM,), np.cosh),
    Rule("arctanh({})", ATOM, (SUM,), np.arctanh),
)
_TIMES = Rule("{} * {}", PRODUCT, (PRODUCT, POWER), np.multiply, np.divide)
_PLUS = Rule("{} + {}", SUM, (SUM, SUM), np.add, np.subtract)
_MINUS = Rule("{} - {}", SUM, (SUM, PRODUCT), np.subtract, np.add)
_PAIRS = (
    _TIMES,
    _PLUS,
    _MINUS,
    Rule("{} / {}", PRODUCT, (PRODUCT, POWER), np.divide, np.multiply),
    Rule("{} ** {}", POWER, (ATOM, ATOM), np.power),
)


@dataclass(frozen=True)
class Formula:
    """A name or a number, or a rule and the formulas that it is made of."""

    name: str = ""
    rule: Rule | None = None
    parts: tuple["Formula", ...] = ()
    cost: float = 1.0

    @classmethod
    def made(cls, rule: Rule, *parts: "Formula") -> "Formula":
        """The formula that a rule makes of others."""
        if rule in (_TIMES, _PLUS) and str(parts[1]) < str(parts[0]) != "grad":
            parts = parts[::-1]  # 2 * a, a * b
        return cls("", rule, parts, rule.cost + sum([part.cost for part in parts]))

    def __str__(self) -> str:
        if self.rule is None:
            return self.name
        return self.rule.form.format(*map(Formula._within, self.parts, self.rule.parts))

    def names(self) -> list[str]:
        """The names and numbers that it is made of."""
        return [self.name] + [name for part in self.parts for name in part.names()]

    def operations(self, but: set[str]) -> int:
        """How many rules it is made by, without those that one of these has a part
        in."""
        own = self.rule is not None and but.isdisjoint(self.names())
        return own + sum(part.operations(but) for part in self.parts)

    def cancels(self) -> bool:
        """True if something is divided by what it is made of, as in n * a / n."""
        if self.rule and self.rule.form == "{} / {}":
            if self.parts[1].name in self.parts[0].names()[1:]:
                return True
        return any(part.cancels() for part in self.parts)

    def _within(self, tightly: int) -> str:
        """The formula, in brackets unless it binds as `tightly`."""
        loose = self.rule is not None and self.rule.binds > tightly
        return f"({self})" if loose else str(self)

    def value(self, given: Vectors) -> np.ndarray:
        """What it gives for these arrays."""
        if self.rule is None:
            return given[self.name] if self.name in given else np.float64(self.name)
        with np.errstate(all="ignore"):
            return self.rule.function(*(part.value(given) for part in self.parts))


class Terms:
    """Formulas with their values, a row each; of equal rows the cheapest is kept.

    `make(i)` is the formula of row i: most are never asked for.
    """

    def __init__(
        self, values: np.ndarray, costs: np.ndarray, make: Callable[[int], Formula]
    ) -> None:
        sound = np.nonzero((np.abs(values) < 1e12).all(axis=1))[0]  # no nan, no inf
        cheap = sound[np.argsort(costs[sound], kind="stable")]
        sums = np.round(values[cheap] @ _weights(values), 9)
        self._sums, first = np.unique(sums, return_index=True)  # in rising order
        self._rows = cheap[first]
        self.values, self.costs = values[self._rows], costs[self._rows]
        self._make = make

    def __len__(self) -> int:
        return len(self._rows)

    def formula(self, i: int) -> Formula:
        """The formula whose values are row i."""
        return self._make(int(self._rows[i]))

    def equal_to(self, wanted: np.ndarray) -> Iterator[tuple[int, int]]:
        """(row of `wanted`, i) wherever formula i has the values of that row."""
        with np.errstate(all="ignore"):
            sums = np.nan_to_num(wanted @ _weights(wanted), nan=np.inf)
            near = 1e-8 * (np.abs(sums) + 1)
            starts = np.searchsorted(self._sums, sums - near)
            ends = np.searchsorted(self._sums, sums + near)
        for row in np.nonzero(ends > starts)[0]:
            for i in range(starts[row], ends[row]):
                if np.allclose(self.values[i], wanted[row], rtol=1e-9, atol=1e-11):
                    yield int(row), i


def _weights(values: np.ndarray) -> np.ndarray:
    """Fixed numbers: a row's sum with these tells it from others."""
    return np.random.default_rng(5).uniform(0.5, 1.5, values.shape[1])


def _leaves(given: Vectors) -> Terms:
    length = len(next(iter(given.values())))
    leaves = given | {n: np.full(length, float(n)) for n in ("1", "2", "-1")}
    names = [*leaves]
    costs = np.array([1.6 if name == "-1" else 1.0 for name in names])
    return Terms(np.array([*leaves.values()]), costs, lambda i: Formula(names[i]))


def _with_functions(terms: Terms, rules: tuple[Rule, ...] = _SINGLE) -> Terms:
    """These, and every function of one of them."""
    count = len(terms)

    def make(i: int) -> Formula:
        which, of = divmod(i, count)
        made = terms.formula(of)
        return Formula.made(rules[which - 1], made) if which else made

    values = [terms.values, *(rule.function(terms.values) for rule in rules)]
    costs = [terms.costs, *(rule.cost + terms.costs for rule in rules)]
    return Terms(np.concatenate(values), np.concatenate(costs), make)


def _with_pairs(terms: Terms, others: Terms | None = None) -> Terms:
    """These, and every product, sum … of two of them, or of one and one of `others`."""
    sides = ((terms, others), (others, terms)) if others else ((terms, terms),)
    values, costs, makers = [terms.values], [terms.costs], [(0, None, terms, terms)]
    for left, right in sides:
        for rule in _PAIRS:
            table = rule.function(left.values[:, None], right.values)
            makers.append((sum(map(len, values)), rule, left, right))
            values.append(table.reshape(len(left) * len(right), -1))
            costs.append((rule.cost + left.costs[:, None] + right.costs).ravel())
    starts = [start for start, *_ in makers]

    def make(i: int) -> Formula:
        start, rule, left, right = makers[bisect_right(starts, i) - 1]
        if rule is None:
            return terms.formula(i)
        one, other = divmod(i - start, len(right))
        return Formula.made(rule, left.formula(one), right.formula(other))

    return Terms(np.concatenate(values), np.concatenate(costs), make)


# -- the search -------------------------------------------------------------------


def find(
    given: Vectors,
    numbers: np.ndarray,
    tried: Callable,
    stages: int | None = None,
    telling: np.ndarray | None = None,
) -> Formula | None:
    """The shortest formula of the `given` vectors that has these values, or None.

    All vectors are of one length: an entry each. The first is taken for a factor of the
    whole if it may be (the upstream gradient, for a gradient). `tried(formula)` says
    whether one that fits some entries fits all that is known, and whether EXACTLY.
    `stages` limits the search to its first ones; some of the `telling` entries are
    among those that are looked at.
    """
    table = np.array([*given.values(), numbers], dtype="float64")
    found = None
    with np.errstate(all="ignore"):
        for chosen in _some_entries(table, telling):
            some = dict(zip(given, table[:-1, chosen], strict=True))
            candidates = islice(_candidates(some, table[-1, chosen]), stages)
            another, exactly = _first_tried(candidates, tried)
            found = another if exactly else found or another
            if exactly:
                break
    return found


def _first_tried(
    stages: Iterator[list[Formula]], tried: Callable
) -> tuple[Formula | None, bool]:
    for formulas in stages:
        for formula in sorted(set(formulas), key=_rank)[:8]:
            if fits := tried(formula):
                return formula, fits == EXACTLY
    return None, False


def _some_entries(
    table: np.ndarray, telling: np.ndarray | None = None
) -> Iterator[np.ndarray]:
    """Which entries to look at: some without zeros, then some with, if there are.

    Those of a usual size come first: of huge ones sums and powers are not exact.
    """
    usable = np.isfinite(table).all(axis=0) & (table[0] != 0)
    usual = usable & (np.abs(table) < 1e3).all(axis=0)
    if usual.sum() >= ENTRIES:
        usable = usual
    whole = (table[:-1] != 0).all(axis=0)
    zeros, others = np.nonzero(usable & ~whole)[0], np.nonzero(usable & whole)[0]
    if len(others) >= 4 and (not len(zeros) or np.ptp(table[-1, others])):
        yield _some_of_both(others, telling)
    if len(zeros) and len(zeros) + len(others) >= 4:
        half = ENTRIES // 2
        yield np.concatenate([_spread(zeros, half), _spread(others, half)])


def _some_of_both(indices: np.ndarray, telling: np.ndarray | None) -> np.ndarray:
    """Some of them; if a few alone are telling, as many of these as of the others."""
    few = [] if telling is None else indices[telling[indices]]
    if not 0 < len(few) < len(indices) / 2:
        return _spread(indices, ENTRIES)
    rest = indices[~telling[indices]]
    return np.concatenate([_spread(few, ENTRIES // 2), _spread(rest, ENTRIES // 2)])


def _spread(indices: np.ndarray, count: int) -> np.ndarray:
    """So many of them, from the first to the last."""
    if len(indices) <= count:
        return indices
    return indices[np.linspace(0, len(indices) - 1, count).astype(int)]


def _rank(formula: Formula) -> tuple:
    """Short ones first; of two, the one that starts with no minus."""
    text = str(formula)
    return formula.cost, "(-" in f"({text}", text


def _candidates(given: Vectors, target: np.ndarray) -> Iterator[list[Formula]]:
    """Formulas that have the values of `target`, stage by stage, short ones first."""
    if not np.ptp(target):
        yield [_number(target[0])]
    first, factor = next(iter(given.items()))
    rest = {name: each for name, each in given.items() if name != first}
    whole = _stages(_leaves(given), target)
    yield next(whole)
    slopes = _stages(_leaves(rest), target / factor) if rest else ()
    for found, more in zip_longest(slopes, whole, fillvalue=()):
        yield [Formula.made(_TIMES, Formula(first), slope) for slope in found]
        yield more


def _stages(leaves: Terms, target: np.ndarray) -> Iterator[list[Formula]]:
    single = _with_functions(leaves)
    yield _equal(single, target)
    yield _equal(_with_functions(single), target)
    pairs = _with_pairs(single)
    yield _equal(pairs, target)
    yield _equal(_with_pairs(_with_functions(leaves, _RARE), leaves), target)
    yield _equal(_with_functions(_with_pairs(leaves)), target)
    triples = _with_pairs(_with_pairs(leaves), leaves)
    yield _equal(triples, target)
    yield _weighted(single, target)
    yield _weighted_times_one(leaves, target)
    yield _longer(pairs, target)
    yield _longer(triples, target, leaves)
    yield _equal(_with_pairs(_with_functions(single), leaves), target)


def _equal(terms: Terms, target: np.ndarray) -> list[Formula]:
    return [terms.formula(i) for _, i in terms.equal_to(target[None])]


def _number(value: float) -> Formula:
    return Formula(f"{value:.6g}")


def _longer(
    terms: Terms, target: np.ndarray, last: Terms | None = None
) -> list[Formula]:
    """Formulas E ∘ F with E among the terms and F among `last`, or a short term."""
    last = last or terms
    short = np.nonzero((last.costs < 3.2) & last.values.all(axis=1))[0][:300]
    return [
        Formula.made(rule, terms.formula(i), last.formula(short[row]))
        for rule in _PAIRS
        if rule.undo
        for row, i in terms.equal_to(rule.undo(target, last.values[short]))
    ]


def _weighted(terms: Terms, target: np.ndarray) -> list[Formula]:
    """Formulas c E + d F with any numbers c and d: least squares for each E and F."""
    products, right = terms.values @ terms.values.T, terms.values @ target
    square = np.diag(products)
    determinant = square[:, None] * square - products**2
    factors = (square * right[:, None] - products * right) / determinant
    fitted = factors[..., None] * terms.values[:, None, :3]  # a few entries at first
    fitted = fitted + fitted.swapaxes(0, 1)
    near = np.isclose(fitted, target[:3], rtol=1e-7, atol=1e-9).all(axis=-1)
    i, j = np.nonzero(np.triu(near & (determinant > 1e-9), 1))
    fitted = (
        factors[i, j, None] * terms.values[i] + factors[j, i, None] * terms.values[j]
    )
    near = np.isclose(fitted, target, rtol=1e-7, atol=1e-9).all(axis=-1)
    cheap = np.argsort((terms.costs[i] + terms.costs[j])[near], kind="stable")[:8]
    found = i[near][cheap], j[near][cheap]
    return [
        _sum(factors[i, j], terms.formula(i), factors[j, i], terms.formula(j))
        for i, j in zip(*found, strict=True)
    ]


def _weighted_times_one(leaves: Terms, target: np.ndarray) -> list[Formula]:
    """Formulas F (c D + d E) with one of the leaves for F."""
    single = _with_functions(leaves)
    return [
        Formula.made(_TIMES, leaves.formula(i), found)
        for i, leaf in enumerate(leaves.values)
        if leaf.all() and np.ptp(leaf)
        for found in _weighted(single, target / leaf)
    ]


def _sum(c: float, one: Formula, d: float, other: Formula) -> Formula:
    if c < 0 < d:
        c, one, d, other = d, other, c, one
    parts = [
        _times(abs(factor) if k else factor, formula)
        for k, (factor, formula) in enumerate(((c, one), (d, other)))
        if abs(factor) > 1e-9
    ]
    if not parts:
        return _number(0.0)
    return (
        parts[0] if len(parts) < 2 else Formula.made(_PLUS if d > 0 else _MINUS, *parts)
    )


def _times(factor: float, formula: Formula) -> Formula:
    if abs(factor - 1) < 1e-9:
        return formula
    number = _number(factor)
    return number if str(formula) == "1" else Formula.made(_TIMES, number, formula)
