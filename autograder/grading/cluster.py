"""The same jobs on a Dask cluster that is there: `grade --scheduler tcp://HOST:8786`.

Each worker needs the same course (it is compared), bubblewrap, and a thread for each
submission that it is to grade at a time: `dask worker ADDRESS --nthreads 1`, started in
the course's environment. It gets the key of the run and submissions, and gives back
results; gradebook, folders and other submissions stay where the command runs. Whoever
can talk to the scheduler can run code on the workers, so keep its network to yourself.

A worker that is lost loses nothing: what it had is graded by another.

Read: `results`, then `_grade` (what a worker does).
"""

import pickle
import threading
from collections.abc import Generator, Iterable
from concurrent.futures import CancelledError
from itertools import islice

from ..work.folder import WorkError
from . import sandbox
from .finding import Submission
from .run import Result
from .worker import Grader, Job, fingerprint

PATIENCE = 20  # seconds until a scheduler answers and has a worker
AHEAD = 2  # submissions for each thread: one is graded, one waits there


def results(
    job: Job, submissions: Iterable[Submission], address: str
) -> Generator[tuple[Submission, Result], None, None]:
    """Results as they come from the cluster. WorkError if it can not be used."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise WorkError(
            "--scheduler needs Dask, which is not installed: "
            'python -m pip install -e ".[cluster]"'
        ) from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkError(f"no scheduler at {address}: {_words(error)}") from None
    with client:
        threads = _threads(client, job)
        version = fingerprint(job.template)
        kept = client.submit(pickle.loads, pickle.dumps(job), pure=False)
        waiting, given = iter(submissions), {}

        def give(count: int) -> list:
            new = []
            for submission in islice(waiting, count):
                future = client.submit(
                    _grade, version, kept, submission, pure=False, retries=1
                )
                given[future.key] = submission
                new.append(future)
            return new

        done = as_completed(give(AHEAD * threads), loop=client.loop)
        for future in done:
            submission = given.pop(future.key)
            yield submission, _result(future, submission, address)
            for new in give(1):
                done.add(new)


def _threads(client, job: Job) -> int:
    """How many submissions can be graded at a time. WorkError if a worker can not."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
        told = client.run(_about, job.template, on_error="return")
    except (OSError, TimeoutError) as error:
        raise WorkError(f"the scheduler has no worker: {_words(error)}") from None
    ours = fingerprint(job.template)
    for worker, about in told.items():
        if isinstance(about, BaseException):
            why = _words(about)
        elif about[0] != ours:
            why = "it has another version of the course"
        else:
            why = about[1] if job.safe else ""
        if why:
            raise WorkError(f"the worker {worker} can not grade: {why}")
    return sum(client.nthreads().values())


def _about(template) -> tuple[str, str]:
    """On a worker: its version of the course, and why it has no sandbox, or ""."""
    return fingerprint(template), sandbox.missing()


def _result(future, submission: Submission, address: str) -> Result:
    """What a task came to. One that raised is the grader's fault, not a student's."""
    try:
        return future.result()
    except CancelledError:
        raise WorkError(
            f"the scheduler at {address} is gone. Run this again: it goes on"
        ) from None
    except Exception as error:  # of any kind: a worker's own, or that it died
        return Result(submission.student, failed=_words(error))


def _words(error: BaseException) -> str:
    """An error in one line."""
    return f"{type(error).__name__}: {error}".partition("\n")[0][:300]


# -- on a worker ------------------------------------------------------------------

_own = threading.local()


def _grade(version: str, job: Job, submission: Submission) -> Result:
    """Grade a submission, with this thread's grader."""
    if getattr(_own, "job", None) is not job:
        if version != fingerprint(job.template):
            raise RuntimeError("this worker has another version of the course")
        if hasattr(_own, "grader"):
            _own.grader.close()
        _own.grader, _own.job = Grader(job), job
    return _own.grader.grade(submission)
