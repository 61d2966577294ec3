"""Why a piece is wrong.

1. `labelled`: an answer that does the same was given before, and has a label.
2. `general`, `meanings`, `computed`: hypotheses about numbers and errors of any piece.
   One fits if it says what is seen in every case at once, right ones included.
3. `repairs` and `nearest` change the student's own program, in a notebook; `versions`
   and `slips` make small mistakes in right programs, where it is not run.

Read: `mistakes` (what a hypothesis is), then `reasons`: which fit.
"""

import importlib
from collections.abc import Iterable
from functools import cache

from ...variant import published
from . import computed, mistakes
from .arrays import Found, says_arrays
from .cases import where_alone
from .mistakes import Clue, operand_name


@cache
def read() -> None:
    """Import what is known about mistakes in any piece, and what is right."""
    for name in ("general", "general_functions", "formulas"):
        importlib.import_module(f"{__name__}.{name}")


def reasons(piece: str, clues: list[Clue], bare: bool) -> list[str]:
    """What fits the clues, in the student's terms; empty if nothing does.

    With `bare` the clues come from programs that consist of the piece alone. A wrong
    output explains a wrong gradient, and that a wrong second pass: the first of them
    that is wrong is what reasons are given for.
    """
    read()
    wrong = {clue.of for clue in clues if clue.is_wrong}
    of = next((of for of in ("out", "gradient", "again") if of in wrong), "")
    by_name: dict[str, list[Clue]] = {}
    for clue in clues:
        if clue.of == of:
            by_name.setdefault(clue.what, []).append(clue)
    found = {
        what: _fitting(of, piece, group, bare)
        for what, group in by_name.items()
        if any(clue.is_wrong for clue in group)
    }
    said: dict[str, list[str]] = {}
    for what, each in found.items():
        for says in each:
            said.setdefault(says, []).append(what)
    alone = {each.says: each.alone for each in mistakes.known if each.alone}
    return [
        (alone.get(says, says) if len(whats) < 2 else says).format(x=_joined(whats))
        for says, whats in said.items()
    ]


def _fitting(of: str, piece: str, clues: list[Clue], bare: bool) -> list[str]:
    """What fits all clues; or the wrong ones, if something tells these apart."""
    if (found := _fitting_all(of, piece, clues, bare)) or not bare:
        return [says for says, _ in found]
    wrong = [clue for clue in clues if clue.is_wrong]
    if len(wrong) == len(clues):
        return []
    said = []
    for says, holds in _fitting_all(of, piece, wrong, bare, stages=8):
        others = [clue for clue in clues if not clue.is_wrong and not holds(clue)]
        where = where_alone([(c.reference, not c.is_wrong) for c in (*wrong, *others)])
        if where:
            said.append(f"{where}: {says[0].lower()}{says[1:]}")
    return said


def _fitting_all(
    of: str, piece: str, clues: list[Clue], bare: bool, stages: int | None = None
) -> list[Found]:
    """What fits, with a test for more clues."""
    known = [
        (says, each.fits)
        for each in mistakes.known
        if each.of == of and (bare or each.anywhere)
        if (says := each.explain(clues))
    ]
    if known or not bare:
        return known
    found = (
        says_arrays(computed.is_right(published(piece), clues[0]), clues)
        or computed.says_formula(published(piece), clues, stages)
        or computed.says_place(clues)
    )
    return [found] if found else []


def _joined(whats: Iterable[str]) -> str:
    """The operands' names: "a", "a and b"."""
    return " and ".join(operand_name(what) for what in whats)
