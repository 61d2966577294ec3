"""Nodes with several outputs, as that of `q, r = x.unbind()`.

PyTorch's edges are pairs, (node, number of its output). Here the edge of one of several
outputs is a `Port`: a small node between the output and its node. Only floats have a
gradient: `_output_nrs` are their numbers, or None if there is one output.
"""

import weakref

from .graph import Node, metadata_of


class Port(Node):
    """The edge of one output. That of r, number 1, sends `Parts({1: grad})` on."""

    def _gradients(self, grad) -> tuple:
        return (Parts({self._output_nr: grad}),)

    def _source(self) -> Node:
        return self._edges[0]


class Parts(dict):
    """What arrives at a node with several outputs: gradients by their numbers."""

    def __add__(self, other: "Parts") -> "Parts":  # each Port sends one: keys differ
        return Parts({**self, **other})


def by_output(node: Node, grad) -> list:
    """The gradients of the outputs of floats, None for one that did not arrive."""
    numbers = node._output_nrs
    return [grad] if numbers is None else [grad.get(k) for k in numbers]


def output_edge(node: Node, index: int) -> Node:
    """The edge of an output: the node; of one of several a Port, the same as long as
    anything has it."""
    if node._output_nrs is None:
        return node
    ports = node.__dict__.setdefault("_ports", {})
    port = ports[index]() if index in ports else None
    if port is None:
        port = Port(node)
        port._output_nr, ports[index] = index, weakref.ref(port)
    return port


def point_back(node: Node, results: tuple) -> bool:
    """Let the float results point back to the node. False if there are none."""
    # Kept for a Function, whose backward gets zeros of this shape, and for hooks; None
    # for a result of a Function that is no tensor.
    node._outputs = outputs = [metadata_of(each) for each in results]
    numbers = [k for k, each in enumerate(outputs) if each and each[1].kind == "f"]
    if len(results) > 1:
        node._output_nrs = numbers
    for k in reversed(numbers):  # the Port made last runs first, as in PyTorch
        node._set_edge(results[k], output_edge(node, k))
    return bool(numbers)
