"""Usual mistakes, as hypotheses, and the clues that they are tested on.

Read: `Clue` (what a hypothesis may look at), `Mistake` (what one is), `clues_in` (the
clues that a check collects).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from ..comparison import agrees, alike, is_output
from ..observation import AGAIN, gradient_of
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
    def operand(self) -> np.ndarray:
        """The input whose gradient this is."""
        return self.inputs[operand_name(self.what)]

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
        name = operand_name(self.what)
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
    gradient after a second pass). `anywhere`: it holds for whole programs, not only for
    an op by itself.
    """

    of: str
    says: str
    predict: Prediction
    anywhere: bool = False

    def explains(self, clues: Iterable[Clue]) -> bool:
        """True if every clue that it can tell is as predicted, a wrong one among
        them."""
        fits = [(self.fits(clue), clue.is_wrong) for clue in clues]
        return (True, True) in fits and not any(each is False for each, _ in fits)

    def fits(self, clue: Clue) -> bool | None:
        """True if this clue is as predicted; None if it cannot tell."""
        try:
            with np.errstate(all="ignore"):
                predicted = self.predict(clue)
        except KeyError:  # a program that returns a dict has no "out"
            return None
        if predicted is None or isinstance(predicted, bool | np.bool_):
            return predicted if predicted is None else bool(predicted)
        return alike(np.asarray(predicted), clue.got)


def operand_name(what: str) -> str:
    """Whose gradient something is."""
    return what.removeprefix(gradient_of("")).removesuffix(AGAIN)


def clues_in(reference: Reference, arrays: Arrays) -> list[Clue]:
    """The clues of one case, from what was observed in it. First derivatives only."""
    return [
        Clue(reference, what, arrays[what])
        for what in reference.seen.arrays
        if what in arrays and (is_output(what) or what.startswith(gradient_of("")))
    ]
