"""Answers that differ from another one in a formula."""

from collections.abc import Callable


def with_backward(base: type, name: str, formula: Callable) -> type:
    """`base`, but backward returns `formula(grad, *ctx.saved_tensors)`."""

    def backward(ctx, grad):
        return formula(grad, *ctx.saved_tensors)

    return type(name, (base,), {"backward": staticmethod(backward)})


def with_forward(base: type, name: str, formula: Callable) -> type:
    """`base`, but forward computes `formula(*args)` and saves its arguments."""

    def forward(ctx, *args):
        ctx.save_for_backward(*args)
        return formula(*args)

    return type(name, (base,), {"forward": staticmethod(forward)})


def with_output(base: type, name: str, formula: Callable) -> type:
    """`base`, but forward computes `formula(*args)` and saves what it returns."""

    def forward(ctx, *args):
        out = formula(*args)
        ctx.save_for_backward(out)
        return out

    return type(name, (base,), {"forward": staticmethod(forward)})
