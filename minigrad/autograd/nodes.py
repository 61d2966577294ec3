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
from .hooks import Hooks, RemovableHandle, hooked

next_number = itertools.count().__next__
new = object.__new__

# Who wants to hear of each new node (see watch.py): minigrad.viz once it is imported,
# anomaly detection, saved-tensor hooks. Everybody else pays for an empty list only.
watchers: list[str] = []


class Node:
    """One recorded operation. Its edges lead to where its inputs came from."""

    __slots__ = ("_number", "_edges", "__dict__", "__weakref__")

    _op = None  # the Op, for an OpNode
    _saved = ()  # what forward saved; None once it is freed
    _metas = None  # (shape, dtype) of the inputs whose gradient comes in another form
    _index = 0  # an edge to the node itself is an edge to its output 0
    _always = False  # True: it runs even if no gradient reaches it
    _piece = False  # True for an op that is now a student's
    _hooks: Hooks | None = None

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

    def register_hook(self, hook) -> RemovableHandle:
        """Call `hook(grad_inputs, grad_outputs)` after this node ran in a pass.

        What it returns, if not None, takes the place of `grad_inputs`.
        """
        return hooks_of(self).add("after", hook)

    def register_prehook(self, hook) -> RemovableHandle:
        """Call `hook(grad_outputs)` before this node runs in a pass.

        What it returns, if not None, takes the place of `grad_outputs`.
        """
        return hooks_of(self).add("before", hook)

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
    """Stands for one output of a node that has several, and hands its gradient on."""

    __slots__ = ("_index",)

    def _source(self) -> Node:
        return self._edges[0]


def port(node: Node, index: int) -> Port:
    """The Port of an output: one as long as any graph refers to it."""
    ports = node.__dict__.setdefault("_ports", {})
    reference = ports.get(index)
    found = None if reference is None else reference()
    if found is None:
        found = new(Port)
        found._number = next_number()  # made after its node, so it runs before it
        found._edges = (node,)
        found._index = index
        ports[index] = weakref.ref(found)
    return found


class Parts(dict):
    """What flows to a node with several outputs: gradients by output index."""

    def __iadd__(self, other: "Parts") -> "Parts":
        for index, grad in other.items():
            self[index] = self[index] + grad if index in self else grad
        return self

    def __add__(self, other: "Parts") -> "Parts":
        total = Parts(self)
        total += other
        return total


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
        try:
            hooks = leaf._hooks
        except AttributeError:  # found faster the next time
            hooks = leaf._hooks = None
        if hooks is not None:
            node._hooks = hooks
            hooked.add(node)
    return node


def edge_of(tensor: Tensor) -> "Node | None":
    """Where the gradient of `tensor` goes; None if it needs none."""
    if tensor._edge is not None:
        return tensor._edge
    return accumulator(tensor) if tensor._requires_grad else None


def hooks_of(node: Node) -> Hooks:
    """The hooks of a node; those of an AccumulateGrad are kept with its leaf."""
    if node._hooks is None:
        node._hooks = Hooks()
        hooked.add(node)
        if node.__class__ is AccumulateGrad:
            node.variable._hooks = node._hooks
    return node._hooks
