"""What happens at one node of a backward pass.

Read: `Pass.step`, then `gradients`. `run` in engine.py calls it for every node but a
plain Op, whose step it has written out.
"""

from functools import cached_property

import numpy as np
from numpy import ndarray

from . import engine
from .checks import as_saved, check_count
from .grad_mode import mode
from .hooks import after_node, before_node, hooked, on_tensor
from .nodes import AccumulateGrad, Node, Parts, Port
from .watch import explained


class Pass:
    """One backward pass: what it is to do, and what is done at each node."""

    def __init__(
        self,
        order: list[Node],
        create_graph: bool,
        needed: set[Node] | None,
        targets: frozenset[Node],
    ) -> None:
        self.create_graph = create_graph
        self.needed = needed  # the nodes to run; None for all
        self.targets = targets  # whose gradients are asked for
        self.found = {}  # those gradients
        self.own = set()  # where nobody else has the array in flight
        self.special = hooked.nodes()
        if targets:
            self.special |= targets
        if mode.anomaly:
            self.special |= set(order)
        self.order = order

    @cached_property
    def nodes(self) -> frozenset[Node]:
        """The nodes of this pass: some hooks want to know."""
        return frozenset(self.order)

    def __enter__(self) -> None:
        self._before = mode.enabled, mode.passing, mode.needed
        mode.enabled, mode.passing, mode.needed = self.create_graph, self, self.needed

    def __exit__(self, *exc_info: object) -> None:
        mode.enabled, mode.passing, mode.needed = self._before

    def step(self, node: Node, grad) -> "tuple | None":
        """Run one node on the gradient of its output: the gradient of each input.

        None where nothing is sent on: at a leaf, whose `.grad` is updated, at a target
        from which nothing needed follows, and where no gradient arrived (`grad` is
        None), unless the node runs even then.
        """
        if grad.__class__ is not ndarray:
            if grad is None and not node._always:
                return None
            if isinstance(grad, np.generic):  # NumPy makes numbers of 0-d arrays
                grad = np.asarray(grad)
        hooks = node._hooks
        if node in self.targets:
            if self.needed.isdisjoint(node._edges):
                self.found[node] = grad if hooks is None else on_tensor(hooks, grad)
                return None
            self.found[node] = grad  # as in PyTorch: what was there before the hooks
        if hooks is not None and grad.__class__ is not Parts:
            grad = on_tensor(hooks, grad)
        if node.__class__ is AccumulateGrad:
            self.update(node, grad)
            return None
        if node.__class__ is Port:
            self.special.add(node._edges[0])  # it gets Parts: `run` cannot do that
            return (Parts({node._index: grad}),)
        if mode.anomaly:
            return explained(node, hooked_gradients, node, grad, self.create_graph)
        return hooked_gradients(node, grad, self.create_graph)

    def update(self, node: AccumulateGrad, grad) -> None:
        """Add the gradient of a leaf to its `.grad`; run the hooks around that."""
        leaf, hooks = node.variable, node._hooks
        if not leaf._requires_grad:
            return
        if hooks is not None:
            (grad,) = before_node(hooks, (grad,))
        with engine.leaf_lock:
            engine.accumulate(leaf, grad, hooks is None and node in self.own)
        if hooks is not None:
            for hook in tuple(hooks.accumulated.values()):
                hook(leaf)
            after_node(hooks, (), (grad,))


def hooked_gradients(node: Node, grad, create_graph: bool) -> tuple:
    """`gradients`, and the hooks of the node before and after."""
    hooks = node._hooks
    if hooks is None:
        return gradients(node, grad, create_graph)
    if grad.__class__ is Parts:
        given = before_node(hooks, tuple(map(grad.get, range(len(node._outputs)))))
        grad = Parts((k, each) for k, each in enumerate(given) if each is not None)
    else:
        given = (grad,) = before_node(hooks, (grad,))
    sent = tuple(
        None if edge is None else each
        for edge, each in zip(
            node._edges, gradients(node, grad, create_graph), strict=False
        )
    )
    return after_node(hooks, sent, given)


def gradients(node: Node, grad, create_graph: bool) -> tuple:
    """The gradients of the inputs of `node`, from that of its output.

    From those of its outputs, if it has several.
    """
    op = node._op
    if op is None:
        result = node._backward(grad, create_graph)
    else:
        several = node._several
        given = (grad,) if several is None else [grad.get(k) for k in several]
        result = op.backward(as_saved(node, create_graph), *given)
        if result.__class__ is not tuple:
            result = (result,)
        check_count(node, result)
    if node._metas is not None:
        result = tuple(map(engine.fitted, result, node._metas))
    return result
