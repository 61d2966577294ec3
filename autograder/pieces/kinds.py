"""What a piece is: a part of minigrad whose code a student's can replace.

Read: `Piece`, then its forms `OpPiece` (an operation), `SeamPiece` (a function) and
`MethodsPiece` (a class whose methods count); `away` and `modes_kept`. A piece that is
not `in_minigrad` is checked like the others, and then left alone: minigrad has no such
part. While `is_judged` its guard looks for what would cost too much at every pass.

A piece is plugged by replacing what minigrad looks up at each call, so that every alias
of it follows. The class object of an op never changes; its `forward` and `backward` do.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import ModuleType

import numpy as np

from minigrad import Op, is_grad_enabled
from minigrad.core import op as core
from minigrad.core.mode import mode
from minigrad.errors import axes_of

from ..notebook import PlainError
from ..variant import shown
from .rules import Violation

Parts = dict[str, Callable]
METHODS = ("forward", "backward")
OPTIONS = ("operands", "elementwise", "floats", "used_for", "tensors", "is_view")


class PieceError(PlainError, ValueError):
    """Something was registered, or asked for, that is no piece."""


class Piece:
    """Functions that minigrad looks up at each call, as `names` of a module or class.

    A name that a class has from its base belongs to that: it is no reference here.
    """

    in_minigrad, is_judged = True, False

    def __init__(
        self, name: str, set: str, owner: ModuleType | type, names: tuple[str, ...]
    ) -> None:
        self.name, self.set = shown(name), set
        self.owner, self.names = owner, names
        self._reference = {
            each: vars(owner)[each] for each in names if each in vars(owner)
        }

    def check_static(
        self,
        own: type,
        method: str,
        form: str,
        base: type = object,
        arguments: tuple[str, ...] | None = None,
    ) -> None:
        """PieceError if a method is missing, or cannot be called without an object.

        One that a `base` gave it is missing, too. It must take these `arguments`.
        """
        name, found = f"{self.name}.{method}", inspect.getattr_static(own, method, None)
        if found is None or found is inspect.getattr_static(base, method, None):
            raise PieceError(
                f"{self.name} has no {method}: write it as a static method, {form}."
            )
        function = getattr(own, method)
        if any(function is each for each in self.functions):
            raise PieceError(f"{name} is minigrad's own: write it yourself.")
        if not callable(function):
            kind = type(function).__name__
            raise PieceError(f"{name} is no function but an object of type {kind}.")
        first = next(iter(inspect.signature(function).parameters), None)
        if isinstance(found, classmethod) or first == "self":
            raise PieceError(
                f"{name} must be a static method: write @staticmethod above it, and "
                f"{form}."
            )
        if arguments is None:
            return
        try:
            inspect.signature(function).bind(*arguments)
        except TypeError:
            count = f"{len(arguments)} argument" + "s" * (len(arguments) > 1)
            raise PieceError(f"{name} gets {count}: write {form}.") from None

    def adopt(self, own: Callable) -> None:
        """A definition is used as it is."""

    def parts(self, own: Callable) -> Parts:
        """The student's functions, by the name of what each replaces."""
        return {name: getattr(own, name) for name in self.names}

    def reference_parts(self, own: Callable) -> Parts:
        """The same of minigrad's own, before which no guard stands."""
        return Piece.parts(self, own)

    @property
    def functions(self) -> list[Callable]:
        """minigrad's own, without what makes them public."""
        found = self._reference.values()
        return [inspect.unwrap(getattr(each, "__func__", each)) for each in found]

    def plug(self, parts: Parts, theirs: bool = True) -> None:
        """Let minigrad run on `parts`; its nodes are marked if these are `theirs`."""
        for name in self.names:
            setattr(self.owner, name, parts[name])

    def unplug(self) -> None:
        """Put minigrad's own back: those of a base class where it has none."""
        for name in self.names:
            if name in self._reference:
                setattr(self.owner, name, self._reference[name])
            elif name in vars(self.owner):
                delattr(self.owner, name)

    def give_back(self, parts: Parts) -> None:
        """Make `parts` minigrad's own version, to which unplugging returns."""
        self.plug(parts, theirs=False)
        self._reference = {name: vars(self.owner)[name] for name in self.names}


class OpPiece(Piece):
    """An operation: a class with static methods `forward` and `backward`."""

    kind = "op"

    def __init__(self, name: str, set: str, op: type[Op]) -> None:
        super().__init__(name, set, op, METHODS)
        self.op = op

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
            rest = "grad" if method == "backward" else "..."
            self.check_static(own, method, f"def {method}(ctx, {rest})", Op)

    def adopt(self, own: type) -> None:
        """Give the student's class the options of the op, so that `apply` works.

        How many operands there are, and that they broadcast, is not theirs to say.
        """
        if issubclass(own, Op):
            for option in OPTIONS:
                setattr(own, option, getattr(self.op, option))
            own.apply = staticmethod(core.make_apply(own))

    def plug(self, parts: Parts, theirs: bool = True) -> None:
        """Let minigrad run on `parts`; its nodes are marked if these are `theirs`."""
        super().plug({name: staticmethod(parts[name]) for name in self.names})
        self.op.node_class._piece = theirs

    def unplug(self) -> None:
        """Put minigrad's own back."""
        super().unplug()
        self.op.node_class._piece = False


class ReductionPiece(OpPiece):
    """An op over axes, `forward(ctx, a, dim, keepdim)`, in NumPy's terms.

    What PyTorch takes besides is put into these: no axes are all axes, a number has
    one to name, and an axis that is not there is PyTorch's error.
    """

    def parts(self, own: type) -> Parts:
        """The student's functions; what NumPy makes uint64 is int64 here."""
        parts = super().parts(own)

        @wraps(own.forward)
        def forward(ctx, a, *options):
            if isinstance(a, np.ndarray) and options and options[0] is not None:
                dim, *others = options
                axes_of(dim, a.ndim)
                if a.ndim == 0 or (isinstance(dim, tuple | list) and not dim):
                    options = (None, *others)
            out = parts["forward"](ctx, a, *options)
            is_long = getattr(out, "dtype", None) == np.uint64
            return out.astype(np.int64) if is_long else out

        return {**parts, "forward": forward}


class SeamPiece(Piece):
    """A function that minigrad looks up at each call, in a module or class."""

    kind = "seam"

    def __init__(
        self, name: str, set: str, owner: ModuleType | type, attribute: str = ""
    ) -> None:
        self.attribute = attribute or name
        super().__init__(name, set, owner, (self.attribute,))

    def check_form(self, own: object) -> None:
        """PieceError if `own` cannot stand in for the function."""
        if isinstance(own, type) or not callable(own):
            raise PieceError(f"{self.name} is a function: write def {self.name}(...).")
        if inspect.unwrap(own) is self.functions[0]:
            raise PieceError(f"{self.name} is minigrad's own: write it yourself.")

    def parts(self, own: Callable) -> Parts:
        """The student's function, by the name of what it replaces."""
        return {self.attribute: own}

    def reference_parts(self, own: Callable) -> Parts:
        """minigrad's own, before which no guard stands."""
        return {self.attribute: own}


class MethodsPiece(Piece):
    """A class of which some methods are written; minigrad's class object stays.

    Each object of minigrad's class has one of the student's beside it, which is the
    `self` of these methods. An `__init__` of theirs never runs.
    """

    kind = "methods"

    def check_form(self, own: object) -> None:
        """PieceError if `own` cannot stand in for the class."""
        if not isinstance(own, type):
            raise PieceError(
                f"{self.name} is a class: write it with the methods "
                f"{' and '.join(self.names)}."
            )
        if own is self.owner or issubclass(own, self.owner):
            raise PieceError(f"{self.name} is minigrad's own: write it yourself.")
        if "__init__" in vars(own):
            raise PieceError(
                f"{self.name} is made by minigrad, which never calls your __init__: "
                f"do everything in {' and '.join(self.names)}."
            )
        for method in self.names:
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

    def parts(self, own: type) -> Parts:
        """The student's methods, by name."""
        return {name: _beside(own, getattr(own, name)) for name in self.names}


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


@contextmanager
def away(piece: Piece) -> Iterator[None]:
    """minigrad without its own version of a piece: whoever kept a name for it finds a
    Violation in its place. So a student's runs while it is judged, as in grading."""
    with without(piece.functions if piece.in_minigrad else []):
        yield


@contextmanager
def without(functions: list[Callable]) -> Iterator[None]:
    """minigrad without these functions of its own."""
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
