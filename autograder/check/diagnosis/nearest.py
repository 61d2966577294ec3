"""The right program that is nearest to the student's, and the few lines that differ.

People who solve an exercise write it in a handful of ways. Of the right programs that
are known (`programs`), the one is taken that a student's becomes by the smallest
changes, its names turned into the student's; then of these changes those few are
looked for that make the student's program right. What is left names the mistake, in
the student's own lines, whatever it is: no list of mistakes is needed.

Read: `near`, then `aligned` (two trees, node by node), `_named_alike`, `_needed`.
"""

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain

BLOCKS = ("body", "orelse", "finalbody", "handlers")
NEAREST = 4  # right programs that are looked at
MOST = 60  # programs that are tried
SMALL = 6  # nodes that are changed, in a small change
NEAR = 14  # nodes that are changed: no other program is looked at


def near(
    tree: ast.AST, programs: Iterable[str], is_right: Callable
) -> tuple[float, str] | None:
    """The smallest changes of a definition that make it right, and its text with them;
    None if no program is near. `is_right(text)` says whether a text is."""
    own = words(tree)
    by_words = sorted(programs, key=lambda text: -likeness(own, _words_of(text)))
    plans = []
    for text in by_words[: 2 * NEAREST]:
        other = _named_alike(tree, copy.deepcopy(_parsed(text)))
        plans.append(_Aligner().aligned(tree, other))
    best, tried = None, set()

    def works(text: str) -> bool:
        tried.add(text)
        return len(tried) <= MOST and is_right(text)

    for plan in sorted(plans, key=lambda plan: plan.cost)[:NEAREST]:
        found = _needed(plan, works)
        if found and (best is None or found < best):
            best = found
        if best and best[0] <= NEAR:
            break
    return best


def without_docstrings(tree: ast.AST) -> None:
    """Take the docstrings out of a program."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and len(node.body) > 1:
            if ast.get_docstring(node) is not None:
                del node.body[0]


@cache
def _parsed(text: str) -> ast.AST:
    return ast.parse(text).body[0]


@cache
def _words_of(text: str) -> Counter:
    return words(_parsed(text))


def definition(text: str, name: str) -> ast.AST | None:
    """The last definition of a name in a text; None if there is none."""
    try:
        nodes = ast.parse(text).body
    except SyntaxError:
        return None
    return next((n for n in reversed(nodes) if getattr(n, "name", "") == name), None)


def words(tree: ast.AST) -> Counter:
    """How often each expression of a program stands in it, names left out."""
    return Counter(_label(node) for node in ast.walk(tree))


def _label(node: ast.AST) -> str:
    match node:
        case ast.Attribute(attr=word) | ast.keyword(arg=word):
            return f".{word}"
        case ast.Constant(value):
            return repr(value)
    return type(node).__name__


def likeness(one: Counter, other: Counter) -> float:
    both = (one & other).total()
    return both / max(1, one.total() + other.total() - both)


# -- two trees, node by node ------------------------------------------------------


@dataclass
class Plan:
    """How `own` becomes `other`: as a whole (no `parts`), or part by part.

    `parts` has for each field a Plan, or for a list its Plans, of which one without
    `other` is left out and one without `own` is put in.
    """

    own: ast.AST | None
    other: ast.AST | None
    cost: float
    parts: dict | None = None

    @cached_property
    def changes(self) -> list["Plan"]:
        """The places where something is to be changed."""
        if self.parts is None:
            return [self] if self.cost else []
        each = [p if isinstance(p, list) else [p] for p in self.parts.values()]
        return [change for plans in each for plan in plans for change in plan.changes]

    def made(self, chosen: set[int]) -> ast.AST | None:
        """The tree with the changes that are chosen, by their `id`."""
        if self.parts is None:
            return self.other if self.cost and id(self) in chosen else self.own
        node = copy.copy(self.own)
        for field, part in self.parts.items():
            if isinstance(part, list):
                made = [plan.made(chosen) for plan in part]
                made = [each for each in made if each is not None]
                if field == "body" and not made:
                    made = [ast.Pass()]
            else:
                made = part.made(chosen)
            setattr(node, field, made)
        return node


class _Aligner:
    """The cheapest plan; `loose`: any name is nearly as good as another."""

    def __init__(self, loose: bool = False) -> None:
        self.loose = loose
        self.known: dict[tuple[int, int], Plan] = {}
        self.sizes: dict[int, int] = {}

    def size(self, node: ast.AST) -> int:
        if id(node) not in self.sizes:
            children = ast.iter_child_nodes(node)
            self.sizes[id(node)] = 1 + sum(map(self.size, children))
        return self.sizes[id(node)]

    def aligned(self, own: ast.AST, other: ast.AST) -> Plan:
        key = id(own), id(other)
        if key not in self.known:
            self.known[key] = self._aligned(own, other)
        return self.known[key]

    def _aligned(self, own: ast.AST, other: ast.AST) -> Plan:
        whole = Plan(own, other, self.size(own) + self.size(other))
        if type(own) is not type(other):
            return whole
        parts, cost = {}, 0.0
        for field in own._fields:
            one, two = getattr(own, field, None), getattr(other, field, None)
            if field == "ctx":
                continue
            if isinstance(one, ast.AST) and isinstance(two, ast.AST):
                parts[field] = self.aligned(one, two)
                cost += parts[field].cost
            elif isinstance(one, list) and isinstance(two, list):
                if all(isinstance(each, ast.AST) for each in (*one, *two)):
                    parts[field] = self._lists(one, two)
                    cost += sum(plan.cost for plan in parts[field])
                elif one != two:
                    return whole
            elif one != two or type(one) is not type(two):
                is_name = isinstance(own, ast.Name | ast.arg | ast.Attribute)
                if not (self.loose and is_name):
                    return whole
                cost += 0.4
        return Plan(own, other, cost, parts) if cost < whole.cost else whole

    def _lists(self, own: list, other: list) -> list[Plan]:
        """The cheapest way from one list to the other, as of two texts."""
        rows, columns = len(own) + 1, len(other) + 1
        best: list[list] = [[None] * columns for _ in range(rows)]
        best[0][0] = (0.0, None)
        for i in range(rows):
            for j in range(columns):
                ways = []
                if i and j:
                    plan = self.aligned(own[i - 1], other[j - 1])
                    ways.append((best[i - 1][j - 1][0] + plan.cost, plan, (1, 1)))
                if i:
                    plan = Plan(own[i - 1], None, self.size(own[i - 1]))
                    ways.append((best[i - 1][j][0] + plan.cost, plan, (1, 0)))
                if j:
                    plan = Plan(None, other[j - 1], self.size(other[j - 1]))
                    ways.append((best[i][j - 1][0] + plan.cost, plan, (0, 1)))
                if ways:
                    best[i][j] = min(ways, key=lambda way: way[0])
        found, i, j = [], rows - 1, columns - 1
        while i or j:
            _, plan, (down, right) = best[i][j]
            found.append(plan)
            i, j = i - down, j - right
        return found[::-1]


# -- names ------------------------------------------------------------------------


def _named_alike(own: ast.AST, other: ast.AST) -> ast.AST:
    """`other` with the student's names, where the same is done with them."""
    plan = _Aligner(loose=True).aligned(own, other)
    votes: dict[str, Counter] = {}
    for one, two in _pairs(plan):
        if kind := _kind(two):
            votes.setdefault(kind, Counter())[_kind(one)] += 1
    given = {*filter(None, map(_stored, ast.walk(other)))}
    mine = {*filter(None, map(_stored, ast.walk(own)))}
    new, taken = {}, set()
    for name in sorted(given & votes.keys(), key=lambda n: (-votes[n].total(), n)):
        for candidate, _ in votes[name].most_common():
            if candidate in mine and candidate not in taken:
                new[name] = candidate
                taken.add(candidate)
                break
    for node in ast.walk(other):
        if (kind := _kind(node)) in new:
            setattr(node, _field(node), new[kind].rpartition(".")[2])
    return other


def _field(node: ast.AST) -> str:
    fields = {ast.Name: "id", ast.arg: "arg", ast.Attribute: "attr"}
    return fields[type(node)]


def _kind(node: ast.AST) -> str | None:
    """A name, or an attribute of ctx or self, as votes know it."""
    match node:
        case ast.Name(id=name) | ast.arg(arg=name):
            return name
        case ast.Attribute(value=ast.Name(id="ctx" | "self"), attr=name):
            return f"ctx.{name}"
    return None


def _stored(node: ast.AST) -> str | None:
    if isinstance(node, ast.arg) or isinstance(getattr(node, "ctx", 0), ast.Store):
        return _kind(node)
    return None


def _pairs(plan: Plan) -> Iterator[tuple[ast.AST, ast.AST]]:
    if plan.parts is None:
        if plan.own is not None and plan.other is not None:
            if isinstance(plan.own, ast.Name) and isinstance(plan.other, ast.Name):
                yield plan.own, plan.other
            elif not plan.cost:
                yield from zip(ast.walk(plan.own), ast.walk(plan.other), strict=True)
        return
    yield plan.own, plan.other
    for part in plan.parts.values():
        for each in part if isinstance(part, list) else [part]:
            yield from _pairs(each)


# -- which changes are needed -----------------------------------------------------


def _needed(plan: Plan, is_right: Callable) -> tuple[float, str] | None:
    """As few of the changes as make it right, and the text; None if none do.

    They are whole statements, or one change alone: several parts of a statement that is
    written in another way are no program that anybody would write.
    """

    def works(changes: Iterable[Plan]) -> bool:
        return is_right(_text(plan, changes))

    needed = [*_by_statement(plan)]
    if not needed or not works(chain(*needed)):
        return None
    size = len(needed) // 2
    while size:  # half of them are left out, or a quarter, …
        for start in range(0, len(needed), size):
            fewer = needed[:start] + needed[start + size :]
            if fewer and works(chain(*fewer)):
                needed = fewer
                break
        else:
            size //= 2
        size = min(size, len(needed) - 1)
    changes = [*chain(*needed)]
    if len(needed) == 1 and len(changes) > 1:
        by_cost = sorted(changes, key=lambda change: change.cost)
        changes = next(([each] for each in by_cost if works([each])), changes)
    return sum(each.cost for each in changes), _text(plan, changes)


def _by_statement(plan: Plan) -> Iterator[list[Plan]]:
    """The changes, those of one statement (without its block) together."""
    if plan.parts is None:
        if plan.cost:
            yield [plan]
        return
    alone = []
    for field, part in plan.parts.items():
        each = part if isinstance(part, list) else [part]
        if isinstance(part, list) and field in BLOCKS:
            for inner in each:
                yield from _by_statement(inner)
        else:
            alone += [change for inner in each for change in inner.changes]
    if alone:
        yield alone


def _text(plan: Plan, changes: Iterable[Plan]) -> str:
    made = plan.made({id(each) for each in changes})
    return ast.unparse(ast.fix_missing_locations(made))
