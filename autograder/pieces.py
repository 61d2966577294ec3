"""Pieces: what a student's code can replace in minigrad, and whose is plugged in.

Read: `OpPiece` and `SeamPiece` (what a piece is), `piece` (the decorator), then `Mine`
and `alone` (what is registered, and how a check plugs one piece in by itself).

A piece is plugged by replacing what minigrad looks up at each call, so that every alias
of it follows. The class object of an op never changes; its `forward` and `backward` do.
"""

import difflib
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType

from minigrad import Op
from minigrad.autograd.fast import fast_apply

from .told import Told


class PieceError(Told, ValueError):
    """Something was registered, or asked for, that is no piece."""


# -- what a piece is --------------------------------------------------------------


class OpPiece:
    """An operation: a class with static methods `forward` and `backward`."""

    kind = "op"

    def __init__(self, name: str, set: str, op: type[Op]) -> None:
        self.name, self.set, self.op = name, set, op
        self._reference = {
            method: inspect.getattr_static(op, method) for method in METHODS
        }

    def check_form(self, own: object) -> None:
        """PieceError if `own` cannot stand in for the op."""
        if not isinstance(own, type):
            raise PieceError(
                f"{self.name} is an operation: write it as a class with the static "
                "methods forward and backward."
            )
        if own is self.op:
            raise PieceError(
                f"This is minigrad's own {self.name}. Write a class {self.name} "
                "yourself, with @piece above it."
            )
        for method in METHODS:
            self._check_method(own, method)

    def _check_method(self, own: type, method: str) -> None:
        found = inspect.getattr_static(own, method, None)
        if found is None or found is inspect.getattr_static(Op, method):
            raise PieceError(
                f"{self.name} has no {method}: write it as a static method, "
                f"def {method}(ctx, {'grad' if method == 'backward' else '...'})."
            )
        function = getattr(own, method)
        if function is self._reference[method].__func__:
            raise PieceError(
                f"{self.name}.{method} is minigrad's own: write it yourself."
            )
        if not callable(function):
            raise PieceError(
                f"{self.name}.{method} is no function but an object of type "
                f"{type(function).__name__}."
            )
        first = next(iter(inspect.signature(function).parameters), None)
        if isinstance(found, classmethod) or first == "self":
            raise PieceError(
                f"{self.name}.{method} must be a static method: write @staticmethod "
                f"above it, and ctx as its first argument."
            )

    def adopt(self, own: type) -> None:
        """Give the student's class the options of the op, so that `apply` works.

        How many operands there are, and that they broadcast, is not theirs to say.
        """
        if issubclass(own, Op):
            for option in ("operands", "elementwise", "floats", "linear", "view"):
                setattr(own, option, getattr(self.op, option))
            own.apply = staticmethod(fast_apply(own))

    def parts(self, own: type) -> dict[str, Callable]:
        """The student's functions, by the name of what each replaces."""
        return {method: getattr(own, method) for method in METHODS}

    def plug(self, parts: dict[str, Callable]) -> None:
        """Let minigrad run on `parts`."""
        for method in METHODS:
            setattr(self.op, method, staticmethod(parts[method]))
        self.op.node_class._piece = True

    def unplug(self) -> None:
        """Put minigrad's own back."""
        for method, reference in self._reference.items():
            setattr(self.op, method, reference)
        self.op.node_class._piece = False


METHODS = ("forward", "backward")


class SeamPiece:
    """A function that minigrad looks up at each call, in a module or class."""

    kind = "seam"

    def __init__(
        self, name: str, set: str, owner: ModuleType | type, attribute: str = ""
    ) -> None:
        self.name, self.set = name, set
        self.owner, self.attribute = owner, attribute or name
        self._reference = inspect.getattr_static(owner, self.attribute)

    def check_form(self, own: object) -> None:
        """PieceError if `own` cannot stand in for the function."""
        if isinstance(own, type) or not callable(own):
            raise PieceError(f"{self.name} is a function: write def {self.name}(...).")
        if own is getattr(self._reference, "__func__", self._reference):
            raise PieceError(f"{self.name} is minigrad's own: write it yourself.")

    def adopt(self, own: Callable) -> None:
        """A function is used as it is."""

    def parts(self, own: Callable) -> dict[str, Callable]:
        """The student's function, by the name of what it replaces."""
        return {self.attribute: own}

    def plug(self, parts: dict[str, Callable]) -> None:
        """Let minigrad run on the function in `parts`."""
        setattr(self.owner, self.attribute, parts[self.attribute])

    def unplug(self) -> None:
        """Put minigrad's own back."""
        setattr(self.owner, self.attribute, self._reference)


Piece = OpPiece | SeamPiece


# -- what is registered -----------------------------------------------------------


@dataclass
class Mine:
    """A student's version of a piece. `state` is "written", "failed" or "passed"."""

    piece: Piece
    own: object
    state: str = "written"
    parts: dict[str, Callable] = field(default_factory=dict)

    def accept(self) -> None:
        """It passed: minigrad runs on it from now on."""
        self.state = "passed"
        self.piece.plug(self.parts)

    def reject(self) -> None:
        """It failed: minigrad runs on its own version."""
        self.state = "failed"
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
    known = catalogue()
    if name in known:
        return known[name]
    raise PieceError(f"There is no piece named {name}. {did_you_mean(name, known)}")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A sentence with the names that are spelt alike, and one with all names."""
    known = list(known)
    lower = {each.lower(): each for each in known}
    close = difflib.get_close_matches(name.lower(), lower, cutoff=0.5)
    guess = f"Did you mean {' or '.join(lower[each] for each in close)}? "
    return (guess if close else "") + f"There are {', '.join(known)}."


def catalogue() -> dict[str, Piece]:
    """Every piece there is, by name."""
    from .catalogue import PIECES

    return PIECES


def mine_of(name: str) -> Mine | None:
    """What a student registered under the name of a piece."""
    return _mine.get(name)


def is_plugged(name: str) -> bool:
    """True if minigrad runs on the student's version of a piece."""
    return name in _mine and _mine[name].state == "passed"


def forget_all() -> None:
    """Unplug everything and forget what was registered."""
    for mine in _mine.values():
        mine.piece.unplug()
    _mine.clear()


@contextmanager
def alone(target: Piece, parts: dict[str, Callable] | None) -> Iterator[None]:
    """minigrad with `parts` plugged into `target`, and nothing else of the student's.

    None stands for minigrad's own. What was plugged before is plugged again at the end.
    """
    plugged = [mine for mine in _mine.values() if mine.state == "passed"]
    for mine in plugged:
        mine.piece.unplug()
    try:
        if parts is not None:
            target.plug(parts)
        yield
    finally:
        target.unplug()
        for mine in plugged:
            mine.piece.plug(mine.parts)
