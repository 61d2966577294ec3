"""Answers to Clamp."""

from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function

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


@wrong("Where x equals high", "PyTorch's is grad")
@inside
def below_the_upper(grad, x, low, high):
    return grad * ((x >= low) & (x < high))


@wrong("Where x equals low", "PyTorch's is grad")
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


@wrong("Where x is above high", "PyTorch's is 0")
@inside
def from_below(grad, x, low, high):
    return grad * (x >= low)


@wrong("Where x is below low", "PyTorch's is 0")
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


@wrong("an object of type float", "None for what has none")
class ZerosForBounds(Between):
    @staticmethod
    def backward(ctx, grad):
        return Between.backward(ctx, grad)[0], 0.0, 0.0


@wrong("Keep everything on ctx")
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


@wrong("Where x is above high, and only there, the output is x")
class OnlyFromBelow(Between):
    @staticmethod
    def forward(ctx, x, low, high):
        Between.forward(ctx, x, low, high)
        return x.clamp(min=low)


@wrong("The gradient is clamped")
@inside
def clamped_gradient(grad, x, low, high):
    return grad.clamp(low, high)


@wrong("upper bound is used on both sides")
@inside
def by_its_size(grad, x, low, high):
    return grad * (x.abs() <= high)


@wrong("& and | bind closer", "brackets around each")
@inside
def without_brackets(grad, x, low, high):
    return grad * (x >= low & x <= high)


@wrong("(a <= x) & (x <= b)")
@inside
def chained(grad, x, low, high):
    return grad * (low <= x <= high)


@wrong("invalid gradient", "has the shape of its argument")
@inside
def picked(grad, x, low, high):
    return grad[(x >= low) & (x <= high)]


@wrong("x.clamp(low, high) takes each entry by itself")
class PythonsMinAndMax(Between):
    @staticmethod
    def forward(ctx, x, low, high):
        return min(max(x, low), high)


@wrong("Argument 2 of forward is no tensor")
class GradientsOfTheBounds(Between):
    @staticmethod
    def backward(ctx, grad):
        return Between.backward(ctx, grad)[0], grad.sum(), grad.sum()


@wrong("torch.tensor(low) is float32")
class BoundsAsTensors(Between):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x, torch.tensor(low), torch.tensor(high))
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        x, low, high = ctx.saved_tensors
        return grad * ((x >= low) & (x <= high)), None, None
