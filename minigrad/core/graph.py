"""What the graph is made of: nodes, and the edges between them.

A node knows the nodes of its inputs, not who uses its output: what is no longer needed
is freed at once. An edge is the node that a gradient goes to (or, if that has several
outputs, a Port: see outputs.py). A node is also a `ctx`, on which users put what they
like: so what the engine alone reads begins with an underscore.
"""

import itertools
import weakref

from .mode import mode
from .tensor import Tensor

next_number = itertools.count().__next__
watchers = []  # called with each new node, its arguments and results: anomaly mode


class Node:
    """One recorded operation. `_edges` (next_functions) has for each input where its
    gradient goes (edge_of), or None. A kind's `_gradients(grad)` is what to send."""

    # `_number` grows from node to node; `_saved` is what forward saved, None once it is
    # freed; `_next_metadata` is the shape and dtype of what each edge gets, or None if
    # what backward returns fits as it is.
    __slots__ = ("_number", "_edges", "_saved", "_next_metadata")
    __slots__ += ("__dict__", "__weakref__")

    _output_nrs, _output_nr = None, 0  # other values with several: see outputs.py
    _always = False  # True for a user's Function: it runs even if no gradient comes

    def __init__(self, *edges: "Node | None") -> None:
        self._number, self._edges = next_number(), edges
        self._saved, self._next_metadata = (), None

    def _source(self) -> "Node":
        """The node whose output has this edge: of a Port, another."""
        return self


class AccumulateGrad(Node):
    """Where the gradient of a leaf ends: the engine adds it to `variable.grad`."""

    __slots__ = ("variable",)


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
