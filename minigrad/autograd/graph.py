"""PyTorch's `torch.autograd.graph`: how a graph is looked at.

Saved-tensor hooks stand in `saved_hooks.py`.
"""

import numpy as np

from ..core.graph import Node
from ..names import module_getattr
from .saved_hooks import save_on_cpu, saved_tensors_hooks

__all__ = ["Node", "save_on_cpu", "saved_tensors_hooks"]

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
