"""Why a piece is wrong.

1. `labelled`: an answer that does the same was given before, and has a label.
2. `general`, `meanings`: usual mistakes, as hypotheses about the numbers of any piece,
   and what errors mean. A hypothesis fits if it says what is seen in every case at
   once, right ones included.
3. `repairs` and `nearest` change the student's own program until it is right.

Read: `mistakes` (what a hypothesis is), then `reasons`: which fit.
"""

from collections.abc import Iterable

from .general import KNOWN
from .mistakes import Clue, operand_name


def reasons(clues: list[Clue], bare: bool) -> list[str]:
    """What fits the clues, in the student's terms; empty if nothing does.

    With `bare` the clues come from programs that consist of the piece alone. A wrong
    output explains a wrong gradient, and that a wrong second pass: the first of them
    that is wrong is what reasons are given for.
    """
    wrong = {clue.of for clue in clues if clue.is_wrong}
    of = next((of for of in ("out", "gradient", "again") if of in wrong), "")
    by_name: dict[str, list[Clue]] = {}
    for clue in clues:
        if clue.of == of:
            by_name.setdefault(clue.what, []).append(clue)
    said: dict[str, list[str]] = {}
    for what, group in by_name.items():
        for each in KNOWN:
            if each.of == of and (bare or each.anywhere) and each.explains(group):
                said.setdefault(each.says, []).append(what)
    return [says.format(x=_joined(whats)) for says, whats in said.items()]


def _joined(whats: Iterable[str]) -> str:
    """The operands' names: "a", "a and b"."""
    return " and ".join(operand_name(what) for what in whats)
