"""Which file is a student's submission, read without trusting anything about it.

    submitted/STUDENT/ps2/ps2.ipynb

Only regular files count: links, devices and pipes are left alone, and no path leads
out of the student's folder. A notebook by another name, or in a folder further down,
is found; of several, the one with most of the release's cells.

Read: `Submission`, `students`, `find`.
"""

import os
import re
import stat
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from ..work.folder import WorkError

SIZE_CAP = 64_000_000  # bytes
DEPTH = 3  # folders below the student's
FILES = 200  # looked at in a student's folder


@dataclass
class Submission:
    """What a student handed in. `content` is None if there is no notebook; `reason`
    then says why. `notes` are what had to be put right on the way. `told` says that
    the time is from timestamp.txt, and not the file's."""

    student: str
    content: bytes | None = None
    reason: str = ""
    timestamp: datetime | None = None
    told: bool = False
    notes: list[str] = field(default_factory=list)


def students(submitted: Path, set: str) -> list[str]:
    """Everybody who handed something in for a set. WorkError if nobody did."""
    try:
        names = sorted(entry.name for entry in os.scandir(submitted))
    except OSError as error:
        raise WorkError(
            f"{submitted} cannot be read ({error.strerror}). Put each submission at "
            f"{submitted.name}/STUDENT/{set}/{set}.ipynb"
        ) from None
    found = [
        name
        for name in names
        if not name.startswith(".") and os.path.lexists(submitted / name / set)
    ]
    if not found:
        raise WorkError(
            f"nobody handed in {set}: {submitted} has no STUDENT/{set}/{set}.ipynb"
        )
    return found


def bad_name(student: str) -> str:
    """Why a folder's name cannot be a student's; "" if it can."""
    # Files are called after it, and a file's name has at most 255 bytes.
    good = student.isprintable() and len(os.fsencode(student)) <= 200
    if not good or any(each in student for each in "<>&\"'`\\$%+:*?|{}"):
        return "its folder has a name with characters that no student id should have"
    return ""


def find(submitted: Path, student: str, set: str) -> Submission:
    """The submission of a student."""
    found = Submission(student)
    folder = submitted / student / set
    for place in (folder.parent, folder):
        if stat.S_ISLNK(os.lstat(place).st_mode) or not place.is_dir():
            found.reason = f"{place.name} is no folder but a link or a file"
            return found
    candidates = [
        each for each in _files(folder, DEPTH, found) if each.suffix == ".ipynb"
    ]
    wanted, best, room = folder / f"{set}.ipynb", None, SIZE_CAP
    others = len(candidates) - 1
    for path in sorted(candidates, key=lambda each: each != wanted):
        content, changed = _read(path, found) if room > 0 else (None, 0.0)
        if content is None:
            continue
        room -= len(content)
        rank = (content.count(b"grade_id"), changed)
        if best is None or rank > best:
            best, found.content, chosen = rank, content, path
        if path == wanted:
            break
    if best is None:
        found.reason = found.reason or "there is no notebook in the folder"
        return found
    if chosen != wanted:
        name = _shown(str(chosen.relative_to(folder)))
        found.notes.append(f"the notebook was called {name}")
    elif others:
        found.notes.append(f"{others} more notebooks lay beside it")
    changed = best[-1]
    found.timestamp = _timestamp(folder, changed, found)
    return found


def _shown(name: str) -> str:
    """A file's name as it may be shown anywhere: it is a stranger's."""
    return re.sub(r"[^\w ./()-]", "?", name)[:80]


def _notebooks_first(entry: os.DirEntry) -> tuple[bool, str]:
    return not entry.name.endswith(".ipynb"), entry.name


def _files(folder: Path, depth: int, found: Submission) -> list[Path]:
    """The regular files of a folder, those that are near first."""
    files, folders = [], []
    try:
        entries = sorted(os.scandir(folder), key=_notebooks_first)[:FILES]
    except OSError as error:
        found.notes.append(f"{_shown(folder.name)} cannot be read: {error.strerror}")
        return []
    for entry in entries:
        if entry.is_symlink():
            found.notes.append(f"{_shown(entry.name)} is a link, and was left out")
        elif entry.is_dir(follow_symlinks=False):
            folders.append(Path(entry.path))
        elif entry.is_file(follow_symlinks=False):
            files.append(Path(entry.path))
        else:
            found.notes.append(
                f"{_shown(entry.name)} is no ordinary file, and was left out"
            )
    for each in folders if depth > 1 else ():
        if not each.name.startswith("."):
            files += _files(each, depth - 1, found)
    return files


def _read(path: Path, found: Submission) -> tuple[bytes | None, float]:
    """A file's content and its time of change; None for what is no file to be read."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(number, "rb") as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise OSError("it is no ordinary file")
            if about.st_size > SIZE_CAP:
                raise OSError(f"it has more than {SIZE_CAP // 1_000_000} MB")
            return file.read(SIZE_CAP + 1), about.st_mtime
    except OSError as error:
        found.reason = f"{_shown(path.name)} cannot be read: {error.strerror or error}"
        return None, 0.0


def _timestamp(folder: Path, changed: float, found: Submission) -> datetime | None:
    """When it was handed in: as timestamp.txt says, or when the file was changed."""
    try:
        fallback = datetime.fromtimestamp(changed, UTC)
    except (ValueError, OverflowError, OSError):  # a time that no calendar has
        fallback = None
    path = folder / "timestamp.txt"
    if not os.path.lexists(path):
        return fallback
    content, _ = _read(path, Submission(""))
    try:
        when = _parsed((content or b"")[:100].decode().strip())
        if datetime(2000, 1, 1, tzinfo=UTC) < when <= datetime.now(UTC):
            found.told = True
            return when
    except (ValueError, OverflowError):
        pass
    found.notes.append("timestamp.txt holds no time at which this can be handed in")
    return fallback


def _parsed(text: str) -> datetime:
    """nbgrader writes "2026-11-21 13:00:00.000000 UTC"; ISO 8601 is read too."""
    when = datetime.fromisoformat(text.removesuffix("UTC").strip())
    return when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
