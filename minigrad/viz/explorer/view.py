"""The record of a pass as data for the page: everything in words and numbers.

Read: `View` and `view_of`, then `_Builder._timeline` (what stands in a box at which
step); `details` has the panel of a step.
"""

from dataclasses import dataclass

import numpy as np

from ..labels import node_name, output_shapes, shape_text
from ..reading import Box, Edge, Graph
from ..render import Svg
from .arrays import Arrays
from .checking import Part, Told, told, total_of
from .details import Details
from .recording import Step
from .scene import Lines, draw_scene
from .values import Values, value_of
from .words import Names, given_names, numbers, sentence
from .words import short_numbers as short


@dataclass(frozen=True)
class View:
    """`data` for the page, the drawing, and each step as a sentence."""

    title: str
    data: dict
    svg: Svg
    sentences: list[str]


def view_of(graph: Graph, steps: list[Step], values: Values) -> View:
    """The view of a recorded pass. It holds words and numbers only."""
    return _Builder(graph, told(graph, steps), values).build()


class _Builder:
    def __init__(self, graph: Graph, story: list[Told], values: Values) -> None:
        self.graph, self.story, self.values = graph, story, values
        self.names = Names(graph)
        self.arrays = Arrays()
        self.boxes = graph.roots + graph.boxes
        edges = [edge for box in self.boxes for edge in box.edges]
        self.ids: dict[Box | Edge, str] = {box: box.id for box in self.boxes}
        self.ids |= {edge: f"e{i}" for i, edge in enumerate(edges, 1)}
        self.timelines = {box: self._timeline(box) for box in self.boxes}
        self.sent = self._sent()

    def build(self) -> View:
        svg = self._drawing()
        sentences = [sentence(each, self.names) for each in self.story]
        details = Details(self.names, self.ids, self.arrays, self.values)
        title = f"Backward pass of {self.names[self.graph.roots[0]]}"
        data = {
            "title": title,
            "svg": svg.text,
            "boxes": self._box_data(),
            "edges": self._edge_data(),
            "steps": [
                {"words": words} | details.of(each)
                for each, words in zip(self.story, sentences, strict=True)
            ],
        }
        data["arrays"] = self.arrays.shown()
        return View(title, data, svg, sentences)

    def _drawing(self) -> Svg:
        lines = {box: self._lines(box, self.timelines[box]) for box in self.boxes}
        labels = {edge: self._label(found) for edge, found in self.sent.items()}
        labels = {edge: label for edge, label in labels.items() if label}
        names = {box: self.names[box] for box in self.boxes}
        return draw_scene(self.graph, self.ids, lines, labels, names)

    def _box_data(self) -> dict:
        first: dict[Box, int] = {}
        for i, each in enumerate(self.story):
            first.setdefault(each.step.box, i)
        return {
            self.ids[box]: {
                "name": self.names[box],
                "step": first.get(box),
                "timeline": self.timelines[box],
            }
            for box in self.boxes
        }

    def _edge_data(self) -> dict:
        return {
            self.ids[edge]: {
                "from": self.names[box],
                "to": self.names[edge.to],
                "timeline": [
                    [i, self.arrays.add(grad)] for i, grad in self.sent.get(edge, ())
                ],
            }
            for box in self.boxes
            for edge in box.edges
        }

    # -- boxes and arrows ---------------------------------------------------------

    def _lines(self, box: Box, timeline: list) -> Lines:
        title = self.names[box] if box.kind != "node" else node_name(box.node)
        if box.kind == "node" and self.names[box].endswith("]"):
            title += f" {self.names[box].rpartition(' ')[2]}"
        grad = timeline[-1][1] if timeline else ""
        widest = max((len(text) for _, text, _ in timeline), default=0)
        return Lines(title, self._value_line(box), grad, widest)

    def _value_line(self, box: Box) -> str:
        name = given_names(box) if box.kind == "node" else ""
        known = value_of(box, self.values)
        if known is not None and known.size <= 3 and len(numbers(known)) <= 22:
            return f"{name} = {numbers(known)}".strip()
        if known is not None:
            return f"{name} {shape_text(known.shape)}".strip()
        shapes = output_shapes(box) if box.kind == "node" else ""
        return f"{name} {'not kept' if shapes == '()' else shapes}".strip()

    def _sent(self) -> dict[Edge, list[tuple[int, np.ndarray]]]:
        """For each arrow the steps in which something was sent along it."""
        found: dict[Edge, list] = {}
        for i, each in enumerate(self.story):
            for edge in each.step.box.edges:
                if edge.position in each.step.sent:
                    grad = each.step.sent[edge.position]
                    found.setdefault(edge, []).append((i, grad))
        return found

    def _label(self, found: list[tuple[int, np.ndarray]]) -> str:
        return numbers(found[-1][1]) if all(g.ndim == 0 for _, g in found) else ""

    def _timeline(self, box: Box) -> list[list]:
        """[step, text, state] whenever the gradient at a box changes."""
        line: list[list] = []
        what = ".grad" if box.kind == "leaf" else "grad"
        for i, each in enumerate(self.story):
            step = each.step
            if step.box is box:
                line.append([i, f"{what} {self._held(step)}", "arrived"])
            elif box in each.waiting:
                parts, total = each.waiting[box]
                text = self._waiting(parts, total)
                if not line or line[-1][1] != text:
                    line.append([i, text, "waiting"])
        before = [
            each.step.before
            for each in self.story
            if each.step.box is box and each.step.before is not None
        ]
        if before and (not line or line[0][0] > 0):
            line.insert(0, [0, f".grad {short(before[0])}", "before"])
        return line

    def _held(self, step: Step) -> str:
        if step.kind == "leaf":
            return "None" if step.after is None else short(step.after)
        grads = step.sent if step.kind == "start" else step.arrived
        return ", ".join(short(grad) for grad in grads.values()) or "none"

    def _waiting(self, parts: list[Part], total: int) -> str:
        outputs = {part.edge.output for part in parts}
        so_far = short(total_of(parts)) if len(outputs) == 1 else ""
        if total == 1:
            return f"{so_far} waits"
        return f"{so_far} ({len(parts)} of {total})".strip()
