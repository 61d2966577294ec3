"""Repairs: the few changes that would make the student's own program right.

Where no hypothesis fits, the student's text is changed as a tutor would try it: into a
right program that is near (`nearest`), or by other brackets, another operator, a return
one level further out. If a changed program agrees with every reference, the change
names the mistake, whatever the piece is. A changed program is run where the student's
is: in a notebook, or in the sandbox of a grader.

Read: `repaired`, `mended`, `_Student`.
"""

import ast
import re
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from difflib import ndiff
from io import StringIO
from itertools import islice, takewhile

import numpy as np

import minigrad

from ...pieces.kinds import Piece, away
from ...pieces.registry import Mine, alone
from ...pieces.source import CannotKeep, text_of
from ..comparison import compare, is_output
from ..references import replayed
from ..running import SECOND
from ..watch import watched
from . import nearest, programs
from .changes import bounded, changes

MOST, FEWER = 250, 80  # programs that are tried; and where a right one is near
LASTING = r"\b(open|exec|eval|os|sys|shutil|subprocess|Path|np\.save\w*|torch\.save)\b"
LINES = 6  # that are told at most, old and new ones


def repaired(mine: Mine, runs: list, few: bool = False) -> list[str]:
    """What to change in a piece, in its own process; empty if nothing is found."""
    try:
        text, scope = text_of(mine.own.__name__, mine.own)
    except CannotKeep:
        return []
    scope = {"np": np, "torch": minigrad, **scope}
    tried = [run for run in runs if not run.reference.program.takes_long]
    if all(run.agrees for run in tried):  # any change would do
        return []
    tried.sort(key=lambda r: (r.agrees, r.account.kind != "", _entries(r)))

    def is_right(changed: str) -> bool:
        try:
            with redirect_stdout(StringIO()):
                made = defined(mine.piece, changed, dict(scope))
                return all(_agrees(made, run) for run in tried)
        except Exception:  # no program
            return False

    return mended(mine.piece, text, runs, is_right, few)


def _entries(run) -> int:
    return sum(getattr(value, "size", 1) for value in run.reference.inputs.values())


def defined(piece: Piece, text: str, scope: dict) -> Mine:
    """The version of a piece that a changed program defines; it ends."""
    exec(compile(bounded(text, scope), "<repair>", "exec"), scope)
    own = scope[piece.name]
    piece.adopt(own)
    return Mine(piece, own, parts=piece.parts(own))


def _agrees(made: Mine, run) -> bool:
    watch = watched(made.piece, made.parts)  # a rule that is broken is an error
    with alone(made.piece, watch.parts if watch else made.parts), away(made.piece):
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
            for after in tried:
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
        for _, parent, field, value in sorted(changes(top), key=rank):
            before = getattr(parent, field)
            setattr(parent, field, value)
            text = ast.unparse(self.tree)
            setattr(parent, field, before)
            if text not in seen:
                seen.add(text)
                yield text


def _rank(change: tuple) -> int:
    rank, parent, field, value = change
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
    starts = [i for i in where if i - 1 not in where]
    said = [said for i in starts if (said := _place(both, i))]
    last = [" and ".join(said[-2:])] if len(said) > 1 else said
    return f"{start} {', '.join(said[:-2] + last)}."


def _place(both: list[str], i: int) -> str:
    """What is to be changed in one place, which starts at `i`."""
    part = list(takewhile(lambda line: line[0] in "-+", both[i:]))
    old, new = ([p[2:].strip() for p in part if p[0] == sign] for sign in "-+")
    new = [each for each in new if each != "pass"]
    if not new:
        return f"without `{' … '.join(old)}`" if old else ""
    added = f"with `{'`, `'.join(new)}`"
    if not old:
        return f"{added} {_below(both, i)}"
    return f"{added} in the place of `{'`, `'.join(old)}`"


def _below(lines: list[str], i: int) -> str:
    above = [each[2:].strip() for each in lines[:i] if each[0] != "-"]
    return f"below `{above[-1]}`" if above else "before all else"
