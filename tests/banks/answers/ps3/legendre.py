"""Answers to LegendreP3."""

from banks.answers.bank import answers_to

from minigrad.autograd import Function

right, wrong = answers_to("LegendreP3")


class P3(Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.scale = scale
        z = scale * x
        return 0.5 * (5 * z**3 - 3 * z)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        z = ctx.scale * x
        return grad * ctx.scale * 1.5 * (5 * z**2 - 1), None


@right
class P3AsInTheBook(P3):
    pass


@right
class MultipliedOut(P3):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        ctx.a, ctx.b = 2.5 * scale**3, 1.5 * scale
        return x * (ctx.a * x * x - ctx.b)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 3 * ctx.a * grad * x * x - ctx.b * grad, None


@right
class SlopeSaved(P3):
    """Right to first order: the slope is computed in forward."""

    @staticmethod
    def forward(ctx, x, scale):
        z = scale * x
        ctx.save_for_backward(scale * 1.5 * (5 * z**2 - 1))
        return (5 * z**3 - 3 * z) / 2

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0], None


def slope(of):
    """A wrong LegendreP3, given by its backward."""

    class Sloped(P3):
        @staticmethod
        def backward(ctx, grad):
            return of(grad, *ctx.saved_tensors, ctx.scale)

    Sloped.__name__ = of.__name__
    return Sloped


def value(of):
    """A wrong LegendreP3, given by its output."""

    class Valued(P3):
        @staticmethod
        def forward(ctx, x, scale):
            P3.forward(ctx, x, scale)
            return of(x, scale)

    Valued.__name__ = of.__name__
    return Valued


@wrong("The upstream gradient is missing")
@slope
def p3_alone(grad, x, scale):
    return scale * 1.5 * (5 * (scale * x) ** 2 - 1), None


@wrong("a factor scale is missing")
@slope
def without_inner_slope(grad, x, scale):
    return grad * 1.5 * (5 * (scale * x) ** 2 - 1), None


@wrong("slope used for x is (7.5 * x² - 1.5) * scale")
@slope
def slope_at_x(grad, x, scale):
    return grad * scale * 1.5 * (5 * x**2 - 1), None


@wrong("slope used for x is 7.5 * x² - 1.5")
@slope
def as_in_the_lecture_p3(grad, x, scale):
    return grad * 1.5 * (5 * x**2 - 1), None


@wrong("division by scale in the place of a product")
@slope
def divided(grad, x, scale):
    return grad * 1.5 * (5 * (scale * x) ** 2 - 1) / scale, None


@wrong("slope used for x is (7.5 * z² - 1) * scale")
@slope
def lost_brackets(grad, x, scale):
    return grad * scale * (1.5 * 5 * (scale * x) ** 2 - 1), None


@wrong("A constant factor is off", "2 times")
@slope
def half_forgotten(grad, x, scale):
    return grad * scale * (15 * (scale * x) ** 2 - 3), None


@wrong("The sign is wrong")
@slope
def p3_negated(grad, x, scale):
    return -grad * scale * 1.5 * (5 * (scale * x) ** 2 - 1), None


@wrong("slope used for x is (2.5 * z³ - 1.5 * z) * scale")
@slope
def the_value(grad, x, scale):
    z = scale * x
    return grad * scale * 0.5 * (5 * z**3 - 3 * z), None


@wrong("slope used for x is", "scale * (7.5 * z² - 1.5)")
@slope
def constant_lost(grad, x, scale):
    return grad * scale * 7.5 * (scale * x) ** 2, None


@wrong("incorrect number of gradients", "None for what is no tensor")
@slope
def one_gradient(grad, x, scale):
    return grad * scale * 1.5 * (5 * (scale * x) ** 2 - 1)


@wrong("forward computes 5 * z³ - 1.5 * z, not 2.5 * z³ - 1.5 * z")
@value
def half_of_one(x, scale):
    z = scale * x
    return 5 * z**3 - 3 * z / 2


@wrong("forward computes 5 * z³ - 3 * z")
@value
def without_half(x, scale):
    z = scale * x
    return 5 * z**3 - 3 * z


@wrong("forward computes 1.5 * z³ - 2.5 * z")
@value
def swapped_numbers(x, scale):
    z = scale * x
    return 0.5 * (3 * z**3 - 5 * z)


@wrong("forward computes 2.5 * x³ - 1.5 * x")
@value
def unscaled(x, scale):
    return 0.5 * (5 * x**3 - 3 * x)


@wrong("forward computes (2.5 * x³ - 1.5 * x) * scale", "not 2.5 * z³")
@value
def scaled_outside(x, scale):
    return scale * 0.5 * (5 * x**3 - 3 * x)


@wrong("kept as an attribute")
class XOnAttribute(P3):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.x = x
        return P3.forward(ctx, x, scale)

    @staticmethod
    def backward(ctx, grad):
        z = ctx.scale * ctx.x
        return grad * ctx.scale * 1.5 * (5 * z**2 - 1), None


@wrong("raised TypeError")
class TheTuple(P3):
    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors
        return grad * 1.5 * (5 * x**2 - 1), None


@wrong("slope used for x is (15 * z² - 1.5) * scale")
@slope
def half_of_the_last(grad, x, scale):
    return grad * scale * (15 * (scale * x) ** 2 - 3 / 2), None


@wrong("belong to both terms")
@slope
def outer_brackets(grad, x, scale):
    return grad * scale * 15 * (scale * x) ** 2 - 3 / 2, None


@wrong("slope used for x is (7.5 * z² - 1.5 * z) * scale")
@slope
def term_kept(grad, x, scale):
    z = scale * x
    return grad * scale * (15 * z**2 - 3 * z) / 2, None


@wrong("slope used for x is (2.5 * z² - 1.5) * scale")
@slope
def exponent_forgotten(grad, x, scale):
    return grad * scale * (5 * (scale * x) ** 2 - 3) / 2, None


@wrong("slope used for x is (7.5 * z² - 1.5) * x")
@slope
def inner_x(grad, x, scale):
    return grad * x * (15 * (scale * x) ** 2 - 3) / 2, None


@wrong("one factor scale is too many")
@slope
def scale_twice(grad, x, scale):
    return grad * scale**2 * (15 * (scale * x) ** 2 - 3) / 2, None


@wrong("power is written **")
@slope
def with_a_caret(grad, x, scale):
    return grad * scale * (15 * (scale * x) ^ 2 - 3) / 2, None


@wrong("forward computes 1.5 * z² - 0.5")
@value
def one_degree_lower(x, scale):
    return (3 * (scale * x) ** 2 - 1) / 2


@wrong("can only save variables", "of type float")
class ScaleSaved(P3):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x, scale)
        return P3.forward(ctx, x, scale)


@wrong("name 'scale' is not defined", "ctx carries it over")
class ScaleForgotten(P3):
    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * scale * 1.5 * (5 * (scale * x) ** 2 - 1), None  # noqa: F821
