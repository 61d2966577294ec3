"""Pieces that layers are made of: what a network runs on when it is built and trained.

Read: `LinearPiece` (a Function that is a part of minigrad) and `CellPiece`, `WalkPiece`
(the methods by which a Module finds what it holds), `FillPiece` (the first values of a
weight).
"""

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from types import ModuleType

from minigrad import Tensor
from minigrad.autograd import Function
from minigrad.nn import Module
from minigrad.ops.public import public

from .engine import EnginePiece
from .functions import FunctionPiece
from .kinds import MethodsPiece, Parts, PieceError, SeamPiece
from .rules import Violation


class LinearPiece(FunctionPiece):
    """A Function of the student's that `torch.nn.functional.linear` applies."""

    in_minigrad = asks = True

    def __init__(self, name: str, set: str, owner: ModuleType, attribute: str) -> None:
        SeamPiece.__init__(self, name, set, owner, attribute)
        self.outputs, self.grads = 1, "grad"

    def parts(self, own: type[Function]) -> Parts:
        """What is called as PyTorch's `linear` is, and applies the student's.

        Vectors and wrong arguments, which the exercise leaves out, stay minigrad's.
        """
        applied, minigrads = self.applied(own), self._reference[self.attribute]

        def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
            """input @ weightᵀ + bias, by the student's Function where it is served"""
            chosen = applied if _is_served(input, weight, bias) else minigrads
            return chosen(input, weight, bias)

        return {self.attribute: public(linear)}

    reference_parts = SeamPiece.reference_parts


def _is_served(input: object, weight: object, bias: object) -> bool:
    """True for arguments that the exercise is about."""
    given = (input, weight) if bias is None else (input, weight, bias)
    if not all(isinstance(each, Tensor) for each in given):
        return False
    return input.dim() > 0 and [each.dim() for each in given[1:]] in ([2], [2, 1])


class CellPiece(LinearPiece):
    """A Function of the student's that `torch.nn.RNNCell` applies, to batches only."""

    asks = False

    def parts(self, own: type[Function]) -> Parts:
        """What applies the student's; a single input becomes a batch of one."""
        applied = self.applied(own)

        def rnn_tanh_cell(x: Tensor, h: Tensor, *weights: Tensor | None) -> Tensor:
            if x.ndim == 2:
                return applied(x, h, *weights)
            return applied(x.unsqueeze(0), h.unsqueeze(0), *weights).squeeze(0)

        return {self.attribute: rnn_tanh_cell}


class WalkPiece(MethodsPiece):
    """The two methods of Module that list what it holds, in pairs (path, member)."""

    def check_form(self, own: object) -> None:
        """PieceError if `own` cannot stand in for the class."""
        if isinstance(own, type) and issubclass(own, Module):
            raise PieceError(
                f"{self.name} inherits minigrad's own methods. Write it without a "
                f"base class: class {self.name}."
            )
        super().check_form(own)
        for method in self.names:
            form = inspect.signature(inspect.getattr_static(self.owner, method))
            names = [*form.parameters]
            try:
                inspect.signature(getattr(own, method)).bind(*names)
            except TypeError:
                raise PieceError(
                    f"{self.name}.{method} gets {len(names)} arguments: write "
                    f"def {method}({', '.join(names)})."
                ) from None

    def parts(self, own: type) -> Parts:
        """The student's methods, each with its defaults and behind its guard."""
        walk, members = (getattr(own, method) for method in self.names)

        def named_modules(self, memo=None, prefix="", remove_duplicate=True):
            return _pairs(walk, self, memo, prefix, remove_duplicate)

        def _named_members(self, table, prefix, recurse, remove_duplicate):
            return _pairs(members, self, table, prefix, recurse, remove_duplicate)

        return dict(zip(self.names, (named_modules, _named_members), strict=True))


MANY = 5000  # pairs that no network of a check has


def _pairs(method: Callable, *args: object) -> Iterator[tuple[str, object]]:
    """What a method lists. Violation for what is no pair of a path and a member."""
    name = method.__name__
    found = method(*args)
    if found is None:
        raise Violation(
            f"{name} returned None. It yields pairs (or returns a list of them)."
        )
    if not isinstance(found, Iterable) or isinstance(found, str):
        raise Violation(
            f"{name} returned an object of type {type(found).__name__}: it yields "
            "pairs."
        )
    if isinstance(found, list):
        if len(found) > MANY:
            raise Violation(
                f"{name} returned a list of {len(found)} pairs. Is it one that all "
                "calls share, a default value, say? Make a new one in each."
            )
        found = tuple(found)  # it may grow while it is read
    for each in found:
        if not isinstance(each, tuple) or len(each) != 2:
            raise Violation(
                f"{name} yields an object of type {type(each).__name__}: each is a "
                "pair, a path and what is found there. (yield from passes on all that "
                "a generator yields.)"
            )
        if not isinstance(each[0], str):
            raise Violation(
                f"{name} yields a pair that begins with an object of type "
                f"{type(each[0]).__name__}: a path, which is a text, comes first."
            )
        yield each


class FillPiece(EnginePiece):
    """`kaiming_uniform_`: it fills the tensor that it is given, and returns it."""

    def guarded(self, own: Callable) -> Callable:
        @wraps(own)
        def fill(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
            found = own(tensor, a, mode, nonlinearity)
            if found is None:
                raise self.returned("None. Is there a return?")
            if found is not tensor:
                raise self.returned(
                    f"another object, of type {type(found).__name__}: fill the tensor "
                    "that you are given, in place, and return it."
                )
            return found

        return public(fill)
