"""Which submissions look alike, for a person to look at. It says nothing about why.

Code is compared by its words: names that it defines itself, comments, docstrings, type
hints, spaces and needless parentheses do not count. A run of `RUN` words in a row tells
something if it stands in few submissions of the class, and neither in the release nor
in the solution: what is the short obvious answer tells nothing.

Pairs are counted only where they share such a run, and at most `MANY` submissions share
one: so 500 submissions take seconds.

A copy of what is published (`published`) is another question: its words are compared
with the solution and minigrad's own, and nothing else.

Read: `pairs` and `Pair`, `published`, then `runs` (what of a cell is compared).
"""

import ast
import builtins
import io
import keyword
import re
import tokenize
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

RUN = 6  # words in a row
LEAST = 20  # runs that a cell must share to be counted
SAME = 0.5  # of a cell's runs, to be counted
RARE = 0.05  # of a class, at most: what more have in common tells nothing
FEW, MANY = 4, 20  # submissions: that share is at least and at most so many
CAP = 30_000  # characters of a cell that are read

Cells = Mapping[str, str]  # sources by the id of the cell
_LEFT_OUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


@dataclass(frozen=True)
class Pair:
    """Two submissions that look alike. `similarity` is the share of their telling runs
    that both have, in the cells named in `cells`, which has each cell's own share."""

    one: str
    other: str
    similarity: float
    shared: int
    cells: dict[str, float]


def pairs(submissions: Mapping[str, Cells], known: Iterable[Cells]) -> list[Pair]:
    """Pairs of submissions that look alike, those that share most first.

    `submissions` are the blanks of each student; `known` the same cells in the release
    and in the solution, whose runs tell nothing.
    """
    found: dict[tuple[str, str], dict[str, tuple[int, int]]] = defaultdict(dict)
    known = list(known)
    few = min(MANY, max(FEW, int(RARE * len(submissions))))
    names = sorted(submissions)
    for cell in dict.fromkeys(cell for each in submissions.values() for cell in each):
        common = set().union(*(runs(each.get(cell, "")) for each in known))
        telling = {
            name: runs(submissions[name].get(cell, "")) - common for name in names
        }
        for pair, counts in _shared(telling, few):
            found[pair][cell] = counts
    made = [_pair(names, cells) for names, cells in found.items()]
    return sorted(made, key=lambda each: (-each.shared, each.one, each.other))


def published(
    submissions: Mapping[str, Cells], versions: Iterable[Cells]
) -> list[tuple[str, int, int]]:
    """(student, cells that are published, cells that count), where half or more are.

    `versions` are what is published: solutions, and minigrad's own. A cell counts if it
    is long, and is published if all of its functions are, up to names.
    """
    long: dict[str, list[dict[str, str]]] = defaultdict(list)
    for cells in versions:
        for cell, source in cells.items():
            found = _functions(source)
            if sum(len(text.split()) for text in found.values()) >= LEAST + RUN:
                long[cell].append(found)
    rows = []
    for name, cells in submissions.items():
        own = {cell: _functions(cells.get(cell, "")) for cell in long}
        same = sum(
            any(each.items() <= own[cell].items() for each in long[cell])
            for cell in long
        )
        if long and same / len(long) >= SAME:
            rows.append((name, same, len(long)))
    return sorted(rows, key=lambda row: (-row[1], row[0]))


def _functions(source: str) -> dict[str, str]:
    """The functions and methods of a cell, each in its normal form."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = _plain(_renamed(ast.parse(source[:CAP])))
        found = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                node.decorator_list = []
                found[node.name] = " ".join(_tokens(ast.unparse(node)))
    except (SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError):
        return {}
    return found


def _tokens(text: str) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [each.string for each in tokens if each.type not in _LEFT_OUT]


def _shared(
    telling: Mapping[str, set[int]], few: int
) -> Iterator[tuple[tuple[str, str], tuple[int, int]]]:
    """(pair, (runs that both have, runs that either has)) where it is much."""
    owners: dict[int, list[str]] = defaultdict(list)
    for name, own in telling.items():
        for run in own:
            owners[run].append(name)
    rare = {run for run, names in owners.items() if len(names) <= few}
    counts: Counter[tuple[str, str]] = Counter()
    for run in rare:
        counts.update(combinations(owners[run], 2))
    sizes = {name: len(own & rare) for name, own in telling.items()}
    for (one, other), both in counts.items():
        either = sizes[one] + sizes[other] - both
        if both >= LEAST and both / either >= SAME:
            yield (one, other), (both, either)


def _pair(names: tuple[str, str], cells: dict[str, tuple[int, int]]) -> Pair:
    both = sum(each[0] for each in cells.values())
    either = sum(each[1] for each in cells.values())
    shares = {cell: one / all for cell, (one, all) in cells.items()}
    return Pair(*names, both / either, both, shares)


# -- what is compared -------------------------------------------------------------


def runs(source: str) -> set[int]:
    """The runs of words of a cell, as hashes."""
    words = _words(source[:CAP])
    return {hash(tuple(words[i : i + RUN])) for i in range(len(words) - RUN + 1)}


def _words(source: str) -> list[str]:
    """The words of a cell: those of its code in one normal form, or as they stand in
    what does not parse (a broken cell, a written answer)."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = _plain(_renamed(ast.parse(source)))
        return _tokens(ast.unparse(tree))
    except (SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError):
        return _broken_words(source)


def _broken_words(source: str) -> list[str]:
    text = re.sub(r"#.*", "", source)
    return [each.lower() for each in re.findall(r"\w+|[^\w\s]", text)]


def _renamed(tree: ast.Module) -> ast.Module:
    """Names that the cell defines inside of its functions are all called alike."""
    own = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            own.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and node not in tree.body:
            own.add(node.name)
    own -= {"self", "ctx", *dir(builtins), *keyword.kwlist}
    methods = {
        node.name
        for each in tree.body
        if isinstance(each, ast.ClassDef)
        for node in each.body
        if isinstance(node, ast.FunctionDef)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in own:
            node.id = "_"
        elif isinstance(node, ast.arg) and node.arg in own:
            node.arg = "_"
        elif isinstance(node, ast.FunctionDef) and node.name in own - methods:
            node.name = "_"
    return tree


def _plain(tree: ast.Module) -> ast.Module:
    """Without type hints, docstrings and other values that nobody uses."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            if isinstance(lines := getattr(node, name, None), list):
                setattr(node, name, [each for line in lines for each in _used(line)])
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
    return tree


def _used(line: ast.stmt) -> list[ast.stmt]:
    """A statement without its hint; none for one that does nothing."""
    if isinstance(line, ast.AnnAssign):
        return [ast.Assign([line.target], line.value, lineno=0)] if line.value else []
    is_value = isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)
    return [] if is_value or isinstance(line, ast.Pass) else [line]
