"""The report on a class as a page of HTML, or the points of its exercises as CSV.

The page is one file that needs nothing else. It holds what students are called and
what their code said: all of it is escaped.

Read: `writer`, then `page` and `table`.
"""

import base64
import csv
import html
import io
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from minigrad import viz
from minigrad.viz.render import CannotRender

from ..work.folder import WorkError, write
from .report import Exercise, Report, gathered
from .report_text import (
    ABOUT_ALIKE,
    cells,
    claim,
    number,
    plural,
    tenths,
    text,
    waiting,
    without_results,
)
from .tree import ROOT

STYLE = """
body { font: 16px/1.5 sans-serif; color: #222; max-width: 62em; margin: 2em auto;
       padding: 0 1em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .2em .8em .2em 0; border-bottom: 1px solid #ddd;
         vertical-align: top; overflow-wrap: anywhere; }
.bar { display: flex; width: 14em; height: 1.1em; margin-top: .2em; }
.all { background: #0072b2; } .part { background: #9ccbe8; } .none { background: #ddd; }
.key { display: inline-block; width: 1em; height: 1em; vertical-align: -.15em; }
img { max-width: 100%; }
"""


def writer(to: Path) -> Callable[[Report], None]:
    """What writes a report to a file. WorkError if it can not be written there.

    A file that is there is left alone.
    """
    known = {".html": page, ".csv": table}
    if to.suffix not in known:
        raise WorkError(f"{to}: a report is written to a .html or a .csv file")
    if to.exists():
        raise WorkError(f"{to} is there already: give another name, or remove it first")
    if not to.parent.is_dir():
        raise WorkError(f"there is no folder {to.parent}")

    def write_report(report: Report) -> None:
        write(to, known[to.suffix](report).encode("utf-8", "replace"))

    return write_report


# -- CSV --------------------------------------------------------------------------


def table(report: Report) -> str:
    """A row for each exercise, with the most common reason for lost points."""
    file = io.StringIO()
    rows = csv.writer(file)
    rows.writerow(
        ["exercise", "points", "mean", "none", "part", "all", "not written"]
        + ["to grade", "most common reason", "how often"]
    )
    for each in report.exercises:
        reason = next((row[1:] for row in report.diagnoses if row[0] == each.name), ())
        mean = round(each.mean, 3) if each.points else ""
        rows.writerow(
            [each.name, each.most, mean, *each.counts, each.unwritten, each.waiting]
            + [*reason]
        )
    return file.getvalue()


# -- the page ---------------------------------------------------------------------


def page(report: Report) -> str:
    """The report as one file of HTML."""
    title = html.escape(f"{report.set}: {claim(report)}")
    parts = [f"<h1>{title}</h1>", _picture(report), *_exercises(report)]
    if report.diagnoses:
        parts += _part(
            "Why checks lost points",
            ["exercise", "reason", "submissions"],
            report.diagnoses,
        )
    if report.salvaged:
        parts += _part("Salvaged", ["what was done", "submissions"], report.salvaged)
    if report.zero:
        parts += _part("Zero points", ["student", "reason"], report.zero)
    parts += _alike(report)
    if report.unjudged:
        parts.append(_text(without_results(report)))
    body = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _picture(report: Report) -> str:
    """How many submissions have at least so many points."""
    totals = np.sort(np.array([*report.totals.values()], dtype=np.float64))
    points = np.linspace(0.0, report.most, 401)
    above = totals.size - np.searchsorted(totals, points)
    plot = viz.curves.lines(
        {"": (points, above)},
        title=claim(report).partition("; ")[2].capitalize(),
        xlabel="points, of all exercises",
        ylabel="submissions with at least as many",
    )
    text = "; ".join(f"{name}: {count}" for name, count in tenths(report) if count)
    said = _text(f"Of all points: {text}.")
    try:
        source = base64.b64encode(plot.png()).decode()
    except CannotRender as error:
        return said + _text(str(error))
    return (
        f'<p><img width="{plot.width}" src="data:image/png;base64,{source}" '
        f'alt="{html.escape(plot.text)}"></p>\n{said}'
    )


def _exercises(report: Report) -> list[str]:
    said = _text(f"{plural(waiting(report), 'cell')} to grade in the formgrader.")
    legend = "".join(
        f'<span class="key {name}"></span> {name} of the points &nbsp; '
        for name in ("all", "part", "none")
    )
    head = ["exercise", "points", "mean", "none", "part", "all"]
    head += ["not written", "to grade", ""]
    rows = "".join(map(_exercise, report.exercises))
    return [
        "<h2>Exercises</h2>",
        f"<p>{legend}</p>",
        f"<table>{_row(head, 'th')}{rows}</table>",
        said if waiting(report) else "",
    ]


def _exercise(each: Exercise) -> str:
    total = max(len(each.points), 1)
    bars = zip(("none", "part", "all"), each.counts, strict=True)
    bar = "".join(
        f'<span class="{name}" style="width: {100 * count / total:.1f}%"></span>'
        for name, count in reversed([*bars])
    )
    mean = f"{each.mean:.1f}" if each.points else "–"
    values = [each.name, number(each.most), mean, *each.counts]
    values += [each.unwritten or "", each.waiting or ""]
    cut = _row(values, "td").removesuffix("</tr>\n")
    return f'{cut}<td><div class="bar">{bar}</div></td></tr>\n'


def _alike(report: Report) -> list[str]:
    if not report.alike:
        return [_text("No two submissions look alike beyond what is common.")]
    rows = [
        (f"{each.similarity:.0%}", each.one, each.other, cells(each.cells))
        for each in report.alike
    ]
    title, *rest = _part(
        "Submissions that look alike", ["alike", "one", "other", "cells"], rows
    )
    return [title, _text(ABOUT_ALIKE), *rest]


def _part(title: str, head: list[str], rows: Iterable[tuple]) -> list[str]:
    body = "".join(_row(row, "td") for row in rows)
    return [
        f"<h2>{html.escape(title)}</h2>",
        f"<table>{_row(head, 'th')}{body}</table>",
    ]


def _row(values: Iterable[object], tag: str) -> str:
    made = (f"<{tag}>{html.escape(str(each))}</{tag}>" for each in values)
    return f"<tr>{''.join(made)}</tr>\n"


def _text(words: str) -> str:
    return f"<p>{html.escape(words)}</p>"


# -- the command ------------------------------------------------------------------


def main(given) -> int:
    """The command. Answers the exit status."""
    here = Path.cwd()
    root = here if (here / "exercises").is_dir() else ROOT
    to = Path(given.to) if given.to else None
    save = writer(to) if to else None
    report = gathered(given.set, root)
    print(text(report))
    if save:
        save(report)
        print(f"\nwrote {to}")
    return 0
