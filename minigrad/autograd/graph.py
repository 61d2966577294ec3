"""PyTorch's `torch.autograd.graph`: how a graph is looked at, and edges of it.

Saved-tensor hooks stand in `saved_hooks.py`.
"""

from typing import NamedTuple

import numpy as np

from ..core.graph import AccumulateGrad, Node, edge_of, metadata_of
from ..core.outputs import output_edge
from ..names import module_getattr
from ..tensor import Size, Tensor
from .saved_hooks import save_on_cpu, saved_tensors_hooks
from .tensor_hooks import register_multi_grad_hook

__all__ = [
    "GradientEdge",
    "Node",
    "get_gradient_edge",
    "register_multi_grad_hook",
    "save_on_cpu",
    "saved_tensors_hooks",
]

__getattr__ = module_getattr(__name__)


def _input_metadata(self: Node) -> tuple[np.ndarray, ...]:
    """PyTorch's name for what a node knows of its outputs: here their shapes."""
    shapes = [each[0] for each in getattr(self, "_outputs", ()) if each]
    if not shapes and (shape := getattr(self, "_shape", None)) is not None:
        shapes = [shape]  # noted by `minigrad.viz`
    return tuple(np.broadcast_to(np.empty(()), shape) for shape in shapes)


def next_functions(self: Node) -> tuple:
    """For each input, where its gradient goes: (node or None, output index)."""
    return tuple(
        (None, 0) if edge is None else (edge._source(), edge._output_nr)
        for edge in self._edges
    )


def name(cls: type[Node]) -> str:
    """The name that PyTorch gives to such a node."""
    return getattr(cls, "_name", cls.__name__)


def _repr(self: Node) -> str:
    return f"<{type(self).__name__} object at {id(self):#x}>"


Node.__repr__, Node.name = _repr, classmethod(name)
AccumulateGrad._name = "torch::autograd::AccumulateGrad"
Node._input_metadata = property(_input_metadata)
Node.next_functions = property(next_functions)


# -- edges ------------------------------------------------------------------------


class GradientEdge(NamedTuple):
    """Where the gradient of a tensor arrives. `grad` and `backward` take it, as output
    or input, in the place of the tensor, which need not be there any more."""

    node: Node
    output_nr: int
    ownership_token: Node | None = None  # here the node itself keeps the graph alive

    # What the engine asks of a tensor:
    requires_grad = True

    _edge = property(lambda self: output_edge(self.node, self.output_nr))
    shape = property(lambda self: Size(self._data.shape))

    @property
    def _data(self) -> np.ndarray:
        """An array of the tensor's shape and dtype: its values are not known."""
        if not hasattr(self.node, "_outputs"):
            raise RuntimeError("a node of unknown shape: use get_gradient_edge(tensor)")
        shape, dtype = self.node._outputs[self.output_nr]
        return np.broadcast_to(np.empty((), dtype), shape)

    def retain_grad(self) -> None:
        """Nothing: there is no tensor that could keep it."""


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """The edge of `tensor`. RuntimeError if it does not require grad."""
    edge = edge_of(tensor)
    if edge is None:
        raise RuntimeError(
            "It is not possible to get the gradient edge for a Tensor that does not "
            "require gradients"
        )
    node = edge._source()
    if not hasattr(node, "_outputs"):
        node._outputs = [metadata_of(tensor)]
    return GradientEdge(node, tensor.output_nr)


Node._piece = False  # True for an op that is a student's
