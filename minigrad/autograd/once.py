"""`once_differentiable`: a backward that must not be differentiated itself."""

import functools
from collections.abc import Callable

from ..core.graph import Node
from ..core.mode import mode, no_grad
from ..core.tensor import Tensor


class Error(Node):
    """Where a gradient comes from that must not be differentiated again."""

    __slots__ = ("_message",)

    _name = "torch::autograd::Error"

    def _gradients(self, grad) -> tuple:
        raise RuntimeError(self._message)


def once_differentiable(backward: Callable) -> Callable:
    """Decorate a `backward` that computes without being recorded.

    A second derivative through it is then an error, and not a silent wrong number.
    """

    @functools.wraps(backward)
    def wrapper(ctx, *grads):
        record = mode.enabled
        with no_grad():
            outputs = backward(ctx, *grads)
        if not record or not any(
            isinstance(grad, Tensor) and grad.requires_grad for grad in grads
        ):
            return outputs
        if isinstance(outputs, tuple):
            return tuple(map(_not_again, outputs))
        return _not_again(outputs)

    return wrapper


def _not_again(output: Tensor | None) -> Tensor | None:
    """A gradient that raises when it is differentiated."""
    if output is None:
        return None
    guarded = Tensor(output._data.view())
    node = guarded._edge = Error()
    node._message = (
        "trying to differentiate twice a function that was marked with "
        "@once_differentiable"
    )
    return guarded
