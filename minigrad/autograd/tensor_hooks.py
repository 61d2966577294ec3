"""Methods of Tensor for hooks on its gradient, and `retain_grad`."""

import weakref
from collections.abc import Callable, Sequence
from functools import partial

from ..core.graph import Node, edge_of
from ..core.mode import mode as modes
from ..tensor import Tensor
from .hooks import RemovableHandle, TensorHooks, hooks_of


def retain_grad(self: Tensor) -> None:
    """Let backward fill `.grad` of this tensor too, although it is no leaf."""
    if not self.requires_grad:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    if self._edge is not None and not retains_grad(self):
        hooks_of(self._edge).retained = weakref.ref(self)


def retains_grad(self: Tensor) -> bool:
    """True if this tensor is no leaf and keeps its `.grad` all the same."""
    hooks = None if self._edge is None else self._edge._hooks
    return hooks is not None and hooks.retained is not None and hooks.retained() is self


def detach_(self: Tensor) -> Tensor:
    """Make this tensor a leaf without history, in place.

    A graph that it is a leaf of adds no more gradients to it.
    """
    if self._base is not None:
        raise RuntimeError(
            "Can't detach views in-place. Use detach() instead. A view shares the "
            "history of its base."
        )
    self._edge, self.requires_grad = None, False
    return self


def register_hook(self: Tensor, hook: Callable) -> RemovableHandle:
    """Call `hook(grad)` whenever a gradient of this tensor is computed.

    What it returns, if not None, takes the place of the gradient; it must not change
    its argument. `remove()` on the handle that is returned takes the hook away.
    """
    return hooks_of(_edge(self)).add("tensor", hook)


def register_post_accumulate_grad_hook(self: Tensor, hook: Callable) -> RemovableHandle:
    """Call `hook(leaf)` each time after the leaf's `.grad` was added to."""
    if self._edge is not None:
        raise RuntimeError(
            "post accumulate grad hooks cannot be registered on non-leaf tensors"
        )
    return hooks_of(_edge(self)).add("accumulated", hook)


def register_multi_grad_hook(
    tensors: Sequence[Tensor], fn: Callable, *, mode: str = "all"
) -> RemovableHandle:
    """Call `fn(grads)` in a pass that reaches some of `tensors`, once it has all their
    gradients: a list, None for the others. With mode "any", `fn(grad)` with the first.
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    edges = [_edge(each) for each in tensors if mode == "all" or each.requires_grad]
    passes = weakref.WeakKeyDictionary()  # what each got so far, and is to get

    def arrive(edge: Node, grad: Tensor | None) -> None:
        task = modes.graph_task
        if task not in passes:
            order = set(task.order)  # an output not met gets None, if its node is met
            met = [not order.isdisjoint((each, each._source())) for each in hooks]
            passes[task] = {}, 1 if mode == "any" else sum(met)
        found, wanted = passes[task]
        found[edge] = grad
        if len(found) == wanted:
            fn(grad if mode == "any" else list(map(found.get, edges)))

    hooks = {edge: hooks_of(edge).tensor for edge in edges}
    handle = RemovableHandle(TensorHooks(), extra_dict=hooks.values())
    for edge, each in hooks.items():
        each.add(handle.id, partial(arrive, edge))
    return handle


def _edge(tensor: Tensor):
    edge = edge_of(tensor)
    if edge is None:
        raise RuntimeError(
            "cannot register a hook on a tensor that doesn't require gradient"
        )
    return edge


METHODS = """
    detach_ retain_grad register_hook register_post_accumulate_grad_hook
""".split()
PROPERTIES = ["retains_grad"]
