"""`Function`: operations that users write, on Tensors."""

import numpy as np

from .. import errors
from .graph import Node, metadata_of, recorded_edges, watchers
from .mode import mode, no_grad
from .outputs import Parts, point_back
from .saved import SavedTensor, alias_of
from .tensor import Tensor


class FunctionNode(Node):
    """The node of a call of a `Function`, its `ctx`."""

    # _args, _to_save: until the call is recorded, its arguments and what is to be saved
    # _is_tensor: for each argument. Backward gives one gradient for each, and
    #     errors.checked_gradients drops those of what is no tensor.
    __slots__ = ("_args", "_to_save", "_is_tensor", "_outputs", "needs_input_grad")
    _always = True  # runs, with zeros, even if no gradient arrives

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for backward. Call it in forward."""
        errors.check_savable(tensors, Tensor)
        self._to_save = tensors

    def _restored(self, saved: SavedTensor | None) -> Tensor | None:
        return None if saved is None else saved.unpack(self)

    def _gradients(self, grad) -> list:
        arrived = grad if isinstance(grad, Parts) else {0: grad}
        pairs = enumerate(self._outputs)
        grads = [self._as_gradient(arrived.get(k), metadata) for k, metadata in pairs]
        result = self._function.backward(self, *grads)
        sent = errors.checked_gradients(self, result, Tensor)
        return sent if mode.enabled else [g if g is None else g._data for g in sent]

    # `../autograd/function.py` extends these two, and _set_edge.
    def _as_gradient(self, grad, metadata: tuple | None) -> Tensor | None:
        """What backward gets: zeros for an output that was not used."""
        if grad is None:
            return None if metadata is None else Tensor(np.zeros(*metadata))
        return grad if isinstance(grad, Tensor) else Tensor(grad.view())

    def _as_outputs(self, outputs: tuple) -> list:
        """For an argument that is returned, an alias: the argument keeps its edge."""
        given = {id(arg) for arg in self._args if isinstance(arg, Tensor)}
        return [alias_of(out, None) if id(out) in given else out for out in outputs]


class Function:
    """A user's operation: static `forward(ctx, *args)` and `backward(ctx, *grads)`."""

    ctx_class = FunctionNode

    @classmethod
    def apply(cls, *args):
        """What forward returns for `args`, recorded."""
        return apply(cls, *args)

    def __init_subclass__(cls, **kwargs) -> None:
        super().__init_subclass__(**kwargs)
        name, parent = f"{cls.__name__}Backward", cls.ctx_class
        cls.node_class = type(name, (parent,), {"_function": cls})


# piece: apply
def apply(function: type[Function], *args):
    """Call function.forward unrecorded, and record the call as one node."""
    tensors = [arg for arg in args if isinstance(arg, Tensor)]
    node = new_node(function, args, recorded_edges(tensors))
    with no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


# piece: needs_input_grad
def needs_input_grad(args: tuple) -> tuple[bool, ...]:
    """For each argument of forward, whether it is a tensor that requires grad."""
    return tuple([isinstance(arg, Tensor) and arg.requires_grad for arg in args])


def new_node(function: type[Function], args: tuple, edges: list) -> FunctionNode:
    """The node of one call; `edges` has one for each tensor, perhaps None."""
    node = function.node_class(*edges)
    node._args, node._to_save = args, ()
    node.needs_input_grad = needs_input_grad(args)
    node._is_tensor = [isinstance(arg, Tensor) for arg in args]
    node._next_metadata = [metadata_of(arg) for arg in args if isinstance(arg, Tensor)]
    errors.check_edges(len(edges), len(node._next_metadata))  # of a student's `apply`
    return node


def link(node: FunctionNode, outputs):
    """The outputs; if recorded, with edges to the node."""
    several = isinstance(outputs, tuple)
    outputs = node._as_outputs(outputs if several else (outputs,))
    if any(node._edges):
        point_back(node, outputs)
        saved = [e if e is None else SavedTensor(e, node) for e in node._to_save]
        node._saved = tuple(saved)
        for watch in watchers:
            watch(node, node._args, outputs)
    node._args = node._to_save = ()
    return tuple(outputs) if several else outputs[0]
