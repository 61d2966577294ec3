"""What differs between two graphs: `differences` finds it and says it in words.

The boxes of both are aligned in reading order, by their names and shapes, as a diff
aligns lines. Aligned boxes with other names, boxes that only one graph has, and edges
that lead to other boxes are differences.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from .dot import short_name
from .labels import heading, node_name, output_shapes, shape_text
from .reading import Box, Edge, Graph


@dataclass
class Differences:
    """The marks of either graph, and a line of words for each difference."""

    marks: tuple[dict, dict] = field(default_factory=lambda: ({}, {}))
    words: list[str] = field(default_factory=list)

    def box(self, side: int, box: Box, mark: str) -> None:
        self.marks[side][box] = mark

    def edge(self, side: int, edge: Edge) -> None:
        self.marks[side][edge] = "differs"


def differences(a: Graph, b: Graph, labels: tuple[str, str]) -> Differences:
    """What differs between the graphs called `labels`."""
    found = Differences()
    by_name = all(box.names for box in a.boxes + b.boxes if box.kind == "leaf")
    pairs = dict(zip(a.roots, b.roots, strict=False))
    pairs |= dict(_aligned(a.boxes, b.boxes, by_name))
    partners = (pairs, {b_box: a_box for a_box, b_box in pairs.items()})
    for side, graph in enumerate((a, b)):
        for box in graph.roots + graph.boxes:
            if box not in partners[side]:
                found.box(side, box, "only here")
                found.words.append(f'only in "{labels[side]}": {_called(box)}')
    for first, second in pairs.items():
        named = bool(first.names and second.names)
        if _identity(first, named) != _identity(second, named):
            found.box(0, first, "differs")
            found.box(1, second, "differs")
            found.words.append(
                f'{_called(first)} in "{labels[0]}" is {_called(second)} in '
                f'"{labels[1]}"'
            )
    for first, second in pairs.items():
        _compare_edges(found, first, second, pairs, labels)
    return found


def _aligned(a: list[Box], b: list[Box], by_name: bool) -> Iterator[tuple[Box, Box]]:
    """Pairs of boxes that play the same part; of other names where nothing fits."""
    matcher = SequenceMatcher(
        None,
        [_identity(box, by_name) for box in a],
        [_identity(box, by_name) for box in b],
        autojunk=False,
    )
    for kind, i, i_end, j, j_end in matcher.get_opcodes():
        if kind == "equal" or (kind == "replace" and i_end - i == j_end - j):
            for first, second in zip(a[i:i_end], b[j:j_end], strict=True):
                if first.kind == second.kind:
                    yield first, second


def _identity(box: Box, by_name: bool) -> tuple:
    """What must agree: the name of a node, shapes, and that of a leaf if both have one.

    A root goes by its shape, and a node whose library does not tell shapes by its name.
    """
    if box.kind == "node":
        return box.kind, node_name(box.node), output_shapes(box)
    shape = shape_text(box.tensors[0].shape)
    return box.kind, shape, box.names.get(0) if by_name and box.kind == "leaf" else None


def _compare_edges(
    found: Differences, first: Box, second: Box, pairs: dict, labels: tuple[str, str]
) -> None:
    ours = {edge.position: edge for edge in first.edges}
    theirs = {edge.position: edge for edge in second.edges}
    for position in sorted(ours.keys() | theirs.keys()):
        mine, other = ours.get(position), theirs.get(position)
        if mine and other and _same(mine, other, pairs):
            continue
        for side, edge in enumerate((mine, other)):
            if edge:
                found.edge(side, edge)
        found.words.append(
            f'{_which(first, position)} leads to {_end(mine)} in "{labels[0]}", '
            f'to {_end(other)} in "{labels[1]}"'
        )


def _same(mine: Edge, other: Edge, pairs: dict) -> bool:
    return pairs.get(mine.to) is other.to and mine.output == other.output


def _called(box: Box) -> str:
    number = "" if box.kind == "root" else f"[{box.number}] "
    return number + " ".join(heading(box))


def _which(box: Box, position: int) -> str:
    if box.kind == "root":
        return f"grad_fn of {short_name(box)}"
    return f"input {position} of [{box.number}] {short_name(box)}"


def _end(edge: Edge | None) -> str:
    if edge is None:
        return "nothing"
    output = f" output {edge.output}" if edge.output else ""
    return f"[{edge.to.number}] {short_name(edge.to)}{output}"
