"""What the graph is made of: nodes, and the edges between them.

It is linked backwards only: a node knows where its inputs came from, and nothing knows
where its output went. So what is no longer needed is freed at once. The engine's fields
begin with an underscore: what a user puts on `ctx`, the node, meets none of them.
"""

import itertools
import weakref

from .mode import mode
from .tensor import Tensor

next_number = itertools.count().__next__

watchers = []  # anomaly mode, pictures: called with (new node, arguments, results)


class Node:
    """One recorded operation. Its edges lead to where its inputs came from, and its
    `_gradients(grad)` are what to send along each, for the gradient of its output."""

    # `_number`: a node made later has a higher one, and runs earlier; `_saved` is what
    # forward saved, and None once that is freed; `_next_metadata` says, for each edge,
    # in which shape and dtype a gradient leaves: a pair, or None if it is right anyway.
    __slots__ = ("_number", "_edges", "_saved", "_next_metadata")
    __slots__ += ("__dict__", "__weakref__")

    _several = None  # if it has several outputs, the numbers of those with a gradient
    _index = 0  # which output an edge to here belongs to: see Port
    _always = False  # True, of a user's Function: it runs even if no gradient comes

    def __init__(self, *edges: "Node | None") -> None:
        self._number, self._edges = next_number(), edges
        self._saved, self._next_metadata = (), None

    def _source(self) -> "Node":
        """The node that an edge to here belongs to: itself, but for a Port."""
        return self

    def _of_outputs(self, grad) -> list:
        """The gradient of each output; None for one that was not used."""
        if self._several is None:
            return [grad]
        return [(grad or {}).get(k) for k in self._several]


class AccumulateGrad(Node):
    """Where the gradient of a leaf ends: it is added to `variable.grad`."""

    __slots__ = ("variable",)


class Port(Node):
    """Stands for one output of a node that has several, and hands its gradient on."""

    __slots__ = ("_index",)

    def _gradients(self, grad) -> tuple:
        return (Parts({self._index: grad}),)

    def _source(self) -> Node:
        return self._edges[0]


class Parts(dict):
    """What flows to a node with several outputs: gradients by output index."""

    def __add__(self, other: "Parts") -> "Parts":
        return Parts({**self, **other})  # each comes from a Port of its own


def output_edge(node: Node, index: int) -> Node:
    """The edge of an output: the node, or if it has several, the Port of this one."""
    if node._several is None:
        return node
    ports = node.__dict__.setdefault("_ports", {})
    port = ports[index]() if index in ports else None  # weak: it may be gone
    if port is None:
        port = Port(node)
        port._index, ports[index] = index, weakref.ref(port)
    return port


def grad_accumulator(leaf: Tensor) -> AccumulateGrad:
    """The AccumulateGrad node of a leaf: one as long as any graph refers to it."""
    reference = getattr(leaf, "_grad_accumulator", None)  # unset at first
    node = None if reference is None else reference()  # weak: the node keeps the leaf
    if node is None:
        node = AccumulateGrad()
        node.variable, leaf._grad_accumulator = leaf, weakref.ref(node)
    return node


def edge_of(tensor: Tensor) -> Node | None:
    """Where the gradient of `tensor` goes; None if it needs none."""
    if tensor._edge is not None:
        return tensor._edge
    return grad_accumulator(tensor) if tensor._requires_grad else None


def recorded_edges(args: tuple) -> list[Node | None]:
    """The edge of each argument: None where it is no tensor, or nothing is recorded."""
    record = mode.enabled
    return [edge_of(a) if record and isinstance(a, Tensor) else None for a in args]


def metadata_of(arg: object) -> tuple | None:
    """The shape and dtype of a tensor, and of its gradient. None if it is no tensor."""
    return (arg._data.shape, arg._data.dtype) if isinstance(arg, Tensor) else None
