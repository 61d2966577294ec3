"""The node of an op as `forms.py` records it: arrays, where they came from, versions.

A SavedTensor costs more than most ops do, so a `FastNode` keeps what forward saved as
it is. `_origins` says which operand each array was (its number), or OUTPUT, or
CONSTANT; `_counters` are the version counters of those that have one, and `_versions`
their numbers then (None: all zero).
"""

import numpy as np
from numpy import ndarray

from .. import errors
from ..core.graph import AccumulateGrad, Node
from ..core.mode import mode
from ..core.op import Op, OpNode
from ..core.saved import SavedTensor, is_unused
from ..core.tensor import Tensor

CONSTANT, OUTPUT, UNKNOWN = -1, -2, -3
new = object.__new__
Node._fast_op = None  # the op, for a FastNode


class FastNode(OpNode):
    """The node of an `Op`, and the `ctx` of its forward and backward."""

    __slots__ = ("_origins", "_counters", "_versions")

    @property
    def needs_input_grad(self) -> tuple[bool, ...]:
        """Whether each gradient is needed: in a pass to some inputs, on their way."""
        edges, task = self._edges, mode.graph_task
        if task is None or task.needed is None:
            if len(edges) == 2:  # written out: half the time
                a, b = edges
                return a is not None, b is not None
            return tuple([edge is not None for edge in edges])
        return tuple([edge in task.needed for edge in edges])

    def _gradients(self, grad) -> tuple:
        if self._fast_op is None:
            ctx = twin_of(self, type(self), map(self._restored, self._saved))
        else:
            ctx = recorded(self) if mode.enabled else self
            if self._saved and ctx is self:
                check_versions(self)
        return super(FastNode, ctx)._gradients(grad)

    def _to_core(self) -> None:
        """Keep what the core's nodes do, for who looks: its op is not fast then."""
        if self._saved and self._fast_op is not None:
            saved = tensors_of(self, self)
            versions = iter(self._versions or (0,) * len(saved))
            for i, origin in enumerate(self._origins):
                if origin >= 0 or origin == OUTPUT:
                    tensor, saved[i] = saved[i], new(SavedTensor)  # not a packed one
                    saved[i].__init__(tensor, self)
                    saved[i].packed = saved[i].packed[0], next(versions)
            self._saved, self._fast_op = tuple(saved), None


# One slot, two names: what an op calls `saved_tensors` is `_saved` for the engine.
FastNode.saved_tensors = Node.__dict__["_saved"]


def node_class(op: type[Op]) -> type[FastNode]:
    """The FastNode of an op; PyTorch's name and all marks are those of its node."""
    kinds = (FastNode, op.node_class)
    return type(op.node_class.__name__, kinds, {"__slots__": (), "_fast_op": op})


def tensors_of(node: FastNode, output_edge: Node | None) -> list:
    """What a node saved, as Tensors with the history that they had."""
    counters, found = iter(node._counters), []
    for array, origin in zip(node._saved, node._origins, strict=True):
        if origin == UNKNOWN and mode.enabled:
            raise errors.constant(node, "saved a float array that")
        if origin in (CONSTANT, UNKNOWN):
            is_number = isinstance(array, np.generic)  # of a 0-d array
            array = np.asarray(array) if is_number else array
            is_array = isinstance(array, ndarray) and origin == CONSTANT
            found.append(Tensor(array.view()) if is_array else array)
            continue
        edge = output_edge if origin == OUTPUT else None
        if 0 <= origin < len(node._edges):  # an option that is a tensor has no edge
            edge = node._edges[origin]
        counter = next(counters)
        if edge.__class__ is AccumulateGrad and edge.variable._data is array:
            found.append(edge.variable)
            continue
        tensor = new(Tensor)
        tensor._data = array.view() if array.__class__ is ndarray else np.asarray(array)
        tensor._edge, tensor._version_counter = edge, counter
        tensor._requires_grad, tensor._grad, tensor._base = False, None, None
        found.append(tensor)
    return found


def check_versions(node: FastNode) -> None:
    """RuntimeError if something was changed in place since it was saved."""
    now = tuple([counter[0] for counter in node._counters])
    then = node._versions or (0,) * len(now)
    if now != then:
        k = next(k for k in range(len(now)) if now[k] != then[k])
        edges = {OUTPUT: node, **dict(enumerate(node._edges))}
        kept = zip(node._saved, node._origins, strict=True)
        versioned = [(a, edges.get(o)) for a, o in kept if o >= 0 or o == OUTPUT]
        raise errors.changed_in_place(*versioned[k], now[k], then[k])


def recorded(node: FastNode) -> FastNode:
    """The ctx for a backward that is recorded: its saved tensors are Tensors."""
    if node.__dict__:
        errors.check_attributes(node)
    if not node._saved:
        return node
    check_versions(node)
    return twin_of(node, type(node), tensors_of(node, node))


def twin_of(node: FastNode, kind: type[OpNode], saved) -> OpNode:
    """A node of a kind, like this one but for what it saved."""
    twin = kind(*node._edges)
    twin._saved = tuple(saved)
    twin.__dict__.update(node.__dict__)
    return twin


def pack(node: FastNode, arrays: tuple, tensors: tuple, out, counter: list) -> None:
    """Note where each saved array came from, for ops that save in a way of their own.
    `arrays` are what forward got of `tensors`; `counter` is that of the output."""
    origins, counters = [], []
    for saved in node._saved:
        origin = CONSTANT
        if saved is out:
            origin, found = OUTPUT, counter
        elif isinstance(saved, ndarray | np.generic):
            for i, array in enumerate(arrays):
                if saved is array and isinstance(tensors[i], Tensor):
                    origin, found = i, tensors[i]._version_counter
                    if is_unused(node, i):
                        origin = CONSTANT
                    break
            else:
                if saved.dtype.kind == "f":
                    origin = UNKNOWN
        origins.append(origin)
        if origin >= 0 or origin == OUTPUT:
            counters.append(found)
    node._origins, node._counters = origins, counters
    versions = tuple([each[0] for each in counters])
    node._versions = versions if any(versions) else None
