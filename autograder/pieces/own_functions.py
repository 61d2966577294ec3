"""Plain functions of the student's, in `torch.` names. Nothing in minigrad runs on one.

What is plugged goes into the programs that ask for it, as a Function of the student's
does (`student_functions`).

Read: `OwnPiece`; then what such functions return: `TensorPiece`, `CalledPiece`, and
`ProgramPiece` in `programs`.
"""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dis import get_instructions
from inspect import unwrap
from types import CodeType, FunctionType, ModuleType

from minigrad import Tensor

from . import student_functions
from .engine import GuardedPiece
from .kinds import Parts, without


class OwnPiece(GuardedPiece):
    """A function that is no part of minigrad, behind its guard."""

    in_minigrad = False

    def __init__(self, name: str, set: str, parameters: str) -> None:
        super().__init__(name, set, student_functions, name, parameters)

    def parts(self, own: Callable) -> Parts:
        """What answers to a program that asks for the function."""
        guarded = self.guarded(own)
        return {self.attribute: lambda name, reference: guarded}


class TensorPiece(OwnPiece):
    """A function that returns a tensor, or `several`.

    While it is judged the functions of a module that do the same, `instead`, are not
    there.
    """

    kind = "own"

    def __init__(
        self,
        name: str,
        set: str,
        parameters: str,
        several: bool = False,
        instead: ModuleType | None = None,
    ) -> None:
        super().__init__(name, set, parameters)
        names = instead.__all__ if instead else ()
        self.instead = [unwrap(getattr(instead, each)) for each in names]
        self.several = several

    def call(self, own: Callable, *args: object) -> object:
        with without(self.instead) if self.is_judged else nullcontext():
            found = own(*args)
        if not self.several:
            self.must_be(found, Tensor, "a tensor")
            return found
        self.must_be(found, tuple | list, "a tuple of tensors")
        for each in found:
            if not isinstance(each, Tensor):
                raise self.returned(
                    f"a tuple with an object of type {type(each).__name__} in it: "
                    "each entry is a tensor."
                )
        return found


def modules_of(function: Callable) -> Iterator[ModuleType]:
    """The modules that a function finds among the names around it, as do functions
    beside it that it calls. Its arguments are none of them."""
    functions = [unwrap(function)]
    for each in functions:
        codes = [each.__code__] if isinstance(each, FunctionType) else []
        for code in codes:
            codes += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
            steps = [it for it in get_instructions(code) if it.opname == "LOAD_GLOBAL"]
            for value in (each.__globals__.get(step.argval) for step in steps):
                if isinstance(value, ModuleType):
                    yield value
                beside = getattr(value, "__globals__", None) is each.__globals__
                if beside and value not in functions:
                    functions.append(value)


class CalledPiece(OwnPiece):
    """A function of a library and of tensors, the last of which is a list: it returns a
    loss and the gradients of these."""

    def call(self, own: Callable, library: ModuleType, *args) -> tuple:
        names = {each.__name__.partition(".")[0] for each in modules_of(own)}
        if "minigrad" in names:
            raise self.returned(
                "what another library than lib computed: torch is minigrad in this "
                "notebook. Write lib. in its place, and it runs on both."
            )
        found = own(library, *args)
        pair = "a pair, the loss and the list of the gradients"
        self.must_be(found, tuple, pair)
        if len(found) != 2:
            raise self.returned(f"a tuple of {len(found)}: return {pair}.")
        loss, gradients = found
        if not isinstance(loss, Tensor):
            raise self.returned(
                f"a loss of type {type(loss).__name__}: return the tensor."
            )
        if not isinstance(gradients, list | tuple):
            kind = type(gradients).__name__
            raise self.returned(f"gradients of type {kind}: return a list of tensors.")
        for number, each in enumerate(gradients, 1):
            if not isinstance(each, Tensor):
                raise self.returned(
                    f"an object of type {type(each).__name__} as gradient {number}: "
                    "each is a tensor. Where .grad is None, nothing was recorded, or "
                    "backward() was not called on the loss."
                )
        if len(gradients) != len(args[-1]):
            raise self.returned(
                f"{len(gradients)} gradients for {len(args[-1])} tensors: one for "
                "each, in their order."
            )
        return found
