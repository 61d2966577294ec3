"""Results into nbgrader's gradebook, by one writer, and into `autograded/`.

The formgrader, the feedback and the CSV export read both. Points and comments that a
person gave stay; they are marked for another look only if the cell that they are about,
or its automatic score, has changed.

Read: `Book.record`, `Book.has` and `checked` (is it the gradebook of this course?).
"""

import sqlite3
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook, InvalidEntry, MissingEntry
from sqlalchemy.exc import DatabaseError, SAWarning

from ..work.folder import WorkError, write
from .late import late, settings
from .run import Result
from .template import Template

FILE = "gradebook.db"


class Book:
    """The gradebook of a course, for one problem set. A context manager.

    `writing` says that it must be possible to write into it.
    """

    def __init__(self, root: Path, template: Template, writing: bool = True) -> None:
        self.root, self.template, self.writing = root, template, writing
        self.set = template.set

    def __enter__(self) -> "Book":
        path = self.root / FILE
        if not path.exists():
            raise WorkError(f"there is no {FILE} in {self.root}. {self._make()}")
        with said(path):
            _unlocked(path, self.writing)
            self.gradebook = Gradebook(f"sqlite:///{path}")
            self._check()
        return self

    def __exit__(self, *exc_info) -> None:
        self.gradebook.close()

    def _make(self) -> str:
        return f"Run nbgrader generate_assignment {self.set} --force there, once"

    def _check(self) -> None:
        """WorkError if it is the gradebook of another course or release."""
        try:
            cells = self.gradebook.find_notebook(self.set, self.set).grade_cells
        except MissingEntry:
            raise WorkError(
                f"{FILE} does not know {self.set}. {self._make()}"
            ) from None
        known = {cell.name: float(cell.max_score) for cell in cells}
        managed = self.template.managed.items()
        ours = {n: e.points for n, e in managed if e.kind in ("check", "written")}
        if known != ours:
            other = sorted(dict(known.items() ^ ours.items()))
            raise WorkError(
                f"{FILE} has another {self.set}: it differs in {', '.join(other[:5])}. "
                f"Is it from another course, or from an older release?"
            )

    # -- one result -------------------------------------------------------------------

    def path(self, student: str) -> Path:
        """Where a graded notebook lies."""
        return self.root / "autograded" / student / self.set / f"{self.set}.ipynb"

    def has(self, result: Result) -> bool:
        """True if a result stands in the gradebook and in `autograded/` already."""
        try:
            grades = self._grades(result.student)
            submission = self.gradebook.find_submission(self.set, result.student)
            if submission.timestamp != _naive(result.timestamp):
                return False
            kept = self.path(result.student).read_text(encoding="utf-8")
        except (MissingEntry, OSError, UnicodeError):
            return False
        scores = {grade.name: grade.auto_score for grade in grades}
        return kept == result.notebook and result.scores.items() <= scores.items()

    def _grades(self, student: str) -> list:
        gradebook = self.gradebook
        return gradebook.find_submission_notebook(self.set, self.set, student).grades

    def record(self, result: Result) -> None:
        """Put a result in. All of it is there afterwards, or nothing."""
        path, student = self.path(result.student), result.student
        when, before = _naive(result.timestamp), self._sources(result.student)
        with said(self.root / FILE):
            try:
                self.gradebook.update_or_create_student(student)
                with warnings.catch_warnings():  # of nbgrader's own making
                    warnings.simplefilter("ignore", SAWarning)
                    self.gradebook.update_or_create_submission(
                        self.set, student, timestamp=when
                    )
                self._set_scores(result, _sources(result.notebook), before)
                self.gradebook.db.commit()
            except BaseException:
                self.gradebook.db.rollback()
                raise
        # Last: the next result is compared with the cells that stand here.
        if when:
            write(path.with_name("timestamp.txt"), f"{when} UTC".encode())
        write(path, result.notebook.encode())

    def _sources(self, student: str) -> dict[str, str]:
        """What stood in the cells of the result before, by their ids."""
        try:
            return _sources(self.path(student).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}

    def _set_scores(self, result: Result, now: dict, before: dict) -> None:
        managed, above = self.template.managed, ""
        of_blank = {}  # a check is about the blank above it
        for name, each in managed.items():
            above = each.cell.id if each.kind in ("blank", "written") else above
            of_blank[name] = above
        for grade in self._grades(result.student):
            slot, blank = managed[grade.name], of_blank[grade.name]
            same = blank in before and now[blank] == before[blank]
            if slot.kind != "written":
                score = result.scores[grade.name]
                same = same and score == grade.auto_score
            else:
                empty = now[slot.cell.id] == slot.cell.source
                score = 0.0 if empty or result.reason else None
            grade.auto_score = score
            if grade.manual_score is None:
                grade.needs_manual_grade = score is None
            elif not same:
                grade.needs_manual_grade = True
        notebook = self.gradebook.find_submission_notebook(
            self.set, self.set, result.student
        )
        for comment in notebook.comments:
            slot = managed.get(comment.name)
            empty = slot and now[slot.cell.id] in ("", slot.cell.source)
            comment.auto_comment = "No response." if empty else None
            if result.reason:
                comment.auto_comment = f"Not graded: {result.reason}."

    def late(self) -> dict[str, tuple[float, float]]:
        """{student: (seconds, points off)} of those who were late."""
        return late(self.gradebook, self.set, settings(self.root))

    def settle(self) -> dict[str, tuple[float, float]]:
        """Note what lateness costs. Answers who was late, as `late`."""
        found = self.late()
        with said(self.root / FILE):
            for each in self.gradebook.assignment_submissions(self.set):
                _, off = found.get(each.student.id, (0.0, None))
                each.notebooks[0].late_submission_penalty = off
            self.gradebook.db.commit()
        return found

    def above(self) -> list[tuple[str, str, float, float]]:
        """(student, cell, points, most) of points by hand that are over the most."""
        return [
            (each.student.id, grade.name, grade.manual_score, grade.max_score)
            for each in self.gradebook.assignment_submissions(self.set)
            for grade in each.notebooks[0].grades
            if (grade.manual_score or 0.0) > grade.max_score
        ]

    def waiting(self) -> int:
        """How many submissions wait for a person."""
        handed_in = self.gradebook.assignment_submissions(self.set)
        return sum(each.needs_manual_grade for each in handed_in)


def _sources(notebook: str) -> dict[str, str]:
    cells = nbformat.reads(notebook, as_version=4).cells
    return {cell.id: cell.source for cell in cells}


def _naive(timestamp: str) -> datetime | None:
    """nbgrader keeps times in UTC, without saying so."""
    if not timestamp:
        return None
    return datetime.fromisoformat(timestamp).astimezone(UTC).replace(tzinfo=None)


def _unlocked(path: Path, writing: bool) -> None:
    """Try it out, so that a locked or read-only gradebook is noticed at once."""
    connection = sqlite3.connect(path, timeout=3)
    try:
        connection.execute("BEGIN IMMEDIATE")
        if writing:  # the lock can be had where the file or its folder is read-only
            connection.execute("CREATE TABLE can_be_written_to (x)")
        connection.rollback()
    finally:
        connection.close()


@contextmanager
def said(path: Path) -> Iterator[None]:
    """WorkError, in one line, for what a database cannot do."""
    try:
        yield
    except (DatabaseError, sqlite3.Error, InvalidEntry) as error:
        text = str(getattr(error, "orig", error)).splitlines()[0]
        hint = {
            "locked": "another program writes into it. Close that, and run this again",
            "readonly": "you may not write into it, or into its folder",
            "unable to open": "you may not write into it, or into its folder",
            "full": "the disk is full. Make room, and run this again",
            "not a database": "it is no gradebook",
        }
        found = next((words for key, words in hint.items() if key in text), text)
        raise WorkError(f"{path.name}: {found}. Nothing was lost.") from None
