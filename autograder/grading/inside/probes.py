"""The judge's requests, served in the process in which the notebook runs.

Read: `View.serve`, then `_begin` (which parts of minigrad this view has), `_cell`,
`_probe` (a piece on the judge's programs), `_answer` (a predicted number) and `_train`
(a function that trains a network).

All of this can be patched by the notebook that runs beside it. It gains nothing by
that: what is answered are arrays, and the judge compares them with PyTorch's.
"""

import linecache
import socket
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache

import numpy as np

import autograder
import minigrad
from autograder import checking
from autograder.check import programs
from autograder.check.account import Account, account_of
from autograder.check.diagnosis.repairs import defined
from autograder.check.errors import blank_name, is_blank
from autograder.check.observation import Observation, Upstream, observe
from autograder.check.questions import TRAININGS
from autograder.check.trainings import training_of
from autograder.check.watch import watched
from autograder.pieces import registry, spares
from autograder.pieces.catalogue import PIECES
from autograder.pieces.kinds import PieceError
from autograder.pieces.registry import Mine, alone
from autograder.pieces.rules import Violation
from minigrad.viz import CannotRender, Picture

from ..wire import packed, receive, send, unpacked
from .cells import Cells, Shell
from .families import give_back

STUB = "that you write and check"  # in the error of a piece that was cut out
ABSENT = ("torch", "torchvision", "torchaudio", "functorch", "torchgen")


def warm_up() -> None:
    """Import what views need, before the first one is made."""
    for each in programs.SETS:
        programs.of_set(each)
    for each in TRAININGS:
        training_of(each)
    with suppress(CannotRender, ImportError):  # the first picture takes seconds
        import graphviz

        Picture("", graphviz.Graph().source, "", {}).png()
    # Their folders are hidden, and empty folders can be imported.
    sys.modules.update(dict.fromkeys(ABSENT))


class View:
    """One run of a notebook. `accepted` are the pieces that the judge found right."""

    def __init__(self, shell: Shell, channel: socket.socket) -> None:
        self.channel, self.cells = channel, Cells(shell)
        self.names = shell.user_ns
        self.accepted: list[str] = []

    def serve(self, read: Callable[[int], bytes]) -> None:
        """Take one request and answer it."""
        header, payload = receive(read)
        act = getattr(self, f"_{header.pop('do')}")
        try:
            answer, arrays = act(payload=payload, **header)
        except KeyboardInterrupt:
            answer, arrays = {"interrupted": True}, []
        answer["index"], payload = packed(arrays) if arrays else ([], b"")
        send(self.channel, answer, payload)

    # -- the notebook -----------------------------------------------------------------

    def _begin(self, payload, parts, accepted):
        """`parts` are the pieces' own versions that this view has, as text, and their
        families'."""
        self.accepted = accepted
        # What is no part of minigrad nothing else needs.
        for name, text in parts.items():
            piece, _, place = name.partition("/")
            if place:
                give_back(place, *text)
            elif PIECES[piece].in_minigrad:
                PIECES[name].give_back(spares.parts_of(name, *text))
        spares.parts = dict
        autograder.check = checking.check = self._check
        return {}, []

    def _cell(self, payload, source, name, shown):
        if shown:
            return {"outputs": self.cells.run(source)}, []
        linecache.cache[name] = (
            len(source),
            None,
            source.splitlines(keepends=True),
            name,
        )
        self.cells.run_on(source, name)
        return {}, []

    def _check(self, target=None, **options):
        """What `check` is in a notebook that is graded: the judge does it."""
        mine = self._mine(getattr(target, "__name__", target))
        if mine is not None and mine.piece.name in self.accepted:
            mine.accept()

    def _mine(self, name: object) -> Mine | None:
        """The student's version of a piece, registered or not."""
        if name not in PIECES:
            return None
        own, known = self.names.get(name), registry.mine_of(name)
        if own is None or (known is not None and known.own is own):
            return known
        return registry.register(own)

    def _changed(self, name: str, text: str) -> Mine:
        try:
            return defined(PIECES[name], text, dict(self.names))
        except Exception as error:
            raise PieceError(f"no program: {type(error).__name__}") from None

    # -- what the judge asks ----------------------------------------------------------

    def _probe(self, payload, piece, runs, index, changed=""):
        """A piece on programs: {"seen": what each did}, or why it cannot be run.

        `changed` is the student's program with a small change."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                mine = self._changed(piece, changed) if changed else self._mine(piece)
            except PieceError as error:
                return {"why": str(error)}, []
            if mine is None:
                return {"why": f"there is no {piece} in the notebook"}, []
            numbers = unpacked(index, payload)
            seen, arrays = [], []
            for run in runs:
                found, account = _observed(mine, run, numbers)
                seen.append(_noted(found, account, piece))
                arrays += found.arrays.values()
                arrays += [account.got] if account.got is not None else []
        return {"seen": seen}, arrays

    def _answer(self, payload, name):
        """The number that a function of the student's returns."""
        function = self.names.get(name)
        if not callable(function):
            return {"why": f"there is no function {name} in the notebook"}, []
        try:
            number = checking._number(value := function())
        except Exception as error:
            if is_blank(error):
                return {"why": f"{blank_name(error, name)} is not written yet"}, []
            return {"why": f"{name} raised {type(error).__name__}"}, []
        if number is None:
            return {"why": f"{name} returned a {type(value).__name__}, no number"}, []
        return {}, [np.array(number)]

    def _train(self, payload, name, index):
        """The networks that a function of the student's makes of what is given."""
        function, training = self.names.get(name), training_of(name)
        if not callable(function):
            return {"why": f"there is no function {name} in the notebook"}, []
        given = unpacked(index, payload)
        each = len(given) // training.TIMES
        try:
            networks = [
                training.train(function, *given[i : i + each])
                for i in range(0, len(given), each)
            ]
        except Violation as error:
            return {"why": str(error)}, []
        except Exception as error:
            if is_blank(error):
                return {"why": f"{blank_name(error, name)} is not written yet"}, []
            return {"why": f"{name} raised {type(error).__name__}"}, []
        forms, arrays = training.arrays_of(networks)
        return {"forms": forms}, arrays


# -- pieces -----------------------------------------------------------------------


def _observed(mine: Mine, run: dict, numbers: list) -> tuple[Observation, Account]:
    program = _programs(run["set"])[run["program"]]
    inputs = [
        numbers[each["array"]].copy() if "array" in each else _tuples(each["value"])
        for each in run["inputs"]
    ]
    upstream = {key: numbers[at] for key, at in run["upstream"].items()}
    watch = watched(mine.piece, mine.parts)

    def look() -> Observation:
        with alone(mine.piece, watch.parts if watch else mine.parts):
            return observe(
                minigrad, program, inputs, Upstream(arrays=upstream), run["order"]
            )

    seen = look()
    return seen, account_of(mine, seen, watch, look, inputs)


@cache
def _programs(set: str) -> dict[str, programs.Program]:
    return {each.name: each for each in programs.of_set(set)}


def _tuples(value: object) -> object:
    """JSON makes lists of tuples."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _noted(seen: Observation, account: Account, piece: str) -> dict:
    """What was seen, but for the arrays, which follow in the order of their names, and
    one that broke a rule behind them."""
    raised = seen.raised
    blank = raised is not None and is_blank(raised) and STUB not in str(raised)
    return {
        "arrays": list(seen.arrays),
        "graph": seen.graph,
        "text": seen.text,
        "facts": seen.facts,
        "error": seen.error,
        "account": account.as_dict(),
        "returned": account.got is not None,
        "blank": blank_name(raised, piece) if blank else "",
    }
