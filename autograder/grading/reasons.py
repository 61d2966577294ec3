"""Why a piece lost points: the lines of the judge's log, which the student reads.

They say what a check in the notebook says, name the programs that differ, and hold no
input, no gradient and no number of the judge's.

Read: `why_differs`, `lines_of`, `why_not_that_number`.
"""

import re
import warnings
from collections.abc import Callable

import numpy as np

from ..check.explaining import explained
from ..check.questions import Question
from ..check.report import Report
from ..check.running import Run
from ..pieces.catalogue import PIECES

SHOWN = 3  # programs that are named


def why_differs(name: str, runs: list[Run], text: str, mend: Callable) -> Report:
    """What is wrong with a piece, some of whose runs differ, and the usual mistake that
    it is. `text` is the student's program, `mend` as in `explained`."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return explained(PIECES[name], runs, text=text, mend=mend)
        except Exception:  # a hypothesis met what no honest piece returns
            return Report(f"{name} differs from PyTorch")


def lines_of(report: Report, runs: list[Run]) -> list[str]:
    """The same as lines, with the programs that differ."""
    stop = "" if report.headline.endswith((".", "!", "?")) else "."
    told = [report.headline + stop, *report.reasons]
    lines = [*map(_without_numbers, told)]
    if report.line:
        lines.append(f"The line: {report.line.text}")
    wrong = [run for run in runs if not run.agrees]
    programs = dict.fromkeys(run.reference.program.name for run in wrong)
    for each in list(programs)[:SHOWN]:
        run = next(run for run in wrong if run.reference.program.name == each)
        lines.append(f"{run.reference.program.formula}: {_what(run)}")
    if len(programs) > SHOWN:
        lines.append(f"{len(programs) - SHOWN} more programs differ.")
    return lines


def _what(run: Run) -> str:
    """What differs in a run, in words."""
    first = run.differences[0]
    if first.kind == "error":
        expected = first.expected
        if first.got is None:
            return f"PyTorch raises an error: {_error(expected)}"
        return f"{_error(first.got)}" + (
            "" if expected is None else f"; PyTorch raises {_error(expected)}"
        )
    return f"{first.what}: {_KINDS[first.kind]}"


_KINDS = {
    "missing": "it is None, and PyTorch has a gradient",
    "extra": "it is there, and PyTorch has None",
    "shape": "the shape is another",
    "dtype": "the dtype is another",
    "values": "the numbers are others",
    "fact": "it is another than PyTorch's",
    "graph": "the graph is another",
    "text": "it is printed in another way",
}


def _error(error: list[str]) -> str:
    """An error in words."""
    return _without_numbers(": ".join(str(each) for each in error[:2])[:200])


def _without_numbers(text: str) -> str:
    """A text without the numbers of the judge's inputs, which have many digits."""
    return re.sub(r"[-+]?\d+\.\d{7,}(e[-+]?\d+)?", "…", text)


def why_not_that_number(question: Question, got: float) -> list[str]:
    """Lines for a prediction that is not what PyTorch computes. They do not tell it."""
    start = f"{question.name}: this is not what PyTorch computes."
    return [start, *question.reasons(got)]
