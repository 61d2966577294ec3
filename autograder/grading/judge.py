"""The verdict on a piece, a number or a network, from what came out of the sandbox.

It runs in a process that the sandbox cannot see. What agrees with PyTorch on inputs
that nobody knew is right, however it was made. Only secrets are compared for that,
arrays that other inputs would change (`key`); facts, graphs and errors are what the
student's process says, and serve the log.

Points: a program agrees if all of its cases do; one without secrets is left out. A
piece that agrees in every program has all points; one that does not has the share of
its programs that agree, down to the next half. Programs that a piece which does nothing
would pass count in that share only if all others agree: what could be had for nothing
earns nothing.

Read: `Verdict`, `verdict_on_piece`, `verdict_on_number`, `verdict_on_training`,
`points`.
"""

import ast
import json
import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from ..check.account import Account
from ..check.comparison import compare, compare_arrays
from ..check.diagnosis.nearest import definition
from ..check.diagnosis.repairs import mended
from ..check.explaining import shown_of
from ..check.observation import Observation
from ..check.questions import Question as Asked
from ..check.report import Report
from ..check.running import SECOND, Run
from ..check.trainings import training_of
from ..pieces.catalogue import PIECES
from ..pieces.rules import Violation
from . import wire
from .key import Question, Training, recorded
from .reasons import lines_of, why_differs, why_not_that_number


@dataclass
class Verdict:
    """What a check earned: `share` of its points, from 0 to 1, and why.

    `log` are the lines that explain each lost point. `agree` of `programs` agree.
    `retry` says that it raised an error, maybe because another piece was missing, and
    must be judged alone. What the error says is the student's, and decides nothing.
    `changes` are to be tried if only they may tell why it is wrong.
    """

    target: str
    share: float = 0.0
    log: list[str] = field(default_factory=list)
    agree: int = 0
    programs: int = 0
    retry: bool = False
    changes: "Changes | None" = None

    @property
    def is_right(self) -> bool:
        return self.share == 1.0


def points(share: float, most: float) -> float:
    """The points of a share: all, or down to the next half."""
    return most if share == 1.0 else math.floor(2 * most * share) / 2


def nothing(target: str, reason: str) -> Verdict:
    """No points, and the reason."""
    said = reason if reason.startswith(target) else f"{target}: {reason}"
    return Verdict(target, log=[f"{said}."])


# -- pieces -----------------------------------------------------------------------


def verdict_on_piece(
    question: Question,
    answer: dict,
    payload: bytes,
    ask: Callable = lambda question, changed="": None,
    text: str = "",
) -> Verdict:
    """The verdict on what a piece did with the judge's programs.

    `ask(question)` answers another question, None if nothing comes: why a piece is
    wrong is found where a check in the notebook finds it, on the recorded inputs.
    `text` is the student's program.
    """
    name = question.piece
    if isinstance(why := answer.get("why"), str):
        return nothing(name, why[:300])
    try:
        runs = _runs(question, answer, payload)
    except wire.WireError as error:
        return nothing(name, f"its results could not be read: {error}")
    agrees: dict[str, bool] = {}
    for run, secrets in zip(runs, question.secrets, strict=True):
        if secrets:
            test = run.reference.program.name
            right = not compare_arrays(secrets, run.seen.arrays)
            agrees[test] = agrees.get(test, True) and right
    tests, failed = list(agrees), {test for test in agrees if not agrees[test]}
    verdict = Verdict(name, programs=len(tests), agree=len(tests) - len(failed))
    verdict.share = _share(tests, failed, question.evidence)
    if failed:
        blank = next((b for b in map(_blank, answer["seen"]) if b), "")
        verdict.retry = not blank and any(
            run.seen.error and not run.reference.seen.error for run in runs
        )
        if blank:
            verdict.log = [f"{blank} is not written yet."]
        else:
            whole = recorded(name)
            shown = _to_explain(whole, runs, ask)
            is_told = shown is not runs  # on the inputs that changes are tried on
            changes = Changes(verdict, whole, text * is_told, shown)
            changes.report = why_differs(name, shown, text, changes.want)
            changes.tell()
    return verdict


def _runs(question: Question, answer: dict, payload: bytes) -> list[Run]:
    """What the student's process says of each program, beside what is right."""
    runs = []
    seen = _observations(question, answer, payload)
    for reference, (each, account) in zip(question.references, seen, strict=True):
        order = question.order or reference.program.order
        differences = [
            difference
            for difference in compare(_as_sent(reference.seen), each)
            if order > 1 or not difference.what.startswith(SECOND)
        ]
        runs.append(Run(reference, each, differences, account, order))
    return runs


def _to_explain(question: Question, runs: list[Run], ask: Callable) -> list[Run]:
    """The runs that a check in the notebook makes, if one differs; else these."""
    if answered := ask(question):
        with suppress(wire.WireError):
            found = _runs(question, *answered)
            if not all(run.agrees for run in found):
                return found
    return runs


class Changes:
    """Small changes of a program, made here as text, run in the sandbox, compared
    here. They may do anything there, so it must be a view that nothing else needs."""

    def __init__(
        self, verdict: Verdict, whole: Question, text: str, runs: list[Run]
    ) -> None:
        self.verdict, self.whole, self.text, self.runs = verdict, whole, text, runs
        self.report = Report("")

    def want(self, few: bool) -> list[str]:
        """Note that they are wanted; an error is reason enough."""
        if not few and not shown_of(self.runs).account.kind:
            if definition(self.text, self.whole.piece):
                self.verdict.changes = self
        return []

    def tell(self) -> None:
        """Write the log."""
        self.verdict.log = [
            *lines_of(self.report, self.runs),
            f"{self.verdict.agree} of {self.verdict.programs} programs agree with "
            "PyTorch on the grader's inputs.",
        ]

    def tried(self, ask: Callable, until: float) -> Verdict:
        """The verdict, which tells what to change if that is found in time.

        `ask(question, changed)` asks a changed program, until a time of
        `time.monotonic`.
        """
        name = self.whole.piece
        first = next(run.reference for run in self.runs if not run.agrees)
        questions = [recorded(name, [first]), self.whole]

        def is_right(changed: str) -> bool:
            return time.monotonic() < until and all(
                self._agrees(ask(each, changed), each) for each in questions
            )

        own = ast.unparse(definition(self.text, name))
        with suppress(Exception):  # met what no honest piece returns
            if found := mended(PIECES[name], own, self.runs, is_right):
                nan = {run.account.nan for run in self.runs}
                told = [each for each in self.report.reasons if each in nan]
                self.report.reasons = [*told, *found]
                self.tell()
        return self.verdict

    def _agrees(self, answered: tuple | None, question: Question) -> bool:
        try:
            runs = _runs(question, *answered) if answered else []
        except wire.WireError:  # no program
            return False
        return bool(runs) and all(run.agrees for run in runs)


def _share(tests: list[str], failed: set[str], evidence: set[str]) -> float:
    if not failed:
        return 1.0
    counted = [each for each in tests if each in evidence]
    if any(each in failed for each in counted):
        return sum(each not in failed for each in counted) / len(tests)
    return (len(tests) - len(failed)) / len(tests) if counted else 0.0


def _blank(row: object) -> str:
    blank = row.get("blank") if isinstance(row, dict) else ""
    return blank[:80] if isinstance(blank, str) else ""


def _as_sent(seen: Observation) -> Observation:
    """What PyTorch did, after the way through JSON that the other took too."""
    graph, text, facts, error = json.loads(
        json.dumps([seen.graph, seen.text, seen.facts, seen.error])
    )
    return Observation(seen.arrays, graph, text, facts, error)


def _observations(
    question: Question, answer: dict, payload: bytes
) -> list[tuple[Observation, Account]]:
    """What was seen in the sandbox, if the answer is of the right form."""
    rows = answer.get("seen")
    if not isinstance(rows, list) or len(rows) != len(question.references):
        raise wire.WireError("another number of results than of programs")
    arrays = iter(wire.unpacked(answer.get("index"), payload))
    return [_observation(row, arrays) for row in rows]


def _observation(row: object, arrays) -> tuple[Observation, Account]:
    kinds = {"arrays": list, "graph": list, "text": list, "facts": dict}
    if not isinstance(row, dict) or any(
        not isinstance(row.get(name), kind) for name, kind in kinds.items()
    ):
        raise wire.WireError("a result of another form")
    names, error = row["arrays"], row.get("error")
    if any(not isinstance(name, str) for name in names):
        raise wire.WireError("a result with an array that has no name")
    if error is not None:
        error = [str(each)[:300] for each in error] if type(error) is list else ["?"]
    try:
        found = {name: next(arrays) for name in names}
        returned = next(arrays) if row.get("returned") is True else None
    except StopIteration:
        raise wire.WireError("a result with fewer arrays than names") from None
    seen = Observation(found, row["graph"], row["text"], row["facts"], error)
    return seen, Account.read(row.get("account"), returned)


# -- numbers ----------------------------------------------------------------------


def verdict_on_number(question: Asked, answer: dict, payload: bytes) -> Verdict:
    """The verdict on a number that was predicted."""
    name = question.name
    if isinstance(why := answer.get("why"), str):
        return nothing(name, why[:300])
    try:
        (number,) = wire.unpacked(answer.get("index"), payload)
    except (wire.WireError, ValueError):
        return nothing(name, "its result could not be read")
    if number.shape != () or number.dtype != np.float64:
        return nothing(name, "its result is no number")
    if question.is_right(float(number)):
        return Verdict(name, 1.0, agree=1, programs=1)
    return Verdict(name, log=why_not_that_number(question, float(number)), programs=1)


# -- networks ---------------------------------------------------------------------


def verdict_on_training(asked: Training, answer: dict, payload: bytes) -> Verdict:
    """The verdict on networks: what they say of data that they have not seen."""
    name, training = asked.name, training_of(asked.name)
    if isinstance(why := answer.get("why"), str):
        return nothing(name, why[:300])
    try:
        arrays = wire.unpacked(answer.get("index"), payload)
        networks = training.networks_of(answer.get("forms"), arrays)
    except (wire.WireError, Violation) as error:
        return nothing(name, str(error))
    found = training.judged(asked.tasks, networks)
    verdict = Verdict(name, training.share(found), programs=1)
    verdict.agree = int(verdict.is_right)
    if not verdict.is_right:
        verdict.log = [
            f"{name}: {training.said(found)}.",
            *training.reasons(asked.tasks, networks),
        ]
    return verdict
