"""Folding: what a loop repeated a hundred times, shown once and counted.

Boxes are put in the order in which the program made them, the last first. Where the
same block of boxes follows itself, the first block stays and one box stands for all
others. So an arrow of the folded graph still leads from a later to an earlier box.

Read: `folded`, `_repeats` (which blocks follow themselves), `_joined`.
"""

from collections.abc import Iterable
from itertools import count

import numpy as np

from .labels import is_piece, node_name, output_shapes
from .reading import Box, Edge, Graph, reading_order

LONGEST_BLOCK = 64  # boxes
FEWEST = 4  # blocks in a row that are worth folding
MOST_NAMES = 6  # of the boxes of a block


def folded(graph: Graph, kept: Iterable[Box]) -> Graph:
    """The graph with repeated blocks joined. Boxes in `kept`, or with a name, stay.

    The same graph if nothing repeats; otherwise its boxes are numbered anew.
    """
    boxes = _latest_first([box for box in graph.boxes if box.kind == "node"])
    kept = set(kept) | {box for box in boxes if box.names}
    groups = [
        (boxes[start + block : start + block * times], block, times - 1)
        for start, block, times in _repeats(boxes, kept)
    ]
    return _joined(graph, groups) if groups else graph


def _latest_first(boxes: list[Box]) -> list[Box]:
    """By the numbers that both libraries give their nodes when they are made."""

    def made(box: Box) -> int:
        number = getattr(box.node, "_number", None)
        return box.node._sequence_nr() if number is None else number

    return sorted(boxes, key=made, reverse=True)


# -- what repeats -----------------------------------------------------------------


def _repeats(boxes: list[Box], kept: set[Box]) -> list[tuple[int, int, int]]:
    """(start, boxes in a block, blocks), none on another, the largest gain first."""
    found, start = [], 0
    gains = _gains(boxes, kept)
    while len(gains) and start < gains.shape[1]:
        gain = gains[:, start]
        best = int(gain.argmax())
        if gain[best] == 0:
            start += 1
            continue
        block = best + 1
        times = int(gain[best]) // block + 1
        found.append((start, block, times))
        start += block * times
    return found


def _gains(boxes: list[Box], kept: set[Box]) -> np.ndarray:
    """[block - 1, start]: how many boxes a fold of such a block would hide there."""
    kinds, targets, steps = _features(boxes, kept)
    longest = min(LONGEST_BLOCK, len(boxes) // FEWEST)
    gains = np.zeros((longest, len(boxes)), dtype=np.int64)
    for block in range(1, longest + 1):
        alike = kinds[block:] == kinds[:-block]
        alike &= (
            (targets[block:] == targets[:-block]) | (steps[block:] == steps[:-block])
        ).all(axis=1)
        length = _runs(alike)
        times = length // block + 1
        gains[block - 1, : len(length)] = np.where(
            times >= FEWEST, (times - 1) * block, 0
        )
    return gains


def _runs(alike: np.ndarray) -> np.ndarray:
    """For each place, how many True follow from there on."""
    places = np.arange(len(alike))
    ends = np.where(alike, len(alike), places)
    return np.minimum.accumulate(ends[::-1])[::-1] - places


def _features(boxes: list[Box], kept: set[Box]) -> tuple[np.ndarray, ...]:
    """What two boxes must share to be alike: a number for their kind, and their inputs.

    Two inputs are alike if they are the same box (a shared weight), or as many boxes
    away, or leaves of one shape that nobody else uses (each layer's own weight).
    """
    place = {box: k for k, box in enumerate(boxes)}
    uses: dict[Box, int] = {}
    for box in boxes:
        for edge in box.edges:
            uses[edge.to] = uses.get(edge.to, 0) + 1
    width = max((len(box.edges) for box in boxes), default=0)
    targets, steps = (np.full((len(boxes), width), -1, np.int64) for _ in range(2))
    number = _Numbers()
    kinds = np.empty(len(boxes), np.int64)
    for k, box in enumerate(boxes):
        ends = tuple((edge.position, edge.output) for edge in box.edges)
        unique = box if box in kept else None
        looks = node_name(box.node), output_shapes(box), is_piece(box)
        kinds[k] = number[looks, ends, unique]
        for column, edge in enumerate(box.edges):
            targets[k, column] = number[edge.to]
            if edge.to in place:
                steps[k, column] = number["step", place[edge.to] - k]
            elif uses[edge.to] == 1 and edge.to.kind == "leaf":
                steps[k, column] = number["leaf", edge.to.tensors[0].shape]
            else:
                steps[k, column] = number[edge.to]
    return kinds, targets, steps


class _Numbers(dict):
    """A number for each thing, in the order in which it was first seen."""

    def __missing__(self, thing: object) -> int:
        self[thing] = len(self)
        return self[thing]


# -- the folded graph -------------------------------------------------------------


def _joined(graph: Graph, groups: list[tuple[list[Box], int, int]]) -> Graph:
    """The graph with one box for each group (its boxes, boxes in a block, blocks)."""
    users = _users(graph)
    stands_for = {}
    for boxes, block, times in groups:
        hidden = set(boxes)
        own = [
            leaf
            for leaf, found in users.items()
            if leaf.kind == "leaf" and found <= hidden
        ]
        words = _words(boxes, block, times, len(own))
        fold = Box("fold", 0, words=words, hidden=(len(boxes), len(own)))
        stands_for |= dict.fromkeys([*boxes, *own], fold)
    for hidden, fold in stands_for.items():
        _take_edges(fold, hidden, stands_for)
    shown = [box for box in graph.roots + graph.boxes if box not in stands_for]
    for box in shown:
        for edge in box.edges:
            edge.to = stands_for.get(edge.to, edge.to)
    starts = [edge.to for root in graph.roots for edge in root.edges] + shown
    boxes = [box for box in reading_order(starts) if box.kind != "root"]
    number = count(1)
    for box in boxes:
        if box.kind != "cut":
            box.number = next(number)
    for box in boxes:
        for edge in box.edges:
            if edge.to.kind == "cut":
                edge.to.number = box.number
    return Graph(graph.roots, boxes)


def _users(graph: Graph) -> dict[Box, set[Box]]:
    """The boxes that have an edge to each box."""
    users: dict[Box, set[Box]] = {}
    for box in graph.roots + graph.boxes:
        for edge in box.edges:
            users.setdefault(edge.to, set()).add(box)
    return users


def _take_edges(box: Box, hidden: Box, stands_for: dict[Box, Box]) -> None:
    """The edges of a hidden box become those of the box that stands for it, once."""
    known = {edge.to for edge in box.edges}
    for edge in hidden.edges:
        end = stands_for.get(edge.to, edge.to)
        if end is not box and end not in known:
            known.add(end)
            box.edges.append(Edge(end, len(box.edges), edge.output))


def _words(boxes: list[Box], block: int, times: int, leaves: int) -> list[str]:
    names = [node_name(box.node) for box in boxes[:block]]
    if block > MOST_NAMES:
        names = [*names[: MOST_NAMES - 1], f"and {block - MOST_NAMES + 1} others"]
    own = [f"with {leaves} leaves of their own"] if leaves else []
    return [f"{times} times more", *names, *own]
