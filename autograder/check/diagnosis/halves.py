"""Wrong versions of a Function: another forward, or another backward.

Read: `halves`, which makes versions of tables, and `made`.
"""

from collections.abc import Callable
from inspect import signature

from minigrad import Tensor
from minigrad.autograd import Function

from .versions import wrong_version

SHARED = (
    "What backward needs is kept in a place that all calls share, so a later call "
    "spoils an earlier one. Keep it on ctx: every call has its own."
)

Table = dict[str, Callable]


def halves(
    name: str,
    forward: Callable,
    backward: Callable,
    forwards: Table | None = None,
    backwards: Table | None = None,
) -> None:
    """Wrong versions of `name`, with one of the wrong `forwards` or `backwards`.

    Both are tables of what is said and the wrong half: a function of the arguments of
    forward, for a backward after the upstream gradients.
    """
    for says, own in (forwards or {}).items():
        wrong_version(name, says, forward=True)(made(own, backward))
    for says, own in (backwards or {}).items():
        wrong_version(name, says)(made(forward, own))
    if len(signature(forward).parameters) > 1:  # it keeps something
        wrong_version(name, SHARED)(made(forward, backward, shared=[]))


def made(there: Callable, back: Callable, shared: list | None = None) -> type:
    class Halves(Function):
        @staticmethod
        def forward(ctx, *args):
            ctx.save_for_backward(*(a for a in args if isinstance(a, Tensor)))
            ctx.options = [a for a in args if not isinstance(a, Tensor)]
            if shared is not None:
                shared[:] = args
            return there(*args)

        @staticmethod
        def backward(ctx, *grads):
            saved = (*ctx.saved_tensors, *ctx.options) if shared is None else shared
            found = back(*grads, *saved)
            found = found if isinstance(found, tuple) else (found,)
            none = [None] * (len(ctx.needs_input_grad) - len(found))
            given = zip([*found, *none], ctx.needs_input_grad, strict=True)
            return tuple(each if needed else None for each, needed in given)

    return Halves
