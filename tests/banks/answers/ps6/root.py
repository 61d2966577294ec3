"""Answers to Root."""

import numpy as np
from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function
from minigrad.autograd.function import once_differentiable

right, wrong = answers_to("Root")


def found(a):
    """The root, by Newton's method."""
    r = a.clone()
    while ((r**3 + r - a).abs() > 1e-12).any():
        r = r - (r**3 + r - a) / (3 * r * r + 1)
    return r


def slope(formula):
    """A backward that multiplies by this formula of r."""

    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return formula(grad, r)

    return staticmethod(backward)


class Result(Function):
    @staticmethod
    def forward(ctx, a):
        r = found(a)
        ctx.save_for_backward(r)
        return r

    backward = slope(lambda grad, r: grad / (3 * r**2 + 1))


class Argument(Result):
    """The argument is saved."""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return found(a)


@right
class AsInTheBook(Result):
    pass


@right
class ByBisection(Result):
    @staticmethod
    def forward(ctx, a):
        low, high = torch.zeros_like(a) - 20, torch.zeros_like(a) + 20
        for _ in range(60):
            middle = (low + high) / 2
            small = middle**3 + middle < a
            low = torch.where(small, middle, low)
            high = torch.where(small, high, middle)
        r = (low + high) / 2
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        r = ctx.saved_tensors[0]
        return grad * (3 * r.pow(2) + 1) ** -1


@right
class ALoopInNumPy(Result):
    @staticmethod
    def forward(ctx, a):
        numbers = a.detach().numpy()
        r = np.zeros_like(numbers)
        for _ in range(100):
            r = r - (r**3 + r - numbers) / (3 * r**2 + 1)
        r = torch.from_numpy(np.asarray(r))
        ctx.save_for_backward(r)
        return r

    backward = slope(lambda grad, r: grad / (1 + 3 * r * r))


@right
class EachEntryByItself(Result):
    @staticmethod
    def forward(ctx, a):
        def solve(number):
            r = 0.0
            while abs(r**3 + r - number) > 1e-12:
                r -= (r**3 + r - number) / (3 * r**2 + 1)
            return r

        flat = [solve(number) for number in a.reshape(-1).tolist()]
        r = torch.tensor(flat, dtype=a.dtype).reshape(a.shape)
        ctx.save_for_backward(r)
        return r

    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        return torch.div(grad, r * r * 3 + 1)


@wrong("a in the place of r")
class OfTheArgument(Argument):
    backward = slope(lambda grad, a: grad / (3 * a**2 + 1))


@wrong("factor 3")
class NoThree(Result):
    backward = slope(lambda grad, r: grad / (r**2 + 1))


@wrong("slope of r")
class NoOne(Result):
    backward = slope(lambda grad, r: grad / (3 * r**2))


@wrong("not solved")
class NotSolved(Result):
    backward = slope(lambda grad, r: grad * (3 * r**2 + 1))


@wrong("3 * r², and not 3 * r")
class NoSquare(Result):
    backward = slope(lambda grad, r: grad / (3 * r + 1))


@wrong("upstream gradient")
class NoUpstream(Result):
    backward = slope(lambda grad, r: 1 / (3 * r**2 + 1))


@wrong("upstream gradient alone")
class UpstreamAlone(Result):
    backward = slope(lambda grad, r: grad)


@wrong("sign")
class WrongSign(Result):
    backward = slope(lambda grad, r: -grad / (3 * r**2 + 1))


@wrong("lecture")
class AsInTheLecture(Result):
    backward = slope(lambda grad, r: grad / (2 * r))


@wrong("cannot be differentiated again")
class OnceOnly(Result):
    backward = staticmethod(
        once_differentiable(
            lambda ctx, grad: grad / (3 * ctx.saved_tensors[0] ** 2 + 1)
        )
    )


@wrong("cannot be differentiated again")
class Detached(Result):
    backward = slope(lambda grad, r: grad / (3 * r.detach() ** 2 + 1))


@wrong("cannot be differentiated again")
class SlopeFromForward(Result):
    @staticmethod
    def forward(ctx, a):
        r = found(a)
        ctx.save_for_backward(1 / (3 * r**2 + 1))
        return r

    backward = slope(lambda grad, slope: grad * slope)


@wrong("cannot be differentiated again")
class NumPyInBackward(Result):
    @staticmethod
    def backward(ctx, grad):
        r = ctx.saved_tensors[0].detach().numpy()
        return grad * torch.from_numpy(np.asarray(1 / (3 * r**2 + 1)))


@wrong("cannot be differentiated again")
class UnderNoGrad(Result):
    @staticmethod
    def backward(ctx, grad):
        (r,) = ctx.saved_tensors
        with torch.no_grad():
            slope = 1 / (3 * r**2 + 1)
        return grad * slope


@wrong("cannot be differentiated again")
class SavedACopy(Result):
    @staticmethod
    def forward(ctx, a):
        r = found(a)
        ctx.save_for_backward(r.clone())
        return r


@wrong("early")
class StopsTooEarly(Result):
    @staticmethod
    def forward(ctx, a):
        r = torch.zeros_like(a)
        for _ in range(5):
            r = r - (r**3 + r - a) / (3 * r * r + 1)
        ctx.save_for_backward(r)
        return r


@wrong("cube root")
class ACubeRoot(Result):
    @staticmethod
    def forward(ctx, a):
        r = a.sign() * a.abs() ** (1 / 3)
        ctx.save_for_backward(r)
        return r


@wrong("single True or False")
class NoAny(Result):
    @staticmethod
    def forward(ctx, a):
        r = a.clone()
        while (r**3 + r - a).abs() > 1e-12:
            r = r - (r**3 + r - a) / (3 * r * r + 1)
        ctx.save_for_backward(r)
        return r


@wrong("in place")
class InPlace(Result):
    @staticmethod
    def forward(ctx, a):
        number = a.clone()
        for _ in range(60):
            a -= (a**3 + a - number) / (3 * a * a + 1)
        r = a.clone()
        ctx.save_for_backward(r)
        return r


@wrong("ctx.save_for_backward")
class AnAttribute(Result):
    @staticmethod
    def forward(ctx, a):
        ctx.r = found(a)
        return ctx.r

    @staticmethod
    def backward(ctx, grad):
        return grad / (3 * ctx.r**2 + 1)
