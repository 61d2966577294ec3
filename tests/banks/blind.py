"""Answers written from the exercises' text alone, without sight of what judges them.

A file `blind/<round>/psN/<exercise>.py` holds cells:

    # %% right: short_name
    # %% wrong: short_name
    # why: the mistake, as a tutor would name it

`answers` reads them, `told` runs one as a notebook would and says what `check` says.
`blind/<round>/judged.json` has, for each wrong answer, what it was told when a reader
compared that with the mistake, and the verdict: "right", "part", "none" or "false".
"""

import json
import linecache
import re
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import nbformat
import numpy as np

from autograder import CheckFailed, check, piece
from autograder.pieces.registry import forget_all

HERE = Path(__file__).parent / "blind"
EXERCISES = Path(__file__).parents[2] / "exercises"
SECONDS = 30  # that an answer may take


@dataclass(frozen=True)
class Answer:
    """One answer to an exercise; `why` is empty if it is right."""

    round: str
    set: str
    exercise: str
    name: str
    is_right: bool
    why: str
    source: str

    @property
    def key(self) -> str:
        return f"{self.set}/{self.exercise}/{self.name}"


def rounds() -> list[str]:
    """The rounds, in the order in which they were written."""
    return sorted(path.name for path in HERE.iterdir() if path.is_dir())


def answers(round: str, set: str = "ps*", folder: Path = HERE) -> Iterator[Answer]:
    """The answers of a round, to a problem set or to all of them."""
    for path in sorted((folder / round).glob(f"{set}/*.py")):
        for part in re.split(r"^# %% ", path.read_text("utf-8"), flags=re.M)[1:]:
            head, _, source = part.partition("\n")
            kind, _, name = head.partition(": ")
            found = re.search(r"^# why: ?(.*(?:\n# .*)*)", source, flags=re.M)
            why = found[1].replace("\n#", "") if found else ""
            place = round, path.parent.name, path.stem, name.strip()
            yield Answer(*place, kind == "right", why, source)


def told(answer: Answer) -> str | None:
    """What `check` says of an answer; None if it passes."""
    forget_all()
    names = _notebook(answer.set)
    place = f"<{answer.key}>"
    lines = answer.source.splitlines(keepends=True)
    linecache.cache[place] = len(answer.source), None, lines, place
    try:
        with _limited(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                exec(compile(answer.source, place, "exec"), names)
            except Exception as error:  # as the cell would show it
                return f"{type(error).__name__}: {error}"
            try:
                check(names.get(answer.exercise, answer.exercise), live=False, seed=3)
            except CheckFailed as failed:
                return str(failed)
            except ValueError as error:
                return f"{type(error).__name__}: {error}"
    except TimeoutError:
        return "TimeoutError: it goes on for ever"
    finally:
        forget_all()
    return None


def _notebook(set: str) -> dict:
    """The names that a notebook of this set starts with."""
    names = {"__name__": "__main__", "np": np, "piece": piece, "check": check}
    notebook = nbformat.read(EXERCISES / set / f"{set}.ipynb", as_version=4)
    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    exec(first.source, names)
    return names


@contextmanager
def _limited() -> Iterator[None]:
    def stop(*_) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def judged(round: str) -> dict[str, dict[str, str]]:
    """The verdicts on a round, by answer."""
    return json.loads((HERE / round / "judged.json").read_text("utf-8"))
