"""Worker processes: each has a grader of its own, and takes one submission at a time.

Read: `results`, `Worker`.
"""

import multiprocessing
import time
from collections.abc import Generator, Iterable
from multiprocessing.connection import Connection, wait

from .finding import Submission
from .run import Result
from .worker import Grader, Job


def results(
    job: Job, submissions: Iterable[Submission], count: int
) -> Generator[tuple[Submission, Result], None, None]:
    """Results as they come, from `count` processes.

    A process that dies is replaced, and its submission tried once more. SandboxError
    if there can be no sandbox: that is found out before the first submission.
    """
    _try(job)
    waiting, again = iter(submissions), []
    pool = [Worker(job) for _ in range(count)]
    patience = job.limits.total + 300
    try:
        for each in pool:
            each.give(next(waiting, None))
        while busy := [each for each in pool if each.submission is not None]:
            done = wait([each.pipe for each in busy], timeout=5)
            for each in busy:
                if each.pipe in done:
                    result = each.take()
                elif time.monotonic() - each.since > patience:
                    result = None
                else:
                    continue
                submission = each.submission
                if result is None:
                    each.renew()
                    if submission.student not in again:
                        again.append(submission.student)
                        each.give(submission)
                        continue
                    failed = "the process that graded died"
                    result = Result(submission.student, failed=failed)
                yield submission, result
                each.give(next(waiting, None))
    finally:
        for each in pool:
            each.end()


def _try(job: Job) -> None:
    """Open a sandbox once."""
    grader = Grader(job)
    try:
        grader.sandbox.open()
    finally:
        grader.close()


class Worker:
    """A process that grades, and what it works on."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.submission: Submission | None = None
        self._begin()

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, self.job))
        self.process.start()
        theirs.close()

    def give(self, submission: Submission | None) -> None:
        self.submission, self.since = submission, time.monotonic()
        if submission is not None:
            self.pipe.send(submission)

    def take(self) -> Result | None:
        """The result; None if the process died."""
        try:
            return self.pipe.recv()
        except (EOFError, OSError):
            return None

    def renew(self) -> None:
        self.process.kill()
        self.process.join()
        self._begin()

    def end(self) -> None:
        self.pipe.close()
        self.process.join(10)
        self.process.kill()
        self.process.join()


def _work(pipe: Connection, job: Job) -> None:
    """What a worker does: grade what it gets, until nobody is there."""
    grader = Grader(job)
    try:
        while True:
            pipe.send(grader.grade(pipe.recv()))
    except (EOFError, OSError, KeyboardInterrupt):
        pass
    finally:
        grader.close()
