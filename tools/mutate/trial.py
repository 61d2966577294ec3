"""Does the check of a piece notice that its solution was changed?

Read: `survives`, `unexplained`.
"""

import json
import signal
import threading
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import minigrad
from autograder.check.running import run_fresh, run_recorded
from autograder.pieces.kinds import PieceError
from autograder.pieces.registry import Mine, forget_all

from .mutants import Mutant
from .solutions import Solution

SECONDS = 4  # of the processor for a program; the solution needs milliseconds
EXPLAINED = Path(__file__).with_name("survivors.json")


class _TooLong(BaseException):
    """A changed loop does not end."""


def survives(solution: Solution, mutant: Mutant) -> bool:
    """True if everything that a check looks at is as it should be."""
    forget_all()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            own = solution.made(mutant.node)
            solution.piece.check_form(own)
            solution.piece.adopt(own)
            mine = Mine(solution.piece, own, parts=solution.piece.parts(own))
            return all(_agreements(mine))
    except (PieceError, _TooLong, Exception):
        return False


def _agreements(mine: Mine) -> Iterator[bool]:
    for runs in (run_recorded(mine), run_fresh(mine, minigrad, seed=1)):
        while True:
            with _limited():
                run = next(runs, None)
            if run is None:
                break
            yield run.agrees


@contextmanager
def _limited() -> Iterator[None]:
    """_TooLong after some seconds of the processor, where the system can do that."""
    if not hasattr(signal, "setitimer") or (
        threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def stop(number, frame):
        raise _TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def explained() -> dict[str, dict[str, str]]:
    """{piece: {mutant: why it computes the same}}."""
    return json.loads(EXPLAINED.read_text(encoding="utf-8"))


def unexplained(solution: Solution, chosen: Iterable[Mutant]) -> list[str]:
    """The names of those that survive and are not explained."""
    known = explained().get(solution.piece.name, {})
    return [
        each.name
        for each in chosen
        if each.name not in known and survives(solution, each)
    ]
