"""Who grades submissions: with the key, the cut course and a sandbox at hand.

Read: `Grader` (one after the other), `Job` (what it needs, to be sent anywhere), and
`fingerprint` (what a result depends on beside the submission).
"""

import hashlib
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from . import run, tree
from .finding import Submission
from .key import Key
from .run import Result
from .sandbox import Limits, Sandbox
from .template import Template


@dataclass
class Job:
    """What a grader needs, in a form that can be sent to another process."""

    template: Template
    key: Key
    limits: Limits
    safe: bool


class Grader:
    """Grades submissions of one problem set. `close` it in the end."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.folder = Path(tempfile.mkdtemp(prefix="autograder-"))
        self.folder.chmod(0o755)
        self.sources = tree.make(self.folder, job.template.pieces)
        self.sandbox = Sandbox(self.folder, job.limits, job.safe)

    def grade(self, submission: Submission) -> Result:
        """The result. One whose `failed` says so is the grader's own fault."""
        job = self.job
        try:
            return run.grade(
                submission, job.template, job.key, self.sources, self.sandbox
            )
        except Exception as error:  # one submission never stops the others
            self.sandbox.close()
            words = f"{type(error).__name__}: {error}"
            return Result(submission.student, failed=words, unsafe=not job.safe)

    def close(self) -> None:
        """End the sandbox, and remove the cut course."""
        self.sandbox.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def fingerprint(template: Template) -> str:
    """What a result depends on: the release, minigrad and the autograder."""
    found = hashlib.sha256(template.digest.encode())
    for package in ("minigrad", "autograder"):
        for path in sorted((tree.ROOT / package).rglob("*.py")):
            found.update(path.read_bytes())
    return found.hexdigest()
