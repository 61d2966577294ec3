"""Which file is a student's submission, read without trusting anything about it.

    submitted/STUDENT/ps2/ps2.ipynb

Only regular files count: links, devices and pipes are left alone, and no path leads
out of the student's folder. A notebook by another name, or in a folder further down,
is found; of several, the one with most of the release's cells; so is one that lies
beside the folder, or in an archive that backup() made.

Read: `Submission`, `students`, `find`.
"""

import hashlib
import os
import re
import stat
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from ..work.folder import WorkError

SIZE_CAP = 64_000_000  # bytes
DEPTH = 3  # folders below the student's
FILES = 200  # looked at in a student's folder
_ODD = "<>&\"'`\\$%+:*?|{}"  # in a folder's name
ENTRIES = 5_000  # of an archive that is opened
UNWRITTEN = (b"raise NotImplementedError(", b"*Replace this line with your answer.*")
_PLACES = ("", ".ipynb")  # the set's folder, or its notebook without it


@dataclass
class Submission:
    """What a student handed in. `content` is None if there is no notebook; `reason`
    then says why. `file` is what its notebook is called, `notes` what had to be put
    right on the way. `told`: the time is from timestamp.txt, and not the file's."""

    student: str
    content: bytes | None = None
    reason: str = ""
    file: str = ""
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
        if not name.startswith(".")
        and any(os.path.lexists(submitted / name / f"{set}{end}") for end in _PLACES)
    ]
    if not found:
        raise WorkError(
            f"nobody handed in {set}: {submitted} has no STUDENT/{set}/{set}.ipynb"
        )
    return found


def misplaced(submitted: Path, set: str, known: list[str]) -> Iterator[str]:
    """Files of students without a submission that are in no set's folder."""
    for entry in os.scandir(submitted):
        path = Path(entry.path)
        if id_of(entry.name) not in known and entry.is_dir(follow_symlinks=False):
            each = sorted(each.name for each in path.glob("*.*"))[:FILES]
            if found := [f for f in each if f.endswith((".ipynb", ".zip"))]:
                yield _shown(f"{entry.name}/{found[0]}")


def bad_name(student: str) -> str:
    """Why a folder's name cannot be a student's; "" if it can."""
    # Files are called after it, and a file's name has at most 255 bytes.
    if len(os.fsencode(student)) > 200:
        return "the name of its folder is too long"
    if not student.isprintable() or any(each in student for each in _ODD):
        return "its folder has a name with characters that no student id should have"
    return ""


def id_of(student: str) -> str:
    """A folder's name; or what stands for it in the gradebook and in files' names."""
    if not bad_name(student):
        return student
    number = hashlib.sha256(os.fsencode(student)).hexdigest()[:8]
    return f"{re.sub(r'[^a-zA-Z0-9_-]', '_', student)[:40]}-{number}"


def find(submitted: Path, student: str, set: str) -> Submission:
    """The submission of a student."""
    found = Submission(id_of(student), reason=bad_name(student))
    if found.reason:
        return found
    folder = submitted / student / set
    beside = not os.path.lexists(folder)
    for place in (folder.parent,) if beside else (folder.parent, folder):
        if stat.S_ISLNK(os.lstat(place).st_mode) or not place.is_dir():
            found.reason = f"{place.name} is no folder but a link or a file"
            return found
    if beside:
        folder = folder.parent
        files = [folder / f"{set}.ipynb"]
        found.notes.append(f"the notebook lay beside the folder {set}, not in it")
    else:
        files = _files(folder, DEPTH, found)
    wanted, room, best, answers = folder / f"{set}.ipynb", SIZE_CAP, None, {}
    notebooks = [each for each in files if each.suffix == ".ipynb"]
    for path in sorted(notebooks, key=lambda each: each != wanted):
        content, changed = _read(path, found) if room > 0 else (None, 0.0)
        if content is None:
            continue
        room -= len(content)
        rank = (path == wanted, content.count(b"grade_id"), changed)
        answers[path] = rank[1] - sum(map(content.count, UNWRITTEN))
        if best is None or rank > best:
            best, found.content, chosen = rank, content, path
    if best is None:
        return _from_backup(folder, files, set, found)
    name = found.file = _shown(str(chosen.relative_to(folder)))
    if chosen != wanted:
        found.notes.append(f"the notebook was called {name}")
    others = [each for each in notebooks if each != chosen]
    if others and chosen == wanted:
        found.notes.append(f"other notebooks that lay beside it: {len(others)}")
    more = max(others, key=lambda each: answers.get(each, 0), default=chosen)
    if answers.get(more, 0) > answers[chosen]:
        other = _shown(str(more.relative_to(folder)))
        found.notes.append(f"{other}, which lay there too, has more answers")
    found.timestamp = _timestamp(folder, best[-1], found)
    return found


def _from_backup(folder: Path, files: list, set: str, found: Submission) -> Submission:
    """The notebook of the set in an archive that lies in the folder."""
    room = SIZE_CAP
    for path in (each for each in files if each.suffix.lower() == ".zip"):
        content, changed = _read(path, found) if room > 0 else (None, 0.0)
        room -= len(content or b"")
        if (inside := packed(content or b"", set)) is not None:
            found.content, name = inside, _shown(path.name)
            found.file = f"{set}.ipynb in {name}"
            found.notes.append(f"the notebook was taken out of {name}")
            found.timestamp = _timestamp(folder, changed, found)
            return found
    found.reason = found.reason or "there is no notebook in the folder"
    return found


def packed(archive: bytes, set: str) -> bytes | None:
    """The notebook of a set in an archive, such as backup() makes."""
    if archive.count(b"PK\1\2") > ENTRIES:
        return None
    try:
        with zipfile.ZipFile(BytesIO(archive)) as opened:
            names = (n for n in opened.namelist() if f"/{n}".endswith(f"/{set}.ipynb"))
            with opened.open(min(names, key=len)) as file:
                return file.read(SIZE_CAP)
    except Exception:  # no such file in it, or whatever a broken archive leads to
        return None


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
        name = _shown(entry.name)
        if entry.is_symlink():
            found.notes.append(f"{name} is a link, and was left out")
        elif entry.is_dir(follow_symlinks=False):
            folders.append(Path(entry.path))
        elif entry.is_file(follow_symlinks=False):
            files.append(Path(entry.path))
        else:
            found.notes.append(f"{name} is no ordinary file, and was left out")
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
