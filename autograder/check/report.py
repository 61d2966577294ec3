"""What a student is told: in a notebook as HTML with a picture, elsewhere as text.

Read: `Report` (a failed check) and `Passed`, `CheckFailed`, then `plain_text`, `html`
and `show`.
"""

import contextlib
import html as escaping
import io
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from minigrad.viz import style

from ..notebook import PlainError, in_notebook
from .errors import Line


@dataclass(frozen=True)
class Row:
    """One thing that was compared. Empty `place` and numbers: it agrees."""

    what: str
    place: str = ""
    expected: str = ""
    got: str = ""

    @property
    def agrees(self) -> bool:
        return not self.got


@dataclass
class Report:
    """Why a check failed.

    `headline` is what happened, `reasons` why: if there are several, each fits.
    `formula` and `inputs` say which program, `rows` what was compared, `there` the
    inputs at the worst entry, `line` the student's line that raised, `tally` how many
    programs agree. `picture` draws the graph (None if it cannot).
    """

    headline: str
    reasons: list[str] = field(default_factory=list)
    formula: str = ""
    inputs: str = ""
    rows: list[Row] = field(default_factory=list)
    there: str = ""
    line: Line | None = None
    tally: str = ""
    picture: Callable[[], object] = lambda: None

    @property
    def summary(self) -> str:
        """The first thing to read: one line."""
        stop = "" if self.headline.endswith((".", "!", "?")) else "."
        return " ".join([self.headline + stop, *self.reasons[:1]])

    def __str__(self) -> str:
        return plain_text(self)


class CheckFailed(PlainError, AssertionError):
    """A check failed. Its text is the whole report, and `report` the report itself.

    In a notebook the report is shown above already, so only its first line is said.
    """

    def __init__(self, report: Report) -> None:
        super().__init__(str(report))
        self.report = report

    def _render_traceback_(self) -> list[str]:
        text = self.report.summary if in_notebook() else str(self.report)
        return [f"CheckFailed: {text}"]


@dataclass
class Passed:
    """A check passed. It shows itself.

    `headline` is what agrees, `details` sentences about how it was found out and what
    follows, `notes` what is still to be said.
    """

    headline: str
    details: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    picture: Callable[[], object] = lambda: None

    def __repr__(self) -> str:
        notes = [f"Note: {note}" for note in self.notes]
        return "\n".join([f"{self.headline}.", *self.details, *notes])

    def _ipython_display_(self) -> None:
        body = [_paragraph(text) for text in self.details]
        body += [_paragraph(f"Note: {text}") for text in self.notes]
        show(repr(self), _card(style.LEAF, self.headline, body), self.picture)


# -- text -------------------------------------------------------------------------


def plain_text(report: Report) -> str:
    """The report for a terminal."""
    parts = [report.summary, *report.reasons[1:]]
    if report.line:
        parts.append(f"\n  {_where(report.line)}\n    {report.line.text}")
    if report.formula:
        parts.append(f"\n  {report.formula}" + _in_brackets(report.inputs))
    if report.rows:
        parts.append(_text_table(report.rows))
    if report.there:
        parts.append(f"  {report.there}")
    if report.tally:
        parts.append(f"\n{report.tally}")
    return "\n".join(parts)


def _in_brackets(text: str) -> str:
    return f"   [{text}]" if text else ""


def _where(line: Line) -> str:
    return f"{line.place}, line {line.number}, in {line.function}"


def _cells(row: Row) -> tuple[str, ...]:
    if row.agrees:
        return row.what, "", "agrees", ""
    return row.what, row.place, row.expected, row.got


HEADER = ("", "at", "PyTorch", "yours")


def _text_table(rows: list[Row]) -> str:
    table = [HEADER, *(_cells(row) for row in rows)]
    widths = [max(len(cells[i]) for cells in table) for i in range(len(HEADER))]
    return "\n".join(
        "  "
        + "  ".join(
            cell.ljust(width) for cell, width in zip(cells, widths, strict=True)
        ).rstrip()
        for cells in table
    )


# -- HTML: inline styles only, text in the colour of the theme --------------------


def html(report: Report) -> str:
    """The report for a notebook."""
    weights = ["600"] + ["400"] * len(report.reasons)
    body = [
        _paragraph(each, f"font-weight:{weight}")
        for each, weight in zip(report.reasons, weights, strict=False)
    ]
    if report.line:
        body.append(
            _paragraph(f"{_where(report.line)}:")
            + f'<p style="margin:6px 2em"><code>{_escaped(report.line.text)}</code></p>'
        )
    if report.formula:
        inputs = f" &nbsp; {_escaped(report.inputs)}" if report.inputs else ""
        formula = f"<code>{_escaped(report.formula)}</code>"
        body.append(f'<p style="margin:10px 0 6px 0">{formula}{inputs}</p>')
    if report.rows:
        body.append(_html_table(report.rows))
    body += [_paragraph(text) for text in (report.there, report.tally) if text]
    return _card(style.ERROR_ON_PAGE, report.headline, body)


def _card(colour: str, headline: str, body: list[str]) -> str:
    return (
        f'<div style="border-left:4px solid {colour};padding:2px 0 2px 12px">'
        f'<p style="font-size:1.1em;margin:4px 0"><strong>'
        f"{_escaped(headline)}</strong></p>{''.join(body)}</div>"
    )


def _paragraph(text: str, css: str = "") -> str:
    return f'<p style="margin:6px 0;{css}">{_escaped(text)}</p>'


def _escaped(text: str) -> str:
    """As HTML; what stands between backquotes is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escaping.escape(text))


_CELL = "text-align:left;padding:2px 16px 2px 0"


def _html_table(rows: list[Row]) -> str:
    lines = ["".join(f'<th style="{_CELL}">{_escaped(cell)}</th>' for cell in HEADER)]
    for row in rows:
        wrong = f";border-bottom:2px solid {style.ERROR_ON_PAGE};font-weight:600"
        styles = (_CELL, _CELL, _CELL, _CELL + ("" if row.agrees else wrong))
        lines.append(
            "".join(
                f'<td style="{css}">{_escaped(cell)}</td>'
                for css, cell in zip(styles, _cells(row), strict=True)
            )
        )
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f'<table style="margin:4px 0;border-collapse:collapse">{body}</table>'


# -- showing ----------------------------------------------------------------------


def show(text: str, page: str, picture: Callable[[], object]) -> None:
    """Display a message now, and its picture as soon as it is drawn.

    The first picture of a session takes seconds; the message does not wait for it.
    """
    from IPython.display import display

    display({"text/plain": text, "text/html": page}, raw=True)
    if in_notebook():
        with contextlib.redirect_stdout(io.StringIO()):  # a print was shown already
            drawn = picture()
        if drawn is not None:
            display(drawn)
