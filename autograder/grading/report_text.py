"""The report on a class in words and tables, and as text for a terminal.

Read: `text`, `parts` (what stands below the exercises, here and on the page).
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from .late import how_late
from .report import Exercise, Report

SHOWN = 15  # rows of a part that may be long
WIDTH = 40  # characters of the longest bar
HEAD = ("exercise", "points", "mean", "none", "part", "all", "not written", "to grade")

ABOUT_ALIKE = (
    "What these pairs share, names and comments aside, stands in few other "
    "submissions, and neither in the release nor in the solution. It says nothing "
    "about why: working together, one source for both and chance look the same. Read "
    "both before you judge."
)
ABOUT_WAITING = (
    "What is to be graded, in the formgrader, is not in the means; exercises that wait "
    "for it are not in the sums above."
)
ABOUT_PUBLISHED = (
    "Cells that are the published solution's, or minigrad's own, but for names of "
    "variables, comments and spacing; short cells and written answers are not counted. "
    "A good short answer can be the same by chance: read it before you judge."
)
Row = Sequence[str]


@dataclass
class Part:
    """A part of the report: a title, some words, and a table with a head."""

    title: str
    words: str = ""
    head: Row = ()
    rows: Sequence[Row] = ()


def text(report: Report) -> str:
    """The report, with nothing in it that would steer a terminal."""
    lines = [f"{report.set}: {claim(report)}", *_bars(report), ""]
    lines += _aligned([HEAD, *map(row, report.exercises)])
    if waiting(report):
        lines.append(ABOUT_WAITING)
    for part in parts(report):
        lines += ["", part.title, *textwrap.wrap(part.words, 88)]
        lines += _aligned(part.rows[:SHOWN])
        if len(part.rows) > SHOWN:
            lines.append(f"       and {len(part.rows) - SHOWN} more")
    return "\n".join(printable(line) for line in lines)


def printable(line: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in line)


def claim(report: Report) -> str:
    """The class in a sentence."""
    middle = median(report.settled.values())
    count = len(report.totals)
    graded = "" if report.most_settled == report.most else " that are graded"
    return (
        f"{plural(count, 'submission')}; half of them have "
        f"{number(middle)} of {number(report.most_settled)} points{graded} or more"
    )


def waiting(report: Report) -> bool:
    """True if a person has to grade something."""
    return any(each.waiting for each in report.exercises)


def number(value: float) -> str:
    """Points, without needless digits."""
    return f"{value:.1f}".removesuffix(".0")


def plural(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"


def tenths(report: Report) -> list[tuple[str, int]]:
    """How many submissions have 0 to 10, 10 to 20, … percent of the points."""
    counts = [0] * 10
    most = report.most_settled
    for total in report.settled.values():
        share = total / most if most else 0.0
        counts[max(0, min(9, int(10 * share + 1e-9)))] += 1
    names = [f"{10 * i} to {10 * i + 9} %" for i in range(9)] + ["90 to 100 %"]
    return list(zip(names, counts, strict=True))


def row(each: Exercise) -> Row:
    """An exercise, below `HEAD`."""
    mean = f"{each.mean:.1f}" if each.points else "–"
    counts = map(str, each.counts)
    others = (str(count or "") for count in (each.unwritten, each.waiting))
    return (each.name, number(each.most), mean, *counts, *others)


def parts(report: Report) -> Iterator[Part]:
    """What there is to say beside the exercises."""
    if report.diagnoses:
        head = ("submissions", "exercise", "reason")
        rows = [(str(count), name, why) for name, why, count in report.diagnoses]
        yield Part("Why checks lost points, most common first", "", head, rows)
    if report.salvaged:
        rows = [(str(count), words) for words, count in report.salvaged]
        title = "Salvaged, in how many submissions"
        yield Part(title, "", ("submissions", "what was done"), rows)
    if report.zero:
        title = "Zero points, because nothing could be graded"
        yield Part(title, "", ("student", "reason"), report.zero)
    if report.published:
        rows = [
            (f"{same / of:.0%}", f"{name}: {same} of {of} cells")
            for name, same, of in report.published
        ]
        head = ("is the published solution", "who, and how much")
        yield Part("Is the published solution", ABOUT_PUBLISHED, head, rows)
    if report.late:
        rows = [
            (name, how_late(seconds), number(off))
            for name, (seconds, off) in report.late.items()
        ]
        words = "What that costs is not yet taken off the points above."
        yield Part("Late", words, ("student", "by", "points off"), rows)
    words, rows = "No two look alike beyond what is common.", []
    if report.alike:
        words = ABOUT_ALIKE
        rows = [
            (f"{each.similarity:.0%}", f"{each.one} and {each.other}: {_shares(each)}")
            for each in report.alike
        ]
    yield Part("Submissions that look alike", words, ("alike", "who, and where"), rows)
    if report.unjudged:
        words = (
            f"{plural(report.unjudged, 'submission')} without a result in judged/: "
            "their points count, but not why they were lost, nor what looks alike."
        )
        yield Part("Not judged", words)


def _shares(pair) -> str:
    """Which cells of a pair are alike, and how much."""
    return ", ".join(f"{name} {share:.0%}" for name, share in pair.cells.items())


# -- in a terminal ----------------------------------------------------------------


def _bars(report: Report) -> Iterator[str]:
    """How many have which share of the points."""
    counts = tenths(report)
    most = max(count for _, count in counts)
    for name, count in counts:
        bar = "#" * -(-WIDTH * count // most)
        yield f"{name:>12} {count:5}  {bar}".rstrip()


def _aligned(rows: Iterable[Row]) -> list[str]:
    """A table in lines: numbers to the right, words to the left."""
    rows = list(rows)
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for each in rows:
        cells = [
            cell.ljust(width) if cell[:1].isalpha() else cell.rjust(width)
            for cell, width in zip(each, wide, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
