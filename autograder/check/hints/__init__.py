"""`hint`: help in three steps, the last still not the solution.

Read: `hint` and `Hint`. The words stand in a file per problem set.
"""

import html
import importlib
from dataclasses import dataclass

from ...pieces.catalogue import PIECES
from ...pieces.kinds import PieceError
from ...pieces.registry import did_you_mean
from ...variant import published
from ..programs import set_of
from ..questions import asked

_given: dict[str, int] = {}


@dataclass(frozen=True)
class Hint:
    """The steps of a ladder that were asked for. It shows itself."""

    name: str
    steps: tuple[str, ...]
    of: int

    def __repr__(self) -> str:
        return "\n".join([*self._numbered(), self._more()])

    def _numbered(self) -> list[str]:
        return [
            f"Hint {i} of {self.of} for {self.name}: {step}"
            for i, step in enumerate(self.steps, start=1)
        ]

    def _more(self) -> str:
        if len(self.steps) < self.of:
            return f'Call hint("{self.name}") again for the next.'
        return "That was the last one. The check says what your version does."

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        items = "".join(f"<li>{html.escape(step)}</li>" for step in self.steps)
        return {
            "text/plain": repr(self),
            "text/html": f"<ol>{items}</ol><p>{html.escape(self._more())}</p>",
        }


def hint(name: object, steps: int | None = None) -> Hint:
    """A hint for a piece: one more at each call, or the first `steps`.

    `name` is the name of a piece, or the student's class or function.
    """
    if not isinstance(name, str):
        name = getattr(name, "__name__", type(name).__name__)
    ladder = ladder_of(name)
    if ladder is None:
        known = did_you_mean(name, [*PIECES, *asked()])
        raise PieceError(f"There is no hint for {name}. {known}")
    if steps is None:
        steps = _given.get(name, 0) + 1
    steps = min(max(steps, 1), len(ladder))
    _given[name] = max(steps, _given.get(name, 0))
    return Hint(name, ladder[:steps], len(ladder))


def ladder_of(name: str) -> tuple[str, str, str] | None:
    """The three hints of a piece, a number or a training; None where there are none."""
    if name not in PIECES and name not in asked():
        return None
    hints = importlib.import_module(f"{__name__}.{set_of(name)}").HINTS
    return hints.get(published(name))
