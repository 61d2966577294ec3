"""`Function` with all that PyTorch's has: `core/function.py` is how it works.

Read: `Function` (a forward without ctx, gradients by `vjp`, arguments by name), then
`FunctionNode` (outputs that were changed in place, are views, or have no gradient).
"""

import inspect
import warnings
from collections.abc import Sequence, Set
from types import SimpleNamespace

from ..core import engine, function
from ..core.function import link, needs_input_grad, new_node
from ..core.graph import Node
from ..core.op import Op
from ..core.tensor import Tensor
from .once import once_differentiable
from .rebase_history import rebase_history
from .saved_hooks import run_backward
from .views import share_memory

__all__ = [
    "Function",
    "FunctionCtx",
    "Op",
    "link",
    "needs_input_grad",
    "new_node",
    "once_differentiable",
]


class FunctionNode(function.FunctionNode):
    """The `ctx` of a Function, with the seldom used methods."""

    # Ids, since tensors would lead back to the node:
    _dirty: Set[int] = frozenset()  # of the arguments that forward changed in place
    _non_differentiable: Set[int] = frozenset()  # of the outputs without a gradient

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Say which arguments forward changed in place. It must return each of them."""
        _check_tensors("mark_dirty can only accept variables, but argument", tensors)
        self._dirty = _ids(tensors)

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Say which outputs have no gradient."""
        _check_tensors(
            "mark_non_differentiable only accepts variable arguments, but got", tensors
        )
        self._non_differentiable = _ids(tensors)

    def set_materialize_grads(self, value: bool) -> None:
        """With False, backward gets None for an output that was not used, not zeros."""
        self._materialize = bool(value)

    def _as_outputs(self, outputs: Sequence) -> list:
        """The outputs, each a Tensor of its own: a returned input is a view."""
        dirty = self._dirty
        if not dirty and len(outputs) == 1:  # the usual case
            (out,) = outputs
            taken = any([out is arg for arg in self._args])
            if not taken and getattr(out, "_base", None) is None:
                return [out]
        if not dirty <= _ids(outputs):
            raise RuntimeError(
                "Some elements marked as dirty during the forward method were not "
                "returned as output. The inputs that are modified inplace must all be "
                "outputs of the Function."
            )
        taken = _ids(self._args).difference(dirty)
        found = []
        for out in outputs:
            if isinstance(out, Tensor):
                if id(out) in taken:
                    alias = Tensor(out._data.view())
                    share_memory(out, alias, ("custom", self))
                    if id(out) in self._non_differentiable:
                        self._non_differentiable = {
                            *self._non_differentiable,
                            id(alias),
                        }
                    out = alias
                elif id(out) not in dirty and out._base is not None:
                    out._creation_meta = ("custom", self)
                taken.add(id(out))
            found.append(out)
        return found

    def _point_back(self, out: Tensor, edge: Node) -> None:
        if id(out) in self._non_differentiable:
            return
        if id(out) not in self._dirty:
            out._edge, out._requires_grad = edge, False
            return
        _check_dirty(out, len(self._outputs))
        out._version_counter[0] += 1
        inputs = [arg for arg in self._args if isinstance(arg, Tensor)]
        operand = next(i for i, each in enumerate(inputs) if each is out)
        rebase_history(out, edge, operand if edge is self else None)


FunctionCtx = FunctionNode  # PyTorch's name for the type of ctx


class Function(function.Function):
    """A differentiable operation of your own. Subclass it with two static methods.

    `forward(ctx, *args)` computes: tensors in, a tensor or several out; other arguments
    may be anything. Nothing in it is recorded. `backward(ctx, *grads)` gets one
    gradient per output and returns one per argument of forward, None for those that
    have none. Use it by `MyFunction.apply(...)`.

    With a third static method, `setup_context(ctx, inputs, output)`, forward gets no
    ctx: what backward needs is kept there.
    """

    ctx_class = FunctionNode

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

    vjp = backward

    @classmethod
    def apply(cls, *args, **kwargs):
        """Run forward on `args` and record it. Returns what forward returns."""
        engine.run_backward = run_backward
        if kwargs:
            args = _in_order(cls, args, kwargs)
        if cls.vjp is not Function.vjp:
            both = cls.backward is not Function.backward
            formula = _refuse_both if both else cls.vjp
            cls.node_class._function = SimpleNamespace(backward=formula)
        if cls.setup_context is not Function.setup_context:
            return function.apply(_with_ctx(cls), *args)
        return function.apply(cls, *args)

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


def _refuse_both(ctx, *grads):
    raise RuntimeError(
        "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. "
        "You should only implement one of them."
    )


def _with_ctx(cls: type[Function]) -> SimpleNamespace:
    """A Function whose forward gets ctx, for one that has a setup_context."""

    def forward(ctx, *args):
        outputs = cls.forward(*args)
        cls.setup_context(ctx, args, outputs)
        return outputs

    return SimpleNamespace(
        forward=forward, node_class=cls.node_class, __name__=cls.__name__
    )


def _ids(things: Sequence) -> set[int]:
    """Which objects these are."""
    return set(map(id, things))


def _check_tensors(what: str, tensors: tuple) -> None:
    for index, tensor in enumerate(tensors):
        if not isinstance(tensor, Tensor):
            raise TypeError(f"{what} {index} is of type {type(tensor).__name__}")


def _check_dirty(tensor: Tensor, outputs: int) -> None:
    if tensor._edge is None and tensor._requires_grad:
        raise RuntimeError(
            "a leaf Variable that requires grad has been used in an in-place operation."
        )
    if tensor._base is not None and outputs > 1:
        raise RuntimeError(
            "If your Function modifies inplace an input that is a view of another "
            "Tensor, your Function cannot return more than one Tensor. This is not "
            "supported by the current autograd engine. You should either make sure the "
            "input is not a view (using .clone() for example) or make your Function "
            "only return one Tensor (potentially splitting it into two Functions: one "
            "doing the inplace that returns a single Tensor and a second one that does "
            "the other operations)."
        )


def _in_order(cls: type[Function], args: tuple, kwargs: dict) -> tuple:
    """Arguments given by name as PyTorch takes them: in the place they have in forward.

    Those before them must be given too.
    """
    with_ctx = cls.setup_context is Function.setup_context
    ctx = (None,) if with_ctx else ()
    bound = inspect.signature(cls.forward).bind(*ctx, *args, **kwargs)
    if bound.kwargs:
        missing = list(bound.signature.parameters)[len(bound.args)]
        raise TypeError(
            f"forward() missing required argument: '{missing}' (position "
            f"{len(bound.args) - len(ctx)})"
        )
    return bound.args[len(ctx) :]
