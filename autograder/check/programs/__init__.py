"""Programs: ordinary functions of the library, run under PyTorch and under minigrad.

    @program("Mul")
    def product(lib, a, b):
        "out = a * b"
        return a * b

`lib` is the library, the other parameters are tensors (or Python values) from the
inputs named in the decorator; left out, they are the usual grid. The docstring is what
a student is shown. Each problem set has a file, or several (`ps2`, `ps2_reduce`), which
are imported when a program of the set is asked for. A check runs the programs of a
piece in the order in which they stand there, so simple ones come first.

Read: `program` (what one is), then `of_piece`, what a check asks for.
"""

import importlib
from functools import cache
from pathlib import Path

from ...pieces.catalogue import PIECES
from ..questions import SETS as SETS
from ..questions import asked
from .program import Program, known


def files_of(set: str) -> list[Path]:
    """The files that hold the programs of a problem set, in order."""
    return sorted(Path(__file__).parent.glob(f"{set}*.py"), key=lambda each: each.stem)


def of_set(name: str) -> list[Program]:
    """Every program of a problem set, in the order in which they stand in its files."""
    _read(name)
    return list(known.get(name, {}).values())


@cache
def _read(set: str) -> None:
    for file in files_of(set):
        importlib.import_module(f"{__name__}.{file.stem}")


def of_piece(name: str) -> list[Program]:
    """The programs that test a piece."""
    return [each for each in of_set(PIECES[name].set) if name in each.pieces]


def set_of(name: str) -> str:
    """The problem set of a piece, of a question or of a training."""
    return PIECES[name].set if name in PIECES else asked()[name]
