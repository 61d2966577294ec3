"""Views: tensors over the memory of another, and what a change in place does to them.

Read: `share_memory` (each view is known to its base), then `rebase`: after a recorded
change of a tensor, its base and all views of the base get a history that goes on from
the change. A changed view reaches its base through a `CopySlices` node; the views
reach it through an `AsStridedBackward0` node each, made anew. Both names, and the graph
that results, are PyTorch's.
"""

import math
import weakref

import numpy as np
from numpy import ndarray

from ..tensor import Tensor
from .grad_mode import mode
from .nodes import Node, edge_of, hooks_of, new, next_number


class _Views(list):
    """Weak references to the views of a base; dead ones are dropped now and then."""

    limit = 32

    def drop_dead(self) -> None:
        self[:] = [each for each in self if each() is not None]
        self.limit = max(32, 2 * len(self))

    def alive(self) -> list[Tensor]:
        return [view for each in self if (view := each()) is not None]


def share_memory(
    base: Tensor, view: Tensor, several: Node | None = None, own: Node | None = None
) -> None:
    """Make `view` a view of `base`: they share a version, and the base knows of it.

    `several` is the node that made it, if it made several views; `own` the node of the
    user's Function that returned it.
    """
    root = base if base._base is None else base._base
    view._cell = root._cell
    view._base = root
    if not mode.enabled:
        view._made = "no_grad"
    elif several is not None or own is not None:
        view._made = ("several", several) if several is not None else ("custom", own)
    elif root is not base:
        made = getattr(base, "_made", None)  # what must not be changed stays so
        if made is not None:
            view._made = made
    views = getattr(root, "_views", None)
    if views is None:
        views = root._views = _Views()
    views.append(weakref.ref(view))
    if len(views) > views.limit:
        views.drop_dead()


# -- may it be changed? -----------------------------------------------------------


def check_may_change(tensor: Tensor) -> None:
    """RuntimeError for a tensor that no recorded operation may change in place."""
    base = tensor._base
    made = getattr(tensor, "_made", None)
    if made is not None:
        raise RuntimeError(made_error(tensor, made, "is being modified inplace"))
    if base is not None and base._edge is None and base._requires_grad:
        raise RuntimeError(
            "a view of a leaf Variable that requires grad is being used in an "
            "in-place operation."
        )
    if tensor._edge is None and tensor._requires_grad:
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation."
        )


def made_error(tensor: Tensor, made, what: str) -> str:
    """PyTorch's words for a view that a recorded change in place would make wrong."""
    if made == "no_grad":
        if what == "is being modified inplace":
            what += " with grad mode enabled"
        else:
            what = what.replace("modified inplace", "modified inplace with grad mode")
            what += " enabled"
        return (
            f"A view was created in no_grad mode and {what}. Given that this use case "
            "is ambiguous and error-prone, it is forbidden. You can clarify your code "
            "by moving both the view and the inplace either both inside the no_grad "
            "block (if you don't want the inplace to be tracked) or both outside (if "
            "you want the inplace to be tracked)."
        )
    kind, node = made
    name = node.name().rstrip("0123456789").removesuffix("Backward")
    where = f"Output {tensor.output_nr} of {name} is a view and {what}. "
    if kind == "several":
        return where + (
            "This view is the output of a function that returns multiple views. Such "
            "functions do not allow the output views to be modified inplace. You "
            "should replace the inplace operation by an out-of-place one."
        )
    return where + (
        "This view was created inside a custom Function (or because an input was "
        "returned as-is) and the autograd logic to handle view+inplace would override "
        "the custom backward associated with the custom Function, leading to incorrect "
        "gradients. This behavior is forbidden. You can fix this by cloning the output "
        "of the custom Function."
    )


# -- the history after a change ---------------------------------------------------


def rebase(tensor: Tensor, node: Node, operand: int | None = 0) -> None:
    """Let the history of `tensor` go on from `node`, which computed its new values.

    `operand` says which input of the node the old values were; None if they reach it
    through other nodes.
    """
    base = tensor._base
    root = tensor if base is None else base
    if base is not None:
        node = copy_slices(base, tensor, node, operand)
    _set_history(root, node)
    for view in getattr(root, "_views", _Views()).alive():
        made = getattr(view, "_made", None)
        if made is None:
            _set_history(view, as_strided(root, view))
        else:
            what = "its base or another view of its base has been modified inplace"
            _set_history(view, stale(made_error(view, made, what)))


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

    def _backward(self, grad, create_graph: bool) -> tuple:
        from ..ops.index import Place

        shape = self._layout.base_shape
        places = self._layout.places()
        return (Place.call(grad, (math.prod(shape),), (places,)).reshape(shape),)


def as_strided(base: Tensor, view: Tensor) -> Node:
    """The edge of a view whose base has another history since."""
    node = new(AsStridedBackward0)
    node._number = next_number()
    node._edges = (edge_of(base),)
    node._layout = Layout(base._data, view._data)
    return node


class Stale(Node):
    """The edge of a view that must not be used since its base was changed."""

    __slots__ = ("_message",)

    def _source(self) -> Node:
        raise RuntimeError(self._message)

    def _backward(self, grad, create_graph: bool) -> tuple:
        raise RuntimeError(self._message)


def stale(message: str) -> Stale:
    """An edge that raises `message` once it is looked at, or a pass reaches it."""
    node = new(Stale)
    node._number = next_number()
    node._edges = ()
    node._message = message
    return node


class CopySlices(Node):
    """A part of a tensor was changed in place.

    The gradient of the part goes through the node that made its new values; the rest
    goes straight on.
    """

    __slots__ = ("_inner", "_operand", "_layout")

    @classmethod
    def name(cls) -> str:
        return "torch::autograd::CopySlices"

    @property
    def _saved(self):
        return () if self._inner is None else self._inner._saved

    @_saved.setter
    def _saved(self, value) -> None:
        self._inner._saved = value

    def _backward(self, grad, create_graph: bool) -> tuple:
        from ..ops.index import Index, Keep, Place  # ops: imported when there
        from .step import gradients

        places = self._layout.places()
        flat = grad.reshape((-1,))
        own, sent = None, [Index.call(flat, (places,))]
        if self._inner is not None:
            needed, mode.needed = mode.needed, None  # its edges are not the graph's
            try:
                sent = list(gradients(self._inner, *sent, create_graph))
            finally:
                mode.needed = needed
            own = sent.pop(self._operand)
        base = None
        if self._edges[0] is not None:
            base = Keep.call(flat, (places,))
            if own is not None:
                base = base + Place.call(own, flat.shape, (places,))
            base = base.reshape(self._layout.base_shape)
        return base, *sent


def copy_slices(
    base: Tensor, view: Tensor, node: Node, operand: int | None
) -> CopySlices:
    """The node of a base, a view of which got new values from `node`."""
    slices = new(CopySlices)
    slices._number = next_number()
    slices._layout = Layout(base._data, view._data)
    slices._operand = operand
    if operand is None:
        slices._inner, edges = None, [node]
    else:
        slices._inner, edges = node, list(node._edges)
        del edges[operand]
    slices._edges = (edge_of(base), *edges)
    return slices
