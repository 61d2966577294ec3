"""What the graph is made of: nodes, and the edges between them.

It is linked backwards only: a node knows where its inputs came from, and nothing knows
where its output went. So what is no longer needed is freed at once. The engine's fields
begin with an underscore: what a user puts on `ctx`, the node, meets none of them.
"""

import itertools
import weakref
from collections.abc import Callable

from .mode import mode
from .tensor import Tensor

next_number = itertools.count().__next__
new = object.__new__

watchers: list[Callable] = []  # anomaly mode, pictures: (new node, arguments, results)


class Node:
    """One recorded operation. Its edges lead to where its inputs came from, and its
    `_gradients(grad)` are what to send along each, for the gradient of its output."""

    __slots__ = ("_number", "_edges", "__dict__", "__weakref__")

    _saved = ()  # what forward saved; None once it is freed
    _next_metadata = None  # for each edge, the (shape, dtype) to give its gradient
    _several = None  # if it has several outputs, the numbers of those with a gradient
    _index = 0  # which output an edge to here belongs to: see Port
    _always = False  # True: it runs even if no gradient reaches it
    _piece = False  # True for an op that is a student's: pictures show it
    _hooks = None  # see `../autograd/hooks.py`
    _name = None  # PyTorch's, if that is not the name of the class

    @classmethod
    def name(cls) -> str:
        """The name that PyTorch gives to such a node."""
        return cls._name or cls.__name__

    def _source(self) -> "Node":
        """The node that an edge to here belongs to."""
        return self


class AccumulateGrad(Node):
    """Where the gradient of a leaf ends: it is added to `variable.grad`."""

    __slots__ = ("variable",)
    _name = "torch::autograd::AccumulateGrad"


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


def make_node(kind: type[Node], *edges: Node | None) -> Node:
    """A node made now: it runs before those that were made earlier."""
    node = new(kind)
    node._number, node._edges = next_number(), edges
    return node


def output_edge(node: Node, index: int) -> Node:
    """The edge of an output: the node, or if it has several, the Port of this one."""
    if not node._several:
        return node
    ports = node.__dict__.setdefault("_ports", {})
    found = ports[index]() if index in ports else None
    if found is None:
        found = make_node(Port, node)
        found._index, ports[index] = index, weakref.ref(found)
    return found


def grad_accumulator(leaf: Tensor) -> AccumulateGrad:
    """The AccumulateGrad node of a leaf: one as long as any graph refers to it."""
    reference = getattr(leaf, "_grad_accumulator", None)  # unset at first
    node = None if reference is None else reference()
    if node is None:
        node = make_node(AccumulateGrad)
        node.variable, leaf._grad_accumulator = leaf, weakref.ref(node)
        if getattr(leaf, "_hooks", None) is not None:  # kept with the leaf
            leaf._hooks.attach(node)
    return node


def edge_of(tensor: Tensor) -> Node | None:
    """Where the gradient of `tensor` goes; None if it needs none."""
    if tensor._edge is not None:
        return tensor._edge
    return grad_accumulator(tensor) if tensor._requires_grad else None


def recorded_edges(args: tuple) -> tuple:
    """The edge of each argument: None where it is no tensor, or nothing is recorded."""
    if not mode.enabled:
        return (None,) * len(args)
    return tuple([edge_of(arg) if isinstance(arg, Tensor) else None for arg in args])


def metadata_of(arg: object) -> tuple | None:
    """The shape and dtype of a tensor, and of its gradient."""
    return (arg._data.shape, arg._data.dtype) if isinstance(arg, Tensor) else None
