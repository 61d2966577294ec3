"""What a node keeps for its backward pass.

An op saves arrays, and the tensors that they were are kept. So a pass that is itself
recorded computes with their history: no second derivative has to be defined.
"""

from numpy import ndarray

from .. import errors
from .graph import Node, output_edge
from .mode import Mode, mode
from .tensor import Tensor


# piece: Saving
class Saving:
    """What a node keeps of a tensor for backward, and what it gives back."""

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


class SavedTensor:
    """A tensor in a node, with its place in the graph.

    Of an output (number `output_nr`) an alias is kept, whose edge leads nowhere: its
    own leads back to the node, and neither would ever be freed.
    """

    __slots__ = ("packed", "output_nr", "dtype")

    def __init__(self, tensor: Tensor, node: Node) -> None:
        edge, self.output_nr = tensor._edge, None
        self.dtype = tensor._data.dtype  # save_as_tensors: that which forward saw
        if edge is not None and edge._source() is node:  # the op's own: exp saves it
            self.output_nr = edge._output_nr
            tensor = alias_of(tensor, type(node)())  # an empty node: errors name it
        self.packed = Saving.pack(tensor)

    def unpack(self, node: Node) -> Tensor:
        """The tensor with its history."""
        tensor = Saving.unpack(self.packed)
        if self.output_nr is None:
            return tensor
        return alias_of(tensor, output_edge(node, self.output_nr))


Mode.saved_tensor = SavedTensor  # another kind where there are saved-tensor hooks


def alias_of(tensor: Tensor, edge: Node | None) -> Tensor:
    """A tensor over the same memory, with a place of its own in the graph."""
    alias = Tensor(tensor._data.view())
    alias._edge, alias._version_counter = edge, tensor._version_counter
    return alias


class SavingNode(Node):
    """A node that is the `ctx` of a `forward` and a `backward`."""

    @property
    def saved_tensors(self) -> tuple:
        """What forward saved: for an Op arrays, and Tensors if the pass is recorded."""
        if self._saved is None:
            raise errors.freed()
        return tuple([self._restored(each) for each in self._saved])


def save_as_tensors(node: Node, arrays: tuple, tensors: tuple) -> None:
    """Keep the tensors that the saved arrays were: `arrays` are what forward got and
    returned, `tensors` what its caller gave and gets."""

    def as_tensor(saved: object) -> object:
        for i, (array, tensor) in enumerate(zip(arrays, tensors, strict=True)):
            if saved is array and isinstance(tensor, Tensor):
                if is_unused(node, i):  # without version: it may be changed
                    return Tensor(array.view())
                if tensor._edge is not None:  # a change in place may give it another
                    tensor = alias_of(tensor, tensor._edge)
                found = mode.saved_tensor(tensor, node)
                found.dtype = array.dtype
                return found
        if not isinstance(saved, ndarray) or saved.dtype.kind == "f":
            return saved  # floats of unknown history: an error if the pass is recorded
        return mode.saved_tensor(Tensor(saved.view()), node)

    node._saved = tuple([as_tensor(each) for each in node._saved])


def is_unused(node: Node, i: int) -> bool:
    """True for an operand that no gradient needs: a in `a * b` if b needs none."""
    other = node._op.used_for.get(i)
    return other is not None and node._edges[other] is None
