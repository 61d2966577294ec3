"""Nodes. An edge is the node that a gradient goes to next.

A node refers to where its gradients go, not to who uses its output: so Python deletes
at once what nobody needs.
"""

import itertools
import weakref

from .. import errors
from .mode import mode
from .tensor import Tensor

next_number = itertools.count().__next__
watchers = []  # called with each new node, its arguments and results: anomaly mode


class Node:
    """One call of an operation: its edges, and what it saved. All kinds but
    AccumulateGrad have `_gradients(grad)`: from the gradient of the output, what goes
    to each edge."""

    # _number: grows from node to node
    # _edges: of each operand the edge, or None (of a Function: of each tensor)
    # _saved: what was saved for backward; None once it is freed
    # _next_metadata: the shape and dtype of each operand; None: `fit` is not needed
    # Our names begin with _, as users set names of theirs on a node, their `ctx`.
    __slots__ = ("_number", "_edges", "_saved", "_next_metadata")
    __slots__ += ("__dict__", "__weakref__")

    _always = False  # True for a user's Function: it runs even if no gradient arrives
    _output_nrs = None  # of a node with several outputs: see outputs.py
    _output_nr = 0  # of a Port

    def __init__(self, *edges: "Node | None") -> None:
        self._number, self._edges = next_number(), edges
        self._saved, self._next_metadata = (), None

    def _source(self) -> "Node":
        """The node that ran forward: itself, but for a Port."""
        return self

    def _set_edge(self, out: Tensor, edge: "Node") -> None:
        """Give an output its edge; for a Function `../autograd/` has more rules."""
        out._edge = edge

    @property
    def saved_tensors(self) -> tuple:
        """What forward saved, as backward gets it. Kinds that save have `_restored`."""
        if self._saved is None:
            raise errors.freed()
        return tuple([self._restored(each) for each in self._saved])


class AccumulateGrad(Node):
    """Where the gradient of a leaf ends: in `variable.grad`."""

    __slots__ = ("variable",)


def edge_of(tensor: Tensor) -> Node | None:
    """Where the gradient of `tensor` goes: its `_edge`; of a leaf an AccumulateGrad,
    the same as long as a graph has it."""
    if tensor._edge is not None or not tensor._requires_grad:
        return tensor._edge  # None if no gradient is needed
    # `_grad_accumulator` is unset at first, and weak, as the node holds the leaf.
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
    """The shape and dtype of a tensor and of its gradient."""
    return (arg._data.shape, arg._data.dtype) if isinstance(arg, Tensor) else None
