"""Nodes with several outputs, as that of `q, r = x.unbind()`.

PyTorch's edge is a pair, (node, number of its output). Here it is one object: a Port,
which stands for such a pair. `_output_nrs` are the numbers of the outputs that can have
a gradient; None for a node with one output, which is its own edge.
"""

import weakref

from .graph import Node, metadata_of
from .tensor import Tensor


class Port(Node):
    """An output of such a node, and the edge of its tensor: that of r has `_output_nr`
    1, and sends `Parts({1: g})` to the node."""

    __slots__ = ("_output_nr",)

    def _gradients(self, grad) -> tuple:
        return (Parts({self._output_nr: grad}),)

    def _source(self) -> Node:
        return self._edges[0]


class Parts(dict):
    """What arrives at a node with several outputs: gradients by their numbers."""

    def __add__(self, other: "Parts") -> "Parts":  # a Port runs once: keys differ
        return Parts({**self, **other})


def by_output(node: Node, grad) -> list:
    """The gradients of the outputs: [f, g] of `Parts({0: f, 1: g})`, where None stands
    for what did not arrive; [grad] if there is one output."""
    if node._output_nrs is None:
        return [grad]
    return [(grad or {}).get(k) for k in node._output_nrs]  # None: a Function runs


def output_edge(node: Node, index: int) -> Node:
    """The edge of an output: the node, or the Port of this output if several."""
    if node._output_nrs is None:
        return node
    ports = node.__dict__.setdefault("_ports", {})
    port = ports[index]() if index in ports else None
    if port is None:  # never made, or gone: a node holds its Ports weakly
        port = Port(node)
        port._output_nr, ports[index] = index, weakref.ref(port)
    return port


def point_back(results: tuple[Tensor, ...], numbers: list[int], node: Node) -> None:
    """Give those of the results that have a gradient their edge: `node`, or a Port."""
    if len(results) > 1:  # `_outputs`: shapes and dtypes, for hooks
        node._output_nrs, node._outputs = numbers, [*map(metadata_of, results)]
    for k in reversed(numbers):  # the Port made last runs first, as in PyTorch
        results[k]._edge = output_edge(node, k)
