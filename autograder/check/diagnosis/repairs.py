"""Repairs: the few changes that would make the student's own program right.

Where no hypothesis fits, the student's text is changed as a tutor would try it: into a
right program that is near (`nearest`), or by other brackets, another operator, a return
one level further out. If a changed program agrees with every reference, the change
names the mistake, whatever the piece is. A changed program is run where the student's
is: in a notebook, or in the sandbox of a grader.

Read: `repaired`, `mended`, `_Student`, then `_more`: what is tried beside the `slips`,
turned round.
"""

import ast
import re
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from difflib import ndiff
from io import StringIO
from itertools import chain, islice

import numpy as np

import minigrad

from ...pieces.kinds import Piece, away
from ...pieces.registry import Mine, alone
from ...pieces.source import CannotKeep, text_of
from ..comparison import compare, is_output
from ..references import replayed
from ..running import SECOND
from . import nearest, programs
from .slips import CALLS, MOST_NAMES, bounded, call, changes, with_
from .slips import OPERATORS as SLIPS
from .versions import entries

MOST, FEWER = 250, 80  # programs that are tried; and where a right one is near
LASTING = r"\b(open|exec|eval|os|sys|shutil|subprocess|Path|np\.save\w*|torch\.save)\b"
NAMED = {  # what is easily forgotten in a call
    "sum mean max min any all prod": (
        *("keepdims=True", "keepdim=True", "axis=-1"),
        *("-1, keepdim=True", "axis=-1, keepdims=True"),
    ),
    "grad backward": ("retain_graph=True", "create_graph=True"),
}
FACTORS = 8  # names that are tried as a factor that is missing
LINES = 6  # that are told at most, old and new ones


def repaired(mine: Mine, runs: list, few: bool = False) -> list[str]:
    """What to change in a piece, in its own process; empty if nothing is found."""
    try:
        text, scope = text_of(mine.own.__name__, mine.own)
    except CannotKeep:
        return []
    scope = {"np": np, "torch": minigrad, **scope}
    tried = [run for run in runs if not run.reference.program.takes_long]
    tried.sort(key=lambda r: (r.agrees, r.account.kind != "", entries(r)))

    def is_right(changed: str) -> bool:
        try:
            with redirect_stdout(StringIO()):
                made = defined(mine.piece, changed, dict(scope))
                return all(_agrees(made, run) for run in tried)
        except Exception:  # no program
            return False

    return mended(mine.piece, text, runs, is_right, few)


def defined(piece: Piece, text: str, scope: dict) -> Mine:
    """The version of a piece that a changed program defines; its while loops end."""
    exec(compile(bounded(text, scope), "<repair>", "exec"), scope)
    own = scope[piece.name]
    piece.adopt(own)
    return Mine(piece, own, parts=piece.parts(own))


def _agrees(made: Mine, run) -> bool:
    with alone(made.piece, made.parts), away(made.piece):
        seen = replayed(run.reference, run.order)
    found = compare(run.reference.seen, seen)
    return not any(run.order > 1 or SECOND not in each.what for each in found)


def mended(
    piece: Piece,
    text: str,
    runs: list,
    is_right: Callable[[str], bool],
    few: bool = False,
) -> list[str]:
    """What to change in the definition `text`, if a few changes are enough.

    A right program that is near says which; if its changes are not small, small ones
    that people make are tried, or a part of them (`few`). `is_right(changed)` says
    whether a changed text agrees with every reference.
    """
    if re.search(LASTING, text):  # what it does outside of itself is done once
        return []
    return _Student(piece, text, runs, is_right).repaired(few)


class _Student:
    """A student's program, which is changed, and what says that it is right."""

    def __init__(
        self, piece: Piece, text: str, runs: list, is_right: Callable[[str], bool]
    ) -> None:
        self.piece, self.runs, self.is_right = piece, runs, is_right
        self.tree = ast.parse(text)
        self.tree.body[0].decorator_list = []
        nearest.without_docstrings(self.tree)
        self.before = ast.unparse(self.tree)
        lines = [each.strip() for each in text.splitlines()]
        raised = {r.account.line.text.strip() for r in runs if r.account.line}
        self.raised = [i for i, each in enumerate(lines, 1) if each in raised]

    def repaired(self, few: bool) -> list[str]:
        right = programs.right(self.piece.set, self.piece.name)
        found = nearest.near(self.tree.body[0], right, self.is_right)
        near = _lines(self.before, found[1]) if found else []
        is_told = 0 < len(changed(near)) <= LINES
        if not (is_told and found[0] <= nearest.SMALL):
            tried = islice(self._changed(), FEWER if is_told or few else MOST)
            for after in chain(tried, _everywhere(self.tree)):
                if after != self.before and self.is_right(after):
                    return [_said(_lines(self.before, after))]
        return [_said(near)] if is_told else []

    def _changed(self) -> Iterator[str]:
        """Programs with one change: where it raised, then the likely ones, first."""
        bare = [run for run in self.runs if run.is_bare]
        wrong = {is_output(each.what) for run in bare for each in run.differences}
        right = set()  # lines that need no change: what forward returns is right
        for each in self.tree.body[0].body if wrong == {False} else ():
            if getattr(each, "name", "") == "forward":
                right = {*ast.walk(each)}

        def rank(change: tuple) -> tuple:
            node = change[1]
            is_there = getattr(node, "lineno", 0) in self.raised
            return not is_there, node in right, _rank(change)

        top = self.tree.body[0]
        seen = set()
        for _, parent, field, value, *_ in sorted(
            [*changes(top), *_more(top)], key=rank
        ):
            before = getattr(parent, field)
            setattr(parent, field, value)
            text = ast.unparse(self.tree)
            setattr(parent, field, before)
            if text not in seen:
                seen.add(text)
                yield text


def _rank(change: tuple) -> int:
    rank, parent, field, value, *_ = change
    before = getattr(parent, field)
    is_list = isinstance(before, list) and field == "body"
    return 0 if is_list and len(value) < len(before) else rank


def _lines(before: str, after: str) -> list[str]:
    both = ndiff(before.splitlines(), after.splitlines())
    return [each for each in both if each[0] != "?"]


def changed(both: list[str]) -> list[int]:
    """Where `both` has a line that is left out or put in."""
    return [i for i, each in enumerate(both) if each[0] in "-+"]


def _said(both: list[str]) -> str:
    where = changed(both)
    old, new = ([both[i][2:] for i in where if both[i][0] == sign] for sign in "-+")
    new = [each for each in new if each.strip() != "pass"]
    first, start = (new or old)[0].strip(), "It would be right"
    same = [each.strip() for each in old] == [each.strip() for each in new]
    if same and sorted(old) != sorted(new):
        way = "out" if len(new[0]) < len(old[0]) else "in"
        return f"{start} with `{first}` one level further {way}."
    if sorted(old) == sorted(new):
        above = next(i for i in where if both[i][0] == "+")
        return f"{start} with `{first}` {_below(both, above)}."
    if not new:
        return f"{start} without `{' … '.join(each.strip() for each in old)}`."
    if not old:
        added = "`, `".join(each.strip() for each in new)
        return f"{start} with `{added}` {_below(both, where[0])}."
    both = ["`, `".join(each.strip() for each in some) for some in (new, old)]
    return f"{start} with `{both[0]}` in the place of `{both[1]}`."


def _below(lines: list[str], i: int) -> str:
    above = [each[2:].strip() for each in lines[:i] if each[0] != "-"]
    return f"below `{above[-1]}`" if above else "before all else"


# -- what is tried beside the slips -----------------------------------------------

OPERATORS = {  # what slips do not turn into one another
    ast.Mult: (ast.Pow, ast.MatMult, ast.Sub),
}


def _more(tree: ast.AST) -> Iterator[tuple[int, ast.AST, str, object]]:
    """(how unlikely, node, field, what else it might be)."""
    nodes = [*ast.walk(tree)]
    names = [each.arg for each in nodes if isinstance(each, ast.arg)]
    stored = [each for each in nodes if isinstance(getattr(each, "ctx", 0), ast.Store)]
    names = [*names, *map(ast.unparse, stored)]
    names = [each for each in dict.fromkeys(names) if re.fullmatch(r"[\w.]+", each)]
    names = [each for each in names if each not in ("ctx", "self")]
    for parent in nodes:
        for field, value in ast.iter_fields(parent):
            many = value if isinstance(value, list) else [value]
            for i, node in enumerate(many):
                for rank, new in _of_node(node):
                    yield rank, parent, field, _put(value, i, new)
                if isinstance(node, ast.Return) and node.value:
                    for name in names[:FACTORS]:
                        target = ast.Name(name, ast.Store())
                        new = ast.Assign([target], node.value, lineno=0)
                        yield 3, parent, field, _put(value, i, new)
                if not isinstance(node, ast.expr) or node in stored:
                    continue
                kept = isinstance(parent, ast.Return | ast.Tuple)
                if kept or hasattr(getattr(parent, "func", None), "attr"):
                    for name in names[:FACTORS]:
                        for op in (ast.Mult(), ast.Div()):
                            new = ast.BinOp(node, op, ast.parse(name).body[0].value)
                            yield 4, parent, field, _put(value, i, new)
                if isinstance(node, ast.Name) and node.id in names:
                    for name in names[:MOST_NAMES]:
                        other = ast.parse(name).body[0].value
                        yield 5, parent, field, _put(value, i, other)
        if isinstance(getattr(parent, "body", None), list):
            for rank, new in _of_body(parent.body):
                yield rank, parent, "body", new


def _everywhere(tree: ast.AST) -> Iterator[str]:
    """One operator in the place of another, wherever it has this operand; and each
    sum or mean of all along the last axis."""
    alone = [
        each
        for each in ast.walk(tree)
        if isinstance(each, ast.Call) and not each.args and not each.keywords
        if getattr(each.func, "attr", "") in ("sum", "mean", "max")
    ]
    for arguments in ("-1, keepdim=True", "axis=-1, keepdims=True"):
        more = ast.parse(f"f({arguments})").body[0].value
        for each in alone:
            each.args, each.keywords = more.args, more.keywords
        yield ast.unparse(tree)
        for each in alone:
            each.args, each.keywords = [], []
    groups: dict[tuple, list[ast.BinOp]] = {}
    for each in [each for each in ast.walk(tree) if isinstance(each, ast.BinOp)]:
        groups.setdefault((type(each.op), ast.unparse(each.right)), []).append(each)
    for (kind, _), group in groups.items():
        for other in (*OPERATORS.get(kind, ()), *SLIPS.get(kind, ())):
            if len(group) < 2:
                continue
            for each in group:
                each.op = other()
            yield ast.unparse(tree)
            for each in group:
                each.op = kind()


def _put(value: object, i: int, new: ast.AST) -> object:
    return [*value[:i], new, *value[i + 1 :]] if isinstance(value, list) else new


def _of_node(node: object) -> Iterator[tuple[int, ast.AST]]:
    match node:
        case ast.BinOp(_, op, _) if type(op) in OPERATORS:
            for other in OPERATORS[type(op)]:
                yield 2, with_(node, op=other())
        case ast.Call(func):
            name = getattr(func, "attr", getattr(func, "id", ""))
            for right, (wrong, _) in CALLS.items():
                if wrong == name:
                    field = "attr" if isinstance(func, ast.Attribute) else "id"
                    yield 0, with_(node, func=with_(func, **{field: right}))
            for calls, keywords in NAMED.items():
                for each in keywords if name in calls.split() else ():
                    more = ast.parse(f"f({each})").body[0].value
                    args = [*node.args, *more.args]
                    keywords = [*node.keywords, *more.keywords]
                    yield 1, with_(node, args=args, keywords=keywords)
        case ast.AugAssign(target, op, value):
            left = ast.parse(ast.unparse(target)).body[0].value
            yield 1, ast.Assign([target], ast.BinOp(left, op, value), lineno=0)
        case ast.Expr(
            ast.Call(ast.Attribute(ast.Name(name)))
        ):  # what it returns is lost
            yield 1, ast.Assign([ast.Name(name, ast.Store())], node.value, lineno=0)
        case ast.Assign([target], value) if not isinstance(target, ast.Tuple):
            yield 2, ast.AugAssign(target, ast.Add(), value)
        case ast.If(test) | ast.IfExp(test):
            yield 1, with_(node, test=ast.UnaryOp(ast.Not(), test))
            there = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
            asked = ast.unparse(test.operand if there else test)
            asked = f"{asked} is {'' if there else 'not '}None"
            yield 2, with_(node, test=ast.parse(asked).body[0].value)
        case ast.BoolOp(ast.Or(), [one, other]):
            asked = ast.parse(f"{ast.unparse(one)} is not None").body[0].value
            yield 2, ast.IfExp(asked, one, other)
        case ast.Attribute(value, "data" | "T" | "mT"):
            yield 1, value
        case ast.Name(name, ast.Load()):
            yield 4, call(node, "clone")
            yield 4, call(node, "copy")


def _of_body(body: list[ast.stmt]) -> Iterator[tuple[int, list[ast.stmt]]]:
    """Statements in another order, or one level further out or in."""
    for i, each in enumerate(body):
        rest = body[i + 1 :]
        if rest:
            yield 3, [*body[:i], rest[0], each, *rest[1:]]
        if isinstance(each, ast.For | ast.While | ast.If | ast.With):
            *kept, last = each.body
            if kept:
                yield 1, [*body[:i], with_(each, body=kept), last, *rest]
            if rest:
                more = with_(each, body=[*each.body, rest[0]])
                yield 2, [*body[:i], more, *rest[1:]]
