"""Answers to Swish."""

import numpy as np
from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function
from minigrad.autograd.function import once_differentiable

right, wrong = answers_to("Swish")


def slope(x, s, beta):
    return s + beta * x * s * (1 - s)


class Swish(Function):
    """Right; the wrong ones below have another forward, or another backward."""

    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * slope(x, s, ctx.beta), None


def backward_of(formula):
    """A backward with this formula of grad, x, s and beta."""

    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return formula(grad, x, torch.sigmoid(ctx.beta * x), ctx.beta), None

    return staticmethod(backward)


class Intermediate(Swish):
    """The sigmoid of forward is saved."""

    @staticmethod
    def forward(ctx, x, beta):
        s = torch.sigmoid(beta * x)
        ctx.save_for_backward(x, s)
        ctx.beta = beta
        return x * s

    @staticmethod
    def backward(ctx, grad):
        x, s = ctx.saved_tensors
        return grad * slope(x, s, ctx.beta), None


@right
class AsInTheBook(Swish):
    pass


@right
class ByExp(Swish):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x / (1 + torch.exp(-beta * x))

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors  # fmt: skip
        e = torch.exp(-ctx.beta * x)
        return grad * ((1 + e + ctx.beta * x * e) / (1 + e) ** 2), None


@right
class WithTheOutput(Swish):
    """β out + s (1 - β out), with an output that is saved."""

    @staticmethod
    def forward(ctx, x, beta):
        out = x * torch.sigmoid(beta * x)
        ctx.save_for_backward(x, out)
        ctx.beta = beta
        return out

    @staticmethod
    def backward(ctx, grad):
        x, out = ctx.saved_tensors
        s = (ctx.beta * x).sigmoid()
        return grad * (ctx.beta * out + s * (1 - ctx.beta * out)), None


@right
class ByAutograd(Swish):
    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        with torch.enable_grad():
            y = x * torch.sigmoid(ctx.beta * x)
            (g,) = torch.autograd.grad(y, x, grad, create_graph=True)
        return g, None


@wrong("intermediate")
class SigmoidFromForward(Intermediate):
    pass


@wrong("intermediate")
class SigmoidAsAnAttribute(Swish):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.s = torch.sigmoid(beta * x)
        ctx.beta = beta
        ctx.save_for_backward(x)
        return x * ctx.s

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * slope(x, ctx.s, ctx.beta), None


@wrong("slope", "lost")
class SlopeFromForward(Swish):
    @staticmethod
    def forward(ctx, x, beta):
        s = torch.sigmoid(beta * x)
        ctx.save_for_backward(slope(x, s, beta))
        return x * s

    @staticmethod
    def backward(ctx, grad):
        (found,) = ctx.saved_tensors
        return grad * found, None


@wrong("lost")
class OnceOnly(Swish):
    backward = staticmethod(once_differentiable(vars(Swish)["backward"].__func__))


@wrong("lost")
class InNumPy(Swish):
    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors[0].detach().numpy()
        s = 1 / (1 + np.exp(-ctx.beta * x))
        return grad * torch.from_numpy(np.asarray(slope(x, s, ctx.beta))), None


@wrong("lost")
class UnderNoGrad(Swish):
    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        with torch.no_grad():
            found = slope(x, torch.sigmoid(ctx.beta * x), ctx.beta)
        return grad * found, None


@wrong("intermediate")
class SigmoidOfADetachedX(Swish):
    backward = backward_of(
        lambda grad, x, s, beta: grad * slope(x, torch.sigmoid(beta * x.detach()), beta)
    )


@wrong("by way of grad")
class GradDetached(Swish):
    backward = backward_of(lambda grad, x, s, beta: grad.detach() * slope(x, s, beta))


@wrong("lost")
class Quietly(Swish):
    backward = backward_of(lambda grad, x, s, beta: (grad * slope(x, s, beta)).detach())


@wrong("upstream gradient")
class DropsGrad(Swish):
    backward = backward_of(lambda grad, x, s, beta: slope(x, s, beta))


@wrong("product")
class NoProductRule(Swish):
    backward = backward_of(lambda grad, x, s, beta: grad * s)


@wrong("product")
class OnlyTheSecondTerm(Swish):
    backward = backward_of(lambda grad, x, s, beta: grad * beta * x * s * (1 - s))


@wrong("beta")
class NoBetaInside(Swish):
    backward = backward_of(lambda grad, x, s, beta: grad * slope(x, s, 1.0))


@wrong("x")
class NoX(Swish):
    backward = backward_of(lambda grad, x, s, beta: grad * (s + beta * s * (1 - s)))


@wrong("minus")
class MinusInBetween(Swish):
    backward = backward_of(lambda grad, x, s, beta: grad * (s - beta * x * s * (1 - s)))


@wrong("s * (1 - s)")
class SlopeOfTheSigmoidOfASum(Swish):
    backward = backward_of(lambda grad, x, s, beta: grad * (s + beta * x * s * (1 + s)))


@wrong("brackets")
class BracketsLost(Swish):
    backward = backward_of(lambda grad, x, s, beta: grad * s + beta * x * s * (1 - s))


@wrong("forward", "beta")
class NoBetaInForward(Swish):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return x * torch.sigmoid(x)


@wrong("forward")
class OnlyASigmoid(Swish):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.save_for_backward(x)
        ctx.beta = beta
        return torch.sigmoid(beta * x)


@wrong("returns 2 values")
class OneGradient(Swish):
    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(ctx.beta * x)
        return grad * slope(x, s, ctx.beta)


@wrong("kept in a place")
class Shared(Swish):
    @staticmethod
    def forward(ctx, x, beta):
        Shared.kept = x, beta
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        x, beta = Shared.kept
        return grad * slope(x, torch.sigmoid(beta * x), beta), None


@wrong("keeps a tensor as ctx.x")
class KeptAsAnAttribute(Swish):
    @staticmethod
    def forward(ctx, x, beta):
        ctx.x, ctx.beta = x, beta
        return x * torch.sigmoid(beta * x)

    @staticmethod
    def backward(ctx, grad):
        return grad * slope(ctx.x, torch.sigmoid(ctx.beta * ctx.x), ctx.beta), None
