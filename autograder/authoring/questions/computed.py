"""The computation behind each question: a function of the library.

    @question(lambda a: (f"at $a = {a}$", f"return {2 * a}"), a=(3, 4, 7))
    def slope_of_a_square(lib, a):
        "a * a at a = {a}: the slope"

The first of the numbers is the published one; a variant draws among the others, and
writes them where the texts that the lambda gives stand in the exercise. A bare
`@question` has no numbers to draw.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ... import variant
from ...check.questions import set_of_file


@dataclass(frozen=True)
class Computed:
    """A question: what computes it, the numbers to choose from, the texts with them."""

    function: Callable
    texts: Callable[..., tuple[str, ...]] | None = None
    choices: dict[str, tuple] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Of the student's function, in the published course."""
        return self.function.__name__

    @property
    def published(self) -> dict[str, Any]:
        """The numbers of the published course."""
        return {name: each[0] for name, each in self.choices.items()}

    @property
    def numbers(self) -> dict[str, Any]:
        """The numbers of this course."""
        return variant.numbers(self.name) or self.published


computations: dict[str, list[Computed]] = {}  # by problem set


def question(first: Callable, /, **choices: tuple) -> Callable:
    """Make a function of `lib` the computation behind a student's of the same name."""
    if choices:
        return lambda function: _keep(Computed(function, first, choices))
    return _keep(Computed(first))


def _keep(computed: Computed) -> Callable:
    set = set_of_file(computed.function.__module__.rpartition(".")[2])
    computations.setdefault(set, []).append(computed)
    return computed.function
