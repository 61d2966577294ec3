"""A student's piece run on its programs: what differs from the references.

Read: `Run` (one program on one case), `run_recorded`, `run_fresh`, `run_second_order`.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType

import minigrad

from ..pieces.kinds import away
from ..pieces.registry import Mine, alone
from . import programs
from .account import Account, account_of
from .comparison import Difference, compare
from .observation import Observation
from .references import Reference, load, made, replayed
from .watch import watched

SECOND = "second derivative"


@dataclass
class Run:
    """One program on one case with the student's piece: what was seen, what differs.

    `account` is what the student's process could tell besides. `order` is that of the
    derivatives looked at.
    """

    reference: Reference
    seen: Observation
    differences: list[Difference] = field(default_factory=list)
    account: Account = Account()
    order: int = 1

    @property
    def agrees(self) -> bool:
        return not self.differences

    @property
    def is_bare(self) -> bool:
        """True if the program is a single op, each operand of it another leaf."""
        return is_bare(self.reference)


def is_bare(reference: Reference) -> bool:
    """True if a reference is of a single op, each operand of it another leaf.

    A Function of the student's is such an op where it is all that a program applies.
    """
    if reference.program.opaque:
        return reference.program.bare
    graph = reference.seen.graph
    if not graph or any(not row[0].startswith("leaf ") for row in graph[1:]):
        return False
    sources = [edge[0] for edge in graph[0][1] if edge]
    return len(sources) == len(set(sources))


def run_recorded(mine: Mine) -> Iterator[Run]:
    """The programs of a piece on the inputs that PyTorch was recorded on.

    Once one differs, those that take long are left out.
    """
    agrees = True
    for program in programs.of_piece(mine.piece.name):
        for reference in load(program) if agrees or not program.takes_long else ():
            found = run(mine, reference)
            agrees &= found.agrees
            yield found


def run_fresh(mine: Mine, lib: ModuleType, seed: int) -> Iterator[Run]:
    """The programs of a piece on inputs that nobody has seen before.

    `lib` says what is right: PyTorch, or minigrad itself without any piece of the
    student's. Where minigrad's own version is not there, nothing is run.
    """
    for program in programs.of_piece(mine.piece.name):
        for case in range(len(program.cases) if not program.takes_long else 0):
            with alone(mine.piece, None):
                reference = made(lib, program, case, seed)
            if not isinstance(reference.seen.raised, NotImplementedError):
                yield run(mine, reference)


def oracle(live: bool | None) -> ModuleType:
    """The library that fresh inputs are compared with.

    PyTorch with `live`, or where it is imported already: importing it takes seconds,
    and a check is to answer at once. Otherwise minigrad, which the project's own tests
    hold equal to PyTorch.
    """
    if live or (live is None and "torch" in sys.modules):
        import torch

        return torch
    return minigrad


def run(mine: Mine, reference: Reference, order: int = 1) -> Run:
    """One program on one case; first derivatives, or up to `order`."""
    watch = watched(mine.piece, mine.parts)

    def look() -> Observation:
        with alone(mine.piece, watch.parts if watch else mine.parts), away(mine.piece):
            return replayed(reference, order)

    seen = look()
    differences = [
        each
        for each in compare(reference.seen, seen)
        if order > 1 or not each.what.startswith(SECOND)
    ]
    account = Account()
    if differences:
        account = account_of(mine, seen, watch, look, reference.inputs.values())
    return Run(reference, seen, differences, account, order)


def run_second_order(mine: Mine) -> Iterator[Run]:
    """The programs that ask for second derivatives, with these."""
    for program in programs.of_piece(mine.piece.name):
        if program.order > 1:
            for reference in load(program):
                yield run(mine, reference, program.order)
