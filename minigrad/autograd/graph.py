"""PyTorch's `torch.autograd.graph`: edges, hooks on several tensors, saved tensors.

Read: `saved_tensors_hooks` (what a node saves goes through two functions of yours),
then `register_multi_grad_hook` and `get_gradient_edge`.
"""

import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..tensor import Tensor
from .checks import type_name
from .grad_mode import mode
from .hooks import RemovableHandle
from .nodes import Node, edge_of, hooks_of, watchers

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


class saved_tensors_hooks:
    """Inside the block, what operations save for backward is kept as `pack` packs it.

    `pack_hook(tensor)` may return anything, `unpack_hook` must make of it a tensor with
    the same values. For keeping saved tensors elsewhere, or computing them anew.
    """

    def __init__(
        self,
        pack_hook: Callable[[Tensor], object],
        unpack_hook: Callable[[object], Tensor],
    ) -> None:
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self) -> None:
        if mode.hooks_disabled is not None:
            raise RuntimeError(mode.hooks_disabled)
        mode.saved_hooks = (*mode.saved_hooks, (self.pack_hook, self.unpack_hook))
        watchers.append("saved")

    def __exit__(self, *exc_info: object) -> None:
        mode.saved_hooks = mode.saved_hooks[:-1]
        watchers.remove("saved")


class save_on_cpu(saved_tensors_hooks):
    """Keep what is saved on the CPU, as a copy. In minigrad everything is there."""

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        super().__init__(lambda tensor: tensor.detach().clone(), lambda kept: kept)


class disable_saved_tensors_hooks:
    """Inside the block, entering `saved_tensors_hooks` raises `error_message`."""

    def __init__(self, error_message: str) -> None:
        self.error_message = error_message

    def __enter__(self) -> None:
        self._before = mode.hooks_disabled
        if mode.saved_hooks:
            raise RuntimeError(self.error_message)
        mode.hooks_disabled = self.error_message

    def __exit__(self, *exc_info: object) -> None:
        mode.hooks_disabled = self._before


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
        each._cell[0] += 1


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
        self.passing = None
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
        first = self.passing is not mode.passing
        if first:
            self.passing, self.grads = mode.passing, [None] * len(self.edges)
        self.grads[index] = grad
        if self.mode == "any":
            return first
        waiting = [
            edge
            for edge, found in zip(self.edges, self.grads, strict=True)
            if found is None and edge in self.passing.nodes
        ]
        return not waiting


class _Handles(RemovableHandle):
    """One handle for several hooks."""

    def __init__(self, handles: list[RemovableHandle]) -> None:
        self.handles = tuple(handles)

    def remove(self) -> None:
        for handle in self.handles:
            handle.remove()
