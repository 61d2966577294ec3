"""The exercises about whole programs: functions of the student's, and a walk.

Read: `ProgramPiece`, a function that is checked but no part of minigrad; then
`EdgesPiece`, the walk that the pictures of minigrad run on.
"""

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from minigrad import Tensor
from minigrad.viz.reading import is_node

from .engine import GuardedPiece
from .own_functions import OwnPiece
from .rules import Violation


class ProgramPiece(OwnPiece):
    """A function of the student's alone, which programs ask for (`student_functions`).

    It gets `parameters`, and returns what `returns` says: "a tensor", "True or False",
    or "a path", which is a list or tuple of whole numbers, or None.
    """

    kind = "program"

    def __init__(
        self, name: str, set: str, parameters: str, returns: str = "a tensor"
    ) -> None:
        super().__init__(name, set, parameters)
        self.returns = returns

    def call(self, own: Callable, *args: object) -> object:
        found = own(*args)
        if self.returns == "a path":
            return self._path(found)
        kinds = Tensor if self.returns == "a tensor" else bool | np.bool_
        self.must_be(found, kinds, self.returns)
        return found

    def _path(self, found: object) -> tuple[int, ...] | None:
        if found is None:
            return None
        self.must_be(found, list | tuple, "a list of positions, or None")
        for each in found:
            if isinstance(each, bool) or not isinstance(each, int):
                raise self.returned(
                    f"a list with an object of type {type(each).__name__} in it: a "
                    "path has the positions of inputs, whole numbers."
                )
        return tuple(found)


class EdgesPiece(GuardedPiece):
    """`list_edges(roots)`: tuples (node, position, input, output), in a list or not."""

    may_yield = True

    def call(self, own: Callable, roots: Iterable[object]) -> Iterator[tuple]:
        found = own(list(roots))
        if found is None:
            raise self.returned("None. Is there a return, or a yield?")
        if not isinstance(found, Iterable) or isinstance(found, dict | str):
            raise self.returned(
                f"an object of type {type(found).__name__}: return a list of edges."
            )
        return map(self._checked, found)

    def _checked(self, edge: object) -> tuple:
        wanted = "each edge is a tuple (node, position, input, output)."
        if not isinstance(edge, tuple | list) or len(edge) != 4:
            size = f" of {len(edge)}" if isinstance(edge, tuple | list) else ""
            raise Violation(
                f"{self.name} has an object of type {type(edge).__name__}{size} among "
                f"its edges: {wanted}"
            )
        node, position, input, output = edge
        if input is None or node is None:
            raise Violation(
                f"{self.name} has None in an edge: where next_functions has None, no "
                "gradient flows, and there is no edge."
            )
        if not (is_node(node) and is_node(input)):
            other = input if is_node(node) else node
            raise Violation(
                f"{self.name} has an object of type {type(other).__name__} in the "
                f"place of a node: {wanted}"
            )
        if not all(type(each) is int for each in (position, output)):
            raise Violation(
                f"{self.name} has a position or an output that is no int: {wanted}"
            )
        return node, position, input, output
