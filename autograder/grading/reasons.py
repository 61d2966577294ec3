"""Why a piece lost points: the lines of the judge's log, which the student reads.

They name the program, what differs in it and the usual mistake that explains it. They
hold no input, no gradient and no number of the judge's.

Read: `why_differs`, `why_not_that_number`.
"""

import re
import warnings

import numpy as np

from ..check.comparison import Difference
from ..check.diagnosis import reasons
from ..check.diagnosis.mistakes import Clue, clues_in
from ..check.inputs import is_differentiable
from ..check.observation import Observation
from ..check.references import Reference
from ..check.running import is_bare

Judged = tuple[Reference, Observation, list[Difference]]
SHOWN = 3  # programs that are named


def why_differs(name: str, runs: list[Judged]) -> list[str]:
    """Lines for a piece, some of whose runs differ."""
    lines = [*_first_lines(name, runs)]
    wrong = [run for run in runs if run[2]]
    programs = dict.fromkeys(run[0].program.name for run in wrong)
    for each in list(programs)[:SHOWN]:
        run = next(run for run in wrong if run[0].program.name == each)
        lines.append(f"{run[0].program.formula}: {_what(run)}")
    if len(programs) > SHOWN:
        lines.append(f"{len(programs) - SHOWN} more programs differ.")
    return lines


def _first_lines(name: str, runs: list[Judged]) -> list[str]:
    """What is wrong, and the usual mistake that it is."""
    shown = next(run for run in runs if run[2])
    reference, seen, _ = shown
    if seen.error and seen.error != reference.seen.error:
        return [f"{name} does not run: {_error(seen.error)}."]
    bare = [run for run in runs if is_bare(run[0])]
    whole = [run for run in runs if run[0].program.name == reference.program.name]
    found = _reasons(name, bare, True) or _reasons(name, whole, False)
    return [
        f"{name} differs from PyTorch.",
        *(found or ["None of the usual mistakes explains it."]),
    ]


def _reasons(name: str, runs: list[Judged], bare: bool) -> list[str]:
    clues = [
        clue
        for reference, seen, _ in runs
        if not seen.error and not reference.seen.error
        for clue in clues_in(reference, seen.arrays)
        if clue.got.dtype.kind == "f" and _fits(clue)
    ]
    if not any(clue.is_wrong for clue in clues):
        return []
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return reasons(name, clues, bare=bare)
        except Exception:  # a hypothesis met arrays that no honest piece returns
            return []


def _fits(clue: Clue) -> bool:
    """Hypotheses are about arrays of the shapes that a student could return."""
    return any(map(is_differentiable, clue.operands))


def _what(run: Judged) -> str:
    """What differs in a run, in words."""
    first = run[2][0]
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
    """An error in words, without the numbers that it may quote."""
    text = ": ".join(str(each) for each in error[:2])[:200]
    return re.sub(r"[-+]?\d+\.\d[\d.e+-]*", "…", text)


def why_not_that_number(name: str, reference: Reference, got: np.ndarray) -> list[str]:
    """Lines for a prediction that is not what PyTorch computes. They do not tell it."""
    found = reasons(name, [Clue(reference, "out", got)], bare=True)
    return [f"{name}: this is not what PyTorch computes.", *found]
