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
from ..core.mode import mode
from ..core.op import Op
from ..core.saved import alias_of
from ..core.tensor import Tensor
from .once import once_differentiable
from .rebase_history import rebase_history
from .saved_hooks import run_backward
from .views import check_may_change, share_memory

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
    _is_set_up = False  # by a `setup_context`
    _materialize = True  # an output that was not used has zeros for its gradient

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

    def _as_gradient(self, grad, metadata: tuple | None) -> Tensor | None:
        if grad is None and not self._materialize:
            return None
        return super()._as_gradient(grad, metadata)

    def _as_outputs(self, outputs: Sequence) -> list:
        """The outputs as `apply` returns them: see `_as_output`."""
        dirty = self._dirty
        if not dirty and len(outputs) == 1:  # the usual case
            (out,) = outputs
            new = isinstance(out, Tensor) and out._base is None and out._edge is None
            if new and not (out._requires_grad or any([out is a for a in self._args])):
                return [out]
        inputs = _ids(self._args)
        if not dirty <= _ids(outputs):
            raise RuntimeError(
                "Some elements marked as dirty during the forward method were not "
                "returned as output. The inputs that are modified inplace must all be "
                "outputs of the Function."
            )
        for out in {id(out): out for out in outputs if id(out) in dirty}.values():
            out._version_counter[0] += 1
        found = [
            self._as_output(out, id(out) in inputs) if isinstance(out, Tensor) else out
            for out in outputs
        ]
        if sum(map(self._is_differentiable, found)) > 1:
            for out in found:
                if getattr(out, "_base", None) is not None and id(out) not in dirty:
                    out._creation_meta = ("several", self)
        return found

    def _as_output(self, given: Tensor, is_input: bool) -> Tensor:
        """An output by PyTorch's rules.

        An input that was not changed becomes a view of it, or if it requires grad and
        the output shall not, a tensor detached from it. What has a history although
        nothing is recorded loses it. No recorded operation may change a view.
        """
        out, changed = given, is_input and id(given) in self._dirty
        differentiable = self._is_differentiable(given)
        if differentiable or not _needs_grad(given):
            if is_input and not changed:
                if self._is_set_up and id(given) in _ids(self._to_save):
                    raise RuntimeError(SAVED_AND_RETURNED)
                out = alias_of(given, None)
                share_memory(given, out)
        elif is_input:
            if changed and mode.enabled and id(given) not in self._non_differentiable:
                raise RuntimeError(LEAF)  # a view made under no_grad, in PyTorch a leaf
            out = alias_of(given, None)
        elif given._base is None:
            given.detach_()
        if id(given) in self._non_differentiable:
            self._non_differentiable = {*self._non_differentiable, id(out)}
        if out._base is not None and not changed:
            out._creation_meta, out._base._views.of_function = ("custom", self), True
        return out

    def _is_differentiable(self, out: object) -> bool:
        """True for an output that is to point back to here."""
        recorded = any([edge is not None for edge in self._edges])
        is_float = isinstance(out, Tensor) and out._data.dtype.kind == "f"
        return recorded and is_float and id(out) not in self._non_differentiable

    def _set_edge(self, out: Tensor, edge: Node) -> None:
        if id(out) in self._non_differentiable:
            return
        if id(out) in self._dirty:
            self._rebase(out, edge)
        elif out._edge is None or not self._is_done(out):
            out._edge, out._requires_grad = edge, False

    def _rebase(self, out: Tensor, edge: Node) -> None:
        """Let the history of an input that forward changed go on from here."""
        inputs = [id(arg) for arg in self._args if isinstance(arg, Tensor)]
        _check_dirty(out, len(self._outputs), id(out) in inputs)
        if not self._is_done(out):
            out._grad = None
            direct = edge is self and id(out) in inputs
            rebase_history(out, edge, inputs.index(id(out)) if direct else None)

    def _is_done(self, out: Tensor) -> bool:
        """True for a tensor that is returned several times: the last one counts."""
        return out._edge is not None and out._edge._source() is self


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

    def __init_subclass__(cls, **kwargs) -> None:
        super().__init_subclass__(**kwargs)
        cls.node_class.__module__ = "torch.autograd.function"

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

    vjp = backward  # PyTorch's other name for it: write one of the two

    @staticmethod
    def setup_context(ctx, inputs, output):
        raise NotImplementedError("setup_context is not implemented.")

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
        outputs, ctx._is_set_up = cls.forward(*args), True
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


LEAF = "a leaf Variable that requires grad has been used in an in-place operation."
SAVED_AND_RETURNED = (
    "An input that has been returned as-is as output is being saved for backward. This "
    "is not supported if you override setup_context. You should return and save a view "
    "of the input instead, e.g. with x.view_as(x) or setup ctx inside the forward "
    "function itself."
)


def _needs_grad(tensor: Tensor) -> bool:
    """True if this tensor, or what it is a view of, requires grad."""
    base = tensor._base
    return tensor.requires_grad or (base is not None and base.requires_grad)


def _check_dirty(tensor: Tensor, outputs: int, is_input: bool) -> None:
    if tensor._edge is None and _needs_grad(tensor):
        raise RuntimeError(LEAF)
    if not is_input:
        warnings.warn(
            "ctx.mark_dirty() received a tensor that was not an input. Only input "
            "Tensors that have been mutated should be passed to ctx.mark_dirty().",
            stacklevel=6,
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
    check_may_change(tensor)


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
