"""Mistakes in Functions of the student's: what is right, and whole wrong halves.

What a wrong formula computes is found out from its numbers (`computed`). Here are the
mistakes of which more can be said than that.

Read: the tables that `halves` makes versions of, piece by piece.
"""

from collections.abc import Callable

import minigrad as torch
from minigrad import Tensor

from .computed import made_of, right
from .halves import halves, made
from .mistakes import says_fact
from .versions import wrong_version

says_fact(
    "an error, or the right gradient of phi",
    "An output is kept as an attribute of ctx, so nobody notices that it was changed "
    "in place before backward, and the gradient is wrong. Tensors go through "
    "ctx.save_for_backward.",
)


# -- ZeroHead ---------------------------------------------------------------------


def mask(x: Tensor, dim: int, zeroed: Callable) -> Tensor:
    """0 where `zeroed` is true of the place along a dimension, else 1."""
    shape = [1] * x.dim()
    shape[dim] = -1
    return (~zeroed(torch.arange(x.shape[dim]))).to(x.dtype).reshape(shape)


def masked(x: Tensor, n: int, dim: int) -> Tensor:
    return x * mask(x, dim, lambda place: place < n)


PART = {
    "the tail instead of the head": lambda x, n, dim: x - masked(x, n, dim),
    "the last n places along dim instead of the first": lambda x, n, dim: (
        x * mask(x, dim, lambda place: place >= x.shape[dim] - n)
    ),
    "one place too many along dim": lambda x, n, dim: masked(x, n + 1, dim),
    "one place too few along dim": lambda x, n, dim: masked(x, n - 1, dim),
    "only place n - 1 along dim, and not those before": lambda x, n, dim: (
        x * mask(x, dim, lambda place: place == (n - 1) % x.shape[dim])
    ),
    "only place 0 along dim, and not all of the first n": lambda x, n, dim: (
        x * mask(x, dim, lambda place: place == 0)
    ),
    "along the first dimension, always: dim is not used": lambda x, n, dim: masked(
        x, n, 0
    ),
    "along the last dimension, always: dim is not used": lambda x, n, dim: masked(
        x, n, -1
    ),
    "along dimension 1, always: dim is not used": lambda x, n, dim: masked(x, n, 1),
    "along dimension 1 wherever dim is not 0": lambda x, n, dim: masked(
        x, n, min(dim % x.dim(), 1)
    ),
    "along the last dimension wherever dim is not 0": lambda x, n, dim: masked(
        x, n, -1 if dim else 0
    ),
    "along the first dimension where dim is negative: -1 is the last": (
        lambda x, n, dim: masked(x, n, max(dim, 0))
    ),
}
halves(
    "ZeroHead",
    masked,
    lambda grad, x, n, dim: masked(grad, n, dim),
    forwards={f"forward zeroes {what}.": own for what, own in PART.items()}
    | {
        "Nothing is zeroed.": lambda x, n, dim: x.clone(),
        "narrow gives only the head, and that is what forward returns. Zero the head "
        "of a copy, and return the whole copy.": lambda x, n, dim: (
            x.narrow(dim, 0, n) * 0
        ),
        "The head is cut off. The output has the shape of the input: zeros.": (
            lambda x, n, dim: x.narrow(dim, n, x.shape[dim] - n)
        ),
    },
    backwards={
        f"backward zeroes {what}.": lambda grad, x, n, dim, own=own: own(grad, n, dim)
        for what, own in PART.items()
    }
    | {
        "backward passes the gradient on as it is. The head of the output does not "
        "depend on the input: its gradient stops here.": lambda grad, x, n, dim: grad,
        "narrow gives only the head, and that is what backward returns. Zero the head "
        "of a copy, and return the whole copy.": lambda grad, x, n, dim: (
            grad.narrow(dim, 0, n) * 0
        ),
        "backward returns only the entries that have a gradient. It has the shape of "
        "the input: zeros stand for the others.": lambda grad, x, n, dim: grad.narrow(
            dim, n, grad.shape[dim] - n
        ),
    },
)


# -- AbsDot -----------------------------------------------------------------------


def dot(u: Tensor, v: Tensor) -> Tensor:
    return (u * v).sum()


made_of("AbsDot", lambda u, v: {"dot": (u * v).sum(), "n": u.size, "out": None})
right(
    "AbsDot",
    out="|dot|, with dot for the dot product",
    u="sign(dot) * v: one sign for all, that of the dot product",
    v="sign(dot) * u: one sign for all, that of the dot product",
)
AT_ZERO = (
    "Where the dot product is 0, its sign is 0, and so are the gradients. An if of two "
    "ways has no third one; tensor.sign() has. (The dot product counts as {} there.)"
)


def signed(sign: Callable) -> Callable:
    """A backward with another sign."""
    return lambda grad, u, v: (grad * sign(u, v) * v, grad * sign(u, v) * u)


halves(
    "AbsDot",
    lambda u, v: dot(u, v).abs(),
    signed(lambda u, v: dot(u, v).sign()),
    forwards={
        "The output is not summed up: a dot product is a single number.": (
            lambda u, v: (u * v).abs()
        ),
        "The bars stand around each product. They stand around the sum.": (
            lambda u, v: (u * v).abs().sum()
        ),
    },
    backwards={
        "Each product has a sign of its own, as in the lecture: sign(u) |v| is right "
        "for bars around each product. Here they stand around the sum: one sign for "
        "all, that of the dot product.": signed(lambda u, v: (u * v).sign()),
        "The sign is taken of the output, which is never negative. Take that of the "
        "dot product, before the bars.": signed(lambda u, v: dot(u, v).abs().sign()),
        AT_ZERO.format("positive"): signed(
            lambda u, v: torch.where(dot(u, v) >= 0, 1.0, -1.0)
        ),
        AT_ZERO.format("negative"): signed(
            lambda u, v: torch.where(dot(u, v) > 0, 1.0, -1.0)
        ),
    },
)


# -- LegendreP3 -------------------------------------------------------------------


def slope(z: Tensor) -> Tensor:
    return (z * z * 15 - 3) / 2


def legendre(x: Tensor, scale: float) -> Tensor:
    z = x * scale
    return z * (z * z * 5 - 3) / 2


made_of(
    "LegendreP3", lambda x, scale=2.0: {"scale": scale, "z": scale * x, "out": None}
)
right(
    "LegendreP3",
    out="2.5 * z³ - 1.5 * z, with z = scale * x",
    x="scale * (7.5 * z² - 1.5), with z = scale * x",
)
halves(
    "LegendreP3",
    legendre,
    lambda grad, x, scale: grad * scale * slope(x * scale),
    backwards={
        "A pair of brackets is lost: grad and the inner slope belong to both terms of "
        "the slope, grad * scale * (15 z² - 3) / 2.": lambda grad, x, scale: (
            grad * scale * 2 * (slope(x * scale) + 1.5) - 1.5
        ),
    },
)
wrong_version(
    "LegendreP3",
    "The slope is right, and the second derivative is lost: the slope is computed "
    "where nothing is recorded. That is so in forward, under no_grad, from detach() "
    "and in NumPy. Save x itself, and compute all else in backward, with torch "
    "operations.",
    order=2,
)(
    made(
        legendre,
        lambda grad, x, scale: grad * (scale * slope(x * scale)).detach(),
    )
)
wrong_version(
    "LegendreP3",
    "The gradient is right, and the second derivative by way of grad is lost: the "
    "upstream gradient has a history, too. Do not detach it.",
    order=2,
)(
    made(
        legendre,
        lambda grad, x, scale: grad.detach() * (scale * slope(x * scale)),
    )
)


# -- Clamp ------------------------------------------------------------------------


def inside(x: Tensor, low: float, high: float) -> Tensor:
    return x.clamp(low, high) == x


made_of("Clamp", lambda x, bounds: {"x": x, "low": bounds[0], "high": bounds[1]})
right("Clamp", out="x between the bounds, and the nearer bound outside")
AT_A_BOUND = "The gradient is {} at {}. PyTorch lets it pass there: <= and >=."
halves(
    "Clamp",
    lambda x, low, high: x.clamp(low, high),
    lambda grad, x, low, high: grad * inside(x, low, high),
    backwards={
        AT_A_BOUND.format("zero", "the bounds themselves"): (
            lambda grad, x, low, high: grad * ((low < x) & (x < high))
        ),
        AT_A_BOUND.format("halved", "the bounds themselves"): (
            lambda grad, x, low, high: (
                grad * (((low < x) & (x < high)) + 1.0 * inside(x, low, high)) / 2
            )
        ),
        "The gradient passes everywhere. Outside of the bounds the output is constant: "
        "it stops there. (Of the output every entry lies within the bounds: compare "
        "the input with them.)": lambda grad, x, low, high: grad,
        "The gradient passes outside of the bounds, and stops inside. It is the other "
        "way round.": lambda grad, x, low, high: grad * ~inside(x, low, high),
        "The gradient is clamped. The bounds are for x: where it lies between them the "
        "gradient passes, whatever it is.": lambda grad, x, low, high: grad.clamp(
            low, high
        ),
        "Outside of the bounds the gradient is the bound. It is 0 there.": (
            lambda grad, x, low, high: torch.where(
                inside(x, low, high), grad, x.clamp(low, high)
            )
        ),
        "The upper bound is used on both sides (abs). There are two bounds.": (
            lambda grad, x, low, high: grad * (x.abs() <= high)
        ),
        "The bounds are always -1 and 1, as in the example. They are low and high.": (
            lambda grad, x, low, high: grad * inside(x, -1.0, 1.0)
        ),
        "The gradient is multiplied by x. Inside of the bounds the slope is 1.": (
            lambda grad, x, low, high: grad * x * inside(x, low, high)
        ),
    },
)


# -- Round ------------------------------------------------------------------------

right("Round", x="1: the gradient passes as it is")
WHOLE = (
    "The output is a tensor of whole numbers (int), and these carry no gradient. "
    "x.round() keeps the dtype."
)
NEAREST = "The nearest whole number is asked for."
halves(
    "Round",
    lambda x: x.round(),
    lambda grad, x: grad,
    forwards={
        f"It rounds downwards (floor). {NEAREST}": lambda x: x.floor(),
        f"It rounds upwards (ceil). {NEAREST}": lambda x: x.ceil(),
        f"It rounds towards zero. {NEAREST}": lambda x: x.trunc(),
        "Halves go upwards. torch.round takes them to the even neighbour, so that 0.5 "
        "becomes 0 and 2.5 becomes 2.": lambda x: (x + 0.5).floor(),
        "Halves go away from zero. torch.round takes them to the even neighbour, so "
        "that 0.5 becomes 0 and 2.5 becomes 2.": lambda x: (
            x.sign() * (x.abs() + 0.5).floor()
        ),
        "The output is not rounded.": lambda x: x.clone(),
        WHOLE: lambda x: x.round().long(),
        f"{WHOLE} ": lambda x: x.round().int(),
        f"{WHOLE} It rounds towards zero besides.": lambda x: x.long(),
        f"{WHOLE} It rounds towards zero, too.": lambda x: x.int(),
    },
    backwards={
        "The gradient is rounded. It passes as it is.": lambda grad, x: grad.round(),
        "The gradient is zero everywhere. That is the true slope of rounding, and "
        "nothing could be learned through it: let the gradient pass as if nothing had "
        "been rounded.": lambda grad, x: grad * 0,
        "The gradient passes only where |x| <= 1. It passes everywhere.": (
            lambda grad, x: grad * (x.abs() <= 1)
        ),
    },
)


# -- Polar ------------------------------------------------------------------------

made_of(
    "Polar",
    lambda r, phi: (
        {"cos(phi)": torch.tensor(phi).cos().numpy()}
        | {"sin(phi)": torch.tensor(phi).sin().numpy()}
    ),
)
right(
    "Polar",
    r="cos(phi) for x, and sin(phi) for y",
    phi="-r * sin(phi) for x, and r * cos(phi) for y",
)


def of_both(x: Tensor, y: Tensor, r: Tensor, phi: Tensor) -> tuple:
    """The gradients of r and phi, for upstream gradients x and y."""
    return x * phi.cos() + y * phi.sin(), r * (y * phi.cos() - x * phi.sin())


halves(
    "Polar",
    lambda r, phi: (r * phi.cos(), r * phi.sin()),
    of_both,
    forwards={
        "sine and cosine are swapped: x = r cos(phi), y = r sin(phi).": (
            lambda r, phi: (r * phi.sin(), r * phi.cos())
        ),
    },
    backwards={
        "Only the gradient of x is used. y sends one back, too: add what both send.": (
            lambda x, y, r, phi: of_both(x, 0.0, r, phi)
        ),
        "Only the gradient of y is used. x sends one back, too: add what both send.": (
            lambda x, y, r, phi: of_both(0.0, y, r, phi)
        ),
        "The two upstream gradients are swapped: that of x is the first.": (
            lambda x, y, r, phi: of_both(y, x, r, phi)
        ),
        "The upstream gradients play no part: what backward returns are the slopes "
        "alone.": lambda x, y, r, phi: of_both(x * 0 + 1, y * 0 + 1, r, phi),
    },
)
