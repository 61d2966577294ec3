"""Mistakes in LegendreP3, each as a wrong version."""

from minigrad import Tensor
from minigrad.autograd import Function

from .ps3_halves import IN_PLACE, NO_GRADIENT, NOT_NONE, attribute, by_halves
from .versions import wrong_version


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


@curve_backward("The half belongs to both terms of the slope, (15 z² - 3) / 2.")
def half_of_the_last(grad, x, scale):
    return grad * scale * (15 * (x * scale) ** 2 - 1.5), None


@curve_backward(
    "A pair of brackets is lost: grad and the inner slope belong to both terms of the "
    "slope, grad * scale * (15 z² - 3) / 2."
)
def outer_brackets(grad, x, scale):
    return grad * scale * 15 * (x * scale) ** 2 - 1.5, None


@curve_backward("The slope of 3 z is 3, and not 3 z.")
def term_kept(grad, x, scale):
    z = x * scale
    return grad * scale * (15 * z * z - 3 * z) / 2, None


@curve_backward("The slope of z³ is 3 z²: the exponent becomes a factor.")
def exponent_forgotten(grad, x, scale):
    return grad * scale * (5 * (x * scale) ** 2 - 3) / 2, None


@curve_backward("The inner slope is the scale, and not x: z = scale * x.")
def inner_x(grad, x, scale):
    return grad * x * its_slope(x * scale), None


@curve_backward("One factor scale is too many: z = scale * x has the slope scale.")
def scale_twice(grad, x, scale):
    return grad * scale * scale * its_slope(x * scale), None


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


@curve_forward("That is P2, (3 z² - 1) / 2. P3 is (5 z³ - 3 z) / 2.")
def one_degree_lower(x, scale):
    return (3 * (x * scale) ** 2 - 1) / 2


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


@wrong_version(
    "LegendreP3",
    "The slope is right, and the second derivative is lost: the slope is computed "
    "where nothing is recorded. That is so in forward, under no_grad, from detach() "
    "and in NumPy. Save x itself, and compute all else in backward, with torch "
    "operations.",
    order=2,
)
class SlopeUnrecorded(Function):
    """It computes the slope in forward."""

    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(scale * its_slope(x * scale))
        return odd_cubic(x, scale)

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope, None
