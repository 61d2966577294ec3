"""What a user's Function saves: tensors, each with its history and its version.

Read: `Saving` (what is kept of a tensor, and the tensor again), `changed_error`, then
`SavedTensor` and `unpack_saved`, which see to outputs and to hooks.
"""

from numpy import ndarray

from ..tensor import Tensor
from .checks import changed_in_place
from .grad_mode import mode
from .nodes import Node, edge_of, port
from .watch import Packed, packed


# piece: Saving
class Saving:
    """What a node keeps of a tensor for backward, and what it gives back."""

    @staticmethod
    def pack(tensor: Tensor):
        """What to keep: the tensor itself, with its version as it is now."""
        return tensor, tensor._version

    @staticmethod
    def unpack(kept) -> Tensor:
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor


def changed_error(tensor: Tensor, version: int) -> RuntimeError:
    """PyTorch's error for a saved tensor that has another version than it had."""
    return RuntimeError(
        changed_in_place(tensor._data, tensor._edge, tensor._version, version)
    )


class SavedTensor:
    """A tensor in a node: what `Saving` or a hook keeps of it.

    An output is kept without its edge to the node, or node and output would hold each
    other; the edge is put back when it is unpacked. `output` is its number, or -1.
    """

    __slots__ = ("kept", "bare", "cell", "edge", "output")

    def __init__(self, tensor: Tensor, node: Node) -> None:
        edge, self.cell = tensor._edge, tensor._cell
        self.output = edge._index if edge is not None and edge._source() is node else -1
        self.edge = self.bare = None
        if mode.saved_hooks:
            self.kept = packed(tensor)
            if self.output < 0:
                self.edge = edge_of(tensor)
        else:
            if self.output >= 0:
                tensor = self.bare = _with_history(tensor._data, None, self.cell)
            self.kept = Saving.pack(tensor)


def unpack_saved(saved: SavedTensor, node: Node) -> Tensor:
    """The tensor with its history; RuntimeError if it was changed since."""
    edge, bare = saved.edge, saved.bare
    if saved.output >= 0:
        edge = port(node, saved.output) if len(node._outputs) > 1 else node
    if isinstance(saved.kept, Packed):
        return _with_history(saved.kept.tensor()._data, edge, saved.cell)
    if bare is None:
        return Saving.unpack(saved.kept)
    bare._edge = edge  # an error names the node
    try:
        found = Saving.unpack(saved.kept)
    finally:
        bare._edge = None
    return _with_history(found._data, edge, found._cell) if found is bare else found


def _with_history(array: ndarray, edge: Node | None, cell: list) -> Tensor:
    """A tensor over this memory, with this place in the graph and this version."""
    tensor = Tensor(array.view())
    tensor._edge, tensor._cell = edge, cell
    return tensor
