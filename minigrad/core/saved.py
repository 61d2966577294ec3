"""What a node keeps for its backward.

An op saves arrays; its node keeps the tensors that hold them. So a recorded pass (with
`create_graph`) has their history, and no second derivative has to be defined.
"""

from numpy import ndarray

from .. import errors
from .graph import Node
from .outputs import output_edge
from .tensor import Tensor


# piece: Saving
class Saving:
    """The two halves of keeping a tensor."""

    @staticmethod
    def pack(tensor: Tensor):
        """What to keep: the tensor and its version."""
        return tensor, tensor._version

    @staticmethod
    def unpack(kept) -> Tensor:
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept
        if tensor._version != version:
            raise errors.changed_error(tensor, version)
        return tensor


def alias_of(tensor: Tensor, edge: Node | None) -> Tensor:
    """A tensor over the same memory, with the given edge."""
    alias = Tensor(tensor._data.view())
    alias._edge, alias._version_counter = edge, tensor._version_counter
    return alias


class SavedTensor:
    """A tensor that a node keeps. Of its own output it keeps an alias with an empty
    node as edge, else there were a cycle; `unpack` gives it the true edge. So
    `point_back` comes before."""

    def __init__(self, tensor: Tensor, node: Node, dtype=None) -> None:
        self.dtype = dtype or tensor._data.dtype  # what forward got, perhaps promoted
        edge, self.output_nr = tensor._edge, None
        if edge is not None and edge._source() is node:
            self.output_nr = edge._output_nr
            tensor = alias_of(tensor, type(node)())  # for the error's text
        self.packed = Saving.pack(tensor)

    def unpack(self, node: Node) -> Tensor:
        """The tensor with its history."""
        tensor = Saving.unpack(self.packed)
        if self.output_nr is None:
            return tensor
        return alias_of(tensor, output_edge(node, self.output_nr))


def save_as_tensors(node: Node, arrays: tuple, tensors: tuple) -> None:
    """Replace arrays that forward saved by the tensors that hold them. `arrays` is what
    forward got and returned, `tensors` what `apply` did, in the same order."""

    def as_tensor(saved: object) -> object:
        for i, (array, tensor) in enumerate(zip(arrays, tensors, strict=True)):
            if saved is array and isinstance(tensor, Tensor):
                if is_unused(node, i):
                    return Tensor(array.view())  # bare: no version is checked
                if tensor._edge is not None:  # `detach_()` takes it; not an alias's
                    tensor = alias_of(tensor, tensor._edge)
                return SavedTensor(tensor, node, array.dtype)
        if not isinstance(saved, ndarray) or saved.dtype.kind == "f":
            return saved  # no array; or one without history: a recorded pass refuses it
        return SavedTensor(Tensor(saved.view()), node)  # integers need no history

    node._saved = tuple([as_tensor(each) for each in node._saved])


def is_unused(node: Node, i: int) -> bool:
    """True for an operand that no gradient needs: a in `a * b` if b needs none."""
    other = node._op.used_for.get(i)  # the operand whose gradient needs this one
    return other is not None and node._edges[other] is None
