"""Hooks: functions of the user's that see, and may replace, gradients on their way.

Read: `Hooks` (what is kept with a node), then `visit`, which a pass calls at the nodes
that have some. Hooks on tensors are kept with the node that the tensor's gradient
arrives at; those of a leaf with the leaf itself.
"""

import threading
import weakref
from collections.abc import Callable

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..core import engine
from ..core.engine import GraphTask
from ..core.graph import AccumulateGrad, Node
from ..core.mode import mode
from ..core.outputs import Parts, Port
from ..core.tensor import Tensor
from .saved_hooks import run_backward
from .targets import capture


class RemovableHandle:
    """What registering a hook returns: `remove()` takes the hook away again.

    In a `with` block, the hook is there until the block ends.
    """

    _next_id = 0

    def __init__(self, hooks: dict, *, extra_dict=None) -> None:
        self.id = RemovableHandle._next_id
        RemovableHandle._next_id += 1
        # As PyTorch does: a handle keeps neither the hook nor its tensor alive.
        self._hooks = weakref.ref(hooks)
        extra = (extra_dict,) if isinstance(extra_dict, dict) else extra_dict or ()
        self._extra = tuple(weakref.ref(each) for each in extra)

    def remove(self) -> None:
        """Take the hook away; nothing happens if it is gone already."""
        for reference in (self._hooks, *self._extra):
            hooks = reference()
            if isinstance(hooks, TensorHooks):
                hooks.remove(self.id)
            elif hooks is not None:
                hooks.pop(self.id, None)

    def __enter__(self) -> "RemovableHandle":
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.remove()


# piece: TensorHooks
class TensorHooks(dict):
    """Hooks by their numbers, in the order of registration."""

    def add(self, number: int, hook: Callable) -> None:
        self[number] = hook

    def remove(self, number: int) -> None:
        self.pop(number, None)

    def run(self, grad: Tensor | None) -> Tensor | None:
        """What the hooks of a tensor make of its gradient."""
        for hook in tuple(self.values()):
            result = hook(grad)
            if result is not None:
                check_same_kind(hook, grad, result)
                grad = result
        return grad


class Hooks:
    """The hooks at one node, each kind in the order of registration."""

    __slots__ = ("tensor", "retained", "before", "after", "accumulated", "__weakref__")

    def __init__(self) -> None:
        self.tensor = TensorHooks()  # of the tensor whose gradient arrives here
        self.retained = None  # weak: the tensor whose .grad is to be kept
        self.before = TensorHooks()  # of the node
        self.after = TensorHooks()
        self.accumulated = TensorHooks()  # of a leaf, once its .grad is updated

    def add(self, kind: str, hook: Callable) -> RemovableHandle:
        """Register `hook`; RemovableHandle.remove() undoes it."""
        hooks = getattr(self, kind)
        handle = RemovableHandle(hooks)
        hooks.add(handle.id, hook)
        return handle


_there = weakref.WeakSet()  # the Hooks of all nodes and leaves
_lock = threading.Lock()  # held while it is added to


def hooks_of(node: Node) -> Hooks:
    """The hooks of a node; those of an AccumulateGrad are kept with its leaf."""
    if node._hooks is None:
        node._hooks = Hooks()
        engine.run_backward = run_backward
        with _lock:
            _there.add(node._hooks)
        if prepare not in engine.preparing:
            engine.preparing.append(prepare)
        for task in filter(None, (*mode.around, mode.graph_task)):
            _visit(task, node)  # a hook that a hook registers runs, too
        if isinstance(node, Port):  # visited, it sees to Ports without a gradient
            hooks_of(node._source())
    return node._hooks


def prepare(task: GraphTask) -> None:
    """Let a pass call `visit` at the nodes that have hooks."""
    if _there.data:  # the WeakSet's own dict: ten times as quick
        for node in task.order:
            if node._hooks is not None:
                _visit(task, node)


def _visit(task: GraphTask, node: Node) -> None:
    if task.instead.get(node) in (None, capture):  # not anomaly mode's
        task.instead[node] = visit


def _hooks_of_leaf(self: AccumulateGrad) -> Hooks | None:
    return getattr(self.variable, "_hooks", None)  # unset at first


def _keep_with_leaf(self: AccumulateGrad, hooks: Hooks) -> None:
    self.variable._hooks = hooks


Node._hooks = None
AccumulateGrad._hooks = property(_hooks_of_leaf, _keep_with_leaf)


# -- of nodes ---------------------------------------------------------------------


def register_hook(self: Node, hook: Callable) -> RemovableHandle:
    """Call `hook(grad_inputs, grad_outputs)` after this node ran in a pass.

    What it returns, if not None, takes the place of `grad_inputs`.
    """
    return hooks_of(self).add("after", hook)


def register_prehook(self: Node, hook: Callable) -> RemovableHandle:
    """Call `hook(grad_outputs)` before this node runs in a pass.

    What it returns, if not None, takes the place of `grad_outputs`.
    """
    return hooks_of(self).add("before", hook)


def metadata(self: Node) -> dict:
    """A dictionary for the user's own notes on this node."""
    return self.__dict__.setdefault("_metadata", {})


Node.register_hook, Node.register_prehook = register_hook, register_prehook
Node.metadata = property(metadata)


# -- in the pass ------------------------------------------------------------------


def visit(
    task: GraphTask, node: Node, grad, then: Callable = GraphTask.call_function
) -> "tuple | None":
    """What a pass does at a node that has hooks."""
    hooks = node._hooks
    if node in task.ends:
        task.captured[node] = on_tensor(hooks, grad)
        return None
    if node in task.captured:
        task.captured[node] = grad  # as in PyTorch: what was there before the hooks
    if grad is None and isinstance(node, Port):
        return None  # its node calls the hooks, which may not be met by way of a Port
    if node._output_nrs is not None:
        grad = grad or Parts()
        for k, port in sorted(node.__dict__.get("_ports", {}).items()):
            if k not in grad and port() is not None and port()._hooks is not None:
                on_tensor(port()._hooks, None)
        count = len(node._outputs)
        given = _replaced(hooks.before, tuple(map(grad.get, range(count))))
        grad = {k: each for k, each in enumerate(given) if each is not None}
        grad = Parts(grad) if grad else None
    else:
        given = (grad,) = _replaced(hooks.before, (on_tensor(hooks, grad),))
    sent = then(task, node, grad) or (None,) * len(node._edges)
    if isinstance(node, AccumulateGrad):
        if hooks.accumulated.run(node.variable) is not node.variable:
            raise RuntimeError("Tensor post accumulate grad hooks should return None.")
        _replaced(hooks.after, (), tuple(map(as_tensor, given)))
        return None
    pairs = zip(node._edges, sent, strict=False)
    sent = tuple([None if edge is None else each for edge, each in pairs])
    return _replaced(hooks.after, sent, tuple(map(as_tensor, given)))


def as_tensor(grad: "ndarray | Tensor | None") -> Tensor | None:
    """A gradient as a hook gets it."""
    if grad is None or isinstance(grad, Tensor):
        return grad
    return Tensor(np.asarray(grad).view())  # NumPy makes numbers of 0-d arrays


def as_carried(grad: Tensor | None) -> "ndarray | Tensor | None":
    """A gradient as the pass carries it: an array, or a Tensor if it is recorded."""
    return grad if grad is None or mode.enabled else grad._data


def on_tensor(hooks: Hooks, grad: "ndarray | Tensor | None"):
    """Run the hooks of the tensor whose gradient is `grad`; keep it if asked to."""
    tensor = hooks.tensor.run(as_tensor(grad))
    retaining = None if hooks.retained is None else hooks.retained()
    if retaining is not None and tensor is not None:
        kept = retaining._grad
        retaining._grad = tensor.clone() if kept is None else kept + tensor
    return as_carried(tensor)


def _replaced(hooks: dict, grads: tuple, *others: tuple) -> tuple:
    """Run hooks of a node: what they made of the gradients of its outputs, or of those
    of its inputs (`others`: then they get the former, too)."""
    if not hooks:
        return grads
    given = tuple(map(as_tensor, grads))
    for hook in tuple(hooks.values()):
        result = hook(given, *others)
        if result is None:
            continue
        if not isinstance(result, tuple):
            raise TypeError(
                f"expected tuple, but hook returned '{type(result).__name__}'"
            )
        if len(result) != len(given):
            raise RuntimeError(
                f"hook '{_name(hook)}' has returned an incorrect number of values "
                f"(got {len(result)}, but expected {len(given)})"
            )
        for old, replaced in zip(given, result, strict=True):
            if replaced is not None:
                check_same_kind(hook, old, replaced)
        given = result
    return tuple(map(as_carried, given))


def check_same_kind(hook: Callable, old: Tensor | None, result: object) -> None:
    """PyTorch's errors for a hook that returns something else than a gradient."""
    if old is None:
        raise RuntimeError("can't replace a None gradient with a non-None value")
    if not isinstance(result, Tensor):
        raise TypeError(
            f"expected Variable, but hook returned '{type(result).__name__}'"
        )
    if result._data.dtype != old._data.dtype:
        was, got = (dtypes.LEGACY[each.dtype] for each in (old, result))
        raise RuntimeError(
            f"hook '{_name(hook)}' has changed the type of value (was torch.{was} got "
            f"torch.{got})"
        )
    if result._data.shape != old._data.shape:
        raise RuntimeError(f"hook '{_name(hook)}' has changed the size of value")


def _name(hook: Callable) -> str:
    return getattr(hook, "__name__", None) or type(hook).__name__
