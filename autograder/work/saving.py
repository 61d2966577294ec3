"""Pieces that passed, kept in the student's folder, and loaded again.

Read: `save` (after a check), `use_mine` (in a later notebook), `Loaded`, `load`.

- What is kept is the text of the student's code (`pieces.source`), in a file of JSON
  per piece. It is replaced at once, so that two notebooks never leave half a file; an
  earlier version that was different stays in `pieces/earlier/`.
- A failing check changes nothing here: what is kept is the last version that passed.
- A file is trusted if it is as `save` wrote it (`digest`) and the checks are those
  that it passed (`checks`). Then loading costs a millisecond; checking thirty pieces
  at the start of each notebook would cost ten seconds. If somebody edited the file, or
  the course was updated, the piece is checked again on the recorded inputs.
- Whatever is wrong with a file, minigrad goes on with its own version, and a line says
  so. Nothing that a file holds makes `use_mine` raise.
"""

import json
import warnings
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import minigrad

from ..check import programs, references
from ..check.running import run_recorded
from ..notebook import IN_BROWSER, in_notebook, shell
from ..pieces import registry, spares
from ..pieces.catalogue import PIECES
from ..pieces.registry import Mine
from ..pieces.source import CannotKeep, made_anew, taken_down
from .folder import bring, digest, folder, write, write_json

FORMAT = 1
SAVED, EARLIER = "pieces", "earlier"


# -- saving -----------------------------------------------------------------------


def save(mine: Mine) -> str | None:
    """Keep a piece that passed. Answers why it could not be kept; None if it was."""
    place = place_of(mine.piece.name)
    if place is None:
        return None
    try:
        record = _record(mine)
        made_anew(mine.piece.name, record, "saved")
        _write(place, record)
    except CannotKeep as reason:
        return f"it could not be saved for later notebooks: {reason}."
    except Exception as error:
        kind = type(error).__name__
        return f"it could not be saved for later notebooks: {kind}: {error}"
    return None


def place_of(name: str) -> Path | None:
    """The file of a saved piece, there or not; None where nothing may be kept."""
    own = folder()
    return own and own / SAVED / f"{name}.json"


def _record(mine: Mine) -> dict:
    record = {
        "format": FORMAT,
        "piece": mine.piece.name,
        "set": mine.piece.set,
        "minigrad": minigrad.__version__,
        "checks": checks_of(mine.piece.set),
        **taken_down(mine.own),
    }
    return {**record, "digest": _digest(record)}


def _digest(record: dict) -> str:
    content = {key: value for key, value in record.items() if key != "digest"}
    return digest(json.dumps(content, sort_keys=True).encode())


@cache
def checks_of(set: str) -> str:
    """What stands for the checks of a set: another value after an update of them."""
    files = [*programs.files_of(set), references.FOLDER / f"{set}.npz"]
    content = b"".join(each.read_bytes() for each in files)
    return digest(content + minigrad.__version__.encode())


def _write(place: Path, record: dict) -> None:
    if place.exists():
        old = place.read_bytes()
        if _code(old) == record["code"]:
            if _read(old) == record:
                return
        else:
            kept = f"{place.stem}-{digest(old)[:8]}.json"
            write(place.parent / EARLIER / kept, old)
    write_json(place, record)


def _read(content: bytes) -> object:
    try:
        return json.loads(content)
    except ValueError:
        return None


def _code(content: bytes) -> object:
    record = _read(content)
    return record.get("code") if isinstance(record, dict) else None


# -- loading ----------------------------------------------------------------------


@dataclass
class Loaded:
    """What `use_mine` did: the pieces that minigrad runs on, and a line for others."""

    names: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        if self.names:
            said = f"minigrad runs on your {', '.join(self.names)}."
        else:
            said = "minigrad runs on its own pieces."
        return "\n".join([said, *self.notes])


class Unusable(Exception):
    """Why a saved piece cannot be used."""


def offer() -> None:
    """Say in a new notebook that there are saved pieces, and how to take them."""
    if IN_BROWSER:  # where no start.py says what is new
        print(*bring(), sep="\n", end="")
    count = len(saved()) if in_notebook() else 0
    if count:
        # Notebooks from before its first cell imported this do not know the name.
        shell().user_ns.setdefault("use_mine", use_mine)
        are = "piece of yours is" if count == 1 else "pieces of yours are"
        it = "it" if count == 1 else "them"
        print(f"{count} {are} saved: use_mine() loads {it}.")


def use_mine(*names: str) -> Loaded:
    """Let minigrad run on your pieces that passed in other notebooks.

    All of them, or those that are named. What this notebook has of its own stays. A
    piece that is missing or broken is replaced by minigrad's own, and that is told.
    PieceError for a name that no piece has.
    """
    for name in names:
        registry.find(name)
    loaded = Loaded()
    if folder() is None:
        loaded.notes.append("Saved pieces are not used here.")
        return loaded
    kept = saved()
    wanted = names or [name for name in PIECES if name in kept]
    if not wanted:
        loaded.notes.append("None of yours is saved yet: a piece is when it passes.")
    for name in wanted:
        mine = registry.mine_of(name)
        if mine is None:
            note = _load_or_say(name)
        elif mine.state == "passed":
            note = None
        else:
            note = (
                f"{name}: this notebook has one that did not pass, which was left "
                f"alone; {_instead(name)}."
            )
        if note:
            loaded.notes.append(note)
        else:
            loaded.names.append(name)
    return loaded


def _load_or_say(name: str) -> str | None:
    """Load a piece; a line if that cannot be done."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            load(name)
    except Unusable as reason:
        said = str(reason)
    except KeyboardInterrupt:
        said = "loading it was interrupted"
    except (Exception, SystemExit) as error:
        said = f"it does not run: {type(error).__name__}: {error}".split("\n")[0]
        # Perhaps it was written for an earlier version of the course.
        said += f" (run its cell in {registry.find(name).set} again)"
    else:
        return None
    registry.forget(name)
    return f"{name}: {said}; {_instead(name)}."


def _instead(name: str) -> str:
    """What minigrad does without a student's piece."""
    if spares.has(name):
        return "this folder leaves it to you, so minigrad has none"
    return "minigrad uses its own"


def load(name: str) -> Mine:
    """Plug in a saved piece. Unusable, or what its code raises, if it is none."""
    record = _checked_record(name)
    own = made_anew(name, record, f"your saved {name}")
    if getattr(own, "__name__", None) != name:
        raise Unusable(f"its file {place_of(name).name} holds no piece")
    mine = registry.register(own)
    mine.is_loaded = True
    if record.get("digest") != _digest(record):
        changed = "its file was changed"
    elif record.get("checks") != checks_of(mine.piece.set):
        changed = "the course was updated"
    else:
        changed = ""
    if changed:
        _check_again(mine, changed)
        save(mine)
    mine.accept()
    return mine


def _check_again(mine: Mine, changed: str) -> None:
    if not all(run.agrees for run in run_recorded(mine)):
        raise Unusable(
            f"{changed}, and it differs from PyTorch now. Check it again in "
            f"{mine.piece.set}"
        )


def _checked_record(name: str) -> dict:
    try:
        record = _read(place_of(name).read_bytes())
    except FileNotFoundError:
        raise Unusable("none of yours is saved") from None
    fits = isinstance(record, dict) and record.get("piece") == name
    fits = fits and isinstance(record.get("code"), list)
    if not fits or not isinstance(record.get("names"), dict):
        raise Unusable(f"its file {place_of(name).name} holds no piece")
    if record.get("format") != FORMAT:
        raise Unusable("it was saved by another version of the course")
    return record


def saved() -> set[str]:
    """The names of the pieces that are saved."""
    own = folder()
    return (
        {each.stem for each in own.glob(f"{SAVED}/*.json")} & {*PIECES}
        if own
        else set()
    )
