"""Answers written from the exercises' text alone, without sight of what judges them.

A file `blind/<round>/psN/<exercise>.py` holds cells:

    # %% right: short_name
    # %% wrong: short_name
    # why: the mistake, as a tutor would name it

`answers` reads them, `told` runs one as a notebook would and says what `check` says,
`traced` what is seen in its runs.
`blind/<round>/judged.json` has what each answer was told and the verdict of a reader
who compared that with the mistake: "right", "part" (it helps, and does not name it),
"none" or "false"; "passed" for a wrong answer that was accepted, "accepted" or
"refused" for a right one.

    python -m banks.blind B         # in tests/: run a round, write its judged.json

keeps the verdict on what is told as before, and leaves "?" where a reader has to judge.
"""

import ast
import json
import linecache
import re
import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path

import nbformat
import numpy as np

from autograder import CheckFailed, check, piece
from autograder.check.diagnosis import labelled
from autograder.check.running import run_recorded
from autograder.checking import until_blank
from autograder.pieces.registry import forget_all, mine_of, register

HERE = Path(__file__).parent / "blind"
EXERCISES = Path(__file__).parents[2] / "exercises"
OTHER_EACH_TIME = (
    r" at 0x\w+|\d+\.\d%|(?<=KeyError: )\d+|(?<=depth exceeded).*?(?= It calls)"
)
SECONDS = 130  # that an answer may take: some train a network


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


def earlier(set: str) -> list[str]:
    """The rounds in which a set was answered, but the last: that measures the check."""
    return [round for round in rounds() if any((HERE / round / set).glob("*.py"))][:-1]


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
    """What `check` says of an answer; None if it passes.

    Where an object lies, where the stack ended, and how well a network learned, are
    other for each run.
    """
    said = _told(answer)
    return said and re.sub(OTHER_EACH_TIME, "…", said)


def _told(answer: Answer) -> str | None:
    try:
        with _started(answer) as names:
            try:
                _run_cell(answer, names)
            except Exception as error:  # as the cell would show it
                return f"{type(error).__name__}: {error}"
            try:
                own = names.get(answer.exercise, answer.exercise)
                check(own, live=False, order=_order(answer), seed=3)
            except CheckFailed as failed:
                line = failed.report.line
                shown = [f"Line: {line.text.strip()}"] if line else []
                return " ".join(
                    [failed.report.headline, *failed.report.reasons, *shown]
                )
            except ValueError as error:
                return f"{type(error).__name__}: {error}"
    except TimeoutError:
        return "TimeoutError: it goes on for ever"
    return None


def traced(answer: Answer) -> list | None:
    """What is seen in the recorded runs of a piece; None where its cell fails, or the
    piece calls itself without end."""
    with (
        suppress(Exception),
        _started(answer, 10) as names,
        redirect_stdout(StringIO()),
    ):
        _run_cell(answer, names)
        mine = mine_of(answer.exercise) or register(names[answer.exercise])
        runs = until_blank(run_recorded(mine))
        if not isinstance(runs[0].seen.raised, RecursionError):
            return labelled.trace(mine.piece, runs)
    return None


@contextmanager
def _started(answer: Answer, seconds: int = SECONDS) -> Iterator[dict]:
    """A notebook of its set in which nothing of an answer has run, for a while."""
    forget_all()
    try:
        with _limited(seconds), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield _notebook(answer.set)
    finally:
        forget_all()


def _run_cell(answer: Answer, names: dict) -> None:
    place = f"<{answer.key}>"
    lines = answer.source.splitlines(keepends=True)
    linecache.cache[place] = len(answer.source), None, lines, place
    exec(compile(answer.source, place, "exec"), names)


@cache
def _read(set: str) -> nbformat.NotebookNode:
    return nbformat.read(EXERCISES / set / f"{set}.ipynb", as_version=4)


def _order(answer: Answer) -> int:
    """The derivatives that the check of the exercise asks for."""
    asked = f"check({answer.exercise}, order=2)"
    return 2 if any(cell.source == asked for cell in _read(answer.set).cells) else 1


def _notebook(set: str) -> dict:
    """The names that a notebook of this set starts with, and all that it imports."""
    names = {"__name__": "__main__", "np": np, "piece": piece, "check": check}
    cells = [cell.source for cell in _read(set).cells if cell.cell_type == "code"]
    exec(cells[0], names)
    for source in cells:
        for line in re.findall(r"^(?:from|import) .*$", source, flags=re.M):
            if not line.endswith("("):
                exec(line, names)
        with suppress(SyntaxError):  # of a cell that is no Python alone
            for node in ast.parse(source).body:  # texts above a blank: UNUSED = …
                if isinstance(getattr(node, "value", None), ast.Constant):
                    exec(ast.unparse(node), names)
    return names


@contextmanager
def _limited(seconds: int) -> Iterator[None]:
    def stop(*_) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


VERDICTS = ("right", "part", "none", "false", "passed", "accepted", "refused")


def judged(round: str) -> dict[str, dict[str, str]]:
    """What each answer of a round was told, and the verdict."""
    path = HERE / round / "judged.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def verdict(answer: Answer, said: str | None, before: dict[str, str]) -> str:
    """The verdict on what an answer is told; "?" if nobody has judged it yet."""
    if answer.is_right:
        return "accepted" if said is None else "refused"
    if said is None:
        return "passed"
    known = before.get("told") == said and before.get("verdict") in VERDICTS[:4]
    return before["verdict"] if known else "?"


def main(round: str) -> None:
    """Run a round, and write what was told."""
    before, rows = judged(round), {}
    for answer in answers(round):
        said = told(answer)
        verdict_now = verdict(answer, said, before.get(answer.key, {}))
        rows[answer.key] = {"told": said, "verdict": verdict_now}
    text = json.dumps(rows, indent=1, ensure_ascii=False)
    (HERE / round / "judged.json").write_text(text + "\n", "utf-8")
    for each in ("?", *VERDICTS):
        print(f"{each:9} {sum(row['verdict'] == each for row in rows.values())}")


if __name__ == "__main__":
    main(sys.argv[1])
