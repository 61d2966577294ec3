"""The exercises about Functions: pieces of minigrad, and Functions of the student's.

Read: `ApplyPiece`, `NeedsPiece` and `SavingPiece`, plugged behind guards as in
`engine`; then `FunctionPiece`, a class of the student's that is checked but
no part of minigrad.
"""

import inspect
from collections.abc import Callable
from functools import wraps
from types import NoneType

import numpy as np

from minigrad import Op, Tensor
from minigrad.autograd import Function
from minigrad.autograd.saved_hooks import active

from . import student_functions
from .engine import EnginePiece, GuardedPiece
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


class NeedsPiece(GuardedPiece):
    """`needs_input_grad(args)`: a bool for each argument."""

    def call(self, own: Callable, args: tuple) -> tuple[bool, ...]:
        found = own(args)
        self.must_be(found, tuple, "a tuple, with a bool for each argument")
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
            form = f"def {method}({argument})"
            self.check_static(own, method, form, arguments=(argument,))

    def parts(self, own: type) -> Parts:
        """The student's two functions behind their guards."""
        return {"pack": self._keeping(own.pack), "unpack": self._guarded(own.unpack)}

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

    def _keeping(self, own: Callable) -> Callable:
        @wraps(own)
        def pack(tensor: Tensor):
            kept = own(tensor)
            if self.is_judged and _has_a_copy(kept, tensor):
                raise Violation(
                    "pack keeps a copy beside the tensor. A saved tensor costs no "
                    "memory of its own: the tensor and its version are enough."
                )
            return kept

        return pack

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


def _has_a_copy(kept: object, tensor: Tensor) -> bool:
    """True if a tensor is kept with its numbers once more. (A copy alone is seen.)"""
    parts = list(kept.values()) if isinstance(kept, dict) else kept
    if not isinstance(parts, tuple | list) or all(each is not tensor for each in parts):
        return False
    own = tensor._data
    arrays = [each._data if isinstance(each, Tensor) else each for each in parts]
    return own.size > 1 and any(
        np.shape(each) == own.shape and not np.may_share_memory(each, own)
        for each in arrays
        if isinstance(each, np.ndarray)
    )


class FunctionPiece(SeamPiece):
    """A Function of the student's, in `torch.` names. Nothing in minigrad runs on it.

    What is plugged is its `apply`, into the programs that ask for it
    (`student_functions`). With several `outputs`, backward gets a gradient of each;
    with `asks` it returns None for an argument that needs no gradient. With `saves` its
    text says that tensors go through save_for_backward.
    """

    kind, in_minigrad, saves = "function", False, True

    def __init__(
        self, name: str, set: str, outputs: int = 1, asks: bool = False
    ) -> None:
        super().__init__(name, set, student_functions)
        self.outputs, self.asks = outputs, asks
        names = ["grad"] if outputs == 1 else [f"grad_{i}" for i in range(outputs)]
        self.grads = ", ".join(names)

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
            rest = self.grads if method == "backward" else "..."
            self.check_static(own, method, f"def {method}(ctx, {rest})", Function)
        try:
            inspect.signature(own.backward).bind("ctx", *["grad"] * self.outputs)
        except TypeError:
            several = "an upstream gradient for each output"
            what = "the upstream gradient" if self.outputs == 1 else several
            raise PieceError(
                f"{self.name}.backward gets ctx and {what}, nothing else: write "
                f"def backward(ctx, {self.grads})."
            ) from None

    def parts(self, own: type[Function]) -> Parts:
        """The student's Function, ready to be applied."""
        applied = self.applied(own)
        return {self.attribute: lambda name, reference: applied}

    def applied(self, own: type[Function]) -> Callable:
        """The `apply` of the student's Function, behind its guards."""
        backward = staticmethod(self._guarded(own.backward))
        guarded = type(self.name, (own,), {"backward": backward})
        return _Applied(guarded, self.outputs, self.saves)

    def _guarded(self, own: Callable) -> Callable:
        """`own`, without what PyTorch says little about."""
        place = f"{self.name}.backward returned"

        @wraps(own)
        def backward(ctx, *grads):
            result = own(ctx, *grads)
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
            if isinstance(result, tuple) and len(result) == len(ctx.needs_input_grad):
                self._check_needed(result, ctx.needs_input_grad)
            return result

        return backward

    def _check_needed(self, grads: tuple, needed: tuple[bool, ...]) -> None:
        """There is a gradient where one is needed, and else None."""
        place = f"{self.name}.backward returned"
        for i, grad in enumerate(grads):
            argument = f"argument {i + 1} of forward"
            if needed[i] and grad is None:
                raise Violation(
                    f"{place} None for {argument}, which needs a gradient: nothing "
                    f"flows on there, without a word.{self._misplaced(grads, needed)}"
                )
            if self.asks and not needed[i] and grad is not None:
                raise Violation(
                    f"{place} a gradient for {argument}, which needs none: where "
                    f"ctx.needs_input_grad[{i}] is False, return None."
                    f"{self._exchanged(grads, needed)}"
                )

    def _misplaced(self, grads: tuple, needed: tuple[bool, ...]) -> str:
        """Why there may be no gradient in a place where one is needed."""
        given = [each is not None for each in grads]
        if exchanged := self._exchanged(grads, needed):
            return exchanged
        if any(there and not need for there, need in zip(given, needed, strict=True)):
            return " The gradients come in the order of forward's arguments."
        if self.asks and all(needed):
            return " All are needed here: ask for each by itself, with if and no elif."
        if not all(needed):
            return " That another argument needs none changes nothing for this one."
        return ""

    def _exchanged(self, grads: tuple, needed: tuple[bool, ...]) -> str:
        """What to say if it asks for the need of another argument."""
        given = tuple(each is not None for each in grads)
        if not self.asks or given == needed or given != needed[::-1]:
            return ""
        return (
            " The other one gets what this one needs: needs_input_grad has a place for "
            "each argument, in their order."
        )


_NUMBERS = (
    " (.item() gives a number, and so does Python's own sum of nothing; tensor.sum() "
    "gives a tensor.)"
)


class _Applied:
    """`own.apply`, and rules without which the numbers are right only by luck."""

    def __init__(self, own: type[Function], outputs: int, saves: bool) -> None:
        self.own, self.outputs, self.saves = own, outputs, saves

    def __call__(self, *args):
        before = [(arg, arg._version) for arg in args if isinstance(arg, Tensor)]
        out = self.own.apply(*args)
        name = self.own.__name__
        if out is None:
            raise Violation(f"{name}.forward returned None. Is there a return?")
        several = isinstance(out, tuple) and self.outputs > 1
        for each in out if several else (out,):
            if isinstance(each, Tensor) and several == (self.outputs > 1):
                continue
            inside = "a tuple with " if several else ""
            wanted = "one tensor." if self.outputs == 1 else "a tuple of tensors."
            raise Violation(
                f"{name}.forward returned {inside}an object of type "
                f"{type(each).__name__}: return {wanted}"
                + _NUMBERS
                * isinstance(each, int | float)
            )
        if several and len(out) != self.outputs:
            raise Violation(
                f"{name}.forward returned {len(out)} tensors: it has {self.outputs} "
                "outputs."
            )
        for arg, version in before:
            if arg._version != version:
                raise Violation(
                    f"{name}.forward changed its input in place. The tensor belongs to "
                    "the caller, who goes on using it: compute a new one."
                )
        if self.saves:
            check_attributes(name, (out[0] if several else out).grad_fn, args, out)
        return out


def check_attributes(name: str, ctx: object, args: tuple, out: object) -> None:
    """An argument or output that forward keeps goes through save_for_backward: only
    there a change is noticed."""
    outputs = out if isinstance(out, tuple) else (out,)
    theirs = [each for each in (*args, *outputs) if isinstance(each, Tensor)]
    for attribute, value in getattr(ctx, "__dict__", {}).items():
        for kept in value if isinstance(value, tuple | list) else (value,):
            numbers = getattr(kept, "_data", kept)
            if isinstance(numbers, np.ndarray) and any(
                np.shares_memory(numbers, each._data) for each in theirs
            ):
                raise Violation(
                    f"{name}.forward keeps a tensor as ctx.{attribute}. There nobody "
                    "notices if it is changed in place before backward, and the "
                    "gradient is wrong: hand it to ctx.save_for_backward."
                )
