"""One submission, from its bytes to its verdicts: the views, and what goes wrong.

A piece is judged in a view of the notebook in which minigrad's own version of it is
missing, and all others are there: right after its check, as a student's `check` does
it. Pieces that do not need each other share a view. The last view has all of minigrad;
pieces that were found right run in it. Numbers and networks are judged there, and its
outputs are what the instructor and the student see.

What ends a view (a cell that never ends, a process that exits) is left out, and the
view begins again: everything else earns its points.

Read: `Result`, `grade`, then `_Course` (the views of one submission).
"""

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import nbformat

from ..check.questions import TRAININGS
from ..check.trainings import training_of
from ..pieces.catalogue import PIECES
from ..work.folder import digest
from . import repair
from .finding import Submission
from .judge import (
    Verdict,
    nothing,
    points,
    verdict_on_number,
    verdict_on_piece,
    verdict_on_training,
)
from .key import Key, Question
from .sandbox import Ended, Sandbox, View
from .showing import kept, words
from .staging import Staged, stage
from .template import Slot, Template
from .tree import Sources

MENDING = 20.0  # seconds for changed programs, of one submission
EACH = 3.0  # seconds for one of them
RESTARTS = 8  # of a submission's views, because of what ended them
SHOWN_CAP = 30_000_000  # characters of all outputs of a notebook, pictures included


@dataclass
class Result:
    """What became of a submission. `scores` are points by check, `logs` why.

    `reason` says why all of it is zero, "" if it was graded. `notebook` is the
    notebook with its outputs, `notes` what was salvaged, `unsafe` whether it ran
    without a sandbox. `failed` says that there is no result, because of the grader.
    """

    student: str
    scores: dict[str, float] = field(default_factory=dict)
    logs: dict[str, list[str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    reason: str = ""
    failed: str = ""
    notebook: str = ""
    timestamp: str = ""
    content: str = ""  # a digest of what was handed in
    seed: int = 0
    unsafe: bool = False
    seconds: float = 0.0


def read_result(path: Path) -> tuple[str, Result] | None:
    """A result that was kept, after what it is of; None if there is none to be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return found.pop("of"), Result(**found)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def handed_in(submission: Submission, kept: Result | None = None) -> str:
    """When something was handed in. The same file that lay there earlier was handed in
    earlier, whatever its time is now; timestamp.txt says it anew."""
    when = submission.timestamp.isoformat() if submission.timestamp else ""
    if not kept or submission.told or _digest(submission) != kept.content:
        return when
    return min(filter(None, (when, kept.timestamp)), default="")


def _digest(submission: Submission) -> str:
    return digest(submission.content or b"")


def grade(
    submission: Submission,
    template: Template,
    key: Key,
    sources: Sources,
    sandbox: Sandbox,
) -> Result:
    """Stage a submission, run it in the sandbox, and judge it. Nothing is raised that
    a submission could bring about."""
    began = time.monotonic()
    result = Result(submission.student, notes=submission.notes, seed=key.seed)
    result.timestamp, result.content = handed_in(submission), _digest(submission)
    result.unsafe = not sandbox.safe
    try:
        staged = _staged(submission, template, result.notes)
    except repair.Hopeless as error:
        return _zero(result, template, str(error), submission)
    course = _Course(staged, template, key, sources, sandbox)
    verdicts = course.judged()
    for name, slot in template.checks.items():
        verdict = verdicts[slot.target]
        result.scores[name] = points(verdict.share, slot.points)
        result.logs[name] = [repair.plain(line) for line in verdict.log]
    result.notes += course.notes
    made = with_logs(staged, course.outputs, verdicts)
    result.notebook = _about(made, submission, result.notes)
    result.seconds = round(time.monotonic() - began, 3)
    return result


def _about(notebook, submission: Submission, notes: list[str]) -> str:
    """The notebook as a file, with what the feedback says at its top."""
    notebook.metadata["autograder"] = {"notes": notes}
    if submission.file:
        notebook.metadata["autograder"]["file"] = submission.file
    return nbformat.writes(notebook)


def _staged(submission: Submission, template: Template, notes: list[str]) -> Staged:
    if submission.content is None:
        raise repair.Hopeless(submission.reason)
    release = str(template.metadata.get("release", ""))
    cells = repair.cells_of(submission.content, notes, release)
    return stage(template, cells, notes)


def _zero(
    result: Result, template: Template, reason: str, submission: Submission
) -> Result:
    """Explicitly nothing: a notebook that says so, and no points."""
    result.reason = reason
    result.scores = dict.fromkeys(template.checks, 0.0)
    result.logs = {name: [f"Not graded: {reason}."] for name in template.checks}
    notes = [f"it could not be graded: {reason}", *result.notes]
    made = _untouched(template, reason).notebook
    result.notebook = _about(made, submission, notes)
    return result


def _untouched(template: Template, reason: str) -> Staged:
    """The release, with a word on why it stands in the place of a submission."""
    said = f"This submission could not be graded: {reason}."
    cells = [
        repair.Cell(each.cell.cell_type, each.cell.source, each.cell.id, each.id)
        for each in template.slots
    ]
    return stage(template, [repair.Cell("raw", said), *cells], [])


def staged_or_zero(content: bytes, template: Template):
    """A notebook for nbgrader's own steps, and what was salvaged."""
    notes: list[str] = []
    try:
        return _staged(Submission("", content), template, notes).notebook, notes
    except repair.Hopeless as error:
        return _untouched(template, str(error)).notebook, [str(error)]


class _Course:
    """The views of one submission."""

    def __init__(
        self,
        staged: Staged,
        template: Template,
        key: Key,
        sources: Sources,
        sandbox: Sandbox,
    ) -> None:
        self.cells, self.slots = staged.notebook.cells, staged.slots
        self.template, self.key = template, key
        self.sources, self.sandbox = sources, sandbox
        self.verdicts: dict[str, Verdict] = {}
        self.hopeless: set[int] = set()  # cells that end a view, or take too long
        self.outputs: dict[int, list] = {}
        self.notes: list[str] = []
        self.until = time.monotonic() + sandbox.limits.total
        self.trying: Callable | None = None  # asks changed programs in this view
        self.restarts = RESTARTS
        self.room = SHOWN_CAP

    def judged(self) -> dict[str, Verdict]:
        """A verdict for every piece and number."""
        for group in self.key.groups:
            self._view(set(group))
        shared = [name for group in self.key.groups if len(group) > 1 for name in group]
        for name in shared:
            if name in self.verdicts and self.verdicts[name].retry:
                del self.verdicts[name]
                self._view({name})
        self._view(set())
        self._ask_again(time.monotonic() + MENDING)
        self.sandbox.end()
        for name in (*self.template.pieces, *self.template.answers):
            if name not in self.verdicts:
                self.verdicts[name] = nothing(name, "the time for all was over")
        return self.verdicts

    def _ask_again(self, until: float) -> None:
        """Why pieces are wrong for which only changed programs may tell, in views of
        their own. No verdict changes."""
        kept = self.verdicts, self.hopeless, self.outputs, self.notes
        for name, verdict in kept[0].items():
            if verdict.changes is None or time.monotonic() > until:
                continue
            self.verdicts = {k: v for k, v in kept[0].items() if k != name}
            self.hopeless, self.outputs = set(self.hopeless), dict(self.outputs)
            self.notes = []
            self.trying = partial(verdict.changes.tried, until=until)
            self._view({name})
        self.verdicts, self.hopeless, self.outputs, self.notes = kept

    def _view(self, missing: set[str]) -> None:
        """Run the notebook with these pieces missing, and judge them; or, if there are
        none, show it and judge the numbers. Begins again after what ends it."""
        while self.restarts and time.monotonic() < self.until:
            if missing and not missing - self.verdicts.keys():
                return
            at = -1
            try:
                view = self.sandbox.open()
                view.ask(self._beginning(missing))
                for source in self.template.imports:
                    view.ask(self._request(source, -1, shown=False))
                for at, slot in self._steps(missing):
                    if time.monotonic() > self.until:
                        self.notes.append("the time for all was over")
                        return
                    if slot is None:
                        self._run_cell(view, at, shown=not missing)
                    else:
                        self._judge(view, slot, at)
                return
            except Ended as error:
                self.restarts -= 1
                self._leave_out(at, slot if at >= 0 else None, str(error))

    def _beginning(self, missing: set[str]) -> dict:
        right = [name for name, each in self.verdicts.items() if each.is_right]
        parts = {
            name: text
            for name, text in self.sources.items()
            if missing.isdisjoint(name.partition("/")[0].split())
        }
        return {
            "do": "begin",
            "parts": parts,
            "accepted": [] if missing else [name for name in right if name in PIECES],
        }

    def _steps(self, missing: set[str]) -> Iterator[tuple[int, Slot | None]]:
        """(cell, None) to run it, (cell, its slot) to judge what its check is about."""
        wanted = missing or set(self.template.answers)
        for at, (cell, slot) in enumerate(zip(self.cells, self.slots, strict=True)):
            if cell.cell_type != "code" or at in self.hopeless:
                continue
            if slot is None or slot.kind != "check":
                yield at, None
            elif slot.target in wanted - self.verdicts.keys():
                yield at, slot
            elif not missing and slot.target in PIECES:
                yield at, None
            if missing and not wanted - self.verdicts.keys():
                return

    def _request(self, source: str, at: int, shown: bool) -> dict:
        name = f"<cell {at + 1}>"
        return {"do": "cell", "source": source, "name": name, "shown": shown}

    def _run_cell(self, view: View, at: int, shown: bool) -> None:
        answer, _ = view.ask(self._request(self.cells[at].source, at, shown))
        if view.stopped:
            self._leave_out(at, None, "it took too long")
        elif shown:
            self.outputs[at] = self._fitting(kept(answer.get("outputs")))

    def _fitting(self, outputs: list) -> list:
        """The outputs of a cell, as long as there is room in the notebook."""
        self.room -= len(str(outputs))
        said = "[The outputs of this notebook are too large to be shown.]\n"
        return outputs if self.room > 0 else [words(said)]

    def _judge(self, view: View, slot: Slot, at: int) -> None:
        name, ended = slot.target, []

        def ask(more: Question, changed: str = "") -> tuple[dict, bytes] | None:
            if ended:
                return None
            try:
                if not changed:
                    return view.ask(more.header, more.payload)
                return view.ask({**more.header, "changed": changed}, more.payload, EACH)
            except Ended as error:  # the verdict stands
                ended.append(error)
                return None

        if self.trying:
            self.verdicts[name] = self.trying(ask)
        else:
            self.verdicts[name] = self._verdict(view, name, at, ask)
        for error in ended:
            raise error

    def _verdict(self, view: View, name: str, at: int, ask: Callable) -> Verdict:
        if name in PIECES:
            known = self.key.questions[name]
            judge = partial(verdict_on_piece, ask=ask, text=self._text_of(name, at))
            answer, payload = view.ask(known.header, known.payload)
        elif name in self.key.trainings:
            judge, known = verdict_on_training, self.key.trainings[name]
            seconds = training_of(name).SECONDS
            answer, payload = view.ask(known.header, known.payload, seconds)
        else:
            judge, known = verdict_on_number, self.key.answers[name]
            answer, payload = view.ask({"do": "answer", "name": name})
        if answer.get("interrupted"):
            return nothing(name, "it took too long")
        try:
            return judge(known, answer, payload)
        except Exception:  # whatever an answer of a strange form leads to
            return nothing(name, "its results could not be compared")

    def _text_of(self, name: str, at: int) -> str:
        """The last cell above a check in which the piece is defined."""
        defined = re.compile(rf"^(class|def) {re.escape(name)}\b", re.M)
        cells = [c.source for c in self.cells[:at] if defined.search(c.source)]
        return cells[-1] if cells else ""

    def _leave_out(self, at: int, slot: Slot | None, reason: str) -> None:
        """Do without what ended a view, or would."""
        if slot is not None:
            self.verdicts.setdefault(slot.target, nothing(slot.target, reason))
        elif at >= 0:
            self.hopeless.add(at)
            self.outputs[at] = [words(f"This cell was left out: {reason}.\n")]
            self.notes.append(f"cell {at + 1} was left out: {reason}")


def with_logs(staged: Staged, outputs: dict[int, list], verdicts: dict[str, Verdict]):
    """The notebook as it ran, with the judge's words below each check."""
    notebook, count = staged.notebook, 0
    for at, (cell, slot) in enumerate(zip(notebook.cells, staged.slots, strict=True)):
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        if slot is not None and slot.target:
            verdict = verdicts[slot.target]
            agrees = "has reached what is asked for"
            if slot.target not in TRAININGS:
                agrees = "agrees with PyTorch"
            said = verdict.log or [f"{slot.target} {agrees}."]
            cell.outputs = [words(repair.plain("\n".join(said)) + "\n")]
        else:
            cell.outputs = outputs.get(at, [])
    return notebook
