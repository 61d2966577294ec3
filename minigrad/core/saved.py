"""What a node keeps for its backward.

An op saves arrays, and its node keeps the tensors that hold them. So a recorded pass
computes with their history, and no second derivative has to be defined.
"""

from .. import errors
from .graph import Node, output_edge
from .mode import Mode
from .tensor import Tensor


# piece: Saving
class Saving:
    """The two halves of keeping a tensor."""

    @staticmethod
    def pack(tensor: Tensor):
        """What to keep: the tensor itself, and its version now."""
        return tensor, tensor._version

    @staticmethod
    def unpack(kept) -> Tensor:
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept
        if tensor._version != version:
            raise errors.changed_error(tensor, version)
        return tensor


def alias_of(tensor: Tensor, edge: Node | None) -> Tensor:
    """A tensor over the same memory, with an edge of its own."""
    alias = Tensor(tensor._data.view())
    alias._edge, alias._version_counter = edge, tensor._version_counter
    return alias


class SavedTensor:
    """A tensor that a node keeps.

    exp saves its output (`output_nr` says which), whose edge leads back to the node: a
    reference cycle. So an alias is kept that leads elsewhere.
    """

    __slots__ = ("packed", "output_nr", "dtype")

    def __init__(self, tensor: Tensor, node: Node) -> None:
        edge, self.output_nr = tensor._edge, None
        self.dtype = tensor._data.dtype  # of a promoted one save_as_tensors sets it
        if edge is not None and edge._source() is node:
            self.output_nr = edge._output_nr
            tensor = alias_of(tensor, type(node)())  # an empty one: errors say its name
        self.packed = Saving.pack(tensor)

    def unpack(self, node: Node) -> Tensor:
        """The tensor with its history."""
        tensor = Saving.unpack(self.packed)
        if self.output_nr is None:
            return tensor
        return alias_of(tensor, output_edge(node, self.output_nr))


Mode.saved_tensor = SavedTensor  # `../autograd/` has a kind for saved-tensor hooks


class SavingNode(Node):
    """A node that is the `ctx` of a `forward` and a `backward`."""

    @property
    def saved_tensors(self) -> tuple:
        """What forward saved, each as the kind of node gives it back (`_restored`)."""
        if self._saved is None:
            raise errors.freed()
        return tuple([self._restored(each) for each in self._saved])
