"""`python -m autograder grade ps2`: a whole class in one go.

    submitted/STUDENT/ps2/…   what was handed in; it is only read
    judged/ps2/               results, one file each, and the seed of the run
    autograded/, gradebook.db what nbgrader goes on with

Killed at any moment and started again, it ends with the same gradebook: a result is a
file that is written at once, and what is not in the gradebook yet is put in. What was
graded and did not change is not run again.

Read: `grade_class`, then `_Class` (its steps).
"""

import errno
import fcntl
import hashlib
import json
import os
import secrets
import sys
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ..authoring.handout import full_course
from ..work.folder import WorkError, write, write_json
from . import finding, pool, progress, sandbox, summary, template
from .finding import Submission
from .key import make_key
from .record import Book
from .report_text import printable
from .run import Result, handed_in, read_result
from .tree import root_here
from .worker import Job, fingerprint


@dataclass
class Options:
    """How to grade. `root` is the folder of the course."""

    root: Path
    workers: int = 1
    seed: int | None = None
    unsafe: bool = False
    force: bool = False
    students: tuple[str, ...] = ()
    scheduler: str = ""  # the address of a Dask cluster; "" for this machine
    limits: sandbox.Limits = field(default_factory=sandbox.Limits)


def grade_class(set: str, options: Options, say=print) -> bool:
    """Grade everything that was handed in for a set. True if all went well.

    WorkError says in one line what cannot be done, and what to do.
    """
    release = template.load(set, options.root)
    full_course("A class is graded")
    why = "" if options.scheduler else sandbox.missing()
    if why and not options.unsafe:
        raise WorkError(
            f"no sandbox: {why}. Students' code is not run without one. If you trust "
            "all of it, --unsafe runs it with your own rights"
        )
    course = _Class(release, options, say)
    with Book(options.root, course.template) as book, alone(course.folder):
        return course.grade(book)


class _Class:
    """The submissions of a set, and what became of them."""

    def __init__(self, release: template.Template, options: Options, say) -> None:
        self.template, self.set, self.options = release, release.set, options
        self.say = lambda text: say(printable(text))  # names of files are strangers'
        self.submitted = options.root / "submitted"
        self.folder = options.root / "judged" / self.set
        self.students = finding.students(self.submitted, self.set)
        if unknown := [each for each in options.students if each not in self.students]:
            raise WorkError(f"{', '.join(unknown)} did not hand in {self.set}")
        if options.students:
            self.students = sorted({*options.students})
        self.course = fingerprint(self.template)

    def grade(self, book: Book) -> bool:
        forced = _forced(self.folder)
        results, todo = self._sorted(forced)
        for result in results.values():
            if not book.has(result):
                book.record(result)
        if todo:
            # An error here, as of a full disk, ends the workers too.
            with closing(self._judged(todo)) as judged:
                for submission, result in progress.shown(judged, len(todo)):
                    results[submission.student] = result
                    if not result.failed:
                        earlier = read_result(self._path(submission.student))
                        result.timestamp = handed_in(submission, earlier and earlier[1])
                        self._keep(submission, result)
                        book.record(result)
        _finish(self.folder)
        new = {*map(finding.id_of, todo)}
        for line in summary.lines(self.set, self.submitted, results, new, book):
            self.say(line)
        return not any(each.reason or each.failed for each in results.values())

    # -- what is to be done -----------------------------------------------------------

    def _sorted(self, forced: set[str]) -> tuple[dict[str, Result], list[str]]:
        """What was graded and is unchanged, and whom to grade: `forced`, too, whom a
        run that was broken off was to grade in any case, and did not."""
        results, todo = {}, []
        seed = _kept_seed(self.folder)
        for student in self.students:
            kept = None if self.options.force else self._kept(student)
            if kept is None or (student in forced and kept.seed != seed):
                todo.append(student)
            else:
                results[kept.student] = kept
        return results, todo

    def _path(self, student: str) -> Path:
        return self.folder / f"{finding.id_of(student)}.json"

    def _kept(self, student: str) -> Result | None:
        """The result of an earlier run, if it is of this submission and course."""
        found = read_result(self._path(student))
        if found is None:  # a submission may be large: it is read once
            return None
        submission, result = finding.find(self.submitted, student, self.set), found[1]
        if found[0] != self._digest(submission):
            return None
        # A second download changes the time of a file, not when it was handed in.
        if (when := handed_in(submission, result)) != result.timestamp:
            result.timestamp = when
            self._keep(submission, result)
        return result

    def _keep(self, submission: Submission, result: Result) -> None:
        path = self._path(submission.student)
        write_json(path, {"of": self._digest(submission), **asdict(result)})

    def _digest(self, submission: Submission) -> str:
        """What a result is of: the submission, the course, and how it was run."""
        found = hashlib.sha256(self.course.encode())
        # Results of another seed are no results of one that was asked for.
        how = (submission.reason, self.options.unsafe, self.options.seed)
        for part in (repr(how).encode(), submission.content or b""):
            found.update(hashlib.sha256(part).digest())
        return found.hexdigest()

    # -- grading ----------------------------------------------------------------------

    def _judged(
        self, todo: list[str]
    ) -> Generator[tuple[Submission, Result], None, None]:
        seed, release = _seed(self.folder, self.options), self.template
        if self.options.force:
            write_json(self.folder / "forced", todo)
        self.say("Asking PyTorch for what is right …")
        try:
            key = make_key(release.pieces, release.answers, seed, release.twice)
        except ImportError:
            raise WorkError(
                "grading compares with PyTorch, which is not installed: "
                "python3 start.py installs it"
            ) from None
        job = Job(release, key, self.options.limits, not self.options.unsafe)
        submissions = (finding.find(self.submitted, s, self.set) for s in todo)
        if self.options.scheduler:
            from . import cluster

            return cluster.results(job, submissions, self.options.scheduler)
        return pool.results(job, submissions, self.options.workers)


def _seed(folder: Path, options: Options) -> int:
    """The seed of this run: that of one that was broken off, or a new one."""
    kept = None if options.force else _kept_seed(folder)
    seed = options.seed if options.seed is not None else kept
    seed = secrets.randbits(62) if seed is None else seed
    write(folder / "seed", str(seed).encode())
    return seed


def _kept_seed(folder: Path) -> int | None:
    try:
        return int((folder / "seed").read_text())
    except (OSError, ValueError):
        return None


def _forced(folder: Path) -> set[str]:
    """Whom a run with --force that was broken off was to grade."""
    try:
        return {*json.loads((folder / "forced").read_text(encoding="utf-8"))}
    except (OSError, ValueError, TypeError):
        return set()


def _finish(folder: Path) -> None:
    """The next run draws other inputs."""
    for name in ("seed", "forced"):
        (folder / name).unlink(missing_ok=True)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """The folder of results, hidden as it holds the seed, for one run at a time."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.parent.chmod(0o700)
        file = open(folder / "lock", "w")
    except OSError as error:
        raise WorkError(f"{folder} cannot be made: {error.strerror}") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise WorkError(
                f"another run grades {folder.name} already. Wait until it is done"
            ) from None
        yield


def main(given) -> int:
    """The command. Answers the exit status."""
    options = Options(
        root_here(),
        workers=given.workers or min(2, os.cpu_count() or 1),
        seed=given.seed,
        unsafe=given.unsafe,
        force=given.force,
        students=tuple(given.student or ()),
        scheduler=given.scheduler,
        limits=sandbox.Limits(
            int(given.memory * 1e9), given.cell_seconds, given.total_seconds
        ),
    )
    try:
        return 0 if grade_class(given.set, options) else 1
    except sandbox.SandboxError as error:
        said = str(error)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        said = "the disk is full. Make room, and run this again: it goes on"
    except KeyboardInterrupt:
        less = ", without --force" if given.force else ""
        said = f"broken off. Run this again{less}: it goes on where it was"
    print(f"autograder grade: {said}", file=sys.stderr)
    return 1
