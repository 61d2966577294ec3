"""Is what arrived at a node the sum of what was sent to it? A right engine: always.

A wrong one (a student's, while it is being written) overwrites gradients, runs a node
before all of its gradients are there, or loses some. Read: `Part` and `Told`,
then `told`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ..reading import Box, Edge, Graph
from .recording import Step


@dataclass(eq=False)
class Part:
    """One gradient on its way: from a box, along one of its edges."""

    sender: Box
    edge: Edge
    grad: np.ndarray


@dataclass(eq=False)
class Told:
    """A step, what it was made of, and what is wrong with it.

    `parts` are the gradients that were sent here, in the order of sending; `waiting`
    has for each box that is still to run what was sent to it so far, and how many
    gradients it gets in all.
    """

    step: Step
    parts: list[Part] = field(default_factory=list)
    waiting: dict[Box, tuple[list[Part], int]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def told(graph: Graph, steps: Sequence[Step]) -> list[Told]:
    """The steps of a pass with what was on its way at each of them."""
    everything: dict[Box, int] = {}
    for step in steps:
        for edge in _sent(step):
            everything[edge.to] = everything.get(edge.to, 0) + 1
    pending: dict[Box, list[Part]] = {}
    last_run: dict[Box, Told] = {}
    found = []
    for step in steps:
        this = Told(step, pending.pop(step.box, []))
        if step.kind != "start":
            this.wrong += _differences(this)
        for edge, grad in _sent(step).items():
            pending.setdefault(edge.to, []).append(Part(step.box, edge, grad))
        this.waiting = {
            box: (list(parts), everything[box]) for box, parts in pending.items()
        }
        last_run[step.box] = this
        found.append(this)
    failed = any(step.error for step in steps)
    for box, parts in pending.items() if not failed else ():
        _lost(found[-1], last_run.get(box), parts)
    return found


def _sent(step: Step) -> dict[Edge, np.ndarray]:
    return {
        edge: step.sent[edge.position]
        for edge in step.box.edges
        if edge.position in step.sent
    }


def _differences(this: Told) -> list[str]:
    """What is wrong with the gradients that arrived, and with a leaf's new `.grad`."""
    wrong, step = [], this.step
    for output, arrived in step.arrived.items():
        sent = [part.grad for part in this.parts if part.edge.output == output]
        if sent and not _same(arrived, sum(sent[1:], sent[0])):
            last = len(sent) > 1 and _same(arrived, sent[-1])
            wrong.append(
                "What arrives is not the sum of the gradients that were sent here"
                + (": it is only the last of them." if last else ".")
            )
    if step.kind == "leaf" and not step.error:
        arrived = step.arrived[0]
        expected = arrived if step.before is None else step.before + arrived
        if step.after is None:
            wrong.append(".grad is still None after the gradient arrived.")
        elif not _same(step.after, expected):
            wrong.append(".grad is not what it was before plus the gradient.")
    return wrong


def _lost(end: Told, ran: Told | None, parts: list[Part]) -> None:
    """A gradient that was sent to a box which ran before, or never."""
    several = len(parts) > 1
    what = f"{len(parts)} gradients" if several else "a gradient"
    were = "were" if several else "was"
    if ran is None:
        end.wrong.append(f"The pass ends, though {what} {were} sent to a node that "
                         "never ran.")  # fmt: skip
    else:
        ran.wrong.append(
            f"This ran too early: {what} {were} sent here only later, and {were} lost."
        )


def _same(a: np.ndarray, b: np.ndarray) -> bool:
    if a.shape != b.shape:
        return False
    scale = 1e-5 if a.dtype.itemsize >= 4 else 1e-2
    size = np.abs(b[np.isfinite(b)]).max(initial=0.0)
    with np.errstate(invalid="ignore"):  # inf - inf
        return bool(np.allclose(a, b, rtol=scale, atol=scale * size, equal_nan=True))


def total_of(parts: Sequence[Part]) -> np.ndarray:
    """The sum of what was sent."""
    return sum((part.grad for part in parts[1:]), parts[0].grad)
