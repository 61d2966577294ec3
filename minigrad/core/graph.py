"""Nodes, and the edges between them.

A node knows those of its inputs, not who uses its output: so what nobody needs any more
is freed at once.
"""

import itertools
import weakref

from .. import errors
from .mode import mode
from .tensor import Tensor

next_number = itertools.count().__next__
watchers = []  # called with each new node, its arguments and results: anomaly mode


class Node:
    """A recorded operation. A kind of node has `_gradients(grad)`: from the gradient of
    its output, those of its inputs."""

    # _number: grows from node to node
    # _edges: for each input the node that its gradient goes to, or None
    # _saved: what was saved for backward; None once it is freed
    # _next_metadata: for each input its shape and dtype; None if its gradient fits
    # Names of the engine's begin with _: users put others on a node, their `ctx`.
    __slots__ = ("_number", "_edges", "_saved", "_next_metadata")
    __slots__ += ("__dict__", "__weakref__")

    _always = False  # True for a user's Function: it runs even if no gradient arrives
    _output_nrs, _output_nr = None, 0  # of several outputs: see outputs.py

    def __init__(self, *edges: "Node | None") -> None:
        self._number, self._edges = next_number(), edges
        self._saved, self._next_metadata = (), None

    def _source(self) -> "Node":
        """The node whose output has this edge: another one if it has several."""
        return self

    def _point_back(self, out: Tensor, edge: "Node") -> None:
        """Give an output its edge."""
        out._edge = edge

    @property
    def saved_tensors(self) -> tuple:
        """What forward saved, each as backward gets it: `_restored` by its kind."""
        if self._saved is None:
            raise errors.freed()
        return tuple([self._restored(each) for each in self._saved])


class AccumulateGrad(Node):
    """Where the gradient of a leaf ends: the engine adds it to `variable.grad`."""

    __slots__ = ("variable",)


def edge_of(tensor: Tensor) -> Node | None:
    """Where the gradient of `tensor` goes: to the node that made it; to the leaf's
    AccumulateGrad, the same one as long as a graph has it; or nowhere."""
    if tensor._edge is not None or not tensor._requires_grad:
        return tensor._edge
    # Unset at first; weak, as the node has its leaf: else they would be a cycle.
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
