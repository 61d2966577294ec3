"""What the graph is made of: nodes, and the edges between them.

Read: `Node`, its two special forms `AccumulateGrad` and `Port`, then `edge_of`, which
says where the gradient of a tensor goes.

A graph is only ever linked backwards: a node knows where its inputs came from, and
nothing knows where its output went. So what is no longer needed is freed at once, and
the garbage collector has nothing to find.
"""

import itertools
import weakref

from ..tensor import Tensor

next_number = itertools.count().__next__
new = object.__new__

# Who wants to know the shapes of intermediate results: minigrad.viz, once it is
# imported. Keeping them costs 3% of a chain of small operations, so nobody else pays.
readers: list[str] = []


class Node:
    """One recorded operation. Its edges lead to where its inputs came from."""

    __slots__ = ("_number", "_edges", "__dict__", "__weakref__")

    _op = None  # the Op, for an OpNode
    _saved = ()  # what forward saved; None once it is freed
    _index = 0  # an edge to the node itself is an edge to its output 0
    _piece = False  # True for an op that is now a student's

    @classmethod
    def name(cls) -> str:
        """The name that PyTorch gives to such a node."""
        return cls.__name__

    @property
    def next_functions(self) -> tuple:
        """For each input, where its gradient goes: (node or None, output index)."""
        return tuple(
            (None, 0) if edge is None else (edge._source(), edge._index)
            for edge in self._edges
        )

    @property
    def metadata(self) -> dict:
        """A dictionary for the user's own notes on this node."""
        return self.__dict__.setdefault("_metadata", {})

    def _source(self) -> "Node":
        return self

    def __repr__(self) -> str:
        return f"<{type(self).__name__} object at {id(self):#x}>"


class AccumulateGrad(Node):
    """Where the gradient of a leaf ends: it is added to `variable.grad`."""

    __slots__ = ("variable",)

    @classmethod
    def name(cls) -> str:
        return "torch::autograd::AccumulateGrad"  # as PyTorch calls it


class Port(Node):
    """Stands for output k > 0 of a node: it hands its gradient on to the node."""

    __slots__ = ("_index",)

    def __init__(self, node: Node, index: int) -> None:
        self._number = next_number()  # made after its node, so it runs before it
        self._edges = (node,)
        self._index = index

    def _source(self) -> Node:
        return self._edges[0]


def accumulator(leaf: Tensor) -> AccumulateGrad:
    """The AccumulateGrad node of a leaf: one as long as any graph refers to it."""
    reference = getattr(leaf, "_accumulator", None)
    node = None if reference is None else reference()
    if node is None:
        node = new(AccumulateGrad)
        node._number = next_number()
        node._edges = ()
        node.variable = leaf
        leaf._accumulator = weakref.ref(node)
    return node


def edge_of(tensor: Tensor) -> "Node | None":
    """Where the gradient of `tensor` goes; None if it needs none."""
    if tensor._edge is not None:
        return tensor._edge
    return accumulator(tensor) if tensor._requires_grad else None
