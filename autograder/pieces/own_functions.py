"""Plain functions of the student's, in `torch.` names. Nothing in minigrad runs on one.

What is plugged goes into the programs that ask for it, as a Function of the student's
does (`student_functions`).
"""

import inspect
from collections.abc import Callable
from contextlib import ExitStack
from functools import wraps

from . import student_functions
from .engine import EnginePiece
from .kinds import Parts, without


class OwnPiece(EnginePiece):
    """A function that is no part of minigrad. While it is judged, the library's own
    functions that do the same (`instead`) are not there."""

    kind, in_minigrad = "own", False

    def __init__(
        self, name: str, set: str, parameters: str, *instead: Callable
    ) -> None:
        super().__init__(name, set, student_functions, name, parameters)
        self.instead = [inspect.unwrap(each) for each in instead]

    def parts(self, own: Callable) -> Parts:
        """The student's function, for the programs that ask for it."""
        guarded = self.guarded(own)
        return {self.attribute: lambda name, reference: guarded}

    def guarded(self, own: Callable) -> Callable:
        """`own`, where the library's is not there while it is judged."""

        @wraps(own)
        def called(*args):
            with ExitStack() as stack:
                if self.is_judged:
                    stack.enter_context(without(self.instead))
                found = own(*args)
            self.check_result(found, args)
            return found

        return called

    def check_result(self, found: object, args: tuple) -> None:
        """A Violation for what cannot be the result."""
        if found is None:
            raise self.returned("None. Is there a return?")
