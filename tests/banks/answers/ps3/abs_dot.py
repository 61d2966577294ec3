"""Answers to AbsDot."""

import numpy as np
from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function

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


@right
class ByNumPy(Bars):
    """The sign is a number without history: its derivative is 0."""

    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        sign = float(np.sign(np.dot(u, v)))
        return grad * sign * v, grad * sign * u


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


@wrong("gradient of the other operand")
@slopes
def bars_swapped(grad, u, v):
    return grad * (u @ v).sign() * u, grad * (u @ v).sign() * v


@wrong("as in the lecture")
@slopes
def as_in_the_lecture(grad, u, v):
    return grad * u.sign() * v.abs(), grad * u.abs() * v.sign()


@wrong("slope used for u is v. It is sign(dot) * v")
@slopes
def of_the_product(grad, u, v):
    return grad * v, grad * u


@wrong("slope used for u is |v|", "sign(dot) * v")
@slopes
def without_signs(grad, u, v):
    return grad * v.abs(), grad * u.abs()


@wrong("a sign of its own")
@slopes
def sign_of_each(grad, u, v):
    sign = torch.sign(u * v)
    return grad * sign * v, grad * sign * u


@wrong("slope used for u is dot * v", "sign(dot) * v")
@slopes
def times_the_dot(grad, u, v):
    return grad * (u @ v) * v, grad * (u @ v) * u


@wrong("The sign is wrong")
@slopes
def bars_negated(grad, u, v):
    return -grad * (u @ v).sign() * v, -grad * (u @ v).sign() * u


@wrong("Where dot is 0", "is nan")
@slopes
def by_a_quotient(grad, u, v):
    factor = grad * (u @ v) / (u @ v).abs()
    return factor * v, factor * u


@wrong("incorrect number of gradients", "for each argument")
@slopes
def for_u_alone(grad, u, v):
    return grad * (u @ v).sign() * v


@wrong("None for argument 2")
@slopes
def none_for_v(grad, u, v):
    return grad * (u @ v).sign() * v, None


@wrong("changes the upstream gradient in place")
@slopes
def bars_in_place(grad, u, v):
    grad *= (u @ v).sign()
    return grad * v, grad * u


@wrong("forward computes dot, not |dot|")
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


@wrong("kept as an attribute")
class OnAttributes(Bars):
    @staticmethod
    def forward(ctx, u, v):
        ctx.u, ctx.v = u, v
        return (u @ v).abs()

    @staticmethod
    def backward(ctx, grad):
        sign = (ctx.u @ ctx.v).sign()
        return grad * sign * ctx.v, grad * sign * ctx.u


@wrong("raised ValueError", "0 of them")
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


@wrong("slope used for u is sign(u) * v")
@slopes
def own_signs(grad, u, v):
    return grad * u.sign() * v, grad * v.sign() * u


@wrong("slope used for u is sign(dot) * |v|")
@slopes
def bars_around_vectors(grad, u, v):
    sign = (u * v).sum().sign()
    return grad * sign * v.abs(), grad * sign * u.abs()


@wrong("its sign is 0", "tensor.sign() has")
@slopes
def one_if_positive(grad, u, v):
    sign = 1 if (u * v).sum() > 0 else -1
    return grad * sign * v, grad * sign * u


@wrong("its sign is 0", "tensor.sign() has")
@slopes
def one_unless_negative(grad, u, v):
    sign = -1 if (u * v).sum() < 0 else 1
    return grad * sign * v, grad * sign * u


@wrong("invalid gradient", "has the shape of its argument: [3]")
@slopes
def summed_up(grad, u, v):
    sign = (u * v).sum().sign()
    return (grad * sign * v).sum(), (grad * sign * u).sum()


@wrong("single number is multiplied by *")
@slopes
def with_at(grad, u, v):
    return grad @ v, grad @ u


@wrong("Nothing is recorded in backward", "as a formula")
@slopes
def by_autograd(grad, u, v):
    return torch.autograd.grad((u * v).sum().abs(), (u, v), grad)


@wrong("never negative")
class SignOfTheOutput(Bars):
    @staticmethod
    def forward(ctx, u, v):
        out = (u * v).sum().abs()
        ctx.save_for_backward(u, v, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        u, v, out = ctx.saved_tensors
        return grad * out.sign() * v, grad * out.sign() * u


@wrong("on one way through backward")
class SetOnOneWay(Bars):
    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        sign = (u * v).sum().sign()
        if ctx.needs_input_grad[0]:
            of_u = grad * sign * v
        if ctx.needs_input_grad[1]:
            of_v = grad * sign * u
        return of_u, of_v


@wrong("with square brackets")
class NeedsCalled(Bars):
    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        return grad * v if ctx.needs_input_grad(0) else None, grad * u


@wrong("type int", "tensor.sum() gives a tensor")
class PythonsSum(Bars):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u, v)
        return abs(sum(u * v))


@wrong("None for argument 2", "needs a gradient")
class NothingIfUIsFrozen(Bars):
    @staticmethod
    def backward(ctx, grad):
        if not ctx.needs_input_grad[0]:
            return None, None
        return Bars.backward(ctx, grad)


@wrong("v is kept as an attribute of ctx")
class OneOfTwoHidden(Function):
    @staticmethod
    def forward(ctx, u, v):
        ctx.save_for_backward(u)
        ctx.v = v
        return (u * v).sum().abs()

    @staticmethod
    def backward(ctx, grad):
        (u,) = ctx.saved_tensors
        sign = (u * ctx.v).sum().sign()
        return grad * sign * ctx.v, grad * sign * u


@wrong("divided by |dot| + 0.0001, and not by |dot|")
class SignWithAnEpsilon(Bars):
    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        dot = (u * v).sum()
        sign = dot / (dot.abs() + 1e-4)
        return grad * sign * v, grad * sign * u


@wrong("changed by the Function itself")
class SavedChangedInBackward(Bars):
    @staticmethod
    def backward(ctx, grad):
        u, v = ctx.saved_tensors
        sign = (u * v).sum().sign()
        return v.mul_(grad * sign), u.mul_(grad * sign)


@wrong("gradient of v is that of the other operand", "copied")
@slopes
def one_line_copied(grad, u, v):
    sign = (u * v).sum().sign()
    return grad * sign * v, grad * sign * v
