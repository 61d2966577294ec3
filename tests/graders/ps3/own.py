"""Answers to the Functions that are the student's own."""

from graders.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function

# -- ZeroHead --------------------------------------------------------------------------

right, wrong = answers_to("ZeroHead")


class Head(Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out.narrow(dim, 0, n).zero_()
        return out

    @staticmethod
    def backward(ctx, grad):
        grad_input = grad.clone()
        grad_input.narrow(ctx.dim, 0, ctx.n).zero_()
        return grad_input, None, None


@right
class AsInTheBook(Head):
    pass


@right
class WithAMask(Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        mask = torch.ones_like(input)
        mask.transpose(0, dim)[:n] = 0
        ctx.save_for_backward(mask)
        return input * mask

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return grad * mask, None, None


@right
class WithZerosInFront(Function):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.dim, ctx.head = dim, torch.zeros_like(input.narrow(dim, 0, n))
        tail = input.narrow(dim, n, input.shape[dim] - n)
        return torch.cat([ctx.head, tail], dim)

    @staticmethod
    def backward(ctx, grad):
        n = ctx.head.shape[ctx.dim]
        tail = grad.narrow(ctx.dim, n, grad.shape[ctx.dim] - n)
        return torch.cat([ctx.head, tail], ctx.dim), None, None


@wrong("The upstream gradient is missing")
class SlopeAlone(Head):
    @staticmethod
    def backward(ctx, grad):
        return Head.backward(ctx, torch.ones_like(grad))


@wrong("passes the gradient on as it is")
class PassedOn(Head):
    @staticmethod
    def backward(ctx, grad):
        return grad, None, None


@wrong("forward changed its input in place")
class InPlace(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        input.narrow(dim, 0, n).zero_()
        return input


@wrong("changes the upstream gradient in place")
class GradInPlace(Head):
    @staticmethod
    def backward(ctx, grad):
        grad.narrow(ctx.dim, 0, ctx.n).zero_()
        return grad, None, None


@wrong("The tail is zeroed")
class TheTail(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        return input - Head.forward(ctx, input, n, dim)


@wrong("dim is not used", "dimension 1")
class ColumnsAsInTheLecture(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out[:, :n] = 0
        return out


@wrong("dim is not used", "first dimension")
class Rows(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out[:n] = 0
        return out


@wrong("dim is not used", "last dimension")
class TheLastDimension(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.n, ctx.dim = n, dim
        out = input.clone()
        out[..., :n] = 0
        return out


@wrong("backward does not use dim")
class BackwardWithoutDim(Head):
    @staticmethod
    def backward(ctx, grad):
        grad = grad.clone()
        grad[..., : ctx.n] = 0
        return grad, None, None


@wrong("last entries along dim")
class TheLastOnes(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        Head.forward(ctx, input, n, dim)
        out = input.clone()
        out.narrow(dim, input.shape[dim] - n, n).zero_()
        return out


@wrong("the tail instead of the head")
class TailOfTheGradient(Head):
    @staticmethod
    def backward(ctx, grad):
        return grad - Head.backward(ctx, grad)[0], None, None


@wrong("incorrect number of gradients", "None for n and for dim")
class NonesMissing(Head):
    @staticmethod
    def backward(ctx, grad):
        return Head.backward(ctx, grad)[0]


@wrong("gradient different than None", "return None for it")
class NumbersForNumbers(Head):
    @staticmethod
    def backward(ctx, grad):
        return Head.backward(ctx, grad)[0], 0.0, 0.0


@wrong("the wrong places", "is the first")
class NonesFirst(Head):
    @staticmethod
    def backward(ctx, grad):
        return None, None, Head.backward(ctx, grad)[0]


_kept = {}


@wrong("all calls share")
class SharedByAll(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        _kept.update(n=n, dim=dim)
        return Head.forward(ctx, input, n, dim)

    @staticmethod
    def backward(ctx, grad):
        ctx.n, ctx.dim = _kept["n"], _kept["dim"]
        return Head.backward(ctx, grad)


@wrong("handed back")
class ItselfForNone(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        out = Head.forward(ctx, input, n, dim)
        return out if n else input


@wrong("None for the input")
class NoGradient(Head):
    @staticmethod
    def backward(ctx, grad):
        return None, None, None


@wrong("forward returned None. Is there a return?")
class NoReturn(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        Head.forward(ctx, input, n, dim)


@wrong("The dtype is lost")
class InFloat64(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        return Head.forward(ctx, input.double(), n, dim)


@wrong("invalid gradient", "has the shape of the input")
class PartOfTheGradient(Head):
    @staticmethod
    def backward(ctx, grad):
        length = grad.shape[ctx.dim] - ctx.n
        return grad.narrow(ctx.dim, ctx.n, length), None, None


@wrong("can only save variables", "An attribute of ctx")
class NSaved(Head):
    @staticmethod
    def forward(ctx, input, n, dim):
        ctx.save_for_backward(n)
        return Head.forward(ctx, input, n, dim)


# -- AbsDot ----------------------------------------------------------------------------

right, wrong = answers_to("AbsDot")


class Bars(Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        sign = (u * v).sum().sign()
        return grad * sign * v, grad * sign * u


@right
class BarsAsInTheBook(Bars):
    pass


@right
class SignKept(Function):
    @staticmethod
    def forward(ctx, u, v):
        dot = u @ v
        ctx.save_for_backward(u, v, dot.sign())
        return dot.abs()

    @staticmethod
    def backward(ctx, grad):
        u, v, sign = ctx.saved_tensors
        grad = grad * sign
        return grad * v, grad * u


@right
class OnlyWhereNeeded(Bars):
    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        of_u, of_v = ctx.needs_input_grad
        sign = torch.sign(torch.dot(u, v))
        return v * grad * sign if of_u else None, u * grad * sign if of_v else None


def slopes(of):
    """A wrong AbsDot, given by its two gradients."""

    class Sloped(Bars):
        @staticmethod
        def backward(ctx, grad):
            return of(grad, *ctx.saved_tensors)

    Sloped.__name__ = of.__name__
    return Sloped


@wrong("The upstream gradient is missing")
@slopes
def bars_alone(grad, u, v):
    return (u @ v).sign() * v, (u @ v).sign() * u


@wrong("The gradients are swapped")
@slopes
def bars_swapped(grad, u, v):
    return grad * (u @ v).sign() * u, grad * (u @ v).sign() * v


@wrong("as in the lecture")
@slopes
def as_in_the_lecture(grad, u, v):
    return grad * u.sign() * v.abs(), grad * u.abs() * v.sign()


@wrong("The sign is missing")
@slopes
def of_the_product(grad, u, v):
    return grad * v, grad * u


@wrong("no sign at all")
@slopes
def without_signs(grad, u, v):
    return grad * v.abs(), grad * u.abs()


@wrong("the sign of its own")
@slopes
def sign_of_each(grad, u, v):
    sign = torch.sign(u * v)
    return grad * sign * v, grad * sign * u


@wrong("Only its sign counts")
@slopes
def times_the_dot(grad, u, v):
    return grad * (u @ v) * v, grad * (u @ v) * u


@wrong("The sign is wrong")
@slopes
def bars_negated(grad, u, v):
    return -grad * (u @ v).sign() * v, -grad * (u @ v).sign() * u


@wrong("0 / 0")
@slopes
def by_a_quotient(grad, u, v):
    factor = grad * (u @ v) / (u @ v).abs()
    return factor * v, factor * u


@wrong("incorrect number of gradients", "for each argument")
@slopes
def for_u_alone(grad, u, v):
    return grad * (u @ v).sign() * v


@wrong("None for v")
@slopes
def none_for_v(grad, u, v):
    return grad * (u @ v).sign() * v, None


@wrong("changes the upstream gradient in place")
@slopes
def bars_in_place(grad, u, v):
    grad *= (u @ v).sign()
    return grad * v, grad * u


@wrong("The output has no bars")
class NoBars(Bars):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return u @ v


@wrong("not summed up")
class NotSummed(Bars):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).abs()


@wrong("around each product")
class BarsInside(Bars):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return (u * v).abs().sum()


@wrong("kept as attributes")
class OnAttributes(Bars):
    @staticmethod
    def forward(ctx, u, v):
        ctx.u, ctx.v = u, v
        return (u @ v).abs()

    @staticmethod
    def backward(ctx, grad):
        sign = (ctx.u @ ctx.v).sign()
        return grad * sign * ctx.v, grad * sign * ctx.u


@wrong("raised ValueError", "nothing was saved")
class NothingSaved(Bars):
    @staticmethod
    def forward(ctx, u, v):
        return (u @ v).abs()


@wrong("last call")
class SavedTwice(Bars):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u)
        ctx.save_for_backward(v)
        return (u @ v).abs()


# -- LegendreP3 ------------------------------------------------------------------------

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


@wrong("inner slope is missing")
@slope
def without_inner_slope(grad, x, scale):
    return grad * 1.5 * (5 * (scale * x) ** 2 - 1), None


@wrong("slope is taken at x")
@slope
def slope_at_x(grad, x, scale):
    return grad * scale * 1.5 * (5 * x**2 - 1), None


@wrong("no part in backward")
@slope
def as_in_the_lecture_p3(grad, x, scale):
    return grad * 1.5 * (5 * x**2 - 1), None


@wrong("divided by the scale")
@slope
def divided(grad, x, scale):
    return grad * 1.5 * (5 * (scale * x) ** 2 - 1) / scale, None


@wrong("brackets", "3/2")
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


@wrong("the value of the polynomial")
@slope
def the_value(grad, x, scale):
    z = scale * x
    return grad * scale * 0.5 * (5 * z**3 - 3 * z), None


@wrong("The constant term", "-3/2")
@slope
def constant_lost(grad, x, scale):
    return grad * scale * 7.5 * (scale * x) ** 2, None


@wrong("incorrect number of gradients", "None for scale")
@slope
def one_gradient(grad, x, scale):
    return grad * scale * 1.5 * (5 * (scale * x) ** 2 - 1)


@wrong("half belongs to both terms")
@value
def half_of_one(x, scale):
    z = scale * x
    return 5 * z**3 - 3 * z / 2


@wrong("twice too large")
@value
def without_half(x, scale):
    z = scale * x
    return 5 * z**3 - 3 * z


@wrong("3 and 5 are swapped")
@value
def swapped_numbers(x, scale):
    z = scale * x
    return 0.5 * (3 * z**3 - 5 * z)


@wrong("The scale is not used")
@value
def unscaled(x, scale):
    return 0.5 * (5 * x**3 - 3 * x)


@wrong("stands inside")
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


# -- Clamp -----------------------------------------------------------------------------

right, wrong = answers_to("Clamp")


class Between(Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x >= ctx.low) & (x <= ctx.high)
        return grad * inside, None, None


@right
class ClampAsInTheBook(Between):
    pass


@right
class MaskOnCtx(Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.inside = (low <= x) & (x <= high)
        return torch.where(ctx.inside, x, x.clamp(low, high))

    @staticmethod
    def backward(ctx, grad):
        return torch.where(ctx.inside, grad, torch.zeros_like(grad)), None, None


@right
class WhereNothingChanged(Function):
    @staticmethod
    def forward(ctx, x, low, high):
        out = torch.minimum(
            torch.maximum(x, torch.full_like(x, low)), torch.full_like(x, high)
        )
        ctx.save_for_backward(x, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        return grad * (x == out), None, None


def inside(of):
    """A wrong Clamp, given by where the gradient passes."""

    class Masked(Between):
        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return of(grad, x, ctx.low, ctx.high), None, None

    Masked.__name__ = of.__name__
    return Masked


@wrong("at the bounds themselves")
@inside
def strictly_inside(grad, x, low, high):
    return grad * ((x > low) & (x < high))


@wrong("at the upper bound")
@inside
def below_the_upper(grad, x, low, high):
    return grad * ((x >= low) & (x < high))


@wrong("at the lower bound")
@inside
def above_the_lower(grad, x, low, high):
    return grad * ((x > low) & (x <= high))


@wrong("passes everywhere")
@inside
def everywhere(grad, x, low, high):
    return grad


@wrong("outside of the bounds")
@inside
def outside(grad, x, low, high):
    return grad * ((x < low) | (x > high))


@wrong("Only the lower bound")
@inside
def from_below(grad, x, low, high):
    return grad * (x >= low)


@wrong("Only the upper bound")
@inside
def from_above(grad, x, low, high):
    return grad * (x <= high)


@wrong("The upstream gradient is missing")
@inside
def mask_alone(grad, x, low, high):
    return ((x >= low) & (x <= high)).to(x.dtype)


@wrong("multiplied by x")
@inside
def times_x(grad, x, low, high):
    return grad * x.clamp(low, high) * ((x >= low) & (x <= high))


@wrong("changes the upstream gradient in place")
@inside
def clamp_in_place(grad, x, low, high):
    grad[(x < low) | (x > high)] = 0
    return grad


@wrong("incorrect number of gradients", "for each argument")
class OneNone(Between):
    @staticmethod
    def backward(ctx, grad):
        return Between.backward(ctx, grad)[:2]


@wrong("gradient different than None", "return None for it")
class ZerosForBounds(Between):
    @staticmethod
    def backward(ctx, grad):
        return Between.backward(ctx, grad)[0], 0.0, 0.0


@wrong("all calls share")
class BoundsOfTheClass(Between):
    low = high = None

    @staticmethod
    def forward(ctx, x, low, high):
        BoundsOfTheClass.low, BoundsOfTheClass.high = low, high
        ctx.save_for_backward(x)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        passes = (x >= BoundsOfTheClass.low) & (x <= BoundsOfTheClass.high)
        return grad * passes, None, None


@wrong("kept as an attribute")
class ClampOnAttribute(Between):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.x, ctx.low, ctx.high = x, low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        return grad * ((ctx.x >= ctx.low) & (ctx.x <= ctx.high)), None, None


@wrong("Of the output every entry")
class OfTheOutput(Between):
    @staticmethod
    def forward(ctx, x, low, high):
        out = x.clamp(low, high)
        ctx.save_for_backward(out)
        ctx.low, ctx.high = low, high
        return out


@wrong("only from below")
class OnlyFromBelow(Between):
    @staticmethod
    def forward(ctx, x, low, high):
        Between.forward(ctx, x, low, high)
        return x.clamp(min=low)


# -- Round -----------------------------------------------------------------------------

right, wrong = answers_to("Round")


class Straight(Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad


@right
class RoundAsInTheBook(Straight):
    pass


@right
class AsATuple(Straight):
    @staticmethod
    def forward(ctx, x):
        return torch.round(x)

    @staticmethod
    def backward(ctx, grad):
        return (grad.clone(),)


@right
class TimesOne(Straight):
    @staticmethod
    def backward(ctx, grad):
        return grad * torch.ones_like(grad)


def back(of):
    """A wrong Round, given by its backward."""

    class Backward(Straight):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x.round()

        @staticmethod
        def backward(ctx, grad):
            return of(grad, *ctx.saved_tensors)

    Backward.__name__ = of.__name__
    return Backward


def to(of):
    """A wrong Round, given by its output."""

    class To(Straight):
        @staticmethod
        def forward(ctx, x):
            return of(x)

    To.__name__ = of.__name__
    return To


@wrong("zero everywhere")
@back
def true_derivative(grad, x):
    return torch.zeros_like(grad)


@wrong("The upstream gradient is missing")
@back
def ones(grad, x):
    return torch.ones_like(grad)


@wrong("gradient is rounded")
@back
def rounded_gradient(grad, x):
    return grad.round()


@wrong("The sign is wrong")
@back
def negative(grad, x):
    return -grad


@wrong("multiplied by the output")
@back
def times_the_output(grad, x):
    return grad * x.round()


@wrong("multiplied by x")
@back
def times_the_input(grad, x):
    return grad * x


@wrong("None for the input")
@back
def none_at_all(grad, x):
    return None


@wrong("None for the input")
@back
def returns_nothing(grad, x):
    pass


@wrong("sum of the upstream gradient")
@back
def summed(grad, x):
    return torch.ones_like(grad) * grad.sum()


@wrong("downwards")
@to
def floor(x):
    return x.floor()


@wrong("upwards")
@to
def ceil(x):
    return x.ceil()


@wrong("towards zero")
@to
def trunc(x):
    return x.trunc()


@wrong("even neighbour")
@to
def half_up(x):
    return (x + 0.5).floor()


@wrong("is not rounded")
@to
def not_rounded(x):
    return x.clone()


@wrong("float64")
@to
def in_double(x):
    return x.double().round()


@wrong("forward changed its input in place")
@to
def round_in_place(x):
    return x.round_()
