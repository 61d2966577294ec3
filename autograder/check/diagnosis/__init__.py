"""Why a piece is wrong: each usual mistake is a hypothesis, tested on its own.

A hypothesis says what the numbers would be if the student had made a certain mistake.
It fits if that is what they are, in every case at once, right ones included. All that
fit are told; if none does, nothing is said beyond what was seen.

Read: `Clue` (what a hypothesis may look at), `mistake` (how one is written), `reasons`
(which fit), `clues_in` (the clues that a check collects). The hypotheses
themselves are in `general` and in a file per problem set.
"""

import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from ...variant import published
from ..comparison import agrees, alike, is_output
from ..observation import AGAIN, gradient_of
from ..programs import SETS
from ..references import Reference

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True, eq=False)
class Clue:
    """One output or gradient of one case: what it should be and what it is.

    `what` is its name in the observation, `got` the student's array.
    """

    reference: Reference
    what: str
    got: np.ndarray

    @property
    def expected(self) -> np.ndarray:
        return self.reference.seen.arrays[self.what]

    @property
    def of(self) -> str:
        """What kind of hypothesis it is for: "out", "gradient" or "again"."""
        if is_output(self.what):
            return "out"
        return "again" if self.what.endswith(AGAIN) else "gradient"

    @property
    def is_wrong(self) -> bool:
        return not agrees(self.expected, self.got)

    @property
    def inputs(self) -> dict[str, object]:
        return self.reference.inputs

    @property
    def operands(self) -> list[np.ndarray]:
        """The inputs that are arrays."""
        values = self.inputs.values()
        return [value for value in values if isinstance(value, np.ndarray)]

    @property
    def operand(self) -> np.ndarray:
        """The input whose gradient this is."""
        return self.inputs[_operand_name(self.what)]

    @property
    def out(self) -> np.ndarray:
        return self.reference.seen.arrays["out"]

    @property
    def upstream(self) -> np.ndarray:
        """The gradient of `out` that the backward pass started from."""
        return self.reference.upstream["upstream 0"]

    @property
    def slope(self) -> np.ndarray | None:
        """What the gradient would be under an upstream gradient of ones."""
        return self.reference.slopes.get(self.what)

    @property
    def contributions(self) -> list[np.ndarray]:
        """What the graph's edges to this input carry: the gradient is their sum."""
        name = _operand_name(self.what)
        graph = self.reference.seen.graph
        return [
            self.reference.flow[f"{number} {k}"]
            for number, (_, edges) in enumerate(graph)
            for k, edge in enumerate(edges)
            if edge and graph[edge[0]][0] == f"leaf {name}"
            if f"{number} {k}" in self.reference.flow
        ]


Prediction = Callable[[Clue], "np.ndarray | bool | None"]


@dataclass(frozen=True, eq=False)
class Mistake:
    """A hypothesis. `says` is its reason; {x} in it stands for the operand.

    `predict` gives what would be seen (an array), or whether what is seen fits (a
    bool), or None where it cannot tell. `of` is "out", "gradient", or "again" (the
    gradient after a second pass); `piece` is the piece that it is about, "" for any.
    `anywhere`: it holds for whole programs, not only for an op by itself.
    """

    of: str
    says: str
    predict: Prediction
    piece: str = ""
    anywhere: bool = False

    def explain(self, clues: Iterable[Clue]) -> str | None:
        """The reason, if every clue that it can tell is as predicted, a wrong one
        among them; else None."""
        tested = False
        for clue in clues:
            with np.errstate(all="ignore"):
                predicted = self.predict(clue)
            if predicted is None:
                continue
            if isinstance(predicted, bool | np.bool_):
                fits = bool(predicted)
            else:
                fits = alike(np.asarray(predicted), clue.got)
            if not fits:
                return None
            tested |= clue.is_wrong
        return self.says if tested else None


_mistakes: list[Mistake] = []


def mistake(of: str, says: str, piece: str = "", anywhere: bool = False) -> Callable:
    """Make a prediction a hypothesis."""

    def add(predict: Prediction) -> Prediction:
        add_mistake(Mistake(of, says, predict, piece, anywhere))
        return predict

    return add


def add_mistake(new: Mistake) -> None:
    """Let `reasons` test one more hypothesis."""
    _mistakes.append(new)


@cache
def read_all() -> None:
    folder = Path(__file__).parent
    for pattern in ("general.py", *(f"{name}*.py" for name in SETS)):
        for file in sorted(folder.glob(pattern), key=lambda each: each.stem):
            importlib.import_module(f"{__name__}.{file.stem}")


# -- which fit --------------------------------------------------------------------


def reasons(piece: str, clues: list[Clue], bare: bool) -> list[str]:
    """What fits the clues, in the student's terms; empty if nothing does.

    With `bare` the clues come from programs that consist of the piece alone. A wrong
    output explains a wrong gradient, and that a wrong second pass: the first of them
    that is wrong is what reasons are given for.
    """
    read_all()
    wrong = {clue.of for clue in clues if clue.is_wrong}
    of = next((of for of in ("out", "gradient", "again") if of in wrong), "")
    by_name: dict[str, list[Clue]] = {}
    for clue in clues:
        if clue.of == of:
            by_name.setdefault(clue.what, []).append(clue)
    found = {
        what: _fitting(of, piece, group, bare)
        for what, group in by_name.items()
        if any(clue.is_wrong for clue in group)
    }
    said = dict.fromkeys(says for each in found.values() for says in each)
    return [
        says.format(x=_joined(what for what, each in found.items() if says in each))
        for says in said
    ]


def _fitting(of: str, piece: str, clues: list[Clue], bare: bool) -> list[str]:
    """What fits. What is said of the piece itself stands before what is said of any."""
    own, general = [], []
    for each in _mistakes:
        if each.of != of or each.piece not in ("", published(piece)):
            continue
        if (bare or each.anywhere) and (says := each.explain(clues)):
            (own if each.piece else general).append(says)
    return own or general


def _joined(whats: Iterable[str]) -> str:
    """The operands' names: "a", "a and b"."""
    return " and ".join(_operand_name(what) for what in whats)


def _operand_name(what: str) -> str:
    """Whose gradient something is."""
    return what.removeprefix(gradient_of("")).removesuffix(AGAIN)


def clues_in(reference: Reference, arrays: Arrays) -> list[Clue]:
    """The clues of one case, from what was observed in it. First derivatives only."""
    return [
        Clue(reference, what, arrays[what])
        for what in reference.seen.arrays
        if what in arrays and (is_output(what) or what.startswith(gradient_of("")))
    ]
