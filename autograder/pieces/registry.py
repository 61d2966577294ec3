"""Pieces: what a student registered, and whose version minigrad runs on.

Read: `piece` (the decorator), `register`, `Mine` (what is registered), then `alone`:
how a check plugs one piece in by itself. What a piece is stands in `kinds`.
"""

import difflib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from . import spares
from .catalogue import PIECES
from .kinds import Piece, PieceError, modes_kept

# -- what is registered -----------------------------------------------------------


@dataclass
class Mine:
    """A student's version of a piece. `state` is "written", "failed" or "passed".

    `state` is "empty" for one that was checked with a blank in it. `is_loaded` is True
    for one that passed in another notebook.
    """

    piece: Piece
    own: object
    state: str = "written"
    parts: dict[str, Callable] = field(default_factory=dict)
    is_loaded: bool = False

    def accept(self) -> None:
        """It passed: minigrad runs on it from now on."""
        self.state = "passed"
        self.piece.plug(self.parts)

    def reject(self, state: str = "failed") -> None:
        """It failed: minigrad runs on its own version."""
        self.state = state
        self.piece.unplug()


_mine: dict[str, Mine] = {}


def piece(own):
    """Register a class or function as your version of the piece of that name.

    Use it as a decorator, then call `check`. An earlier version of the same name is
    unplugged. PieceError says what is wrong with the name or the form.
    """
    register(own)
    return own


def register(own: object) -> Mine:
    """Put `own` in the place of what was registered under its name."""
    target = find(getattr(own, "__name__", type(own).__name__))
    target.check_form(own)
    target.adopt(own)
    target.unplug()
    mine = _mine[target.name] = Mine(target, own, parts=target.parts(own))
    return mine


def find(name: str) -> Piece:
    """The piece of this name. PieceError names those that are spelt alike."""
    if name in PIECES:
        return PIECES[name]
    raise PieceError(f"There is no piece named {name}. {did_you_mean(name, PIECES)}")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The names that are spelt alike; all names if none is."""
    known = list(known)
    lower = {each.lower(): each for each in known}
    close = difflib.get_close_matches(name.lower(), lower, cutoff=0.5)
    if close:
        return f"Did you mean {' or '.join(lower[each] for each in close)}?"
    return f"There are {', '.join(known)}."


def mine_of(name: str) -> Mine | None:
    """What a student registered under the name of a piece."""
    return _mine.get(name)


def is_plugged(name: str) -> bool:
    """True if minigrad runs on the student's version of a piece."""
    return name in _mine and _mine[name].state == "passed"


def forget(name: str) -> None:
    """Unplug what was registered under a name, and forget it."""
    if mine := _mine.pop(name, None):
        mine.piece.unplug()


def forget_all() -> None:
    """Unplug everything and forget what was registered."""
    for mine in _mine.values():
        mine.piece.unplug()
    _mine.clear()


@contextmanager
def alone(target: Piece, parts: dict[str, Callable] | None) -> Iterator[None]:
    """minigrad with `parts` plugged into `target`, and nothing else of the student's.

    None stands for minigrad's own. In a handout, whose pieces are cut out, spares take
    the place of those. What was plugged before is plugged again at the end, and grad
    mode is as it was.
    """
    plugged = [mine for mine in _mine.values() if mine.state == "passed"]
    with ExitStack() as stack:
        for mine in plugged:
            stack.callback(mine.piece.plug, mine.parts)
        for mine in plugged:
            mine.piece.unplug()
        stack.enter_context(_with_spares())
        stack.enter_context(modes_kept())
        if parts is not None:
            stack.callback(target.unplug)
            stack.callback(setattr, target, "is_judged", target.is_judged)
            target.is_judged = True
            target.plug(parts)
        yield


@contextmanager
def whole() -> Iterator[None]:
    """minigrad with all of the student's that has passed; in a handout, with spares for
    the rest."""
    plugged = [mine for mine in _mine.values() if mine.state == "passed"]
    with ExitStack() as stack:
        for mine in plugged:
            stack.callback(mine.piece.plug, mine.parts)
        stack.enter_context(_with_spares())
        stack.enter_context(modes_kept())
        for mine in plugged:
            mine.piece.plug(mine.parts)
        yield


@contextmanager
def _with_spares() -> Iterator[None]:
    """minigrad whole, where this is a handout."""
    with ExitStack() as stack:
        for name, parts in spares.parts().items():
            stack.callback(PIECES[name].unplug)
            PIECES[name].plug(parts, theirs=False)
        yield
