"""PyTorch's `torch.autograd.graph`: how a graph is looked at.

Saved-tensor hooks stand in `saved_hooks.py`.
"""

import numpy as np

from .. import errors
from ..core.graph import Node
from ..core.saved import SavedTensor
from ..names import module_getattr
from .saved_hooks import PackedTensor, save_on_cpu, saved_tensors_hooks
from .tensor_hooks import register_multi_grad_hook

__all__ = ["Node", "register_multi_grad_hook", "save_on_cpu", "saved_tensors_hooks"]

__getattr__ = module_getattr(__name__)


def _input_metadata(self: Node) -> tuple[np.ndarray, ...]:
    """PyTorch's name for what a node knows of its outputs: here their shapes."""
    shapes = [form[0] for form in getattr(self, "_outputs", ()) if form]
    if not shapes and (shape := getattr(self, "_shape", None)) is not None:
        shapes = [shape]  # noted by `minigrad.viz`
    return tuple(np.broadcast_to(np.empty(()), shape) for shape in shapes)


def next_functions(self: Node) -> tuple:
    """For each input, where its gradient goes: (node or None, output index)."""
    return tuple(
        (None, 0) if edge is None else (edge._source(), edge._index)
        for edge in self._edges
    )


def _repr(self: Node) -> str:
    return f"<{type(self).__name__} object at {id(self):#x}>"


Node.__repr__ = _repr
Node._input_metadata = property(_input_metadata)
Node.next_functions = property(next_functions)


# -- for pictures -----------------------------------------------------------------


def saved_of(node: Node) -> list:
    """The tensors, with their history, and arrays that a node of minigrad saved.

    RuntimeError if one was changed in place since, or if they are freed.
    """
    if node._saved is None:
        raise errors.freed()
    return node._kept() if node._saved else []


def _kept(self: Node) -> list:
    return [
        each.unpack(self) if isinstance(each, SavedTensor) else each
        for each in self._saved
        if isinstance(each, SavedTensor | np.ndarray)
    ]


def is_packed(node: object) -> bool:
    """True if what the node saved went through a pack hook."""
    saved = getattr(node, "_saved", None) or ()
    return isinstance(saved, tuple) and any(
        isinstance(each, PackedTensor) for each in saved
    )


Node._piece = False  # True for an op that is a student's
Node._kept = _kept  # a kind of node that saves otherwise has its own
