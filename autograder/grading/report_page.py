"""The report on a class as a page of HTML, or the points of its exercises as CSV.

The page is one file that needs nothing else. It holds what students are called and
what their code said: Jinja escapes all of it.

Read: `writer`, then `page` and `table`.
"""

import base64
import csv
import io
from collections.abc import Callable
from pathlib import Path

import jinja2
import numpy as np

from minigrad import viz
from minigrad.viz.render import CannotRender

from ..work.folder import WorkError, write
from .report import Report, gathered
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

_PAGES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


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
    plot, picture, no_picture = _plot(report), "", ""
    try:
        picture = base64.b64encode(plot.png()).decode()
    except CannotRender as error:
        no_picture = str(error)
    totals = (f"{name}: {count}" for name, count in tenths(report) if count)
    return _PAGES.get_template("report_page.html").render(
        report=report,
        claim=claim(report),
        plot=plot,
        picture=picture,
        no_picture=no_picture,
        totals="; ".join(totals),
        number=number,
        waiting=waiting(report) and plural(waiting(report), "cell"),
        alike=[
            (f"{each.similarity:.0%}", each.one, each.other, cells(each.cells))
            for each in report.alike
        ],
        about_alike=ABOUT_ALIKE,
        without_results=without_results(report),
    )


def _plot(report: Report) -> viz.Picture:
    """How many submissions have at least so many points."""
    totals = np.sort(np.array([*report.totals.values()], dtype=np.float64))
    points = np.linspace(0.0, report.most, 401)
    above = totals.size - np.searchsorted(totals, points)
    return viz.curves.lines(
        {"": (points, above)},
        title=claim(report).partition("; ")[2].capitalize(),
        xlabel="points, of all exercises",
        ylabel="submissions with at least as many",
    )


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
