"""What a student's process can tell of a run by itself: its errors, its lines, its ctx.

What is right is not known there, when a class is graded: the numbers of a run are
compared outside. So all that needs the student's code is noted here, as texts and
arrays; what is told in the end is made of this and of the numbers (`explaining`).

Read: `Account`, `account_of`.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass

import numpy as np

from ..pieces.registry import Mine
from ..pieces.rules import DTYPE_LOST, Violation
from .diagnosis.meanings import meaning
from .diagnosis.order import faults_of
from .errors import Line, explained, line_of, unseen_name
from .observation import Observation
from .places import Origin, operands_of
from .watch import Watch

LONGEST = 600  # characters of a text
WRITTEN = ("op", "function", "own")  # kinds of pieces that compute by themselves


@dataclass(frozen=True)
class Account:
    """Of an exception its kind and text, the student's line and what the error means;
    of a broken rule the gradient that broke it and its operand's number. `running` is
    the method that was running, `kept` the arrays that are attributes of ctx,
    `fault` what is wrong with a list of nodes, or where a dtype came in, `nan` where
    the first nan arises. All empty where there is nothing."""

    kind: str = ""
    text: str = ""
    line: Line | None = None
    means: str = ""
    running: str = ""
    kept: tuple[str, ...] = ()
    saves_a_copy: bool = False
    fault: str = ""
    nan: str = ""
    operand: int = 0
    got: np.ndarray | None = None

    @property
    def breaks_a_rule(self) -> bool:
        return self.kind == Violation.__name__

    def as_dict(self) -> dict:
        """All but the array, in a form that JSON has."""
        return {k: each for k, each in asdict(self).items() if k != "got" and each}

    @classmethod
    def read(cls, told: object, got: np.ndarray | None) -> "Account":
        """One that was sent. What is not of its form is left out."""
        told = told if isinstance(told, dict) else {}
        texts = {
            name: told[name][:LONGEST]
            for name in ("kind", "text", "means", "running", "fault", "nan")
            if isinstance(told.get(name), str)
        }
        kept = told.get("kept")
        kept = kept if isinstance(kept, list | tuple) else ()
        operand = told.get("operand")
        return cls(
            **texts,
            line=_line(told.get("line")),
            kept=tuple([each[:40] for each in kept[:9] if isinstance(each, str)]),
            saves_a_copy=told.get("saves_a_copy") is True,
            operand=operand if type(operand) is int and 0 <= operand < 9 else 0,
            got=got,
        )


def _line(told: object) -> Line | None:
    fields = ("place", "function", "text")
    if not isinstance(told, dict) or type(told.get("number")) is not int:
        return None
    if not all(isinstance(told.get(name), str) for name in fields):
        return None
    place, function, text = (told[name][:200] for name in fields)
    return Line(place, told["number"], function, text)


def account_of(
    mine: Mine,
    seen: Observation,
    watch: Watch | None,
    look: Callable[[], Observation],
    inputs: Iterable[object],
) -> Account:
    """What there is to tell of one run of a student's piece on some inputs.

    `look` runs it once more, for experiments.
    """
    raised = seen.raised
    calls = watch.calls if watch else []
    found = {
        "kept": tuple(
            sorted(
                {
                    name
                    for call in calls
                    for name, value in vars(call.ctx).items()
                    if _has_array(value)
                }
            )
        ),
        "saves_a_copy": any(call.saved_others for call in calls),
    }
    if mine.piece.name == "order_nodes" and raised is None:
        found["fault"] = next((f.says for f in faults_of(mine, seen.outputs)), "")
    elif mine.piece.kind in WRITTEN or mine.piece.name == "sum_to_shape":
        found["fault"] = _origin(seen, look, inputs)
    if raised is None:
        return Account(**found, nan=_nan(seen, watch, look))
    running, args = watch.running if watch and watch.running else ("", ())
    line = line_of(raised)
    if isinstance(raised, Violation):
        if raised.got is not None:
            found |= {"operand": raised.operand, "got": raised.got}
    else:
        found["means"] = _meaning(mine, raised, mine.parts.get(running), args)
    text = str(raised).strip()[:LONGEST]
    return Account(type(raised).__name__, text, line, running=running, **found)


def _has_array(value: object) -> bool:
    """True for an array, and for a tuple, list or dict that has one in it."""
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, tuple | list):
        return any(map(_has_array, value))
    return isinstance(value, np.ndarray)


NOT_A_NUMBER = {  # what NumPy calls it, and what it is
    "multiply": "0 times infinity",
    "divide": "0 / 0, or infinity by infinity",
    "add": "infinity minus infinity",
    "subtract": "infinity minus infinity",
    "reduce": "infinity minus infinity, or 0 times infinity, in a sum",
    "matmul": "0 times infinity",
    "power": "a negative number to a power that is not whole",
    "sqrt": "the root of a negative number",
    "log": "the logarithm of a negative number",
}


def _nan(seen: Observation, watch: Watch | None, look: Callable) -> str:
    """The line in which the first nan arises, if there is one in what was seen."""
    floats = [each for each in seen.arrays.values() if each.dtype.kind == "f"]
    if not any(np.isnan(each).any() for each in floats):
        return ""
    if watch:
        watch.errors = {"all": "ignore", "invalid": "raise"}
    with np.errstate(invalid="raise"):
        raised = look().raised
    line = line_of(raised) if isinstance(raised, FloatingPointError) else None
    if line is None or not line.text:
        return ""
    what = NOT_A_NUMBER.get(str(raised).rpartition(" ")[2])
    return f"A nan arises in `{line.text}`" + (f": {what} is nan." if what else ".")


def _origin(seen: Observation, look: Callable, inputs: Iterable[object]) -> str:
    """Where a dtype came in that the inputs have not, if they have one in common."""
    arrays = [each for each in inputs if isinstance(each, np.ndarray)]
    known = {array.dtype.name for array in arrays if array.dtype.kind == "f"}
    got = {each.dtype.name for each in seen.arrays.values() if each.dtype.kind == "f"}
    if len(known) != 1 or (got <= known and not _is_of_dtype(seen.raised)):
        return ""
    with (origin := Origin(*known)).sought():
        look()
    return origin.says


def _is_of_dtype(raised: Exception | None) -> bool:
    return isinstance(raised, Violation) and str(raised).startswith(DTYPE_LOST)


def _meaning(
    mine: Mine, raised: Exception, function: Callable | None, args: tuple
) -> str:
    """What an error means, as far as it is known."""
    line = line_of(raised)
    means = meaning(raised, mine.piece.name, mine.piece.kind)
    means = means or explained(raised, function, args)
    means = means or unseen_name(raised, line, mine.own)
    if not means and line is None and not isinstance(raised, RuntimeError):
        means = f"minigrad could not go on with what {mine.piece.name} returned."
    if isinstance(raised, NameError | NotImplementedError | RecursionError):
        return means or ""
    return f"{means or ''} {operands_of(raised)}".strip()
