"""A student's own folder, `my_work`: what stands in it, and what never happens to it.

    my_work/ps2/ps2.ipynb      the notebook that the student works in
    my_work/course/            the lectures, copied by start.py (`tools/copies.py`)
    my_work/pieces/Mul.json    a piece that passed (`saving`)
    my_work/releases.json      which release each notebook was copied from

It lies beside `exercises/`, and git ignores it. `exercises/` is the release, which an
update of the course may replace; `bring` copies it here. A file of the student's is
never replaced: a new release is put beside the old one, and a notebook that was filled
in inside `exercises/` is fetched.

Read: `folder`, `write` (atomic), `bring`.
"""

import contextlib
import hashlib
import json
import os
import secrets
import shutil
from pathlib import Path

from ..notebook import IN_BROWSER, PlainError

VARIABLE = "MINIGRAD_WORK"  # another folder; empty: nothing is saved or loaded
NAME = "my_work"
STATE = "releases.json"
LECTURES = "course/"
NOTE = "your-copy"  # the cell in which a lecture says where its copy is


class WorkError(PlainError, ValueError):
    """Something about the student's folder cannot be done as it was asked for."""


# -- where it is ------------------------------------------------------------------


def root() -> Path:
    """The folder of the course: the nearest above here that has `exercises`.

    Else the one that minigrad was installed from, else the folder one is in.
    """
    here = Path.cwd()
    source = Path(__file__).resolve().parents[2]
    for each in (source,) if IN_BROWSER else (here, *here.parents, source):
        if (each / "exercises").is_dir():
            return each
    return here


def folder() -> Path | None:
    """The student's folder, which may not exist yet; None if nothing may be kept.

    nbgrader's runs keep nothing: a notebook is graded by what stands in it.
    """
    if os.environ.get("NBGRADER_EXECUTION"):
        return None
    given = os.environ.get(VARIABLE)
    if given is None:
        return root() / NAME
    return Path(given).expanduser() if given else None


def shelf() -> Path:
    """Where a backup is put and looked for: above `my_work`; in a browser, inside."""
    return needed_folder() if IN_BROWSER else root()


def needed_folder() -> Path:
    """The student's folder. WorkError where nothing may be kept."""
    found = folder()
    if found is None:
        raise WorkError(
            f"Nothing is saved or restored here: nbgrader runs this notebook, or "
            f"{VARIABLE} is empty. Unset it, or set it to a folder."
        )
    return found


# -- writing ----------------------------------------------------------------------


def write(path: Path, content: bytes) -> None:
    """Write a file at once: who reads it meets the old content or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{secrets.token_hex(8)}.new")
    try:
        with open(new, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def write_json(path: Path, value: object) -> None:
    write(path, (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode())


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def beside(path: Path, what: str) -> Path:
    """A name beside `path` that is free: `ps2-before-restore.ipynb`, then `…-2`."""
    number, mark = 1, f"{path.stem}-{what}"
    while (found := path.with_name(f"{mark}{path.suffix}")).exists():
        number += 1
        mark = f"{path.stem}-{what}-{number}"
    return found


# -- the releases -----------------------------------------------------------------


def bring() -> list[str]:
    """Copy the release into the student's folder where that loses nothing.

    Answers a line for each thing that the student should know. In a browser, whose
    every look at a file takes time, of the set that one is in.
    """
    own, told = folder(), []
    if own is None:
        return told
    state = read_state(own)
    releases = root() / "exercises"
    sets = Path.cwd().name if IN_BROWSER else "ps*"
    for release in sorted(releases.glob(f"{sets}/*")):
        place = release.relative_to(releases)
        if release.is_file() and not release.name.startswith("."):
            told += _bring(release, own / place, place.as_posix(), state)
    if state != read_state(own):
        write_json(own / STATE, state)
    return told


def read_state(own: Path) -> dict[str, str]:
    """The digest of the release that each file was copied from, by its place."""
    try:
        state = json.loads((own / STATE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return state if isinstance(state, dict) else {}


def _bring(release: Path, mine: Path, place: str, state: dict[str, str]) -> list[str]:
    content = release.read_bytes()
    if was_run(content):
        return _fetch(release, mine, content, place)
    if (mine.parents[1] / LECTURES).is_dir():
        content = content.replace(b"](../../course/", b"](../course/")
    return update(mine, content, place, state)


def mark(place: str, content: bytes) -> str:
    """What a file is known by. Of a notebook its texts: opened or run is unchanged."""
    if place.endswith(".ipynb"):
        with contextlib.suppress(ValueError, TypeError, KeyError):
            sources = ["".join(cell["source"]) for cell in json.loads(content)["cells"]]
            return digest(json.dumps(sources).encode())
    return digest(content)


def update(mine: Path, content: bytes, place: str, state: dict[str, str]) -> list[str]:
    """Put what is new in the place of what nobody changed, or else beside it."""
    new, known = mark(place, content), state.get(place)
    state[place] = new
    if not mine.exists():
        write(mine, content)
        return []
    if known in (new, digest(content)):  # digests: before November 2026
        return []
    kept = mine.read_bytes()
    same = mark(place, kept)
    if new == same:
        return []
    if known in (same, digest(kept)):
        write(mine, content)
        return [f"{place}: you had not changed it, and it is the new release now."]
    put = beside(mine, "new-release")
    write(put, content)
    return [
        f"{place}: yours is as it was. There is a new release, which lies beside it: "
        f"{put.name}"
    ]


def _fetch(release: Path, mine: Path, content: bytes, place: str) -> list[str]:
    """Keep a notebook that somebody worked in where the release stands."""
    if any(each.read_bytes() == content for each in mine.parent.glob("*.ipynb")):
        return []
    target = beside(mine, "from-exercises") if mine.exists() else mine
    write(target, content)
    shutil.copystat(release, target)
    return [
        f"exercises/{place} was filled in. An update of the course replaces that file, "
        f"so it was copied: work in {NAME}/{place.partition('/')[0]}/{target.name}"
    ]


def misplaced() -> str | None:
    """What to tell somebody who works where the release stands; None elsewhere."""
    release = root() / "exercises"
    if folder() is None or release not in Path.cwd().parents:
        return None
    return (
        "this notebook lies in exercises/, which an update of the course may replace. "
        f"Work on its copy in {NAME}/, which python3 start.py or python -m autograder "
        "work makes from it."
    )


def was_run(content: bytes) -> bool:
    """True for a notebook with results: a release has none."""
    try:
        cells = json.loads(content)["cells"]
        return any(cell.get("outputs") or cell.get("execution_count") for cell in cells)
    except (ValueError, TypeError, KeyError, AttributeError):
        return False
