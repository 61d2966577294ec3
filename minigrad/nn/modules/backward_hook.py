"""Hooks on the gradients of a Module: `register_full_backward_hook` and its like.

The inputs and the outputs of a forward pass go through one identity Function each.
Their backward methods are where the gradients of the whole module can be seen.
"""

import warnings
from collections.abc import Callable
from typing import Any

from ...autograd.function import Function
from ...autograd.grad_mode import is_grad_enabled
from ...tensor import Tensor


class BackwardHookFunction(Function):
    """The identity; `seen` gets the gradients and returns what is to flow on.

    With `fill` it gets zeros for a gradient that there is not, otherwise None.
    """

    @staticmethod
    def forward(ctx, seen: Callable[[tuple], tuple], fill: bool, *tensors: Tensor):
        ctx.seen = seen
        ctx.set_materialize_grads(fill)
        outputs = tuple(tensor.detach() for tensor in tensors)
        pairs = zip(tensors, outputs, strict=True)
        ctx.mark_non_differentiable(
            *[output for tensor, output in pairs if not tensor.requires_grad]
        )
        return outputs

    @staticmethod
    def backward(ctx, *grads: Tensor):
        return None, None, *ctx.seen(grads)


class BackwardHook:
    """What the hooks of one module do in one forward pass and its backward."""

    def __init__(self, module: Any, hooks: tuple, pre_hooks: tuple) -> None:
        self.module, self.hooks, self.pre_hooks = module, hooks, pre_hooks
        self.grad_outputs: tuple | None = None
        self.inputs: list[int] | None = None  # the places of the tensors ...
        self.outputs: list[int] | None = None  # ... None: no gradient is needed
        self.input_count = self.output_count = 0

    def on_inputs(self, args: tuple) -> tuple:
        """The arguments of forward, tracked."""
        self.input_count = len(args)
        args, self.inputs = _tracked(args, self._seen_at_inputs, True)
        return args

    def on_outputs(self, result: Any) -> Any:
        """The result of forward, tracked."""
        outputs = result if isinstance(result, tuple) else (result,)
        self.output_count = len(outputs)
        outputs, self.outputs = _tracked(outputs, self._seen_at_outputs, False)
        return outputs if isinstance(result, tuple) else outputs[0]

    def _seen_at_outputs(self, grads: tuple) -> tuple:
        grad_outputs = _spread(grads, self.outputs, self.output_count)
        for hook in self.pre_hooks:
            replaced = hook(self.module, grad_outputs)
            grad_outputs = _replaced(grad_outputs, replaced, "pre hook", "grad_output")
        if self.inputs is None:
            self._call_without_inputs(grad_outputs)
        else:
            self.grad_outputs = grad_outputs
        return tuple(grad_outputs[place] for place in self.outputs)

    def _call_without_inputs(self, grad_outputs: tuple) -> None:
        """No input needs a gradient: the hooks are called as soon as possible."""
        warnings.warn(
            "Full backward hook is firing when gradients are computed with respect to "
            "module outputs since no inputs require gradients. See "
            "https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html"
            "#torch.nn.Module.register_full_backward_hook for more details.",
            stacklevel=2,
        )
        for hook in self.hooks:
            hook(self.module, (None,) * self.input_count, grad_outputs)

    def _seen_at_inputs(self, grads: tuple) -> tuple:
        if self.grad_outputs is None:  # the outputs were not on the way here
            return grads
        grad_inputs = _spread(grads, self.inputs, self.input_count)
        for hook in self.hooks:
            replaced = hook(self.module, grad_inputs, self.grad_outputs)
            grad_inputs = _replaced(grad_inputs, replaced, "hook", "grad_input")
        self.grad_outputs = None
        return tuple(grad_inputs[place] for place in self.inputs)


def _replaced(grads: tuple, replaced: Any, kind: str, name: str) -> tuple:
    """The gradients that go on: those that a hook returned, if it did."""
    if replaced is None:
        return grads
    if isinstance(replaced, Tensor):
        replaced = (replaced,)
    if len(replaced) != len(grads):
        raise RuntimeError(
            f"Backward {kind} returned an invalid number of {name}, got "
            f"{len(replaced)}, but expected {len(grads)}"
        )
    return replaced


def _tracked(
    values: tuple, seen: Callable, fill: bool
) -> tuple[tuple, list[int] | None]:
    """`values` with their tensors behind the identity, and the places of these."""
    places = [i for i, value in enumerate(values) if isinstance(value, Tensor)]
    tensors = [values[i] for i in places]
    if not (is_grad_enabled() and any(tensor.requires_grad for tensor in tensors)):
        return values, None
    values = list(values)
    outputs = BackwardHookFunction.apply(seen, fill, *tensors)
    for place, output in zip(places, outputs, strict=True):
        values[place] = output
    return tuple(values), places


def _spread(grads: tuple, places: list[int], count: int) -> tuple:
    """The gradients at the places of their tensors, None at the others."""
    by_place = dict(zip(places, grads, strict=True))
    return tuple(by_place.get(place) for place in range(count))
