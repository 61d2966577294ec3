"""What a node keeps for its backward pass, and what that is when the pass needs it.

An op saves arrays; `save_as_tensors` finds the tensors that they were. So a pass that
is recorded gets tensors with their history, and no second derivative has to be defined.
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
        """What to keep: the tensor itself, with its version as it is now."""
        return tensor, tensor._version

    @staticmethod
    def unpack(kept) -> Tensor:
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept
        if tensor._version != version:
            raise errors.changed_error(tensor, version)
        return tensor


class SavedTensor:
    """A tensor in a node: its memory, its version then, its place in the graph.

    What has an edge is kept as an alias, since a change in place gives the tensor
    another one. The edge of an output of this node (its number is `output`) leads back
    here, and neither would ever be freed: that of the alias leads nowhere.
    """

    __slots__ = ("kept", "output", "dtype")

    def __init__(self, tensor: Tensor, node: Node) -> None:
        edge, self.output = tensor._edge, None
        self.dtype = tensor._data.dtype  # in which forward got it
        if edge is not None:
            if edge._source() is node:
                self.output, edge = edge._index, type(node)()  # errors name its type
            tensor = alias_of(tensor, edge)
        self.kept = Saving.pack(tensor)

    def unpack(self, node: Node) -> Tensor:
        """The tensor with its history; RuntimeError if it was changed since."""
        tensor = Saving.unpack(self.kept)
        if self.output is None:
            return tensor
        return alias_of(tensor, output_edge(node, self.output))


Mode.saved_tensor = SavedTensor  # `../autograd/saved_hooks.py` has another kind


def alias_of(tensor: Tensor, edge: Node | None) -> Tensor:
    """Another Tensor over the same memory, with its own place in the graph."""
    alias = Tensor(tensor._data.view())
    alias._edge, alias._version_counter = edge, tensor._version_counter
    return alias


class SavingNode(Node):
    """The node of an operation that has a `forward` and a `backward`: their `ctx`."""

    @property
    def saved_tensors(self) -> tuple:
        """What forward kept. An Op gets arrays, and Tensors if the pass is recorded."""
        if self._saved is None:
            raise errors.freed()
        return tuple([self._restored(each) for each in self._saved])


def save_as_tensors(node: Node, arrays: tuple, tensors: tuple) -> None:
    """Keep the arrays that forward saved as the tensors that they were: `arrays` are
    what it got and returned, `tensors` what these are outside of it."""

    def as_tensor(saved: object) -> object:
        for i, (array, tensor) in enumerate(zip(arrays, tensors, strict=True)):
            if saved is array and isinstance(tensor, Tensor):
                if is_unused(node, i):  # no version is kept: it may be changed in place
                    return Tensor(array.view())
                kept = mode.saved_tensor(tensor, node)
                kept.dtype = array.dtype  # another one if the operand was promoted
                return kept
        if not isinstance(saved, ndarray) or saved.dtype.kind == "f":
            return saved  # a float array of unknown history: `_restored` refuses it
        return mode.saved_tensor(Tensor(saved.view()), node)

    node._saved = tuple([as_tensor(each) for each in node._saved])


def is_unused(node: Node, i: int) -> bool:
    """True if no gradient depends on operand i. In `a * b`, a is a factor of the
    gradient of b: it is not used if b needs none. For Mul, `linear` is (0, 1)."""
    other = 1 - i if len(node._edges) == 2 else 3 - i  # of three, 1 and 2 are factors
    return i in node._op.linear and node._edges[other] is None
