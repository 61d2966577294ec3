"""Saved-tensor hooks: what a node saves goes through two functions of the user's.

Read: `saved_tensors_hooks`, then `PackedTensor`, which nodes then keep; last what
stands around a pass once code of the user's may run in one.
"""

import contextvars
import sys
import weakref
from collections.abc import Callable

import numpy as np

from ..core import engine
from ..core.engine import GraphTask
from ..core.graph import AccumulateGrad, Node, edge_of, watchers
from ..core.mode import Mode, mode, no_grad
from ..core.outputs import output_edge
from ..core.saved import SavedTensor
from ..core.tensor import Tensor

Mode.saved_hooks = ()  # (pack, unpack) pairs, the innermost last

# While this is not empty, ops are applied and passes run in the core's own forms: they
# ask `SavedTensor` and `Saving` what is kept of a tensor.
active: list[object] = []


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
        engine.run_backward = run_backward
        SavedTensor.__new__ = _new
        _set((*mode.saved_hooks, (self.pack_hook, self.unpack_hook)))

    def __exit__(self, *exc_info: object) -> None:
        _set(mode.saved_hooks[:-1])


def _drop_unused(node: Node, args: tuple, results: tuple) -> None:
    """Keep no operand on which no gradient depends: one of its shape stands in."""
    node._saved = tuple(
        [
            Tensor(np.broadcast_to(each._data.dtype.type(1), each._data.shape))
            if isinstance(each, Tensor)
            else each
            for each in node._saved
        ]
    )


def _set(hooks: tuple) -> None:
    if bool(hooks) != bool(mode.saved_hooks):
        change = list.append if hooks else list.remove
        change(active, saved_tensors_hooks)
        change(watchers, _drop_unused)
    mode.saved_hooks = hooks


class save_on_cpu(saved_tensors_hooks):
    """Keep what is saved on the CPU, as a copy. In minigrad everything is there."""

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        super().__init__(lambda tensor: tensor.detach().clone(), lambda kept: kept)


class PackedTensor(SavedTensor):
    """A tensor in a node, in the form that the innermost pack hook of this thread gave
    it. `edge` is that of one that is no output."""

    __slots__ = ("edge", "unpack_hook")

    def __init__(self, tensor: Tensor, node: Node | None, dtype=None) -> None:
        edge = tensor._edge
        is_output = edge is not None and edge._source() is node
        self.output_nr = edge._output_nr if is_output else None
        self.edge = None if is_output else edge_of(tensor)
        self.dtype = dtype or tensor._data.dtype
        pack, self.unpack_hook = mode.saved_hooks[-1]
        before = tensor._version
        with no_grad():  # so what a hook computes is not packed again
            self.packed = pack(tensor)
        if tensor._version != before:
            raise RuntimeError(
                "A saved tensor pack hook is modifying its input in place. Tensors "
                "provided as input to pack hook cannot be modified by in-place "
                "operations as this can lead to unexpected side-effects."
            )

    def unpack(self, node: Node | None) -> Tensor:
        """What the unpack hook gives, in the place of the tensor that was packed."""
        kept = self.unpack_hook(self.packed)
        if not isinstance(kept, Tensor):
            raise TypeError(
                "Output of saved tensor unpack_hook expected to be a Tensor but got "
                f"result of type {type(kept).__name__}"
            )
        tensor = Tensor(kept._data.view())
        tensor._version_counter = kept._version_counter
        if isinstance(self.edge, AccumulateGrad):  # it is a leaf
            tensor._requires_grad = True
            tensor._grad_accumulator = weakref.ref(self.edge)
        else:
            is_output = self.output_nr is not None
            tensor._edge = output_edge(node, self.output_nr) if is_output else self.edge
        return tensor


@staticmethod
def _new(kind: type[SavedTensor], *args) -> SavedTensor:
    return object.__new__(PackedTensor if mode.saved_hooks else kind)


# -- around a pass ----------------------------------------------------------------

DEPTH = 30  # so many passes, each inside another, go into Python's stack in any case
Mode.around = ()  # of each pass that runs, the one in which it does
core_run_backward = engine.run_backward


def run_backward(task: GraphTask, upstream: list[Tensor]) -> None:
    """A pass in which code of the user's may run. Deep inside others it goes on in
    another thread, which has a stack of its own; after it the hooks are as before."""
    hooks, around = mode.saved_hooks, mode.around
    mode.around = (*around, mode.graph_task)
    is_deep, has_threads = len(mode.around) % DEPTH == 0, sys.platform != "emscripten"
    run = _run_in_thread if is_deep and has_threads else core_run_backward
    try:
        run(task, upstream)
    finally:
        mode.around = around
        _set(hooks)


def _run_in_thread(task: GraphTask, upstream: list[Tensor]) -> None:
    """A pass in a thread of its own, with the modes of this one."""
    from concurrent.futures import ThreadPoolExecutor  # seldom needed, and slow

    modes, call = dict(vars(mode)), contextvars.copy_context().run
    with ThreadPoolExecutor(1, initializer=lambda: vars(mode).update(modes)) as pool:
        pool.submit(call, run_backward, task, upstream).result()
