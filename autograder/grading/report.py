"""`python -m autograder report ps2`: how a class did, for the instructor.

Points are those of the gradebook, so also those that a person gave. Why points were
lost, what was salvaged and what looks alike comes from `judged/`, where the judge keeps
its results.

Read: `Report` and its parts (what is known), `gathered` (where it is from), `main` (the
command). `report_text` shows it in a terminal, `report_page` as a page or a table.
"""

import inspect
import re
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import nbformat

from .. import variant
from ..check import programs
from ..pieces.catalogue import PIECES
from ..work.folder import WorkError
from . import alike, template
from .finding import bad_name
from .record import FILE, Book, said
from .run import Result, read_result
from .template import Slot, Template

UNWRITTEN = re.compile(r"is not written yet\.?$")
THAT_IT_IS_WRONG = (
    "differs from PyTorch",
    "not what PyTorch computes",
    "of the held-out digits it knows",
)
UNKNOWN = "None of the usual mistakes explains it."


@dataclass
class Exercise:
    """The points for a check or a written answer: of whom has some, one number each.

    `unwritten` of the class left it as it was, and `waiting` wait for a person.
    """

    name: str
    most: float
    points: list[float] = field(default_factory=list)
    unwritten: int = 0
    waiting: int = 0

    @property
    def mean(self) -> float:
        return sum(self.points) / len(self.points) if self.points else 0.0

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many have none, a part and all of the points."""
        none = sum(each <= 0 for each in self.points)
        full = sum(each >= self.most for each in self.points)
        return none, len(self.points) - none - full, full


@dataclass
class Report:
    """How a class did. `totals` are the points of each student, before what lateness
    costs; `diagnoses` are (exercise, words, how many); `salvaged` (words, how many);
    `zero` (student, why); `late` {student: (seconds, points off)}; `published`
    (student, how many cells are the published solution's, of how many); `settled` the
    points of each for the exercises in which nobody waits for a person.

    `unjudged` students have points in the gradebook, but no result of the judge."""

    set: str
    most: float
    totals: dict[str, float]
    exercises: list[Exercise]
    diagnoses: list[tuple[str, str, int]]
    salvaged: list[tuple[str, int]]
    zero: list[tuple[str, str]]
    alike: list[alike.Pair]
    unjudged: int
    late: dict[str, tuple[float, float]] = field(default_factory=dict)
    published: list[tuple[str, int, int]] = field(default_factory=list)
    settled: dict[str, float] = field(default_factory=dict)

    @property
    def most_settled(self) -> float:
        """The points of the exercises that are graded for everybody."""
        return sum(each.most for each in self.exercises if not each.waiting)


def gathered(set: str, root: Path) -> Report:
    """The report on a set. WorkError says in a line why there is none."""
    release = template.load(set, root)
    with Book(root, release, writing=False) as book:
        totals, found, settled = _points(book, release)
        late = book.late()
    if not totals:
        raise WorkError(
            f"nothing of {set} is graded yet: python -m autograder grade {set}"
        )
    kept = {name: _judged(root / "judged" / set, name) for name in totals}
    judged = {name: each for name, each in kept.items() if each}
    why = _why_lost(judged.values(), release)
    for name, words in [key for key in why if UNWRITTEN.search(key[1])]:
        found[name].unwritten += why.pop((name, words))
    blanks, known = _blanks(judged, release), _known(release, root)
    return Report(
        set,
        sum(each.most for each in found.values()),
        totals,
        list(found.values()),
        [(found[name].name, words, count) for (name, words), count in why.items()],
        _salvaged(judged.values()),
        [(name, each.reason) for name, each in judged.items() if each.reason],
        alike.pairs(blanks, known),
        len(totals) - len(judged),
        late,
        alike.published(blanks, [*known[1:], _own(release)]),
        settled,
    )


# -- the gradebook ----------------------------------------------------------------


def _points(
    book: Book, release: Template
) -> tuple[dict[str, float], dict[str, Exercise], dict[str, float]]:
    """The points of all; the exercises; and the points of those that nobody waits
    for."""
    found = {
        name: Exercise(name.removesuffix("-check"), slot.points)
        for name, slot in release.managed.items()
        if slot.kind in ("check", "written")
    }
    each_has: dict[str, dict[str, float]] = {}
    with said(book.root / FILE):
        for submission in book.gradebook.assignment_submissions(release.set):
            own = each_has[submission.student.id] = {}
            for grade in submission.notebooks[0].grades:
                exercise = found[grade.name]
                if grade.needs_manual_grade:  # again, too, as the answer has changed
                    exercise.waiting += 1
                elif (points := _given(grade)) is not None:
                    exercise.points.append(points)
                    own[grade.name] = points
    students = sorted(each_has)
    totals = {name: sum(each_has[name].values()) for name in students}
    waits = {name for name, each in found.items() if each.waiting}
    settled = {
        name: sum(n for cell, n in each_has[name].items() if cell not in waits)
        for name in students
    }
    return totals, found, settled


def _given(grade) -> float | None:
    """The points of a cell, a person's before the judge's; None if there are none."""
    points = grade.auto_score if grade.manual_score is None else grade.manual_score
    return None if points is None else float(points) + float(grade.extra_credit or 0)


# -- the judge's results ----------------------------------------------------------


def _judged(folder: Path, student: str) -> Result | None:
    """What the judge kept of a student; None if it is not there or unreadable."""
    if bad_name(student) or "/" in student:
        return None
    found = read_result(folder / f"{student}.json")
    return found and found[1]


def _why_lost(
    judged: Iterable[Result], release: Template
) -> dict[tuple[str, str], int]:
    """{(check, why it lost points): in how many submissions}, most first."""
    counts: Counter[tuple[str, str]] = Counter()
    for each in judged:
        if each.reason:
            continue
        for name, log in each.logs.items():
            if slot := release.checks.get(name):
                counts.update((name, words) for words in dict.fromkeys(_why(slot, log)))
    order = list(release.checks)
    return dict(
        sorted(counts.items(), key=lambda row: (-row[1], order.index(row[0][0])))
    )


def _why(slot: Slot, log: list[str]) -> list[str]:
    """The lines of a log that name a reason: not those that say which program differs
    or how many agree."""
    if not log:
        return []
    first, rest = str(log[0]), [str(each) for each in log[1:]]
    if not any(words in first for words in THAT_IT_IS_WRONG):
        return [first]
    tests = programs.of_piece(slot.target) if slot.target in PIECES else ()
    formulas = tuple(f"{each.formula}: " for each in tests)
    left_out = re.compile(r"\d+ (more programs differ|of \d+ programs agree)")
    why = [
        line
        for line in rest
        if not left_out.match(line) and not (formulas and line.startswith(formulas))
    ]
    return why or [UNKNOWN]


def _salvaged(judged: Iterable[Result]) -> list[tuple[str, int]]:
    """What was put right, in how many submissions; numbers of cells do not count."""
    counts: Counter[str] = Counter()
    for each in judged:
        if not each.reason:
            notes = (re.sub(r"\b\d+\b", "N", str(note)) for note in each.notes)
            counts.update(list(dict.fromkeys(notes)))
    return sorted(counts.items(), key=lambda row: (-row[1], row[0]))


def _blanks(judged: dict[str, Result], release: Template) -> dict[str, dict[str, str]]:
    """What stands in the cells that a student was to fill."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for student, each in judged.items():
        if each.reason:
            continue
        wanted = _wanted(release)
        for cell in nbformat.reads(each.notebook, as_version=4).cells:
            if cell.id in wanted:
                found[student][wanted[cell.id]] = cell.source
    return found


def _wanted(release: Template) -> dict[str, str]:
    """{id of the cell: name of the exercise} of what a student was to fill."""
    return {
        slot.cell.id: name
        for name, slot in release.managed.items()
        if slot.kind in ("blank", "written")
    }


def _known(release: Template, root: Path) -> list[dict[str, str]]:
    """The same cells in the release and, where they are there, in the solutions."""
    wanted, set = _wanted(release), release.set
    slots = [slot for slot in release.slots if slot.cell.id in wanted]
    known = [{wanted[slot.cell.id]: slot.cell.source for slot in slots}]
    for folder in dict.fromkeys((root / "solutions", variant.solutions(root))):
        path = folder / set / f"{set}.ipynb"
        if path.exists():
            cells = nbformat.read(path, as_version=4).cells
            known.append({wanted[c.id]: c.source for c in cells if c.id in wanted})
    return known


def _own(release: Template) -> dict[str, str]:
    """minigrad's own versions of the pieces that the cells define."""
    found = {}
    for name, slot in release.managed.items():
        for piece in (PIECES[each] for each in slot.defines if each in PIECES):
            with suppress(OSError, TypeError):  # one that has no text of its own
                texts = [inspect.getsource(each) for each in piece.functions]
                found[name] = "\n".join(map(textwrap.dedent, texts))
    return found
