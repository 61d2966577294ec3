"""Mistakes in the Functions of problem set 3, each as a wrong version."""

from collections.abc import Callable

import minigrad as torch
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
        wrong_version(name, says)(Halves)
        return own

    def wrong_backward(says: str) -> Callable:
        return lambda own: made(own, says, forward, own)

    def wrong_forward(says: str) -> Callable:
        return lambda own: made(own, says, own, backward)

    return wrong_backward, wrong_forward


# -- ZeroHead ---------------------------------------------------------------------


def tail_mask(x: Tensor, n: int, dim: int) -> Tensor:
    """1 where entries stay, 0 for the first n along a dimension."""
    shape = [1] * x.dim()
    shape[dim] = -1
    return (torch.arange(x.shape[dim]) >= n).to(x.dtype).reshape(shape)


head_backward, head_forward = by_halves(
    "ZeroHead",
    lambda x, n, dim: x * tail_mask(x, n, dim),
    lambda grad, x, n, dim: (grad * tail_mask(x, n, dim), None, None),
)


@head_backward(
    "backward passes the gradient on as it is. The head of the output does "
    "not depend on the input: its gradient stops here."
)
def passed_on(grad, x, n, dim):
    return grad, None, None


@head_backward(
    "backward zeroes the tail instead of the head: what stays gets no gradient."
)
def tail_instead(grad, x, n, dim):
    return grad * (1 - tail_mask(x, n, dim)), None, None


@head_backward("backward zeroes one entry too many along dim.")
def one_more_back(grad, x, n, dim):
    return grad * tail_mask(x, n + 1, dim), None, None


@head_backward(
    "forward has three arguments, and so backward returns three values: None for n "
    "and for dim."
)
def one_value(grad, x, n, dim):
    return grad * tail_mask(x, n, dim)


@head_backward(NOT_NONE)
def a_number_for_n(grad, x, n, dim):
    return grad * tail_mask(x, n, dim), 0.0, 0.0


@head_backward(
    "The values stand in the wrong places. They come in the order of forward's "
    "arguments: the gradient of the input is the first."
)
def none_first(grad, x, n, dim):
    return None, None, grad * tail_mask(x, n, dim)


@head_backward(NO_GRADIENT)
def no_gradient_of_x(grad, x, n, dim):
    return None, None, None


@head_backward(IN_PLACE)
def head_in_place(grad, x, n, dim):
    grad.transpose(0, dim)[:n] = 0
    return grad, None, None


@head_backward(
    "backward returns only the entries that have a gradient. It has the shape of the "
    "input: zeros stand for the others."
)
def part_of_it(grad, x, n, dim):
    return grad.narrow(dim, n, grad.shape[dim] - n), None, None


@head_forward(
    "The tail is zeroed. The first n along dim are to be zero, the rest stays."
)
def the_tail(x, n, dim):
    return x * (1 - tail_mask(x, n, dim))


@head_forward("dim is not used: it is always the last dimension that is zeroed.")
def the_last_dim(x, n, dim):
    return x * tail_mask(x, n, -1)


@head_forward("dim is not used: it is always the first dimension that is zeroed.")
def the_first_dim(x, n, dim):
    return x * tail_mask(x, n, 0)


@head_forward("dim is not used: it is always dimension 1 that is zeroed.")
def the_second_dim(x, n, dim):
    out = x.clone()
    out[:, :n] = 0
    return out


@head_backward("backward does not use dim: it is always the last that is zeroed.")
def the_last_dim_back(grad, x, n, dim):
    return grad * tail_mask(x, n, -1), None, None


@head_backward("backward does not use dim: it is always the first that is zeroed.")
def the_first_dim_back(grad, x, n, dim):
    return grad * tail_mask(x, n, 0), None, None


@head_backward("backward does not use dim: it is always dimension 1 that is zeroed.")
def the_second_dim_back(grad, x, n, dim):
    grad = grad.clone()
    grad[:, :n] = 0
    return grad, None, None


@head_forward("The last entries along dim are zeroed. The first n are to be.")
def the_last_ones(x, n, dim):
    return x * (1 - tail_mask(x, x.shape[dim] - n, dim))


@head_forward("One entry too many is zeroed along dim.")
def one_more(x, n, dim):
    return x * tail_mask(x, n + 1, dim)


@head_forward("Nothing is zeroed.")
def nothing_zeroed(x, n, dim):
    return x.clone()


@head_forward(
    "For n = 0 the input is handed back as the output, so a change of the output "
    "changes the input. Return a new tensor."
)
def itself(x, n, dim):
    return x * tail_mask(x, n, dim) if n else x


@wrong_version("ZeroHead", SHARED)
class SharedCount(Function):
    """It keeps n and dim on the class."""

    options = ()

    @staticmethod
    def forward(ctx, x, n, dim):
        SharedCount.options = n, dim
        return x * tail_mask(x, n, dim)

    @staticmethod
    def backward(ctx, grad):
        return grad * tail_mask(grad, *SharedCount.options), None, None


@wrong_version(
    "ZeroHead",
    "save_for_backward is for tensors. An attribute of ctx keeps anything else: "
    "ctx.n = n.",
)
class NumberSaved(Function):
    """It saves n."""

    @staticmethod
    def forward(ctx, x, n, dim):
        ctx.save_for_backward(n)

    @staticmethod
    def backward(ctx, grad):
        return grad, None, None


# -- AbsDot -----------------------------------------------------------------------


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


# -- LegendreP3 -------------------------------------------------------------------


def odd_cubic(x: Tensor, scale: float = 1.0) -> Tensor:
    x = x * scale
    return x * (x * x * 5 - 3) / 2


def its_slope(x: Tensor) -> Tensor:
    return (x * x * 15 - 3) / 2


curve_backward, curve_forward = by_halves(
    "LegendreP3",
    odd_cubic,
    lambda grad, x, scale: (grad * scale * its_slope(x * scale), None),
)


@curve_backward(
    "The inner slope is missing: scale * x grows scale times as fast as x. The chain "
    "rule multiplies by scale."
)
def inner_slope_lost(grad, x, scale):
    return grad * its_slope(x * scale), None


@curve_backward("The slope is taken at x. It is the slope at scale * x.")
def at_x(grad, x, scale):
    return grad * scale * its_slope(x), None


@curve_backward("The scale plays no part in backward: the slope is that of P3(x).")
def without_scale(grad, x, scale):
    return grad * its_slope(x), None


@curve_backward("The gradient is divided by the scale. It is multiplied.")
def divided(grad, x, scale):
    return grad * its_slope(x * scale) / scale, None


@curve_backward(
    "A pair of brackets is lost: 3/2 belongs to both terms of 3/2 (5 z² - 1)."
)
def lost_brackets(grad, x, scale):
    return grad * scale * (7.5 * (x * scale) ** 2 - 1), None


@curve_backward(
    "backward multiplies by the value of the polynomial. It multiplies by the slope."
)
def the_value(grad, x, scale):
    return grad * scale * odd_cubic(x, scale), None


@curve_backward("The constant term of the slope, -3/2, is missing.")
def constant_lost(grad, x, scale):
    return grad * scale * 7.5 * (x * scale) ** 2, None


@curve_backward("The sign of the constant term is wrong: the slope is 3/2 (5 z² - 1).")
def plus(grad, x, scale):
    return grad * scale * (15 * (x * scale) ** 2 + 3) / 2, None


@curve_backward(
    "forward has two arguments, and so backward returns two values: None for scale."
)
def single_gradient(grad, x, scale):
    return grad * scale * its_slope(x * scale)


@curve_backward(NOT_NONE)
def a_gradient_for_scale(grad, x, scale):
    slope = its_slope(x * scale)
    return grad * scale * slope, (grad * x * slope).sum()


@curve_backward(NO_GRADIENT)
def no_gradient(grad, x, scale):
    return None, None


@curve_backward(IN_PLACE)
def curve_in_place(grad, x, scale):
    grad *= scale * its_slope(x * scale)
    return grad, None


@curve_forward("The half belongs to both terms: (5 z³ - 3 z) / 2.")
def half_of_one(x, scale):
    return 5 * (x * scale) ** 3 - 3 * x * scale / 2


@curve_forward("The output is twice too large: (5 z³ - 3 z) / 2.")
def twice(x, scale):
    return 2 * odd_cubic(x, scale)


@curve_forward("3 and 5 are swapped: (5 z³ - 3 z) / 2.")
def swapped_numbers(x, scale):
    return (3 * (x * scale) ** 3 - 5 * x * scale) / 2


@curve_forward("The scale is not used: that is P3(x).")
def unscaled(x, scale):
    return odd_cubic(x)


@curve_forward("That is scale * P3(x). The scale stands inside: P3(scale * x).")
def scaled_outside(x, scale):
    return scale * odd_cubic(x)


@wrong_version("LegendreP3", attribute("x is"))
class CurveOnAttribute(Function):
    """It keeps its input without save_for_backward."""

    @staticmethod
    def forward(ctx, x, scale):
        ctx.kept = x, scale
        return odd_cubic(x, scale)

    @staticmethod
    def backward(ctx, grad):
        x, scale = ctx.kept
        return grad * scale * its_slope(x * scale), None


# -- Clamp ------------------------------------------------------------------------


def within(x: Tensor, low: float, high: float) -> Tensor:
    return x.clamp(low, high) == x


clamp_backward, clamp_forward = by_halves(
    "Clamp",
    lambda x, low, high: x.clamp(low, high),
    lambda grad, x, low, high: (grad * within(x, low, high), None, None),
)
FOR_EACH = (
    "forward has three arguments, and so backward returns three values: there is one "
    "for each argument, None for the two bounds."
)


@clamp_backward(
    "The gradient is zero at the bounds themselves. PyTorch lets it pass there: <= and "
    ">=."
)
def strictly(grad, x, low, high):
    return grad * ((low < x) & (x < high)), None, None


@clamp_backward(
    "The gradient is zero at the upper bound. PyTorch lets it pass there: <=."
)
def below(grad, x, low, high):
    return grad * ((low <= x) & (x < high)), None, None


@clamp_backward(
    "The gradient is zero at the lower bound. PyTorch lets it pass there: >=."
)
def above(grad, x, low, high):
    return grad * ((low < x) & (x <= high)), None, None


@clamp_backward(
    "The gradient passes everywhere. Outside of the bounds the output is constant: it "
    "stops there."
)
def everywhere(grad, x, low, high):
    return grad, None, None


@clamp_backward(
    "The gradient passes outside of the bounds, and stops inside. It is the other way "
    "round."
)
def outside(grad, x, low, high):
    return grad * ~within(x, low, high), None, None


@clamp_backward("Only the lower bound stops the gradient. The upper one does so, too.")
def lower_alone(grad, x, low, high):
    return grad * (x >= low), None, None


@clamp_backward("Only the upper bound stops the gradient. The lower one does so, too.")
def upper_alone(grad, x, low, high):
    return grad * (x <= high), None, None


@clamp_backward("The gradient is multiplied by x. Inside of the bounds the slope is 1.")
def times_x(grad, x, low, high):
    return grad * x * within(x, low, high), None, None


@clamp_backward(IN_PLACE)
def clamp_in_place(grad, x, low, high):
    grad *= within(x, low, high)
    return grad, None, None


@clamp_backward(FOR_EACH)
def two_values(grad, x, low, high):
    return grad * within(x, low, high), None


@clamp_backward(FOR_EACH)
def single_value(grad, x, low, high):
    return grad * within(x, low, high)


@clamp_backward(NOT_NONE)
def numbers_for_bounds(grad, x, low, high):
    return grad * within(x, low, high), 0.0, 0.0


@clamp_forward("The output is bounded only from below.")
def from_below(x, low, high):
    return x.clamp(min=low)


@clamp_forward("The output is bounded only from above.")
def from_above(x, low, high):
    return x.clamp(max=high)


@clamp_forward("What is outside of the bounds becomes 0. It becomes the bound.")
def zero_outside(x, low, high):
    return x * within(x, low, high)


@clamp_forward("The bounds are swapped: every entry becomes one of them.")
def swapped_bounds(x, low, high):
    return x.clamp(high, low)


@wrong_version("Clamp", SHARED)
class SharedBounds(Function):
    """It keeps the bounds on the class."""

    bounds = ()

    @staticmethod
    def forward(ctx, x, low, high):
        SharedBounds.bounds = low, high
        ctx.save_for_backward(x)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * within(x, *SharedBounds.bounds), None, None


@wrong_version("Clamp", attribute("x is"))
class ClampOnAttribute(Function):
    """It keeps its input without save_for_backward."""

    @staticmethod
    def forward(ctx, x, low, high):
        ctx.kept = x, low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        return grad * within(*ctx.kept), None, None


@wrong_version(
    "Clamp",
    "Of the output every entry lies within the bounds, so the gradient passes "
    "everywhere. Compare the input with them.",
)
class ComparesTheOutput(Function):
    """It looks at the output."""

    @staticmethod
    def forward(ctx, x, low, high):
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        return grad, None, None


# -- Round ------------------------------------------------------------------------

round_backward, round_forward = by_halves(
    "Round", lambda x: x.round(), lambda grad, x: grad
)


@round_backward("The gradient is rounded. It passes as it is.")
def rounded_gradient(grad, x):
    return grad.round()


@round_backward("The gradient is multiplied by the output. It passes as it is.")
def times_output(grad, x):
    return grad * x.round()


@round_backward("The gradient is multiplied by x. It passes as it is.")
def times_input(grad, x):
    return grad * x


@round_backward(
    "The gradient is zero everywhere. That is the true slope of rounding, and nothing "
    "could be learned through it: let the gradient pass as if nothing had been rounded."
)
def true_slope(grad, x):
    return grad * 0


@round_backward(NO_GRADIENT)
def none(grad, x):
    return None


@round_forward("It rounds downwards (floor). The nearest whole number is asked for.")
def floor(x):
    return x.floor()


@round_forward("It rounds upwards (ceil). The nearest whole number is asked for.")
def ceil(x):
    return x.ceil()


@round_forward("It rounds towards zero. The nearest whole number is asked for.")
def trunc(x):
    return x.trunc()


@round_forward(
    "Halves go upwards. torch.round takes them to the even neighbour, so that 0.5 "
    "becomes 0 and 2.5 becomes 2."
)
def half_up(x):
    return (x + 0.5).floor()


@round_forward("The output is not rounded.")
def not_rounded(x):
    return x.clone()
