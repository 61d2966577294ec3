"""Mistakes in AbsDot, each as a wrong version."""

import minigrad as torch
from minigrad import Tensor
from minigrad.autograd import Function

from .ps3_halves import IN_PLACE, attribute, by_halves
from .versions import wrong_version


def bars(u: Tensor, v: Tensor) -> Tensor:
    return (u * v).sum().abs()


def sign(u: Tensor, v: Tensor) -> Tensor:
    return (u * v).sum().sign()


bars_backward, bars_forward = by_halves(
    "AbsDot", bars, lambda grad, u, v: (grad * sign(u, v) * v, grad * sign(u, v) * u)
)


@bars_backward("The gradients are swapped: each vector gets the gradient of the other.")
def swapped(grad, u, v):
    return grad * sign(u, v) * u, grad * sign(u, v) * v


@bars_backward(
    "The slope is sign(u) |v|, entry by entry, as in the lecture. That would be right "
    "for bars around each product. Here they stand around the sum: one sign for all."
)
def entry_by_entry(grad, u, v):
    return grad * u.sign() * v.abs(), grad * u.abs() * v.sign()


@bars_backward(
    "The sign is missing: where the dot product is negative, its absolute value goes "
    "the other way."
)
def of_the_product(grad, u, v):
    return grad * v, grad * u


@bars_backward("The gradients have no sign at all: |v| and |u| are no slopes here.")
def bars_around(grad, u, v):
    return grad * v.abs(), grad * u.abs()


@bars_backward(
    "Each product has the sign of its own. The bars stand around the sum: one sign for "
    "all, that of the dot product."
)
def sign_of_each(grad, u, v):
    return grad * (u * v).sign() * v, grad * (u * v).sign() * u


@bars_backward(
    "Each vector has its own sign as a factor. The sign is that of the dot product, "
    "one for all."
)
def own_signs(grad, u, v):
    return grad * u.sign() * v, grad * v.sign() * u


@bars_backward(
    "The vectors have bars. Only the dot product has: the slope for u is sign(u . v) v."
)
def bars_around_vectors(grad, u, v):
    return grad * sign(u, v) * v.abs(), grad * sign(u, v) * u.abs()


@bars_backward(
    "The sign is taken of the output, which is never negative. Take that of the dot "
    "product, before the bars."
)
def sign_of_the_output(grad, u, v):
    return grad * bars(u, v).sign() * v, grad * bars(u, v).sign() * u


AT_ZERO = (
    "Where the dot product is 0, its sign is 0, and so are the gradients. An if of two "
    "ways has no third one; tensor.sign() has."
)


@bars_backward(AT_ZERO)
def plus_at_zero(grad, u, v):
    one = torch.where((u * v).sum() >= 0, 1.0, -1.0)
    return grad * one * v, grad * one * u


@bars_backward(AT_ZERO)
def minus_at_zero(grad, u, v):
    one = torch.where((u * v).sum() > 0, 1.0, -1.0)
    return grad * one * v, grad * one * u


@bars_backward("The slope is multiplied by the dot product. Only its sign counts.")
def times_the_dot(grad, u, v):
    return grad * (u * v).sum() * v, grad * (u * v).sum() * u


@bars_backward(
    "Where the dot product is 0, the quotient is 0 / 0, which is nan. sign(0) is 0: "
    "take the sign."
)
def by_a_quotient(grad, u, v):
    dot = (u * v).sum()
    return grad * dot / dot.abs() * v, grad * dot / dot.abs() * u


@bars_backward(
    "backward returns one gradient. There is one for each argument of forward, in the "
    "same order."
)
def one_gradient(grad, u, v):
    return grad * sign(u, v) * v


@bars_backward("backward returns None for v, which needs a gradient like u.")
def none_for_v(grad, u, v):
    return grad * sign(u, v) * v, None


@bars_backward("backward returns None for u, which needs a gradient like v.")
def none_for_u(grad, u, v):
    return None, grad * sign(u, v) * u


@bars_backward(IN_PLACE)
def bars_in_place(grad, u, v):
    grad *= sign(u, v)
    return grad * v, grad * u


@bars_forward("The output has no bars: the dot product may be negative.")
def no_bars(u, v):
    return (u * v).sum()


@bars_forward("The output is not summed up: a dot product is a single number.")
def not_summed(u, v):
    return (u * v).abs()


@bars_forward("The bars stand around each product. They stand around the sum.")
def sum_of_bars(u, v):
    return (u * v).abs().sum()


@wrong_version("AbsDot", attribute("u and v are"))
class BarsOnAttributes(Function):
    """It keeps its inputs without save_for_backward."""

    @staticmethod
    def forward(ctx, u, v):
        ctx.vectors = u, v
        return bars(u, v)

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.vectors
        return grad * sign(u, v) * v, grad * sign(u, v) * u


@wrong_version(
    "AbsDot",
    "ctx.saved_tensors is empty: nothing was saved. forward has to call "
    "ctx.save_for_backward(u, v).",
)
class NothingSaved(Function):
    """It saves nothing."""

    @staticmethod
    def forward(ctx, u, v):
        return bars(u, v)

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors


@wrong_version(
    "AbsDot",
    "save_for_backward was called twice, and the last call counts. Save both by one "
    "call: ctx.save_for_backward(u, v).",
)
class SavedTwice(Function):
    """It saves its inputs one by one."""

    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(v)
        return bars(u, v)

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
