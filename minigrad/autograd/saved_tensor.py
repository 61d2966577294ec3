"""What a user's Function saves: tensors, each with its history and its version.

Read: `pack_saved` and `unpack_saved`. What an Op saves is in saved.py.
"""

from ..tensor import Tensor
from .checks import changed_in_place
from .grad_mode import mode
from .nodes import Node, edge_of, port
from .watch import Packed, packed


class SavedTensor:
    """A tensor kept for backward: its array, its place in the graph, its version.

    An output is kept without its edge to the node, or node and output would hold each
    other; the edge is put back when it is unpacked.
    """

    __slots__ = ("array", "edge", "cell", "version", "leaf", "output")

    def __init__(self, tensor: Tensor, node: Node) -> None:
        self.array, self.cell = tensor._data, tensor._cell
        self.version = self.cell[0]
        edge = tensor._edge
        self.output = edge._index if edge is not None and edge._source() is node else -1
        self.leaf = tensor if edge is None else None
        self.edge = None if self.output >= 0 else edge


# piece: pack
def pack_saved(tensor: Tensor, node: Node) -> SavedTensor:
    """A tensor as a node keeps it for backward."""
    saved = SavedTensor(tensor, node)
    if mode.saved_hooks:
        saved.array, saved.leaf = packed(tensor), None
        if saved.output < 0:
            saved.edge = edge_of(tensor)
    return saved


# piece: unpack
def unpack_saved(saved: SavedTensor, node: Node) -> Tensor:
    """The tensor with its history; RuntimeError if it was changed since."""
    edge, array = saved.edge, saved.array
    if saved.output >= 0:
        edge = port(node, saved.output) if len(node._outputs) > 1 else node
    if isinstance(array, Packed):
        array = array.tensor()._data
    elif saved.cell[0] != saved.version:
        raise RuntimeError(changed_in_place(array, edge, saved.cell[0], saved.version))
    if saved.leaf is not None and saved.leaf._data is array:
        return saved.leaf
    tensor = Tensor(array.view())
    tensor._edge, tensor._cell = edge, saved.cell
    return tensor
