"""Run a backward pass once, and write down what each node got and sent.

Nothing is computed a second way: hooks at every node and leaf see the pass that the
library makes, with whatever pieces of a student's are plugged in. Read: `Step` (what is
written down), `record`, `_Recorder` (the hooks), then `kept_grads`.

Invariants:

- Afterwards every `.grad` is the object it was, with the numbers it had, the graph is
  not freed, and no hook is left, also if the pass failed.
- What is kept are copies: no tensor of the user's is held.
"""

import contextlib
import gc
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from ..reading import Box, Graph


@dataclass(eq=False)
class Step:
    """One event of the pass: it starts at the root, a node runs, a leaf accumulates.

    `arrived` are the gradients by the number of the box's output, `sent` those along
    the box's edges by their position. A leaf has its `.grad` before and after. `error`
    is what was raised there.
    """

    kind: str  # "start", "node" or "leaf"
    box: Box
    arrived: dict[int, np.ndarray] = field(default_factory=dict)
    sent: dict[int, np.ndarray] = field(default_factory=dict)
    before: np.ndarray | None = None
    after: np.ndarray | None = None
    error: str = ""


def record(graph: Graph, gradient: object = None) -> list[Step]:
    """The steps of `backward(gradient)` from the one root of `graph`, as they happen.

    A pass that fails ends with the step in which it failed; if it fails before its
    first step, the error is raised.
    """
    (root,) = graph.roots
    tensor = root.tensors[0]
    start = Step("start", root)
    recorder = _Recorder(graph)
    with kept_grads(graph), recorder:
        try:
            tensor.backward(gradient, retain_graph=True)
        except Exception as error:
            if not recorder.steps:
                raise
            recorder.steps[-1].error = _words(error)
    if recorder.steps:
        first = recorder.steps[0].arrived
        start.sent = {0: first[root.edges[0].output]}
    return [start, *_leaves_in_order(graph, recorder.steps)]


def _leaves_in_order(graph: Graph, steps: list[Step]) -> list[Step]:
    """Leaves that run one after the other, in the order that the graph has them.

    They send nothing on, so their order means nothing, and the libraries differ in it.
    """
    place = {box: i for i, box in enumerate(graph.boxes)}
    ordered = []
    for are_leaves, group in itertools.groupby(
        steps, lambda step: step.kind == "leaf" and not step.error
    ):
        found = list(group)
        if are_leaves:
            found.sort(key=lambda step: place[step.box])
        ordered += found
    return ordered


class _Recorder:
    """In a `with` block: hooks at every box of a graph write into `steps`."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.steps: list[Step] = []
        self._running: dict[Box, Step] = {}
        self._handles: list = []

    def __enter__(self) -> None:
        for box in self.graph.boxes:
            if box.kind == "leaf":
                leaf = box.tensors[0]
                self._handles += [
                    leaf.register_hook(self._reaches(box)),
                    leaf.register_post_accumulate_grad_hook(self._updated(box)),
                ]
            else:
                self._handles += [
                    box.node.register_prehook(self._before(box)),
                    box.node.register_hook(self._after(box)),
                ]

    def __exit__(self, *exc_info: object) -> None:
        for handle in self._handles:
            handle.remove()

    def _note(self, step: Step) -> None:
        self.steps.append(step)
        self._running[step.box] = step

    def _before(self, box: Box) -> Callable:
        def hook(grads: tuple) -> None:
            self._note(Step("node", box, arrived=_arrays(grads)))

        return hook

    def _after(self, box: Box) -> Callable:
        def hook(grads: tuple, _: tuple) -> None:
            self._running[box].sent = _arrays(grads)

        return hook

    def _reaches(self, box: Box) -> Callable:
        def hook(grad: object) -> None:
            before = box.tensors[0].grad
            step = Step("leaf", box, arrived=_arrays((grad,)))
            step.before = None if before is None else array_of(before)
            self._note(step)

        return hook

    def _updated(self, box: Box) -> Callable:
        def hook(leaf: object) -> None:
            after = leaf.grad
            self._running[box].after = None if after is None else array_of(after)

        return hook


def _arrays(grads: tuple) -> dict[int, np.ndarray]:
    return {k: array_of(grad) for k, grad in enumerate(grads) if grad is not None}


def array_of(tensor: object) -> np.ndarray:
    """A copy of a tensor's numbers."""
    tensor = tensor.detach()
    if hasattr(tensor, "cpu"):
        tensor = tensor.cpu()
    try:
        return np.asarray(tensor).copy()
    except TypeError:  # a type that NumPy lacks, such as bfloat16
        return np.asarray(tensor.float()).copy()


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


# -- what the user keeps ----------------------------------------------------------


@contextlib.contextmanager
def kept_grads(graph: Graph) -> Iterator[None]:
    """In the block, each `.grad` that a pass would add to is a copy of itself."""
    tensors = [box.tensors[0] for box in graph.boxes if box.kind == "leaf"]
    tensors += _retaining(graph)
    kept = [(tensor, tensor.grad) for tensor in tensors]
    try:
        for tensor, grad in kept:
            if grad is not None:
                tensor.grad = grad.detach().clone()
        yield
    finally:
        for tensor, grad in kept:
            tensor.grad = grad


def _retaining(graph: Graph) -> list[object]:
    """The tensors inside the graph that keep their gradient (`retain_grad`).

    A node does not tell its tensors, so they are looked for among all objects.
    """
    root = graph.roots[0].tensors[0]
    base = next(each for each in type(root).__mro__ if each.__name__ == "Tensor")
    kinds = [base]
    for kind in kinds:  # the list grows while it is read
        kinds += type.__subclasses__(kind)
    kinds = set(kinds)
    nodes = {id(box.node) for box in graph.boxes}
    return [
        thing
        for thing in gc.get_objects()
        if type(thing) in kinds
        and not thing.is_leaf
        and thing.retains_grad
        and id(thing.grad_fn) in nodes
    ]
