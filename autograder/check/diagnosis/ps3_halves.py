"""What the mistakes in the Functions of problem set 3 share.

Read: `by_halves`, which makes a wrong version of a wrong forward or backward.
"""

from collections.abc import Callable

from minigrad import Tensor
from minigrad.autograd import Function

from .versions import wrong_version

IN_PLACE = (
    "backward changes the upstream gradient in place. It belongs to others, who may "
    "still need it: compute a new tensor."
)
SHARED = (
    "What backward needs is kept in a place that all calls share, so a later call "
    "spoils an earlier one. Keep it on ctx: every call has its own."
)
NOT_NONE = (
    "An argument that is no tensor has no gradient: return None for it, in the place "
    "that it has in forward."
)
NO_GRADIENT = (
    "backward returns None for the input, so nothing flows on, without a word. Is "
    "there a return, and of a tensor?"
)


def attribute(names: str) -> str:
    return (
        f"{names} kept as an attribute of ctx, so nobody notices that it was changed "
        "in place before backward, and the gradient is wrong. Tensors go through "
        "ctx.save_for_backward."
    ).replace("are kept as an attribute", "are kept as attributes")


def by_halves(name: str, forward: Callable, backward: Callable) -> tuple:
    """Two decorators that make a wrong version of `name`: by a wrong backward, which
    gets the gradient and the arguments of forward, or by a wrong forward."""

    def made(own: Callable, says: str, there: Callable, back: Callable) -> Callable:
        class Halves(Function):
            @staticmethod
            def forward(ctx, *args):
                ctx.save_for_backward(*(a for a in args if isinstance(a, Tensor)))
                ctx.options = [a for a in args if not isinstance(a, Tensor)]
                return there(*args)

            @staticmethod
            def backward(ctx, grad):
                return back(grad, *ctx.saved_tensors, *ctx.options)

        Halves.__name__ = own.__name__
        wrong_version(name, says, forward=there is own)(Halves)
        return own

    def wrong_backward(says: str) -> Callable:
        return lambda own: made(own, says, forward, own)

    def wrong_forward(says: str) -> Callable:
        return lambda own: made(own, says, own, backward)

    return wrong_backward, wrong_forward
