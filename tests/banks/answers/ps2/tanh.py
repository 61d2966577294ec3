"""Answers to Tanh."""

import numpy as np
from banks.answers.bank import answers_to

from minigrad import Op

right, wrong = answers_to("Tanh")

# -- right -----------------------------------------------------------------------------


class SavesOut(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out


class SavesIn(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)


@right
class AsInTheBook(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out * out)


@right
class MultipliedOut(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors[0]
        return (grad - grad * out**2,)


@right
class OfTheInput(SavesIn):
    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (1 - np.tanh(a)) * (1 + np.tanh(a))


@right
class ByCosh(SavesIn):
    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / np.cosh(a) ** 2


# -- wrong -----------------------------------------------------------------------------


@wrong("saves what is no operand and no output")
class ByTheSigmoid:
    """2 / (1 + exp(-2a)) - 1, and the slope from its parts; exp may overflow to inf."""

    @staticmethod
    def forward(ctx, a):
        sigmoid = 1 / (1 + np.exp(-2 * a))
        ctx.save_for_backward(sigmoid)
        return 2 * sigmoid - 1

    @staticmethod
    def backward(ctx, grad):
        (sigmoid,) = ctx.saved_tensors
        return 4 * grad * sigmoid * (1 - sigmoid)


@wrong("saves what is no operand and no output")
class WithTheSlopeSaved(Op):
    """A change of the output is not noticed; no second derivatives."""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(1 - out * out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return grad * slope


@wrong("upstream gradient is missing")
class ForgetsUpstream(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return 1 - out * out


@wrong("factor is missing", "upstream gradient alone")
class HandsOnUpstream(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        return grad.copy()


@wrong("The slope used for a is 1 - a²")
class SquaresTheInput(SavesIn):
    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (1 - a * a)


@wrong("The slope used for a is 1 - out")
class WithoutSquare(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out)


@wrong("The slope used for a is out")
class TimesOut(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out


@wrong("The slope used for a is out²")
class TimesSquare(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out**2


@wrong("1 + out²")
class Plus(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 + out * out)


@wrong("The sign is wrong: the gradient of a is PyTorch's, negated")
class Negated(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (out * out - 1)


@wrong("that of the sigmoid")
class WithTheSlopeOfSigmoid(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out * (1 - out)


@wrong("tanh is taken once more")
class TakenTwice(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors  # it is out that was saved
        return grad * (1 - np.tanh(a) ** 2)


@wrong("For a, backward computes grad / cosh(a)")
class WithCosh(SavesIn):
    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / np.cosh(a)


@wrong("factor grad too many")
class UpstreamTwice(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out * out) * grad


@wrong("constant factor", "0.5 times")
class Half(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out * out) / 2


@wrong("zero everywhere")
class Zero(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        return np.zeros_like(grad)


@wrong("forward computes tan(a), not tanh(a)")
class ByTan(AsInTheBook):
    @staticmethod
    def forward(ctx, a):
        out = np.tan(a)
        ctx.save_for_backward(out)
        return out


@wrong("forward computes arctan(a), not tanh(a)")
class ByArctan(AsInTheBook):
    @staticmethod
    def forward(ctx, a):
        out = np.arctan(a)
        ctx.save_for_backward(out)
        return out


@wrong("forward computes sigmoid(a), not tanh(a)")
class BySigmoid(AsInTheBook):
    @staticmethod
    def forward(ctx, a):
        out = 1 / (1 + np.exp(-a))
        ctx.save_for_backward(out)
        return out


@wrong("the output is nan")
class ByExponentials(AsInTheBook):
    @staticmethod
    def forward(ctx, a):
        out = (np.exp(a) - np.exp(-a)) / (np.exp(a) + np.exp(-a))
        ctx.save_for_backward(out)
        return out


@wrong("raised ValueError", "too many values", "tuple of 2")
class SavesTooMuch(AsInTheBook):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(a, out)
        return out


@wrong("ctx.saved_tensors is a tuple", "grad * (1 - out * out)")
class DoesNotUnpack(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        out = ctx.saved_tensors
        return grad * (1 - out * out)


@wrong("type float")
class OfNumbers(AsInTheBook):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out if out.ndim else float(out)


@wrong("differs from PyTorch", "gradient of a")
class ByFiniteDifferences(SavesIn):
    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        h = 1e-5
        slope = (np.tanh(a + h) - np.tanh(a - h)) / (2 * h)
        return np.asarray(grad * slope, grad.dtype)


@wrong("The gradient of a has the right numbers, but in the wrong places")
class Transposed(SavesOut):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        slope = grad * (1 - out * out)
        return slope.T.reshape(slope.shape)


@wrong("The slope used for a is 1 - 0.9 * out³")
class NobodyKnows(SavesOut):
    """No usual mistake: only what is known is said."""

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - 0.9 * out * out * out)
