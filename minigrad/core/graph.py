"""What the graph is made of: nodes, and the edges between them.

A node knows the nodes of its inputs, not who uses its output: what is no longer needed
is freed at once. PyTorch's edge is a pair, (node, number of its output). Here it is one
object: the node, or a Port, which stands for such a pair. A node is also a `ctx`, on
which users put what they like: so the engine's fields begin with an underscore.
"""

import itertools
import weakref

from .mode import mode
from .tensor import Tensor

next_number = itertools.count().__next__

watchers = []  # called with each new node, its arguments and results: anomaly mode


class Node:
    """One recorded operation. `_edges` (next_functions) has for each input where its
    gradient goes (see edge_of), or None; `_gradients(grad)` is what to send there."""

    # `_number` grows from node to node; `_saved` is what forward saved, None once it is
    # freed; `_next_metadata` has for each edge the shape and dtype to send a gradient
    # in, or is None if what backward returns fits as it is.
    __slots__ = ("_number", "_edges", "_saved", "_next_metadata")
    __slots__ += ("__dict__", "__weakref__")

    _output_nrs = None  # of several outputs, which can have a gradient: their numbers
    _output_nr = 0  # the output whose edge this is: a Port sets its own
    _always = False  # True for a user's Function: it runs even if no gradient comes

    def __init__(self, *edges: "Node | None") -> None:
        self._number, self._edges = next_number(), edges
        self._saved, self._next_metadata = (), None

    def _source(self) -> "Node":
        """The node; of a Port, the one it belongs to."""
        return self


class AccumulateGrad(Node):
    """Where the gradient of a leaf ends: the engine adds it to `variable.grad`."""

    __slots__ = ("variable",)


class Port(Node):
    """One output of a node that has several, and the edge of its tensor: that of r in
    `q, r = x.unbind()` has `_output_nr` 1, and sends `Parts({1: g})` to the node."""

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


def edge_of(tensor: Tensor) -> Node | None:
    """Where the gradient of `tensor` goes: to the node that made it; or to the leaf's
    AccumulateGrad, the same one as long as any graph has it; or nowhere."""
    if tensor._edge is not None or not tensor._requires_grad:
        return tensor._edge
    # Unset at first. Weak: the node has its leaf, and both would be a cycle.
    reference = getattr(tensor, "_grad_accumulator", None)
    node = reference and reference()
    if node is None:
        node = AccumulateGrad()
        node.variable, tensor._grad_accumulator = tensor, weakref.ref(node)
    return node


def recorded_edges(args: tuple) -> list[Node | None]:
    """The edge of each argument, None for what is no tensor; under no_grad all None."""
    record = mode.enabled
    return [edge_of(a) if record and isinstance(a, Tensor) else None for a in args]


def metadata_of(arg: object) -> tuple | None:
    """The shape and dtype of a tensor, and so of its gradient."""
    return (arg._data.shape, arg._data.dtype) if isinstance(arg, Tensor) else None
