"""What a change of a tensor in place does to its history, and to its views.

Read: `rebase_history`: after a recorded change of a tensor, its base and all views of
the base get a history that goes on from the change. A changed view reaches its base
through a `CopySlices` node; the views reach it through an `AsStridedBackward0` node
each, made anew. Both names, and the graph that results, are PyTorch's.
"""

import math

import numpy as np
from numpy import ndarray

from ..core.engine import gradients_of
from ..core.graph import Node, edge_of
from ..core.mode import mode
from ..core.saved import SavedTensor, Saving, alias_of
from ..core.tensor import Tensor
from ..ops.index import Index, Keep, Place
from .hooks import hooks_of
from .views import creation_error


def rebase_history(tensor: Tensor, node: Node, operand: int | None = 0) -> None:
    """Let the history of `tensor` go on from `node`, which computed its new values.

    `operand` says which input of the node the old values were; None if they reach it
    through other nodes.
    """
    base = tensor._base
    root = tensor if base is None else base
    if base is not None:
        node = copy_slices(base, tensor, node, operand)
    _set_history(root, node)
    renew_views(root, node._source())


def renew_views(root: Tensor, maker: Node | None = None) -> None:
    """Give the views of `root`, which was changed, another edge, or one that raises.

    If the change was recorded, as the node `maker`, its own outputs keep theirs.
    """
    views = getattr(root, "_views", None)
    if not views or not (maker or root.requires_grad or views.of_function):
        return
    for view in views.alive():
        creation = getattr(view, "_creation_meta", None)
        shares = np.may_share_memory(view._data, root._data)  # no `.data` was set since
        if maker is None and (view._edge is None or not shares):
            continue
        if creation is None:
            _set_history(view, as_strided(root, view))
        elif creation[1] is not maker:
            what = "its base or another view of its base has been modified inplace"
            _set_history(view, stale(view, creation_error(view, creation, what)))


def _set_history(tensor: Tensor, edge: Node) -> None:
    """Give `tensor` another edge. The hooks of the old values stay where they are; a
    retained gradient is from now on that of the new ones, as in PyTorch."""
    old = tensor._edge
    tensor._edge, tensor._requires_grad = edge, False
    if old is not None and old._hooks is not None:
        retained = old._hooks.retained
        if retained is not None and retained() is tensor:
            old._hooks.retained = None
            hooks_of(edge).retained = retained


def save_output_of(self: Node, tensor: Tensor) -> None:
    """What the node saved as its output is from now on `tensor`: watch its version."""
    for saved in self._saved or ():
        if type(saved) is SavedTensor and saved.output_nr is not None:
            saved.packed = Saving.pack(alias_of(tensor, type(self)()))


Node._save_output_of = save_output_of


class Layout:
    """Where the entries of a view lie among those of its base."""

    __slots__ = ("shape", "strides", "offset", "base_shape", "base_strides")

    def __init__(self, base: ndarray, view: ndarray) -> None:
        self.shape, self.base_shape = view.shape, base.shape
        size = base.itemsize
        self.strides = tuple(stride // size for stride in view.strides)
        self.base_strides = tuple(stride // size for stride in base.strides)
        starts = [each.__array_interface__["data"][0] for each in (view, base)]
        self.offset = (starts[0] - starts[1]) // size

    def places(self) -> ndarray:
        """For each entry of the view, the number of that entry of the base."""
        spans = list(zip(self.base_shape, self.base_strides, strict=True))
        before = -sum(min(stride, 0) * (size - 1) for size, stride in spans)
        after = sum(max(stride, 0) * (size - 1) for size, stride in spans)
        memory = np.full(before + after + 1, -1, np.int64)
        base = _strided(memory, self.base_shape, self.base_strides, before)
        base[...] = np.arange(base.size).reshape(base.shape)
        return _strided(memory, self.shape, self.strides, before + self.offset).copy()


def _strided(memory: ndarray, shape: tuple, strides: tuple, offset: int) -> ndarray:
    return np.lib.stride_tricks.as_strided(
        memory[offset:], shape, tuple(8 * stride for stride in strides)
    )


class AsStridedBackward0(Node):
    """Between a view and its base: a view made anew, since the base was changed."""

    __slots__ = ("_layout",)

    def _gradients(self, grad) -> tuple:
        shape = self._layout.base_shape
        places = self._layout.places()
        return (Place.call(grad, (math.prod(shape),), (places,)).reshape(shape),)


def as_strided(base: Tensor, view: Tensor) -> Node:
    """The edge of a view whose base has another history since."""
    node = AsStridedBackward0(edge_of(base))
    node._layout = Layout(base._data, view._data)
    return node


class Stale(Node):
    """The edge of a view that must not be used since its base was changed."""

    __slots__ = ("_message",)

    def _source(self) -> Node:
        raise RuntimeError(self._message)

    def _gradients(self, grad) -> tuple:
        raise RuntimeError(self._message)


def stale(view: Tensor, message: str) -> Stale:
    """An edge that raises `message` once it is looked at, or a pass reaches it."""
    node = Stale()
    node._message, node._output_nr = message, view.output_nr
    return node


class CopySlices(Node):
    """A part of a tensor was changed in place.

    The gradient of the part goes through the node that made its new values; the rest
    goes straight on.
    """

    __slots__ = ("_inner", "_operand", "_layout")

    _name = "torch::autograd::CopySlices"

    @property
    def _saved(self):
        saved = self._inner and self._inner._saved
        return self._layout and (saved or (self._layout,))  # None once it is freed

    @_saved.setter
    def _saved(self, value) -> None:
        if value is not None:
            return  # a new node
        self._layout = None  # a second pass is an error, whatever the inner node saved
        if self._inner is not None:
            self._inner._saved = None

    def _gradients(self, grad) -> tuple:
        places = self._layout.places()
        flat = grad.reshape((-1,))
        part, sent = None, [Index.call(flat, (places,))]
        if self._inner is not None:
            task = mode.graph_task
            needed, task.needed = task.needed, None  # its edges are not the graph's
            try:
                sent = list(gradients_of(self._inner, *sent))
            finally:
                task.needed = needed
            part = sent.pop(self._operand)
        base = None
        if self._edges[0] is not None:
            base = Keep.call(flat, (places,))
            if part is not None:
                base = base + Place.call(part, flat.shape, (places,))
            base = base.reshape(self._layout.base_shape)
        return base, *sent


def copy_slices(
    base: Tensor, view: Tensor, node: Node, operand: int | None
) -> CopySlices:
    """The node of a base, a view of which got new values from `node`."""
    slices = CopySlices()
    slices._layout = Layout(base._data, view._data)
    slices._operand = operand
    if operand is None:
        slices._inner, edges = None, [node]
    else:
        slices._inner, edges = node, list(node._edges)
        del edges[operand]
    slices._edges = (edge_of(base), *edges)
    return slices
