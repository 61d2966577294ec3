"""The report on a class as text, for a terminal.

Read: `text`, then its parts. The words that explain a part (`ABOUT_…`) are also those
of the page.
"""

import textwrap
from collections.abc import Iterator
from statistics import median

from .report import Exercise, Report

SHOWN = 15  # rows of a part that may be long
WIDTH = 40  # characters of the longest bar
COLUMNS = "  points   mean   none   part    all  not written  to grade"

ABOUT_ALIKE = (
    "What these pairs share, names and comments aside, stands in few other "
    "submissions, and neither in the release nor in the solution. It says nothing "
    "about why: working together, one source for both and chance look the same. Read "
    "both before you judge."
)


def text(report: Report) -> str:
    """The report, with nothing in it that would steer a terminal."""
    lines = (line for part in _parts(report) for line in ("", *part))
    return "\n".join(printable(line) for line in lines).strip("\n")


def printable(line: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in line)


def _parts(report: Report) -> Iterator[list[str]]:
    yield [f"{report.set}: {claim(report)}", *_totals(report)]
    yield list(_exercises(report))
    if report.diagnoses:
        yield ["Why checks lost points, most common first", *_diagnoses(report)]
    if report.salvaged:
        rows = [f"{count:5}  {words}" for words, count in report.salvaged]
        yield ["Salvaged, in how many submissions", *cut(rows)]
    if report.zero:
        rows = [f"       {name}: {why}" for name, why in report.zero]
        yield ["Zero points, because nothing could be graded", *cut(rows)]
    yield list(_alike(report))
    if report.unjudged:
        yield [without_results(report)]


def claim(report: Report) -> str:
    """The class in a sentence."""
    middle = median(report.totals.values())
    count = len(report.totals)
    return (
        f"{plural(count, 'submission')}; half of them have "
        f"{number(middle)} of {number(report.most)} points or more"
    )


def waiting(report: Report) -> int:
    return sum(each.waiting for each in report.exercises)


def without_results(report: Report) -> str:
    return (
        f"{plural(report.unjudged, 'submission')} without a result in judged/: their "
        "points count, but not why they were lost, nor what looks alike."
    )


def number(value: float) -> str:
    """Points, without needless digits."""
    return f"{value:.1f}".removesuffix(".0")


def plural(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"


def cut(rows: list[str]) -> list[str]:
    """The first rows, and how many more there are."""
    more = len(rows) - SHOWN
    return rows if more <= 0 else [*rows[:SHOWN], f"       and {more} more"]


def tenths(report: Report) -> list[tuple[str, int]]:
    """How many submissions have 0 to 10, 10 to 20, … percent of the points."""
    counts = [0] * 10
    for total in report.totals.values():
        share = total / report.most if report.most else 0.0
        counts[max(0, min(9, int(10 * share + 1e-9)))] += 1
    names = [f"{10 * i} to {10 * i + 9} %" for i in range(9)] + ["90 to 100 %"]
    return list(zip(names, counts, strict=True))


def _totals(report: Report) -> Iterator[str]:
    most = max(count for _, count in tenths(report))
    for name, count in tenths(report):
        bar = "#" * -(-WIDTH * count // most)
        yield f"{name:>12} {count:5}  {bar}".rstrip()


def _exercises(report: Report) -> Iterator[str]:
    wide = max(len("exercise"), *(len(each.name) for each in report.exercises))
    yield f"{'exercise':{wide}}{COLUMNS}"
    for each in report.exercises:
        yield f"{each.name:{wide}}  {_row(each)}".rstrip()
    if waiting(report):
        yield "What is to be graded, in the formgrader, is not in the means."


def _row(each: Exercise) -> str:
    none, part, full = each.counts
    mean = f"{each.mean:.1f}" if each.points else "-"
    row = f"{number(each.most):>6} {mean:>6} {none:>6} {part:>6} {full:>6}"
    return f"{row}  {each.unwritten or '':>11}  {each.waiting or '':>8}"


def _diagnoses(report: Report) -> list[str]:
    return cut(
        [f"{count:5}  {name}: {words}" for name, words, count in report.diagnoses]
    )


def _alike(report: Report) -> Iterator[str]:
    if not report.alike:
        yield "No two submissions look alike beyond what is common."
        return
    yield "Submissions that look alike"
    yield from wrapped(ABOUT_ALIKE)
    yield from cut(
        [
            f"{each.similarity:5.0%}  {each.one} and {each.other}: {cells(each.cells)}"
            for each in report.alike
        ]
    )


def cells(shares: dict[str, float]) -> str:
    """Which cells of a pair are alike, and how much."""
    return ", ".join(f"{name} {share:.0%}" for name, share in shares.items())


def wrapped(words: str) -> list[str]:
    return textwrap.wrap(words, 88)
