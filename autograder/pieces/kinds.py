"""What a piece is: a part of minigrad whose code a student's can replace.

Read: `OpPiece` (an operation), `SeamPiece` (a function), `MethodsPiece` (a class whose
methods count), `away` and `modes_kept`. A piece that is not `in_minigrad` is checked
like the others, and then left alone: minigrad has no such part. While `is_judged` its
guard looks for what would cost too much at every pass.

A piece is plugged by replacing what minigrad looks up at each call, so that every alias
of it follows. The class object of an op never changes; its `forward` and `backward` do.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import ModuleType

from minigrad import Op, is_grad_enabled
from minigrad.core import op as core
from minigrad.core.mode import mode

from ..notebook import PlainError
from ..variant import shown
from .rules import Violation

Parts = dict[str, Callable]


class PieceError(PlainError, ValueError):
    """Something was registered, or asked for, that is no piece."""


class OpPiece:
    """An operation: a class with static methods `forward` and `backward`."""

    kind, in_minigrad, is_judged = "op", True, False

    def __init__(self, name: str, set: str, op: type[Op]) -> None:
        self.name, self.set, self.op = shown(name), set, op
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
            for option in OPTIONS:
                setattr(own, option, getattr(self.op, option))
            own.apply = staticmethod(core.make_apply(own))

    def parts(self, own: type) -> Parts:
        """The student's functions, by the name of what each replaces."""
        return {method: getattr(own, method) for method in METHODS}

    reference_parts = parts

    @property
    def functions(self) -> list[Callable]:
        """minigrad's own."""
        return [each.__func__ for each in self._reference.values()]

    def plug(self, parts: Parts, theirs: bool = True) -> None:
        """Let minigrad run on `parts`; its nodes are marked if these are `theirs`."""
        for method in METHODS:
            setattr(self.op, method, staticmethod(parts[method]))
        self.op.node_class._piece = theirs

    def unplug(self) -> None:
        """Put minigrad's own back."""
        for method, reference in self._reference.items():
            setattr(self.op, method, reference)
        self.op.node_class._piece = False


METHODS = ("forward", "backward")
OPTIONS = ("operands", "elementwise", "floats", "linear", "tensors", "is_view")


class SeamPiece:
    """A function that minigrad looks up at each call, in a module or class."""

    kind, in_minigrad, is_judged = "seam", True, False

    def __init__(
        self, name: str, set: str, owner: ModuleType | type, attribute: str = ""
    ) -> None:
        self.name, self.set = shown(name), set
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

    def parts(self, own: Callable) -> Parts:
        """The student's function, by the name of what it replaces."""
        return {self.attribute: own}

    reference_parts = parts  # also where `parts` puts a guard before a student's

    @property
    def functions(self) -> list[Callable]:
        """minigrad's own."""
        return [getattr(self._reference, "__func__", self._reference)]

    def plug(self, parts: Parts, theirs: bool = True) -> None:
        """Let minigrad run on the function in `parts`. No node shows it."""
        setattr(self.owner, self.attribute, parts[self.attribute])

    def unplug(self) -> None:
        """Put minigrad's own back."""
        setattr(self.owner, self.attribute, self._reference)


class MethodsPiece:
    """A class of which some methods are written; minigrad's class object stays.

    Each object of minigrad's class has one of the student's beside it, which is the
    `self` of these methods. An `__init__` of theirs never runs.
    """

    kind, in_minigrad, is_judged = "methods", True, False

    def __init__(
        self, name: str, set: str, owner: type, methods: tuple[str, ...]
    ) -> None:
        self.name, self.set, self.owner, self.methods = name, set, owner, methods
        self._reference = {
            method: vars(owner)[method] for method in methods if method in vars(owner)
        }

    def check_form(self, own: object) -> None:
        """PieceError if `own` cannot stand in for the class."""
        if not isinstance(own, type):
            raise PieceError(
                f"{self.name} is a class: write it with the methods "
                f"{' and '.join(self.methods)}."
            )
        if own is self.owner or issubclass(own, self.owner):
            raise PieceError(f"{self.name} is minigrad's own: write it yourself.")
        if "__init__" in vars(own):
            raise PieceError(
                f"{self.name} is made by minigrad, which never calls your __init__: "
                f"do everything in {' and '.join(self.methods)}."
            )
        for method in self.methods:
            found = inspect.getattr_static(own, method, None)
            if not inspect.isfunction(found):
                raise PieceError(
                    f"{self.name} has no method {method}: write def {method}(self"
                    f"{', *exc_info' if method == '__exit__' else ''})."
                )
            if found is inspect.getattr_static(self.owner, method):
                raise PieceError(
                    f"{self.name}.{method} is minigrad's own: write it yourself."
                )

    def adopt(self, own: type) -> None:
        """A class is used as it is."""

    def parts(self, own: type) -> Parts:
        """The student's methods, by name."""
        return {method: _beside(own, getattr(own, method)) for method in self.methods}

    def reference_parts(self, own: type) -> Parts:
        """Methods that are those of minigrad's class itself."""
        return {method: getattr(own, method) for method in self.methods}

    @property
    def functions(self) -> list[Callable]:
        """minigrad's own."""
        found = self._reference.values()
        return [getattr(each, "__func__", each) for each in found]

    def plug(self, parts: Parts, theirs: bool = True) -> None:
        """Let minigrad run on `parts`. No node shows it."""
        for method in self.methods:
            setattr(self.owner, method, parts[method])

    def unplug(self) -> None:
        """Put minigrad's own back: those of its base class where it has none."""
        for method in self.methods:
            if method in self._reference:
                setattr(self.owner, method, self._reference[method])
            elif method in vars(self.owner):
                delattr(self.owner, method)


def _beside(own: type, method: Callable) -> Callable:
    @wraps(method)
    def called(block, *args):
        theirs = vars(block).setdefault("_theirs", object.__new__(own))
        found = method(theirs, *args)
        for name, value in vars(theirs).items():
            if value is is_grad_enabled:
                raise Violation(
                    f"self.{name} is the function is_grad_enabled, and not what it "
                    "says: call it, torch.is_grad_enabled()."
                )
        return found

    return called


Piece = OpPiece | SeamPiece | MethodsPiece


@contextmanager
def away(piece: Piece) -> Iterator[None]:
    """minigrad without its own version of a piece: whoever kept a name for it finds a
    Violation in its place. So a student's runs while it is judged, as in grading."""
    functions = piece.functions if piece.in_minigrad else []
    code = [function.__code__ for function in functions]
    try:
        for function in functions:
            names = function.__code__.co_freevars
            function.__code__ = _gone.__code__.replace(co_freevars=names)
        yield
    finally:
        for function, each in zip(functions, code, strict=True):
            function.__code__ = each


def _gone(*args, **kwargs):
    from autograder.pieces.rules import Violation  # it stands in for any function

    raise Violation(
        "It calls minigrad's own version of this piece, which is not there while yours "
        "is checked, nor in grading. Write it yourself."
    )


@contextmanager
def modes_kept() -> Iterator[None]:
    """What runs inside may leave recording switched off; it is restored."""
    before = dict(vars(mode))
    try:
        yield
    finally:
        vars(mode).clear()
        vars(mode).update(before)
