"""`Function`: operations that users write, in `torch.` names, on Tensors.

Read: `Function`, `apply_function` (make the node, run forward, link the outputs) with
`new_node` and `link`, then `FunctionNode`, the `ctx` of both methods. An `Op` (op.py)
has the same form and the same `ctx`; it is written in NumPy and is a piece of the
framework.
"""

import inspect
import warnings
from collections.abc import Callable, Sequence
from itertools import compress

import numpy as np
from numpy import ndarray

from ..tensor import Tensor
from .checks import check_count, freed_error, type_name
from .grad_mode import mode
from .nodes import Node, Parts, edge_of, new, next_number, port
from .once import once_differentiable
from .op import Op
from .saved_tensor import SavedTensor, unpack_saved
from .views import rebase, share_memory
from .watch import trace

__all__ = ["Function", "FunctionCtx", "Op", "once_differentiable"]


class Function:
    """A differentiable operation of your own. Subclass it with two static methods.

    `forward(ctx, *args)` computes: tensors in, a tensor or several out; other arguments
    may be anything. Nothing in it is recorded. `backward(ctx, *grads)` gets one
    gradient per output and returns one per argument of forward, None for those that
    have none. Use it by `MyFunction.apply(...)`.

    With a third static method, `setup_context(ctx, inputs, output)`, forward gets no
    ctx: what backward needs is kept there.
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

    @staticmethod
    def setup_context(ctx, inputs, output):
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def vjp(ctx, *grad_outputs):
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom "
            "autograd.Function to use it with backward mode AD."
        )

    @staticmethod
    def jvp(ctx, *grad_inputs):
        raise NotImplementedError(
            "You must implement the jvp function for custom autograd.Function to use "
            "it with forward mode AD. minigrad has no forward mode."
        )

    @classmethod
    def apply(cls, *args, **kwargs):
        """Run forward on `args` and record it. Returns what forward returns."""
        if kwargs:
            args = _in_order(cls, args, kwargs)
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
        "_to_save",  # what save_for_backward was given, until forward has ended
        "_inputs",  # the tensors among the arguments, until forward has ended
        "_is_input",  # for each argument, whether it is a tensor and has an edge
        "_needs",  # for each argument, whether its gradient is needed
        "_metas",  # (shape, dtype) of the tensors among the arguments ...
        "_outputs",  # ... and of those among the outputs
        "_materialize",  # whether an unused output's gradient is zeros, or None
        "_dirty",  # the arguments that forward changed in place
        "_constant",  # the outputs that have no gradient
    )

    _function: type[Function]
    _always = True

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for backward. Call it in forward: later it has no effect.

        Of several calls the last one counts.
        """
        for index, tensor in enumerate(tensors):
            if tensor is not None and not isinstance(tensor, Tensor):
                raise TypeError(
                    "save_for_backward can only save variables, but argument "
                    f"{index} is of type {type(tensor).__name__}"
                )
        self._to_save = tensors

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """PyTorch keeps these for forward mode, which minigrad does not have."""

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Say which arguments forward changed in place. It must return each of them."""
        _check_tensors("mark_dirty can only accept variables, but argument", tensors)
        self._dirty = tensors

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Say which outputs have no gradient."""
        _check_tensors(
            "mark_non_differentiable only accepts variable arguments, but got", tensors
        )
        self._constant = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """With False, backward gets None for an output that was not used, not zeros."""
        self._materialize = bool(value)

    @property
    def saved_tensors(self) -> tuple[Tensor | None, ...]:
        """What `save_for_backward` kept, each with its history.

        RuntimeError if a tensor was changed in place since, or if the buffers are
        freed.
        """
        if self._saved is None:
            raise freed_error()
        return tuple(
            [
                unpack_saved(saved, self) if isinstance(saved, SavedTensor) else saved
                for saved in self._saved
            ]
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

    def _backward(self, grad, create_graph: bool) -> tuple:
        """The gradients of the arguments, from those of the outputs."""
        if isinstance(grad, Parts):
            grads = [grad.get(k) for k in range(len(self._outputs))]
        else:
            grads = (grad,) * len(self._outputs)  # of several outputs, None for each
        tensors = map(self._as_gradient, grads, self._outputs)
        result = _backward_of(self._function)(self, *tensors)
        if not isinstance(result, tuple):
            result = (result,)
        if len(result) != len(self._metas) or len(result) != len(self._is_input):
            result = self._of_tensors(result)
        return tuple(
            [self._checked(i, grad, create_graph) for i, grad in enumerate(result)]
        )

    def _as_gradient(self, grad, meta: tuple | None) -> Tensor | None:
        """A gradient as backward gets it; zeros for an output that was not used."""
        if isinstance(grad, Tensor):
            return grad
        if grad is not None:
            return Tensor(grad.view())
        return Tensor(np.zeros(*meta)) if meta and self._materialize else None

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
        shape = grad._data.shape
        if shape != meta[0] and not _sums_down(shape, meta[0]):
            raise RuntimeError(
                f"Function {self.name()} returned an invalid gradient at index {index} "
                f"- got {list(grad.shape)} but expected shape compatible with "
                f"{list(meta[0])}"
            )
        return grad if create_graph else grad._data


FunctionCtx = FunctionNode  # PyTorch's name for the type of ctx


def _check_tensors(what: str, tensors: tuple) -> None:
    for index, tensor in enumerate(tensors):
        if not isinstance(tensor, Tensor):
            raise TypeError(f"{what} {index} is of type {type(tensor).__name__}")


def _backward_of(function: type[Function]) -> Callable:
    """`backward`, or `vjp` where the user wrote that instead."""
    if function.vjp is Function.vjp:
        return function.backward
    if function.backward is not Function.backward:
        raise RuntimeError(
            "Implementing both 'backward' and 'vjp' for a custom Function is not "
            "allowed. You should only implement one of them."
        )
    return function.vjp


# -- applying ---------------------------------------------------------------------


# piece: apply
def apply_function(function: type[Function], *args):
    """Call `function.forward` unrecorded, and record the call as one node.

    The node is made first and handed to forward as `ctx`; each tensor argument gives
    it an edge; its outputs point back to it.
    """
    record = mode.enabled
    edges = [
        edge_of(arg) if record else None for arg in args if isinstance(arg, Tensor)
    ]
    node = new_node(function, args, edges)
    mode.enabled = False
    try:
        outputs = _forward(function, node, args)
    finally:
        mode.enabled = record
    return link(node, outputs)


# piece: needs_input_grad
def needs_input_grad(args: tuple) -> tuple[bool, ...]:
    """For each argument of forward, whether it is a tensor that requires grad."""
    return tuple([isinstance(arg, Tensor) and arg.requires_grad for arg in args])


def new_node(
    function: type[Function], args: tuple, edges: Sequence[Node | None]
) -> FunctionNode:
    """The node of one call of a Function. It is the `ctx` of this call.

    `edges` has one entry for each tensor among the arguments: where its gradient goes
    (see `edge_of`), or None where it needs none, or where nothing is recorded.
    """
    node = new(function.node_class)
    node._saved = node._to_save = node._dirty = node._constant = ()
    node._materialize = True
    node._is_input = is_input = tuple([isinstance(arg, Tensor) for arg in args])
    node._inputs = tensors = list(compress(args, is_input))
    node._needs = needs_input_grad(args)
    node._edges = tuple(edges)
    if len(node._edges) != len(tensors):
        raise ValueError(
            f"tensors among the arguments: {len(tensors)}, edges: {len(node._edges)}. "
            "Give one edge for each tensor, None where there is none"
        )
    node._metas = tuple([(each._data.shape, each._data.dtype) for each in tensors])
    node._number = next_number()
    return node


def _forward(function: type[Function], node: FunctionNode, args: tuple):
    """What forward returns. With a setup_context it gets no ctx."""
    if function.setup_context is Function.setup_context:
        return function.forward(node, *args)
    outputs = function.forward(*args)
    function.setup_context(node, args, outputs)
    return outputs


def link(node: FunctionNode, outputs):
    """What `apply` returns for what forward returned: outputs that know their node.

    Without an edge there is nothing to record, and they know none. What forward saved
    is kept from now on.
    """
    inputs, node._inputs = node._inputs, ()
    several = isinstance(outputs, tuple)
    outputs = _as_outputs(node, outputs if several else (outputs,), inputs)
    node._outputs = tuple(
        [
            (out._data.shape, out._data.dtype) if isinstance(out, Tensor) else None
            for out in outputs
        ]
    )
    if any([edge is not None for edge in node._edges]):
        _point_back(node, outputs, inputs)
        node._saved = tuple(
            [
                None if tensor is None else SavedTensor(tensor, node)
                for tensor in node._to_save
            ]
        )
        if mode.anomaly:
            trace(node)
    node._to_save = node._dirty = node._constant = ()
    return outputs if several else outputs[0]


def _ids(tensors: Sequence[Tensor]) -> set[int]:
    """Which tensors these are."""
    return set(map(id, tensors))


def _as_outputs(node: FunctionNode, outputs: tuple, inputs: list[Tensor]) -> tuple:
    """The outputs, each a Tensor of its own: an input that is returned is a view."""
    dirty = node._dirty and _ids(node._dirty)
    constant = node._constant and _ids(node._constant)
    if dirty and not dirty <= _ids(outputs):
        raise RuntimeError(
            "Some elements marked as dirty during the forward method were not returned "
            "as output. The inputs that are modified inplace must all be outputs of "
            "the Function."
        )
    taken = _ids(inputs).difference(dirty)
    own = []
    for out in outputs:
        if isinstance(out, Tensor):
            if id(out) in taken:
                alias = Tensor(out._data.view())
                share_memory(out, alias, own=node)
                if id(out) in constant:
                    node._constant = (*node._constant, alias)
                out = alias
            elif id(out) not in dirty and out._base is not None:
                out._made = ("custom", node)
            taken.add(id(out))
        own.append(out)
    return tuple(own)


def _point_back(node: FunctionNode, outputs: tuple, inputs: list[Tensor]) -> None:
    """Let the differentiable outputs point back to the node."""
    dirty = node._dirty and _ids(node._dirty)
    constant = node._constant and _ids(node._constant)
    for k, out in reversed(list(enumerate(outputs))):  # as in several_outputs
        if not isinstance(out, Tensor) or out._data.dtype.kind != "f":
            continue
        if id(out) in constant:
            continue
        edge = port(node, k) if len(outputs) > 1 else node
        if id(out) in dirty:
            _check_dirty(out, outputs)
            out._cell[0] += 1
            operand = next(i for i, each in enumerate(inputs) if each is out)
            rebase(out, edge, operand if edge is node else None)
        else:
            out._edge, out._requires_grad = edge, False


def _check_dirty(tensor: Tensor, outputs: tuple) -> None:
    if tensor._edge is None and tensor._requires_grad:
        raise RuntimeError(
            "a leaf Variable that requires grad has been used in an in-place operation."
        )
    if tensor._base is not None and len(outputs) > 1:
        raise RuntimeError(
            "If your Function modifies inplace an input that is a view of another "
            "Tensor, your Function cannot return more than one Tensor. This is not "
            "supported by the current autograd engine. You should either make sure the "
            "input is not a view (using .clone() for example) or make your Function "
            "only return one Tensor (potentially splitting it into two Functions: one "
            "doing the inplace that returns a single Tensor and a second one that does "
            "the other operations)."
        )


def _in_order(function: type[Function], args: tuple, kwargs: dict) -> tuple:
    """Arguments given by name as PyTorch takes them: in the place they have in forward.

    Those before them must be given too.
    """
    with_ctx = function.setup_context is Function.setup_context
    ctx = (None,) if with_ctx else ()
    bound = inspect.signature(function.forward).bind(*ctx, *args, **kwargs)
    if bound.kwargs:
        missing = list(bound.signature.parameters)[len(bound.args)]
        raise TypeError(
            f"forward() missing required argument: '{missing}' (position "
            f"{len(bound.args) - len(ctx)})"
        )
    return bound.args[len(ctx) :]


def _sums_down(shape: tuple, to: tuple) -> bool:
    """True if a gradient of `shape` can be one of a broadcast operand of shape `to`."""
    if len(shape) < len(to):
        return False
    tail = shape[len(shape) - len(to) :]
    return all(want in (1, got) for got, want in zip(tail, to, strict=True))
