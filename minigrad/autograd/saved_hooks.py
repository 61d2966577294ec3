"""Saved-tensor hooks: what a node saves goes through two functions of the user's.

Read: `saved_tensors_hooks`, then `PackedTensor`, which nodes then keep.
"""

from collections.abc import Callable

import numpy as np

from ..core.graph import Node, edge_of, output_edge, watchers
from ..core.mode import Mode, mode
from ..core.saved import SavedTensor
from ..core.tensor import Tensor

Mode.saved_hooks = ()  # (pack, unpack) pairs, the innermost last

# While this is not empty, ops are applied and passes run in the core's own forms: one
# asks `mode` what keeps a tensor, and `Saving` what is kept of it.
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
        _set((*mode.saved_hooks, (self.pack_hook, self.unpack_hook)))
        active.append(saved_tensors_hooks)
        watchers.append(_drop_unused)

    def __exit__(self, *exc_info: object) -> None:
        _set(mode.saved_hooks[:-1])
        active.remove(saved_tensors_hooks)
        watchers.remove(_drop_unused)


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
    mode.saved_hooks = hooks
    mode.saved_tensor = PackedTensor if hooks else SavedTensor


class save_on_cpu(saved_tensors_hooks):
    """Keep what is saved on the CPU, as a copy. In minigrad everything is there."""

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        super().__init__(lambda tensor: tensor.detach().clone(), lambda kept: kept)


class Packed:
    """A tensor in the form that the innermost pack hook of this thread gave it."""

    __slots__ = ("value", "unpack")

    def __init__(self, tensor: Tensor) -> None:
        hooks = mode.saved_hooks
        pack, self.unpack = hooks[-1]
        before = tensor._version
        _set(())  # what a hook computes is not packed again
        try:
            self.value = pack(tensor)
        finally:
            _set(hooks)
        if tensor._version != before:
            raise RuntimeError(
                "A saved tensor pack hook is modifying its input in place. Tensors "
                "provided as input to pack hook cannot be modified by in-place "
                "operations as this can lead to unexpected side-effects."
            )

    def tensor(self) -> Tensor:
        """What the unpack hook makes of it; TypeError if that is no Tensor."""
        hooks = mode.saved_hooks
        _set(())
        try:
            tensor = self.unpack(self.value)
        finally:
            _set(hooks)
        if not isinstance(tensor, Tensor):
            raise TypeError(
                "Output of saved tensor unpack_hook expected to be a Tensor but got "
                f"result of type {type(tensor).__name__}"
            )
        return tensor


class PackedTensor(SavedTensor):
    """A tensor in a node, packed. `alias` is the edge of one that is no output."""

    __slots__ = ()

    def __init__(self, tensor: Tensor, node: Node) -> None:
        edge = tensor._edge
        is_output = edge is not None and edge._source() is node
        self.output = edge._index if is_output else None
        self.alias = None if is_output else edge_of(tensor)
        self.kept, self.dtype = Packed(tensor), tensor._data.dtype

    def unpack(self, node: Node) -> Tensor:
        """What the unpack hook gives, in the place of the tensor that was packed."""
        tensor = Tensor(self.kept.tensor()._data.view())
        is_output = self.output is not None
        tensor._edge = output_edge(node, self.output) if is_output else self.alias
        return tensor
