"""What a program is, and how a function of the library is made one.

Read: `Program`, `program`.
"""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from ...notebook import IN_BROWSER
from ...variant import shown
from ..inputs import Case, grid
from ..questions import set_of_file


@dataclass(frozen=True, eq=False)
class Program:
    """A function of the library, the pieces it tests, and the cases it runs on.

    `order` 2 asks for second derivatives too. `raises` says that PyTorch raises an
    error, which must be the same; `takes_long` that it is run on recorded inputs only,
    where nothing else differs; `opaque` that its graph and printed form do not count,
    since a Function of the student's stands in it, and `bare` that nothing else does.
    `parameters` are the names of the
    inputs, `formula` says in a line what it computes.
    """

    function: Callable
    pieces: tuple[str, ...]
    cases: tuple[Case, ...]
    order: int = 1
    raises: bool = False
    takes_long: bool = False
    opaque: bool = False
    bare: bool = False

    @property
    def name(self) -> str:
        return shown(self.function.__name__)

    @property
    def set(self) -> str:
        return set_of_file(self.function.__module__.rpartition(".")[2])

    @cached_property
    def parameters(self) -> list[str]:
        return list(inspect.signature(self.function).parameters)[1:]

    @property
    def formula(self) -> str:
        return inspect.getdoc(self.function).splitlines()[0]


known: dict[str, dict[str, Program]] = {}  # by problem set, of those imported


def program(
    *pieces: str,
    inputs: Iterable[Case] | None = None,
    order: int = 1,
    raises: bool = False,
    takes_long: bool = False,
    opaque: bool = False,
    bare: bool = False,
    threads: bool = False,
) -> Callable[[Callable], Callable]:
    """Make a function a program that tests `pieces`. A browser has no threads."""

    def add(function: Callable) -> Callable:
        count = len(inspect.signature(function).parameters) - 1
        cases = grid(count) if inputs is None else inputs
        options = order, raises, takes_long, opaque or bare, bare
        here = tuple(map(shown, pieces))
        if not (threads and IN_BROWSER):
            _add(Program(function, here, tuple(cases), *options))
        return function

    return add


def _add(new: Program) -> None:
    of_set = known.setdefault(new.set, {})
    if new.name in of_set:
        raise ValueError(f"two programs of {new.set} are called {new.name}")
    of_set[new.name] = new
