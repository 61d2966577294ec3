"""Programs: ordinary functions of the library, run under PyTorch and under minigrad.

    @program("Mul")
    def product(lib, a, b):
        "out = a * b"
        return a * b

`lib` is the library, the other parameters are tensors (or Python values) from the
inputs named in the decorator; left out, they are the usual grid. The docstring is what
a student is shown. Each problem set has a file, or several (`ps2`, `ps2_reduce`). A
check runs the programs of a piece in the order in which they stand there, so simple
ones come first.

Read: `Program`, `program`, `answer`, and `of_piece` (what a check asks for).
"""

import importlib
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ...variant import shown
from ..inputs import Case, grid

SETS = ("ps1", "ps2", "ps3", "ps4")


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
        return self.function.__module__.rpartition(".")[2].partition("_")[0]

    @property
    def parameters(self) -> list[str]:
        return list(inspect.signature(self.function).parameters)[1:]

    @property
    def formula(self) -> str:
        return inspect.getdoc(self.function).splitlines()[0]


_programs: dict[str, dict[str, Program]] = {name: {} for name in SETS}
_answers: dict[str, Program] = {}


def program(
    *pieces: str,
    inputs: Iterable[Case] | None = None,
    order: int = 1,
    raises: bool = False,
    takes_long: bool = False,
    opaque: bool = False,
    bare: bool = False,
) -> Callable[[Callable], Callable]:
    """Make a function a program that tests `pieces`."""

    def add(function: Callable) -> Callable:
        count = len(inspect.signature(function).parameters) - 1
        cases = grid(count) if inputs is None else inputs
        options = order, raises, takes_long, opaque or bare, bare
        here = tuple(map(shown, pieces))
        _add(Program(function, here, tuple(cases), *options))
        return function

    return add


def answer(function: Callable) -> Callable:
    """Make a function of `lib` alone the computation behind a number to predict.

    The student's function has the same name.
    """
    new = Program(function, (), ((),))
    _add(new)
    _answers[new.name] = new
    return function


def _add(new: Program) -> None:
    if new.name in _programs[new.set]:
        raise ValueError(f"two programs of {new.set} are called {new.name}")
    _programs[new.set][new.name] = new


def files_of(set: str) -> list[Path]:
    """The files that hold the programs of a problem set, in order."""
    return sorted(Path(__file__).parent.glob(f"{set}*.py"), key=lambda each: each.stem)


@cache
def _read_all() -> None:
    for name in SETS:
        for file in files_of(name):
            importlib.import_module(f"{__name__}.{file.stem}")


def of_set(name: str) -> list[Program]:
    """Every program of a problem set, in the order in which they stand in its file."""
    _read_all()
    return list(_programs[name].values())


def of_piece(name: str) -> list[Program]:
    """The programs that test a piece."""
    return [each for one in SETS for each in of_set(one) if name in each.pieces]


def answers() -> dict[str, Program]:
    """The computations behind the numbers to predict, by the student's function."""
    _read_all()
    return _answers
