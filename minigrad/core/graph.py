"""What the graph is made of: nodes, and the edges between them.

It is linked backwards only, so what is no longer needed is freed at once. An edge is
stored as the node it leads to. A node is the `ctx` on which users put what they like:
the engine's fields begin with an underscore.
"""

import itertools
import weakref

from .mode import mode
from .tensor import Tensor

next_number = itertools.count().__next__

watchers = []  # called with (new node, arguments, results): anomaly mode, pictures


class Node:
    """One recorded operation. `_edges` (next_functions) has for each input the node it
    came from, or None; `_gradients(grad)`, of each kind, is what to send there."""

    # `_number` grows from node to node; `_saved` is what forward saved, None once it is
    # freed; `_next_metadata` is the shape and dtype in which each gradient is sent on,
    # None for an op that is not elementwise: what its backward returns fits.
    __slots__ = ("_number", "_edges", "_saved", "_next_metadata")
    __slots__ += ("__dict__", "__weakref__")

    _output_nrs = None  # of several outputs, the numbers of those with a gradient
    _output_nr = 0  # of the output that an edge to here belongs to: see Port
    _always = False  # True for a user's Function: it runs even if no gradient comes

    def __init__(self, *edges: "Node | None") -> None:
        self._number, self._edges = next_number(), edges
        self._saved, self._next_metadata = (), None

    def _source(self) -> "Node":
        """The node itself, but for a Port."""
        return self

    def _of_outputs(self, grad) -> list:
        """The gradient of each output, None where it was not used."""
        if self._output_nrs is None:
            return [grad]
        return [(grad or {}).get(k) for k in self._output_nrs]


class AccumulateGrad(Node):
    """Where the gradient of a leaf ends: it is added to `variable.grad`."""

    __slots__ = ("variable",)


class Port(Node):
    """One output of a node that has several: it hands the gradient on, marked. That of
    the second output has `_output_nr` 1."""

    __slots__ = ("_output_nr",)

    def _gradients(self, grad) -> tuple:
        return (Parts({self._output_nr: grad}),)

    def _source(self) -> Node:
        return self._edges[0]


class Parts(dict):
    """What arrives at a node with several outputs: gradients by output index."""

    def __add__(self, other: "Parts") -> "Parts":  # a Port runs once: keys differ
        return Parts({**self, **other})


def output_edge(node: Node, index: int) -> Node:
    """Where the gradient of an output goes: to the node, or its Port if several."""
    if node._output_nrs is None:
        return node
    ports = node.__dict__.setdefault("_ports", {})
    port = ports[index]() if index in ports else None  # a weak reference: may be gone
    if port is None:
        port = Port(node)
        port._output_nr, ports[index] = index, weakref.ref(port)
    return port


def edge_of(tensor: Tensor) -> Node | None:
    """Where the gradient of `tensor` goes: to the node that made it, to the leaf's
    AccumulateGrad, the same one as long as any graph has it; or None."""
    if tensor._edge is not None or not tensor._requires_grad:
        return tensor._edge
    reference = getattr(tensor, "_grad_accumulator", None)  # unset at first; weak, as
    node = None if reference is None else reference()  # the node keeps the leaf
    if node is None:
        node = AccumulateGrad()
        node.variable, tensor._grad_accumulator = tensor, weakref.ref(node)
    return node


def recorded_edges(args: tuple) -> list[Node | None]:
    """The edge of each argument: None for what is no tensor, or is not recorded."""
    record = mode.enabled
    return [edge_of(a) if record and isinstance(a, Tensor) else None for a in args]


def metadata_of(arg: object) -> tuple | None:
    """The shape and dtype of a tensor, and so of its gradient."""
    return (arg._data.shape, arg._data.dtype) if isinstance(arg, Tensor) else None
