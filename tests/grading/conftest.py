"""What many tests of grading start from: a course, and a judge in PyTorch's place."""

import nbformat
import pytest
from helpers.grading_course import SMALL, filled, make_course

from autograder.grading.run import Result
from autograder.work.folder import digest

SET = "ps2"


@pytest.fixture
def course(tmp_path):
    """A course with a release and a gradebook, and nobody in it."""
    return make_course(tmp_path / "course", SET, SMALL[SET])


@pytest.fixture
def judged(monkeypatch):
    """Replaces PyTorch and the workers. The list of students who were judged."""
    from autograder.grading import batch

    done = []

    def workers(job, submissions, count):
        for each in submissions:
            done.append(each.student)
            if each.content == b"crash":
                raise KeyboardInterrupt
            yield each, made(job, each)

    def made(job, submission):
        notebook = nbformat.writes(filled(job.template))
        result = Result(submission.student, notebook=notebook, seed=job.key.seed)
        result.notes = submission.notes
        if submission.content == b"fault":
            result.failed = "a fault of the grader"
        text = (submission.content or b"").decode()
        result.reason = "" if text.isdecimal() else submission.reason or "broken"
        points = float(text) if text.isdecimal() else 0.0
        result.scores = dict.fromkeys(job.template.checks, points)
        if submission.timestamp:
            result.timestamp = submission.timestamp.isoformat()
        result.content = digest(submission.content or b"")
        return result

    class NoKey:
        def __init__(self, pieces, answers, seed, twice):
            self.seed = seed

    monkeypatch.setattr(batch.pool, "results", workers)
    monkeypatch.setattr(batch, "make_key", NoKey)
    monkeypatch.setattr(batch.sandbox, "missing", lambda: "")
    return done
