"""`Function`: operations that users write, in `torch.` names, on Tensors.

Read: `Function`, `apply_function` (make the node, run forward, link the outputs), then
`FunctionNode`, the `ctx` of both methods. An `Op` (function.py) has the same form and
the same `ctx`; it is written in NumPy and is a piece of the framework.
"""

import inspect
import warnings
from collections.abc import Callable

import numpy as np
from numpy import ndarray

from ..tensor import Tensor
from .checks import changed_in_place, check_count, freed_error, type_name
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
    def apply(cls, *args, **kwargs):
        """Run forward on `args` and record it. Returns what forward returns."""
        if kwargs:
            args = _in_order(cls.forward, args, kwargs)
        return apply_function(cls, *args)

    def __init__(self) -> None:
        warnings.warn(
            f"{type(self)} should not be instantiated. Methods on autograd functions "
            "are all static, so you should invoke them on the class itself.",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args):
        raise RuntimeError(
            "Legacy autograd function with non-static forward method is deprecated. "
            "Please use new-style autograd function with static forward method: call "
            f"{type(self).__name__}.apply(...)."
        )

    def __init_subclass__(cls, **kwargs) -> None:
        super().__init_subclass__(**kwargs)
        cls.node_class = type(
            f"{cls.__name__}Backward",
            (FunctionNode,),
            {"_function": cls, "__module__": "torch.autograd.function"},
        )


class FunctionNode(Node):
    """The node of one call of a `Function`, and its `ctx`."""

    __slots__ = (
        "_saved",
        "_is_input",  # for each argument, whether it is a tensor and has an edge
        "_needs",  # for each argument, whether its gradient is needed
        "_metas",  # (shape, dtype) of the tensors among the arguments ...
        "_outputs",  # ... and of those among the outputs
    )

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
        return self._needs

    def _backward(self, first, others: dict, create_graph: bool) -> tuple:
        """The gradients of the arguments, from those of the outputs."""
        grads = [first] + [others.get(i) for i in range(1, len(self._outputs))]
        tensors = [
            _as_gradient(grad, meta)
            for grad, meta in zip(grads, self._outputs, strict=True)
        ]
        result = self._function.backward(self, *tensors)
        if not isinstance(result, tuple):
            result = (result,)
        return tuple(
            self._checked(index, grad, create_graph)
            for index, grad in enumerate(self._of_tensors(result))
        )

    def _of_tensors(self, result: tuple) -> list:
        """Of one gradient per argument, those of the tensors among the arguments."""
        check_count(self, result, len(self._is_input))
        grads = []
        for place, (grad, is_input) in enumerate(
            zip(result, self._is_input, strict=False), start=1
        ):
            if is_input:
                grads.append(grad)
            elif grad is not None:
                raise RuntimeError(
                    f"function {self.name()} returned a gradient different than None "
                    f"at position {place}, but the corresponding forward input was "
                    "not a Variable"
                )
        return grads

    def _checked(self, index: int, grad, create_graph: bool):
        """One gradient that backward returned, as the engine carries it."""
        if grad is None:
            return None
        if not isinstance(grad, Tensor):
            raise RuntimeError(f"expected Variable or None (got {type_name(grad)})")
        meta = self._metas[index]
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
    record = mode.enabled
    tensors = [arg for arg in args if isinstance(arg, Tensor)]
    node._is_input = tuple(isinstance(arg, Tensor) for arg in args)
    node._needs = tuple(isinstance(arg, Tensor) and arg.requires_grad for arg in args)
    node._edges = tuple(edge_of(tensor) if record else None for tensor in tensors)
    node._metas = tuple((each._data.shape, each._data.dtype) for each in tensors)
    node._number = next_number()
    mode.enabled = False
    try:
        outputs = function.forward(node, *args)
    finally:
        mode.enabled = record
    several = isinstance(outputs, tuple)
    outputs = _as_outputs(outputs if several else (outputs,), tensors)
    node._outputs = tuple(
        (out._data.shape, out._data.dtype) if isinstance(out, Tensor) else None
        for out in outputs
    )
    if any(edge is not None for edge in node._edges):
        for index, out in enumerate(outputs):
            if isinstance(out, Tensor) and out._data.dtype.kind == "f":
                out._edge = Port(node, index) if index else node
        node._saved = tuple(
            None if tensor is None else SavedTensor(tensor, node)
            for tensor in node._saved
        )
    return outputs if several else outputs[0]


def _as_outputs(outputs: tuple, inputs: list[Tensor]) -> tuple:
    """The outputs, each a Tensor of its own: an input that is returned is a view."""
    own = []
    for out in outputs:
        if isinstance(out, Tensor) and any(out is each for each in (*inputs, *own)):
            alias = Tensor(out._data.view())
            share_memory(out, alias)
            out = alias
        own.append(out)
    return tuple(own)


def _in_order(forward: Callable, args: tuple, kwargs: dict) -> tuple:
    """Arguments given by name as PyTorch takes them: in the place they have in forward.

    Those before them must be given too.
    """
    bound = inspect.signature(forward).bind(None, *args, **kwargs)
    if bound.kwargs:
        missing = list(bound.signature.parameters)[len(bound.args)]
        raise TypeError(
            f"forward() missing required argument: '{missing}' (position "
            f"{len(bound.args) - 1})"
        )
    return bound.args[1:]


class SavedTensor:
    """A tensor kept for backward: its array, its place in the graph, its version.

    An output is kept without its edge to the node, or node and output would hold each
    other; the edge is put back when it is unpacked.
    """

    __slots__ = ("array", "edge", "cell", "version", "leaf", "output")

    def __init__(self, tensor: Tensor, node: FunctionNode) -> None:
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
