"""The exercises about Functions: pieces of minigrad, and Functions of the student's.

Read: `ApplyPiece`, `NeedsPiece` and `SavingPiece`, plugged behind guards as in
`engine`; then `FunctionPiece`, a class of the student's that is checked but
no part of minigrad.
"""

import inspect
from collections.abc import Callable
from functools import wraps
from types import NoneType

from minigrad import Op, Tensor
from minigrad.autograd import Function
from minigrad.autograd.saved_hooks import active

from . import student_functions
from .engine import EnginePiece
from .kinds import METHODS, MethodsPiece, Parts, PieceError, SeamPiece
from .rules import Violation


class ApplyPiece(EnginePiece):
    """`apply(function, *args)`: the forward of the function takes a ctx."""

    def check_form(self, own: object) -> None:
        """PieceError if `own` cannot stand in for the function."""
        SeamPiece.check_form(self, own)
        kinds = [each.kind for each in inspect.signature(own).parameters.values()]
        first, rest = inspect.Parameter.POSITIONAL_OR_KEYWORD, kinds[1:]
        if kinds[:1] != [first] or rest != [inspect.Parameter.VAR_POSITIONAL]:
            raise PieceError(
                "apply gets a Function and any number of arguments: write "
                "def apply(function, *args)."
            )


class NeedsPiece(EnginePiece):
    """`needs_input_grad(args)`: a bool for each argument."""

    def guarded(self, own: Callable) -> Callable:
        @wraps(own)
        def needs_input_grad(args: tuple) -> tuple[bool, ...]:
            found = own(args)
            if found is None:
                raise self.returned("None. Is there a return?")
            if not isinstance(found, tuple):
                raise self.returned(
                    f"an object of type {type(found).__name__}: return a tuple, with "
                    "a bool for each argument."
                )
            for each in found:
                if not isinstance(each, bool):
                    raise self.returned(
                        f"a tuple with an object of type {type(each).__name__} in it: "
                        "each entry is True or False."
                    )
            if len(found) != len(args):
                raise self.returned(
                    f"{len(found)} bools for {len(args)} arguments. Every argument of "
                    "forward has its own, and ctx is none of them. If one is left out, "
                    "the places of the others shift: for what is no tensor there "
                    "stands False."
                )
            return found

        return needs_input_grad


class SavingPiece(MethodsPiece):
    """A class with static methods `pack(tensor)` and `unpack(kept)`."""

    def check_form(self, own: object) -> None:
        """PieceError if `own` cannot stand in for the class."""
        if not isinstance(own, type):
            raise PieceError(
                f"{self.name} is a class: write it with the static methods pack and "
                "unpack."
            )
        if own is self.owner or issubclass(own, self.owner):
            raise PieceError(f"{self.name} is minigrad's own: write it yourself.")
        for method, argument in (("pack", "tensor"), ("unpack", "kept")):
            _check_static(
                own, method, f"def {method}({argument})", self.name, [argument]
            )

    def parts(self, own: type) -> Parts:
        """The student's two functions, unpack behind its guard."""
        return {"pack": own.pack, "unpack": self._guarded(own.unpack)}

    def plug(self, parts: Parts, theirs: bool = True) -> None:
        """Let minigrad save by `parts`, its operations too: they take the plain way."""
        super().plug(parts, theirs)
        if self not in active:
            active.append(self)

    def unplug(self) -> None:
        """Put minigrad's own back."""
        super().unplug()
        if self in active:
            active.remove(self)

    def _guarded(self, own: Callable) -> Callable:
        @wraps(own)
        def unpack(kept) -> Tensor:
            tensor = own(kept)
            if tensor is None:
                raise Violation(
                    "unpack returned None. It returns the tensor, or raises an error "
                    "where it was changed. Is there a return?"
                )
            if isinstance(tensor, Exception):
                raise Violation("unpack returned the error: raise it.")
            if not isinstance(tensor, Tensor):
                raise Violation(
                    f"unpack returned an object of type {type(tensor).__name__}: "
                    "return the tensor that pack was given."
                )
            return tensor

        return unpack


class FunctionPiece(SeamPiece):
    """A Function of the student's, in `torch.` names. Nothing in minigrad runs on it.

    What is plugged is its `apply`, into the programs that ask for it
    (`student_functions`).
    """

    kind, in_minigrad = "function", False

    def __init__(self, name: str, set: str) -> None:
        super().__init__(name, set, student_functions)

    def check_form(self, own: object) -> None:
        """PieceError if `own` is no Function that can be applied."""
        if not isinstance(own, type):
            raise PieceError(
                f"{self.name} is a Function: write it as a class with the static "
                "methods forward and backward."
            )
        if not issubclass(own, Function):
            instead = " It is no Op: tensors in, tensors out." * issubclass(own, Op)
            raise PieceError(
                f"{self.name} is a Function: write class {self.name}("
                f"torch.autograd.Function).{instead}"
            )
        for method in METHODS:
            if getattr(own, method) is getattr(Function, method):
                raise PieceError(
                    f"{self.name} has no {method}: write it as a static method, "
                    f"def {method}(ctx, {'grad' if method == 'backward' else '...'})."
                )
            _check_static(own, method, f"def {method}(ctx, ...)", self.name)
        try:
            inspect.signature(own.backward).bind("ctx", "grad")
        except TypeError:
            raise PieceError(
                f"{self.name}.backward gets ctx and the upstream gradient, nothing "
                "else: write def backward(ctx, grad)."
            ) from None

    def parts(self, own: type[Function]) -> Parts:
        """The student's Function, ready to be applied."""
        backward = staticmethod(self._guarded(own.backward))
        guarded = type(self.name, (own,), {"backward": backward})
        return {self.attribute: lambda name, reference: _Applied(guarded)}

    def _guarded(self, own: Callable) -> Callable:
        """`own`, without what PyTorch says little about."""
        place = f"{self.name}.backward returned"

        @wraps(own)
        def backward(ctx, grad):
            result = own(ctx, grad)
            if result is None:
                raise Violation(
                    f"{place} None, so that nothing flows on. Is there a return?"
                )
            for each in result if isinstance(result, tuple) else (result,):
                if isinstance(each, list):
                    raise Violation(f"{place} a list: return a tuple of gradients.")
                if not isinstance(each, Tensor | NoneType):
                    raise Violation(
                        f"{place} an object of type {type(each).__name__}: a gradient "
                        "is a tensor, or None for what has none."
                    )
            return result

        return backward

    reference_parts = parts


_NUMBERS = (
    " (.item() gives a number, and so does Python's own sum of nothing; tensor.sum() "
    "gives a tensor.)"
)


class _Applied:
    """`own.apply`, and rules without which the numbers are right only by luck."""

    def __init__(self, own: type[Function]) -> None:
        self.own = own

    def __call__(self, *args):
        before = [(arg, arg._version) for arg in args if isinstance(arg, Tensor)]
        out = self.own.apply(*args)
        name = self.own.__name__
        if out is None:
            raise Violation(f"{name}.forward returned None. Is there a return?")
        if not isinstance(out, Tensor):
            raise Violation(
                f"{name}.forward returned an object of type {type(out).__name__}: "
                "return one tensor." + _NUMBERS * isinstance(out, int | float)
            )
        for arg, version in before:
            if arg._version != version:
                raise Violation(
                    f"{name}.forward changed its input in place. The tensor belongs to "
                    "the caller, who goes on using it: compute a new one."
                )
        return out


def _check_static(
    own: type, method: str, form: str, name: str, arguments: list[str] | None = None
) -> None:
    """PieceError if a method is missing, or cannot be called without an object."""
    found = inspect.getattr_static(own, method, None)
    function = getattr(own, method, None)
    if function is None or not callable(function):
        raise PieceError(
            f"{name} has no {method}: write it as a static method, {form}."
        )
    parameters = [*inspect.signature(function).parameters]
    if isinstance(found, classmethod) or parameters[:1] == ["self"]:
        raise PieceError(
            f"{name}.{method} must be a static method: write @staticmethod above it, "
            f"and {form}."
        )
    if arguments is not None:
        try:
            inspect.signature(function).bind(*arguments)
        except TypeError:
            raise PieceError(
                f"{name}.{method} gets {len(arguments)} argument: write {form}."
            ) from None
