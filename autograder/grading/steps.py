"""The same grading as steps of nbgrader's own `autograde`.

nbgrader_config.py names them: `Stage` in the place of what cleans a submission,
`Judge` in the place of what executes it, `SaveVerdicts` in the place of what reads
points off its outputs. nbgrader gives them notebooks that it could read; for files that
are broken, and for a class, there is `python -m autograder grade`.
"""

import atexit
import secrets
from functools import cache
from pathlib import Path

import nbformat
from nbgrader.preprocessors import NbGraderPreprocessor, SaveAutoGrades

from . import sandbox, template
from .finding import Submission
from .key import make_key
from .run import staged_or_zero
from .worker import Grader, Job


class Stage(NbGraderPreprocessor):
    """The student's code in the frame of the release."""

    def preprocess(self, nb, resources):
        name, root = _of(resources)
        staged, notes = staged_or_zero(_content(nb), template.load(name, root))
        for note in notes:
            self.log.warning("Salvaged: %s", note)
        staged.metadata["autograder"] = {"notes": notes}
        return staged, resources


class Judge(NbGraderPreprocessor):
    """The notebook run in the sandbox; the verdicts go to `resources`."""

    def preprocess(self, nb, resources):
        student = resources["nbgrader"]["student"]
        notes = list(nb.metadata.get("autograder", {}).get("notes", ()))
        file = f"{resources['nbgrader']['notebook']}.ipynb"
        given = Submission(student, _content(nb), notes=notes, file=file)
        result = _grader(*_of(resources)).grade(given)
        if result.failed:
            raise RuntimeError(result.failed)
        resources["verdicts"] = result.scores
        return nbformat.reads(result.notebook, as_version=4), resources


class SaveVerdicts(SaveAutoGrades):
    """The judge's points into the gradebook; written answers as nbgrader does it."""

    def _add_score(self, cell, resources) -> None:
        name = cell.metadata.nbgrader["grade_id"]
        if name not in resources["verdicts"]:
            super()._add_score(cell, resources)
            return
        grade = self.gradebook.find_grade(
            name, self.notebook_id, self.assignment_id, self.student_id
        )
        grade.auto_score = resources["verdicts"][name]
        grade.needs_manual_grade = grade.manual_score is not None
        self.gradebook.db.commit()


def _of(resources) -> tuple[str, Path]:
    """The problem set, and the folder of the course: where its gradebook lies."""
    url = resources["nbgrader"]["db_url"]
    return resources["nbgrader"]["assignment"], Path(
        url.removeprefix("sqlite:///")
    ).parent


def _content(nb: nbformat.NotebookNode) -> bytes:
    return nbformat.writes(nb).encode()


@cache
def _grader(set: str, root: Path) -> Grader:
    """One grader for all submissions of a run."""
    if why := sandbox.missing():
        raise sandbox.SandboxError(f"no sandbox: {why}")
    release = template.load(set, root)
    key = make_key(release.pieces, release.answers, secrets.randbits(62), release.twice)
    grader = Grader(Job(release, key, sandbox.Limits(), safe=True))
    atexit.register(grader.close)
    return grader
