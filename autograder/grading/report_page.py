"""The report on a class as a page of HTML, or the points of its exercises as CSV.

The page is one file that needs nothing else. It holds what students are called and
what their code said: Jinja escapes all of it.

Read: `page` and `table`, then `main` (the command).
"""

import base64
import csv
import io
from pathlib import Path

import jinja2
import numpy as np

from minigrad import viz
from minigrad.viz.render import CannotRender

from ..work.folder import WorkError, write
from .report import Report, gathered
from .report_text import ABOUT_WAITING, HEAD, claim, parts, row, tenths, text, waiting
from .tree import root_here

_PAGES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def checked(to: Path) -> None:
    """WorkError if no report can be written there. A file that is there is kept."""
    if to.suffix not in FORMS:
        raise WorkError(f"{to}: a report is written to a .html or a .csv file")
    if to.exists():
        raise WorkError(f"{to} is there already: give another name, or remove it first")
    if not to.parent.is_dir():
        raise WorkError(f"there is no folder {to.parent}")


# -- CSV --------------------------------------------------------------------------


def table(report: Report) -> str:
    """A row for each exercise, with the most common reason for lost points."""
    file = io.StringIO()
    rows = csv.writer(file)
    rows.writerow([*HEAD, "most common reason", "how often"])
    for each in report.exercises:
        reasons = (row[1:] for row in report.diagnoses if row[0] == each.name)
        mean = round(each.mean, 3) if each.points else ""
        rows.writerow(
            [each.name, each.most, mean, *each.counts, each.unwritten, each.waiting]
            + [*next(reasons, ("", ""))]
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
    return _PAGES.get_template("report_page.html").render(
        report=report,
        claim=claim(report),
        plot=plot,
        picture=picture,
        no_picture=no_picture,
        totals=[f"{name}: {count}" for name, count in tenths(report) if count],
        head=HEAD,
        row=row,
        waiting=ABOUT_WAITING if waiting(report) else "",
        parts=list(parts(report)),
    )


def _plot(report: Report) -> viz.Picture:
    """How many submissions have at least so many points."""
    totals = np.sort(np.array([*report.settled.values()], dtype=np.float64))
    points = np.linspace(0.0, report.most_settled, 401)
    above = totals.size - np.searchsorted(totals, points)
    return viz.curves.lines(
        {"": (points, above)},
        title=claim(report).partition("; ")[2].capitalize(),
        xlabel="points, of the exercises that are graded",
        ylabel="submissions with at least as many",
    )


FORMS = {".html": page, ".csv": table}


# -- the command ------------------------------------------------------------------


def main(given) -> int:
    """The command. Answers the exit status."""
    to = Path(given.to) if given.to else None
    if to:
        checked(to)
    report = gathered(given.set, root_here())
    print(text(report))
    if to:
        write(to, FORMS[to.suffix](report).encode("utf-8", "replace"))
        print(f"\nwrote {to}")
    return 0
