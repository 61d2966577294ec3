"""A pass to some inputs alone: `grad(outputs, inputs)`, `backward(inputs=…)`."""

from collections.abc import Sequence

import numpy as np

from .. import errors
from ..core import engine
from ..core.engine import GraphTask
from ..core.graph import Node, edge_of
from ..core.tensor import Tensor


def arriving(inputs, outputs, grad_outputs, retain_graph=None, create_graph=False):
    """The gradient that arrives at each of `inputs`, or None, in one pass.
    `grad_outputs` are the upstream gradients."""
    edges = [edge_of(tensor) for tensor in inputs]
    if None in edges:
        raise errors.no_inputs(edges, "grad")
    task = GraphTask(outputs, retain_graph, create_graph)
    limit(task, edges, captures=True)
    engine.run_backward(task, grad_outputs)
    found = [task.captured[edge] for edge in edges]
    # An array may be one that a node saved, or the gradient of another input: copies.
    return [Tensor(g.copy()) if isinstance(g, np.ndarray) else g for g in found]


def limit(task: GraphTask, targets: list[Node], captures: bool = False) -> None:
    """Let a pass run only what leads to the nodes `targets`. If it `captures`, keep
    what arrives there, and end it at those behind which no other lies."""
    task.needed = needed = set(targets)
    for node in reversed(task.order):
        if not needed.isdisjoint(node._edges):
            needed.add(node)
    task.order = [node for node in task.order if node in needed]
    if captures:
        task.captured = dict.fromkeys(targets)
        task.instead = dict.fromkeys(targets, capture)
        # These do not run, and may have been freed already.
        task.ends = {node for node in targets if needed.isdisjoint(node._edges)}


def capture(task: GraphTask, node: Node, grad, then=GraphTask.call_function):
    """Keep a gradient that is asked for, and go on if another one is behind it."""
    task.captured[node] = grad
    return None if node in task.ends else then(task, node, grad)


def targets_of(inputs: Tensor | Sequence[Tensor]) -> list[Node]:
    """Where the gradients of the `inputs` of backward() arrive. A tensor that is no
    leaf retains its gradient."""
    inputs = as_tuple(inputs)  # perhaps a generator: read once
    for tensor in inputs:
        tensor.retain_grad()
    edges = [edge_of(tensor) for tensor in inputs]
    if not edges or None in edges:
        raise errors.no_inputs(edges, "backward")
    return edges


def as_tuple(tensors: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]:
    """One tensor or several, as a tuple."""
    return (tensors,) if isinstance(tensors, Tensor) else errors.listed(tensors)


engine.arriving = arriving
GraphTask.needed, GraphTask.captured = None, {}  # of a pass to all leaves
Tensor._limit = staticmethod(lambda task, inputs: limit(task, targets_of(inputs)))
