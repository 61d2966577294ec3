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
PAGE = """# How good the checks are

Every check is tested itself. This page is what

    python -m tools.mutate --write docs/graders.md

says, which runs everything that is counted here.

{table}

- **Wrong answers** are those of the bank in `tests/banks/answers/`, mistakes that
  students make. One is caught if its check fails. The **diagnosis** is right if the
  message has the words that the bank asks for, or a label of an answer that does the
  same. **Right answers** are differently written solutions from the same bank; they
  must pass. CI runs all of them.
- `train_digits` of ps5 and those like it of ps8 are programs, judged by the weights
  that they return. They have no mutants; their answers are in a `training.py` of the
  bank.
- **Mutants** are the solution of `solutions/` with one small change each: an operator,
  a sign, an index or a constant, a dropped term, swapped operands, arguments or
  returns, a condition turned or fixed, a loop reversed, a statement removed. One is
  killed if the check, on the recorded inputs or on fresh ones, does not pass it. CI
  tries a part of them.
- **Survivors** are told below, each with the reason for which it computes the same.
  A survivor without a reason makes the command fail.

## Answers written blind

A bank that is written beside the diagnosis grades itself. So others wrote answers from
the exercises' text alone, without sight of solution, bank or diagnosis, in rounds; and
readers who had written none of it compared what each wrong answer was told with its
author's word for the mistake. The checks were mended by rounds A to H, by kind.

| round, at first sight | answers | caught | right reason | right ones accepted |
|:--|:--|:--|:--|:--|
| first answers, ps1 to ps4 | 971 | 97.5% | 73% | 208 of 213 |
| C, ps1 to ps4 | 640 | 99.1% | 88% | 169 of 169 |
| C, ps5 | 181 | 97.8% | 75% | 45 of 45 |
| D, ps6 to ps8 | 501 | 98.0% | 73% | – |
| E, ps5, ps7, ps8 | 515 | 97.3% | 73% | – |
| F, all sets | 1,760 | 98.3% | 78% | 386 of 389 |
| G, all sets | 380 | 95.8% | 85% | 152 of 152 |
| H, all sets | 380 | 97.6% | 84% | 152 of 152 |
| **I, all sets** | 594 | 98.1% | 91.6% | 182 of 182 |

Before I a check began to know answers by what they do: those of rounds A to H, each
with its author's word for the mistake, are *labels* (`labelled.py`); those of the round
that is measured are not. **Round I (November 2026) is the measure.** After it was read,
the lists of mistakes and wrong versions of each set were taken out, 8,000 lines, as
labels tell nearly all that they told: of the same 594 answers the right reason is told
to as many, 544 (91.6%), which others judged again where the words had changed. Programs
were added for what had passed, so 99.0% are caught now.

The rows below are of later readings: A to F as they were told and judged before G, G at
first sight, H before labels, I as it is told now.

{blind}

*Right reason*: it names the mistake, or says exactly what is wrong and where. *Part*:
it helps, and does not name it. *None*: the check only fails. *False*: it says what is
not so. The answers and the verdicts are in `tests/banks/blind/`; a slow test runs the
last round and finds every verdict as it stands there (`python -m banks.blind I` in
`tests/`).

The aim is 99% caught, 90% told the right reason, all right answers accepted. What I
leaves, by kind: what is false (one in thirty-five: a label of an answer that does the
same and is written in another way, or a true one with a symptom beside it that is not
so everywhere); a symptom, or a change that mends it, without the cause; and in one of
seventy nothing. What passes: a slope of tanh that is saved (ps6 asks for it), a product
that is computed and thrown away, NumPy on tensors, hooks that are sorted by numbers
which rise anyway, a path that keeps a graph if the start had one. ps7 is told the right
reason least often.

A failing check answers in 14 ms of processor time (round I, 588 wrong answers: the
median; 0.13 s for nine of ten, 2.0 s the longest), on one core of a small machine. The
longest are searched for a repair, which is bounded by a number of changes, not by the
clock: so the same answer is told the same everywhere.

In grading, log, feedback and report say what the notebook says: for the reason alone a
wrong piece is asked what a check in the notebook asks
(`tests/grading/test_grading_bank.py` holds it for at least 97% of the bank). A repair
("It would be right with …") is told in a notebook only, as it runs the student's code;
in grading a slip of a right program is told there, or that nothing is known.

## Survivors
{survivors}
"""


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
        Path(file).write_text(page(rows), encoding="utf-8")
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


def page(rows: list[Row]) -> str:
    """The page that is committed."""
    known, parts = explained(), []
    for row in rows:
        if row.survivors:
            parts.append(f"\n**{row.name}** ({PIECES[row.name].set})\n")
        for name in row.survivors:
            place, _, change = name.partition(": ")
            reason = known.get(row.name, {}).get(name, "not explained")
            parts.append(f"- {place}: `{change}`. {reason}")
    return PAGE.format(
        table=table(rows), blind=blind_table(), survivors="\n".join(parts)
    )
