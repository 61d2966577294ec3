"""`Function`: operations that users write, in `torch.` names, on Tensors.

Read: `Function`, `apply_function` (make the node, run forward, link the outputs), then
`FunctionNode`, the `ctx` of both methods. An `Op` (function.py) has the same form and
the same `ctx`; it is written in NumPy and is a piece of the framework.
"""

import numpy as np
from numpy import ndarray

from ..tensor import Tensor
from .checks import changed_in_place, freed_error
from .function import share_memory
from .grad_mode import mode
from .graph import Node, Port, edge_of, new, next_number


class Function:
    """A differentiable operation of your own. Subclass it with two static methods.

    `forward(ctx, *args)` computes: tensors in, a tensor or several out; other arguments
    may be anything. Nothing in it is recorded. `backward(ctx, *grads)` gets one
    gradient per output and returns one per argument of forward, None for those that
    have none. Use it by `MyFunction.apply(...)`.
    """

    node_class: type["FunctionNode"]

    @staticmethod
    def forward(ctx, *args):
        raise NotImplementedError(
            "You must implement the forward function for custom autograd.Function."
        )

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom "
            "autograd.Function to use it with backward mode AD."
        )

    @classmethod
    def apply(cls, *args):
        """Run forward on `args` and record it. Returns what forward returns."""
        return apply_function(cls, *args)

    def __init_subclass__(cls, **kwargs) -> None:
        super().__init_subclass__(**kwargs)
        cls.node_class = type(
            f"{cls.__name__}Backward",
            (FunctionNode,),
            {"_function": cls, "__module__": "torch.autograd.function"},
        )


class FunctionNode(Node):
    """The node of one call of a `Function`, and its `ctx`."""

    __slots__ = ("_saved", "_metas", "_outputs", "_cells")

    _function: type[Function]

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for backward. Call at most once, in forward."""
        for index, tensor in enumerate(tensors):
            if tensor is not None and not isinstance(tensor, Tensor):
                raise TypeError(
                    "save_for_backward can only save variables, but argument "
                    f"{index} is of type {type(tensor).__name__}"
                )
        self._saved = tensors

    @property
    def saved_tensors(self) -> tuple[Tensor | None, ...]:
        """What `save_for_backward` kept, each with its history.

        RuntimeError if a tensor was changed in place since, or if the buffers are
        freed.
        """
        if self._saved is None:
            raise freed_error()
        return tuple(
            saved.unpack(self) if isinstance(saved, SavedTensor) else saved
            for saved in self._saved
        )

    @property
    def _input_metadata(self) -> tuple[ndarray, ...]:
        """PyTorch's name for what a node knows of its outputs: here their shapes."""
        return tuple(
            np.broadcast_to(np.empty(()), meta[0]) for meta in self._outputs if meta
        )

    @property
    def needs_input_grad(self) -> tuple[bool, ...]:
        """For each argument of forward, whether its gradient is needed."""
        return tuple(edge is not None for edge in self._edges)

    def _backward(self, first, others: dict, create_graph: bool) -> tuple:
        """The gradients of the arguments, from those of the outputs."""
        grads = [first] + [others.get(i) for i in range(1, len(self._outputs))]
        tensors = [
            _as_gradient(grad, meta)
            for grad, meta in zip(grads, self._outputs, strict=True)
        ]
        result = self._function.backward(self, *tensors)
        if not isinstance(result, tuple | list):
            result = (result,)
        return tuple(
            self._checked(index, grad, create_graph)
            for index, grad in enumerate(result)
        )

    def _checked(self, index: int, grad, create_graph: bool):
        """One gradient that backward returned, as the engine carries it."""
        if grad is None or index >= len(self._edges):
            return grad
        if not isinstance(grad, Tensor):
            raise TypeError(f"expected Variable or None (got {type(grad).__name__})")
        meta = self._metas[index]
        if meta is None:
            return grad
        if not _sums_down(grad._data.shape, meta[0]):
            raise RuntimeError(
                f"Function {self.name()} returned an invalid gradient at index {index} "
                f"- got {list(grad.shape)} but expected shape compatible with "
                f"{list(meta[0])}"
            )
        return grad if create_graph else grad._data


def apply_function(function: type[Function], *args):
    """Call `function.forward` unrecorded, and record the call as one node.

    The node is made first and handed to forward as `ctx`; each tensor argument gives
    it an edge; its outputs point back to it.
    """
    node = new(function.node_class)
    node._saved = ()
    node._cells = ()
    record = mode.enabled
    node._edges = tuple(
        edge_of(arg) if record and isinstance(arg, Tensor) else None for arg in args
    )
    node._metas = tuple(
        (arg._data.shape, arg._data.dtype) if isinstance(arg, Tensor) else None
        for arg in args
    )
    node._number = next_number()
    mode.enabled = False
    try:
        outputs = function.forward(node, *args)
    finally:
        mode.enabled = record
    several = isinstance(outputs, tuple)
    outputs = _as_outputs(function, outputs if several else (outputs,), args)
    node._outputs = tuple(
        (out._data.shape, out._data.dtype) if isinstance(out, Tensor) else None
        for out in outputs
    )
    if any(edge is not None for edge in node._edges):
        for index, out in enumerate(outputs):
            if isinstance(out, Tensor) and out._data.dtype.kind == "f":
                out._edge = Port(node, index) if index else node
        node._saved = tuple(
            None if tensor is None else SavedTensor(tensor, node, args)
            for tensor in node._saved
        )
    return outputs if several else outputs[0]


def _as_outputs(function: type[Function], outputs: tuple, args: tuple) -> tuple:
    """The outputs as Tensors of their own: an argument that is returned is a view."""
    checked = []
    for out in outputs:
        if not isinstance(out, Tensor):
            raise TypeError(
                f"{function.__name__}.forward: expected Tensor or tuple of Tensor "
                f"(got {type(out).__name__}) for return value"
            )
        if any(out is arg for arg in args) or any(out is other for other in checked):
            alias = Tensor(out._data.view())
            share_memory(out, alias)
            out = alias
        checked.append(out)
    return tuple(checked)


class SavedTensor:
    """A tensor kept for backward: its array, its place in the graph, its version.

    An output is kept without its edge to the node, or node and output would hold each
    other; the edge is put back when it is unpacked.
    """

    __slots__ = ("array", "edge", "cell", "version", "leaf", "output")

    def __init__(self, tensor: Tensor, node: FunctionNode, args: tuple) -> None:
        self.array, self.cell = tensor._data, tensor._cell
        self.version = self.cell[0]
        edge = tensor._edge
        self.output = edge._index if edge is not None and edge._source() is node else -1
        self.leaf = tensor if edge is None else None
        self.edge = None if self.output >= 0 else edge

    def unpack(self, node: FunctionNode) -> Tensor:
        """The tensor with its history; RuntimeError if it was changed since."""
        edge = self.edge
        if self.output >= 0:
            edge = Port(node, self.output) if self.output else node
        if self.cell[0] != self.version:
            raise RuntimeError(
                changed_in_place(self.array, edge, self.cell[0], self.version)
            )
        if self.leaf is not None and self.leaf._data is self.array:
            return self.leaf
        tensor = Tensor(self.array.view())
        tensor._edge, tensor._cell = edge, self.cell
        return tensor


def _as_gradient(grad: "ndarray | Tensor | None", meta: tuple | None) -> Tensor | None:
    """A gradient as backward gets it; zeros for an output that was not used."""
    if isinstance(grad, Tensor):
        return grad
    if grad is None:
        return None if meta is None else Tensor(np.zeros(*meta))
    return Tensor(grad.view())


def _sums_down(shape: tuple, to: tuple) -> bool:
    """True if a gradient of `shape` can be one of a broadcast operand of shape `to`."""
    if len(shape) < len(to):
        return False
    tail = shape[len(shape) - len(to) :]
    return all(want in (1, got) for got, want in zip(tail, to, strict=True))
