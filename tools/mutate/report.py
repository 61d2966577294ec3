"""How good the checks are: a row per exercise, from the banks and from the mutants.

Read: `main` (the command), `Row`, `measured`, `page` (what is committed).
"""

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from autograder.authoring.handout import full_course
from autograder.check.report import CheckFailed
from autograder.checking import check
from autograder.pieces.catalogue import PIECES
from autograder.pieces.registry import forget_all

from .mutants import mutants
from .solutions import Solution, solutions
from .trial import explained, survives

HEAD = (
    "exercise",
    "wrong answers caught",
    "right diagnosis",
    "right answers accepted",
    "mutants killed",
    "of these survivors compute the same",
)


@dataclass
class Row:
    """What was counted for one exercise: pairs of (good, all)."""

    name: str
    caught: tuple[int, int] = (0, 0)
    diagnosed: tuple[int, int] = (0, 0)
    accepted: tuple[int, int] = (0, 0)
    killed: tuple[int, int] = (0, 0)
    survivors: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    def cells(self) -> list[str]:
        pairs = (self.caught, self.diagnosed, self.accepted, self.killed)
        known = explained().get(self.name, {})
        reasons = sum(each in known for each in self.survivors)
        return [self.name, *(f"{x} of {y}" for x, y in pairs), str(reasons)]


def main(sets: Iterable[str], file: str | None) -> int:
    """Print the table of these problem sets; answers 1 if a check has a hole."""
    rows = []
    for one in sets:
        found = {each.piece.name: each for each in solutions(one)}
        for name in (name for name, piece in PIECES.items() if piece.set == one):
            print(f"{one} {name} …", file=sys.stderr, flush=True)
            rows.append(measured(found[name]) if name in found else _missing(one, name))
    print(table(rows))
    holes = [line for row in rows for line in holes_of(row)]
    for line in holes:
        print(line)
    if file is not None:
        text = Path(file).read_text(encoding="utf-8")
        Path(file).write_text(page(text, rows), encoding="utf-8")
    return int(bool(holes))


def _missing(set: str, name: str) -> Row:
    return Row(name, told=[f"{name}: solutions/{set} has no solution of it"])


def measured(solution: Solution) -> Row:
    """The row of one exercise."""
    bank, row = _bank(), Row(solution.piece.name)
    wrong = bank.WRONG.get(row.name, {})
    said = {name: _said(answer) for name, answer in wrong.items()}
    caught = [name for name, words in said.items() if words is not None]
    good = [name for name in caught if bank.is_told(wrong[name], said[name])]
    row.told = [
        f"{row.name}: the wrong answer {name} "
        + ("gets another diagnosis" if name in caught else "passes")
        for name in wrong
        if name not in good
    ]
    row.caught, row.diagnosed = (len(caught), len(wrong)), (len(good), len(wrong))
    right = bank.RIGHT.get(row.name, {})
    refused = [name for name, answer in right.items() if _said(answer) is not None]
    row.told += [f"{row.name}: the right answer {name} is refused" for name in refused]
    row.accepted = (len(right) - len(refused), len(right))
    every = mutants(solution.node)
    row.survivors = [each.name for each in every if survives(solution, each)]
    row.killed = (len(every) - len(row.survivors), len(every))
    forget_all()
    return row


def _bank():
    """The answers in tests/banks/answers."""
    tests = str(full_course("The banks of answers are read") / "tests")
    if tests not in sys.path:
        sys.path.append(tests)
    from banks.answers import bank

    return bank


def _said(answer: object) -> str | None:
    """What the check tells; None if it passes."""
    forget_all()
    try:
        check(answer)
    except (CheckFailed, ValueError) as told:
        return str(told)
    return None


def holes_of(row: Row) -> list[str]:
    """What is to be mended, in lines."""
    known = explained().get(row.name, {})
    return row.told + [
        f"{row.name}: this passes. Make the check notice it, or say in survivors.json "
        f"why it computes the same: {name}"
        for name in row.survivors
        if name not in known
    ]


# -- showing it -------------------------------------------------------------------


def table(rows: Iterable[Row]) -> str:
    """The rows as a table in Markdown."""
    lines = ["| " + " | ".join(HEAD) + " |", "|:--" * len(HEAD) + "|"]
    lines += ["| " + " | ".join(row.cells()) + " |" for row in rows]
    return "\n".join(lines)


BLIND = ("round", "set", "caught", "right reason", "part", "none", "false", "accepted")


def blind_table() -> str:
    """The rounds of answers that were written blind, as a table in Markdown."""
    _bank()
    from banks import blind

    lines = ["| " + " | ".join(BLIND) + " |", "|:--" * len(BLIND) + "|"]
    for one in blind.rounds():
        known = blind.judged(one)
        for set in (*sorted({key.partition("/")[0] for key in known}), ""):
            verdicts = Counter(
                row["verdict"] for key, row in known.items() if key.startswith(set)
            )
            lines.append("| " + " | ".join(_of_round(one, set, verdicts)) + " |")
    return "\n".join(lines)


def _of_round(round: str, set: str, verdicts: Counter) -> list[str]:
    right = verdicts["accepted"] + verdicts["refused"]
    wrong = verdicts.total() - right
    reasons = [verdicts[each] for each in ("right", "part", "none", "false")]
    share = f" ({100 * reasons[0] / max(wrong, 1):.0f}%)"
    return [
        round,
        set or "all",
        f"{wrong - verdicts['passed']} of {wrong}",
        f"{reasons[0]}{share}",
        *map(str, reasons[1:]),
        f"{verdicts['accepted']} of {right}",
    ]


def page(text: str, rows: list[Row]) -> str:
    """The page that is committed, with what is counted now; its words stay."""
    known, parts = explained(), []
    for row in rows:
        if row.survivors:
            parts.append(f"\n**{row.name}** ({PIECES[row.name].set})\n")
        for name in row.survivors:
            place, _, change = name.partition(": ")
            reason = known.get(row.name, {}).get(name, "not explained")
            parts.append(f"- {place}: `{change}`. {reason}")
    text, heading, _ = text.partition("## Survivors\n")
    for start, new in (HEAD, table(rows)), (BLIND, blind_table()):
        before, start, after = text.partition("| " + " | ".join(start) + " |\n")
        _, end, after = after.partition("\n\n")
        text = before + new + end + after
    return text + heading + "\n".join(parts) + "\n"
