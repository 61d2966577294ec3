"""What a Function may do with the tensors that it is handed, and what it may not.

Read: `handed_in`, `after_a_change`, `noticed`.
"""

from collections.abc import Callable
from types import ModuleType


def handed_in(lib: ModuleType, function: Callable, x, grad, *options) -> dict:
    """Nothing that a Function is given may be changed, or handed out as its output."""
    upstream = grad.detach().clone()
    out = function(x, *options)
    out.backward(upstream)
    before = x.detach().clone()
    with lib.no_grad():
        out.detach().add_(1.0)
    return {
        "gradient of x": x.grad,
        "the upstream gradient, afterwards": upstream,
        "x, after out was changed": x.detach(),
        "x is as it was": bool((x.detach() == before).all()),
    }


def after_a_change(lib: ModuleType, function: Callable, x, *others) -> dict:
    """x is changed between forward and backward."""
    doubled = lambda: (function(x, *others) * 2).sum()  # noqa: E731
    return noticed(lib, doubled, lambda: x.mul_(-1.5), "x", x)


def noticed(lib: ModuleType, made: Callable, change: Callable, name: str, leaf) -> dict:
    """A change between forward and backward: an error, or the right gradient."""
    (right,) = lib.autograd.grad(made(), leaf)
    out = made()
    with lib.no_grad():
        change()
    try:
        (grad,) = lib.autograd.grad(out, leaf)
        fine = bool(((grad - right).abs() < 1e-9).all())
    except RuntimeError as error:
        fine = "modified by an inplace operation" in str(error)
        grad = right if fine else None
    return {"an error, or the right gradient": fine, f"gradient of {name}": grad}
