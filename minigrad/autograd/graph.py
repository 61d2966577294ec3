"""PyTorch's `torch.autograd.graph`: edges, hooks on several tensors, saved tensors.

Read: `get_gradient_edge`, then `register_multi_grad_hook`. What is about saved tensors
stands in `saved_hooks.py`.
"""

import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from .. import errors
from ..core.graph import Node, edge_of
from ..core.mode import mode
from ..core.saved import SavedTensor
from ..core.tensor import Tensor
from ..errors import type_name
from ..names import module_getattr
from .hooks import RemovableHandle, hooks_of
from .saved_hooks import (
    PackedTensor,
    disable_saved_tensors_hooks,
    save_on_cpu,
    saved_tensors_hooks,
)

__all__ = [
    "GradientEdge",
    "Node",
    "disable_saved_tensors_hooks",
    "get_gradient_edge",
    "increment_version",
    "register_multi_grad_hook",
    "save_on_cpu",
    "saved_tensors_hooks",
]

__getattr__ = module_getattr(__name__)


class GradientEdge(NamedTuple):
    """Where the gradient of a tensor goes: a node, and which output of it."""

    node: Node
    output_nr: int


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """The edge of a tensor that requires grad."""
    edge = edge_of(tensor)
    if edge is None:
        raise RuntimeError(
            "It is not possible to get the gradient edge for a Tensor that does not "
            "require gradients"
        )
    return GradientEdge(edge._source(), edge._index)


def increment_version(tensor: Tensor | Sequence[Tensor]) -> None:
    """Count up the version of tensors that were changed behind autograd's back."""
    for each in (tensor,) if isinstance(tensor, Tensor) else tensor:
        each._version_counter[0] += 1


def register_multi_grad_hook(
    tensors: Sequence[Tensor], fn: Callable, *, mode: str = "all"
) -> RemovableHandle:
    """Call `fn` with the gradients of several tensors of one backward pass.

    With mode "all", `fn(grads)` once all those that the pass reaches are there (None
    for the others); with "any", `fn(grad)` at the first of them.
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    for tensor in tensors:
        if not isinstance(tensor, Tensor):
            raise TypeError(f"expected a Tensor, got {type_name(tensor)}")
        if not tensor.requires_grad:
            raise RuntimeError(
                "Expected all tensors passed to `tensors` to require grad"
            )
    seen = _Seen(list(map(edge_of, tensors)), fn, mode)
    handles = [
        hooks_of(edge).add("tensor", seen.hook(index))
        for index, edge in enumerate(seen.edges)
    ]
    return _Handles(handles)


class _Seen:
    """The gradients that one pass has brought so far."""

    def __init__(self, edges: list[Node], fn: Callable, mode: str) -> None:
        self.edges, self.fn, self.mode = edges, fn, mode
        self.lock = threading.Lock()
        self.task = None
        self.grads: list = []

    def hook(self, index: int) -> Callable:
        def seen(grad: Tensor) -> None:
            with self.lock:
                ready = self._note(index, grad)
            if ready:
                self.fn(grad if self.mode == "any" else list(self.grads))

        return seen

    def _note(self, index: int, grad: Tensor) -> bool:
        """Keep a gradient; True if it is time to call the user's function."""
        first = self.task is not mode.graph_task
        if first:
            self.task, self.grads = mode.graph_task, [None] * len(self.edges)
            self.nodes = frozenset(self.task.order)
        self.grads[index] = grad
        if self.mode == "any":
            return first
        waiting = [
            edge
            for edge, found in zip(self.edges, self.grads, strict=True)
            if found is None and edge in self.nodes
        ]
        return not waiting


class _Handles(RemovableHandle):
    """One handle for several hooks."""

    def __init__(self, handles: list[RemovableHandle]) -> None:
        self.handles = tuple(handles)

    def remove(self) -> None:
        for handle in self.handles:
            handle.remove()


def _input_metadata(self: Node) -> tuple[np.ndarray, ...]:
    """PyTorch's name for what a node knows of its outputs: here their shapes."""
    shapes = [form[0] for form in getattr(self, "_outputs", ()) if form]
    if not shapes and (shape := getattr(self, "_shape", None)) is not None:
        shapes = [shape]  # noted by `minigrad.viz`
    return tuple(np.broadcast_to(np.empty(()), shape) for shape in shapes)


def next_functions(self: Node) -> tuple:
    """For each input, where its gradient goes: (node or None, output index)."""
    return tuple(
        (None, 0) if edge is None else (edge._source(), edge._index)
        for edge in self._edges
    )


def _repr(self: Node) -> str:
    return f"<{type(self).__name__} object at {id(self):#x}>"


Node.__repr__ = _repr
Node._input_metadata = property(_input_metadata)
Node.next_functions = property(next_functions)


# -- for pictures -----------------------------------------------------------------


def saved_of(node: Node) -> list:
    """The tensors, with their history, and arrays that a node of minigrad saved.

    RuntimeError if one was changed in place since, or if they are freed.
    """
    if node._saved is None:
        raise errors.freed()
    return node._kept() if node._saved else []


def _kept(self: Node) -> list:
    return [
        each.unpack(self) if isinstance(each, SavedTensor) else each
        for each in self._saved
        if isinstance(each, SavedTensor | np.ndarray)
    ]


def is_packed(node: object) -> bool:
    """True if what the node saved went through a pack hook."""
    saved = getattr(node, "_saved", None) or ()
    return isinstance(saved, tuple) and any(
        isinstance(each, PackedTensor) for each in saved
    )


Node._kept = _kept  # a kind of node that saves otherwise has its own
