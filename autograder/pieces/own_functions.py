"""Plain functions of the student's, in `torch.` names. Nothing in minigrad runs on one.

What is plugged goes into the programs that ask for it, as a Function of the student's
does (`student_functions`).
"""

import inspect
from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from types import ModuleType

from minigrad import Tensor

from . import student_functions
from .engine import EnginePiece
from .kinds import Parts, without


class OwnPiece(EnginePiece):
    """A function that is no part of minigrad. It returns a tensor, or `several`.

    While it is judged the functions of a module that do the same, `instead`, are not
    there.
    """

    kind, in_minigrad = "own", False

    def __init__(
        self,
        name: str,
        set: str,
        parameters: str,
        several: bool = False,
        instead: ModuleType | None = None,
    ) -> None:
        super().__init__(name, set, student_functions, name, parameters)
        names = instead.__all__ if instead else ()
        self.instead = [inspect.unwrap(getattr(instead, each)) for each in names]
        self.several = several

    def parts(self, own: Callable) -> Parts:
        """The student's function, for the programs that ask for it."""
        guarded = self.guarded(own)
        return {self.attribute: lambda name, reference: guarded}

    def guarded(self, own: Callable) -> Callable:
        """`own`, whose result is what the exercise says."""

        @wraps(own)
        def called(*args):
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

        return called
