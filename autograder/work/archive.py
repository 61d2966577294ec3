"""All of a student's work in one file, and back again.

    python -m autograder backup [FILE]          backup("FILE")
    python -m autograder restore FILE           restore("FILE")

The file is a zip: notebooks and passed pieces below `work/`, and `manifest.json` with a
format number. Everything is restored into the student's folder, and nowhere else; what
was there and is different is kept beside it.

Read: `backup`, `collected` (what is taken), `restore`, `_checked` (what is refused).
"""

import html
import json
import os
import re
import time
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path, PurePosixPath

import minigrad

from ..notebook import IN_BROWSER
from .folder import (
    LECTURES,
    NAME,
    WorkError,
    beside,
    bring,
    digest,
    mark,
    needed_folder,
    read_state,
    root,
    shelf,
    write,
)
from .saving import EARLIER, SAVED

FORMAT = 1
MANIFEST, INSIDE = "manifest.json", "work/"
LARGEST, MOST = 200_000_000, 5_000  # bytes when unpacked, and files
# Folders that hold no work of a student's, and the lectures, which can be had again.
NOT_THEIRS = {"solutions", "tests", "docs", "tools", "autograded", "submitted"}
NOT_THEIRS |= {"feedback", "downloaded", "handouts", "build", "dist", NAME}
LECTURE = re.compile(r"course/\d\d_\w+\.ipynb")
PLACE = re.compile(rf"{SAVED}/({EARLIER}/)?[\w-]+\.json|(?!{SAVED}/).*\.ipynb")
UNSAFE = re.compile(r'[\x00-\x1f<>:"|?*\\]')


@dataclass
class Done:
    """What was done, in lines. In a notebook, a link to the file to download."""

    lines: list[str] = field(default_factory=list)
    file: Path | None = None

    def __repr__(self) -> str:
        return "\n".join(self.lines)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        text = "".join(f"<p>{html.escape(line)}</p>" for line in self.lines)
        if self.file is not None:
            link = Path(os.path.relpath(self.file)).as_posix()
            link = address_in_page(self.file) if IN_BROWSER else link
            text += (
                f'<p><a href="{html.escape(link)}" download>Download '
                f"{html.escape(self.file.name)}</a></p>"
            )
        return {"text/plain": repr(self), "text/html": text}


def address_in_page(file: Path) -> str:
    """An address of a file's content as it is now, while this kernel runs."""
    from js import URL, Blob
    from pyodide.ffi import to_js

    return URL.createObjectURL(Blob.new(to_js([file.read_bytes()])))


# -- into one file ----------------------------------------------------------------


def backup(file: str | os.PathLike | None = None) -> Done:
    """Put all your notebooks and passed pieces into one zip file.

    Left out, the file is `my_work-DATE.zip` in the folder of the course. WorkError if
    it is there already and is no backup, or if there is nothing to put in.
    """
    bring()
    files = collected()
    if not files:
        raise WorkError("There is no work of yours yet, so nothing to put into a file.")
    stamp = time.strftime("%Y-%m-%d")
    target = shelf() / f"{NAME}-{stamp}.zip" if file is None else Path(file)
    if target.is_dir():
        target = target / f"{NAME}-{stamp}.zip"
    if target.exists() and not _is_backup(target):
        raise WorkError(f"{target} is there, and is no backup: give another name.")
    write(target, _zipped(files))
    notebooks = sum(place.endswith(".ipynb") for place in files)
    passed = sum(PurePosixPath(place).parent.name == SAVED for place in files)
    return Done(
        [
            f"{target.name} holds {_count(notebooks, 'notebook')} and "
            f"{_count(passed, 'passed piece')}. Keep it somewhere else; restore() "
            "brings everything back. Notebooks are in it as they were saved last."
        ],
        target.resolve(),
    )


def collected() -> dict[str, bytes]:
    """Every file of the student's, by its place in the student's folder."""
    own, course = needed_folder(), root()
    known = read_state(own)
    if IN_BROWSER:  # where no start.py has copied the lectures
        for each in (course / LECTURES).glob("*.ipynb"):
            place = LECTURES + each.name
            known[place] = mark(place, each.read_bytes())
    found = {
        place: content
        for each in _files(own)
        if PLACE.fullmatch(place := each.relative_to(own).as_posix())
        and (
            mark(place, content := each.read_bytes()) != known.get(place)
            or not place.startswith(LECTURES)
        )
    }
    for each in _files(course, skip=NOT_THEIRS):
        place = each.relative_to(course).as_posix()
        if each.suffix != ".ipynb" or LECTURE.fullmatch(place):
            continue
        if own in each.parents or place.startswith("exercises/"):
            continue  # `bring` has fetched what was done there
        content = each.read_bytes()
        if content not in found.values():
            found[_free(place, found)] = content
    return found


def _files(folder: Path, skip: Iterable[str] = ()) -> list[Path]:
    """The files below a folder, in order, without hidden ones, links, and `skip`."""
    found = []
    for here, folders, names in os.walk(folder):
        left_out = skip if Path(here) == folder else ()
        folders[:] = sorted(
            each for each in folders if each[0] != "." and each not in left_out
        )
        paths = (Path(here, name) for name in sorted(names) if name[0] != ".")
        found += [path for path in paths if path.is_file() and not path.is_symlink()]
    return found


def _free(place: str, taken: dict) -> str:
    path, number = PurePosixPath(place), 1
    while place in taken:
        number += 1
        place = str(path.with_name(f"{path.stem}-{number}{path.suffix}"))
    return place


def _zipped(files: dict[str, bytes]) -> bytes:
    manifest = {
        "format": FORMAT,
        "minigrad": minigrad.__version__,
        "made": time.strftime("%Y-%m-%d %H:%M"),
    }
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr(MANIFEST, json.dumps(manifest, indent=1))
        for place, content in files.items():
            zipped.writestr(INSIDE + place, content)
    return out.getvalue()


def _is_backup(path: Path) -> bool:
    try:
        _checked(path)
    except WorkError:
        return False
    return True


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


# -- and back ---------------------------------------------------------------------


def restore(file: str | os.PathLike | None = None) -> Done:
    """Bring back what is in a backup; without a name, in the newest one here.

    WorkError if the file is no backup, or is damaged; then nothing is changed. What
    stands in the place of a file and differs from it is kept beside it.
    """
    path = _newest() if file is None else Path(file)
    files = _checked(path)
    own = needed_folder()
    state = read_state(own)
    done, same, kept = [], 0, []
    for place, content in files.items():
        target = own / place
        old = target.read_bytes() if target.exists() else None
        if old == content:
            same += 1
            continue
        if old is not None and mark(place, old) != state.get(place):
            moved = _moved(target, old)
            kept.append(f"{place}: what was here is {moved.relative_to(own)} now.")
        write(target, content)
        done.append(place)
    line = f"Restored {_count(len(done), 'file')} from {path.name} into {own.name}/"
    if same:
        line += f"; {same} more {'was' if same == 1 else 'were'} as they are in it"
    return Done([line + ".", *kept])


def _moved(target: Path, old: bytes) -> Path:
    """Copy the old content to a name of its own, before it is replaced."""
    if target.suffix == ".json":
        moved = target.parent / EARLIER / f"{target.stem}-{digest(old)[:8]}.json"
    else:
        moved = beside(target, "before-restore")
    write(moved, old)
    return moved


def _newest() -> Path:
    here = {*shelf().glob(f"{NAME}*.zip"), *Path.cwd().glob(f"{NAME}*.zip")}
    if not here:
        raise WorkError(
            f"There is no {NAME}….zip here. Upload your backup (the arrow above the "
            'list of files), or give its name: restore("FILE").'
        )
    return max(here, key=lambda each: (each.stat().st_mtime, each.name))


def _checked(path: Path) -> dict[str, bytes]:
    """The files of a backup, after everything about it was looked at. WorkError."""
    try:
        with zipfile.ZipFile(path) as zipped:
            return _contents(zipped, path.name)
    except FileNotFoundError:
        raise WorkError(f"There is no file {path}.") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise _refused(path.name, f"it cannot be read ({reason})") from None


def _contents(zipped: zipfile.ZipFile, name: str) -> dict[str, bytes]:
    listed = [each for each in zipped.infolist() if not each.is_dir()]
    if len(listed) > MOST or sum(each.file_size for each in listed) > LARGEST:
        raise _refused(
            name, f"it is too large (more than {LARGEST // 10**6} MB or {MOST} files)"
        )
    names = [each.filename for each in listed]
    if len({each.casefold() for each in names}) < len(names):
        raise _refused(name, "two files in it have one name")
    if MANIFEST not in names:
        raise _refused(name, "it was not made by backup()")
    _check_format(zipped.read(MANIFEST), name)
    names.remove(MANIFEST)
    for each in names:
        if not (each.startswith(INSIDE) and _is_safe(each.removeprefix(INSIDE))):
            raise _refused(name, f"it has a file outside of your work: {each!r}")
    return {each.removeprefix(INSIDE): zipped.read(each) for each in names}


def _check_format(manifest: bytes, name: str) -> None:
    try:
        number = json.loads(manifest)["format"]
    except (ValueError, TypeError, KeyError):
        raise _refused(name, "it was not made by backup()") from None
    if number != FORMAT:
        raise _refused(name, f"its format is {number}, and this course reads {FORMAT}")


def _is_safe(place: str) -> bool:
    """True for a notebook or a piece inside of the student's folder."""
    parts = place.split("/")
    return (
        PLACE.fullmatch(place) is not None
        and not UNSAFE.search(place)
        and not any(part in ("", ".", "..") or part[0] == "." for part in parts)
        and not any(part != part.strip(" .") for part in parts)
    )


def _refused(name: str, reason: str) -> WorkError:
    return WorkError(f"{name} is not restored: {reason}. Nothing was changed.")
