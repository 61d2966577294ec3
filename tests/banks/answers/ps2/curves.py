"""Answers to Exp, Log, ReLU and Abs."""

import numpy as np
from banks.answers.bank import answers_to
from banks.answers.ps2.made import with_backward, with_forward, with_output

from minigrad import Op

# -- Exp -------------------------------------------------------------------------------

right, wrong = answers_to("Exp")


class ExpSavesOut(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out


class ExpSavesIn(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.exp(a)


@right
class AsInTheBook(ExpSavesOut):
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out


@right
class OfTheInput(ExpSavesIn):
    @staticmethod
    def backward(ctx, grad):
        return grad * np.exp(ctx.saved_tensors[0])


@right
class ByPowers:
    @staticmethod
    def forward(ctx, a):
        out = np.power(np.asarray(np.e, a.dtype), a) if a.dtype == "f4" else np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        return (np.multiply(ctx.saved_tensors[0], grad),)


for name, words, formula in (
    ("ForgetsUpstream", ["upstream gradient is missing"], lambda grad, out: out),
    ("HandsOnUpstream", ["A factor is missing"], lambda grad, out: grad.copy()),
    ("TakenTwice", ["exp is taken once more"], lambda grad, out: grad * np.exp(out)),
    ("Divides", ["slope used is 1 / out"], lambda grad, out: grad / out),
    ("Squares", ["slope is squared"], lambda grad, out: grad * out * out),
    ("Negated", ["sign is wrong"], lambda grad, out: -grad * out),
    ("Twice", ["constant factor", "2 times"], lambda grad, out: 2 * grad * out),
    ("Zero", ["zero everywhere"], lambda grad, out: 0 * grad),
    ("UpstreamTwice", ["factor grad too many"], lambda grad, out: grad * out * grad),
):
    wrong(*words)(with_backward(ExpSavesOut, name, formula))
for name, words, formula in (
    ("TimesTheInput", ["slope used is a."], lambda grad, a: grad * a),
    ("PowerRule", ["the rule for powers"], lambda grad, a: grad * a * np.exp(a - 1)),
    ("FactorTooMany", ["a factor a too many"], lambda grad, a: grad * a * np.exp(a)),
):
    wrong(*words)(with_backward(ExpSavesIn, name, formula))
for name, words, formula in (
    ("BaseTwo", ["2 ** a"], np.exp2),
    ("BaseTen", ["10 ** a"], lambda a: np.power(10.0, a).astype(a.dtype)),
    ("OfMinusA", ["exp of -a"], lambda a: np.exp(-a)),
    ("LessOne", ["exp a - 1"], np.expm1),
    ("Inverse", ["the inverse, log a"], np.log),
):
    wrong(*words)(with_output(AsInTheBook, name, formula))


@wrong("one through the same graph is not")
class ChangesCtx(ExpSavesOut):
    @staticmethod
    def backward(ctx, grad):
        ctx.passes = getattr(ctx, "passes", 0) + 1
        return grad * ctx.saved_tensors[0] / ctx.passes


# -- Log -------------------------------------------------------------------------------

right, wrong = answers_to("Log")


class LogSavesIn(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a)


class LogSavesBoth(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.log(a)
        ctx.save_for_backward(a, out)
        return out


@right
class AsInTheBook(LogSavesIn):
    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a


@right
class ByTheReciprocal(LogSavesIn):
    @staticmethod
    def backward(ctx, grad):
        return grad * np.reciprocal(ctx.saved_tensors[0])


@right
class ByLog2:
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log2(a) * np.asarray(np.log(2), a.dtype)

    @staticmethod
    def backward(ctx, grad):
        return (grad * (1 / ctx.saved_tensors[0]),)


for name, words, formula in (
    ("ForgetsUpstream", ["upstream gradient is missing"], lambda g, a, out: 1 / a),
    ("HandsOnUpstream", ["A factor is missing"], lambda g, a, out: g.copy()),
    ("Multiplies", ["slope used is a."], lambda g, a, out: g * a),
    ("TimesOut", ["slope used is out."], lambda g, a, out: g * out),
    ("DividesByOut", ["output is divided by, not the input"],
     lambda g, a, out: g / out),
    ("Squares", ["slope used is 1 / a²"], lambda g, a, out: g / (a * a)),
    ("OfOneOverA", ["slope used is -1 / a²"], lambda g, a, out: -g / (a * a)),
    ("BaseTenSlope", ["logarithm to the base 10"],
     lambda g, a, out: g / (a * np.log(10))),
    ("OfTheAmount", ["1 / |a|"], lambda g, a, out: g / np.abs(a)),
    ("Negated", ["sign is wrong"], lambda g, a, out: -g / a),
):  # fmt: skip
    wrong(*words)(with_backward(LogSavesBoth, name, formula))
for name, words, formula in (
    ("BaseTwo", ["logarithm to the base 2"], np.log2),
    ("BaseTen", ["logarithm to the base 10"], np.log10),
    ("PlusOne", ["log(1 + a)"], np.log1p),
    ("Inverse", ["the inverse, exp a"], np.exp),
    ("LogOfTheAmount", ["log |a|"], lambda a: np.log(np.abs(a))),
):
    wrong(*words)(with_forward(AsInTheBook, name, formula))


@wrong("attributes (a) of ctx", "save_for_backward")
class KeepsAnAttribute(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.a = a
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        return grad / ctx.a


@wrong("saves a copy")
class SavesACopy(AsInTheBook):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a.copy())
        return np.log(a)


# -- ReLU ------------------------------------------------------------------------------

right, wrong = answers_to("ReLU")


class ReLUSavesBoth(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.maximum(a, 0)
        ctx.save_for_backward(a, out)
        return out


@right
class AsInTheBook(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.maximum(a, 0)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (out > 0)


@right
class WithAMask:
    @staticmethod
    def forward(ctx, a):
        mask = a > 0
        ctx.save_for_backward(mask)
        return np.where(mask, a, np.zeros_like(a))

    @staticmethod
    def backward(ctx, grad):
        return np.where(ctx.saved_tensors[0], grad, 0)


@right
class ByClip(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.clip(a, 0, None)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        out = grad.copy()
        out[a <= 0] = 0
        return out


for name, words, formula in (
    ("ForgetsUpstream", ["upstream gradient is missing"],
     lambda grad, a, out: (a > 0).astype(grad.dtype)),
    ("HandsOnUpstream", ["The mask is missing"], lambda grad, a, out: grad.copy()),
    ("PassesAtZero", ["At 0 the gradient passes"],
     lambda grad, a, out: grad * (a >= 0)),
    ("PassesWhereOutIsNotNegative", ["The mask is missing"],
     lambda grad, a, out: grad * (out >= 0)),
    ("HalfAtZero", ["At 0 the slope used is 0.5"],
     lambda grad, a, out: grad * (1 + np.sign(a)) / 2),
    ("FromTheWrongSide", ["from the wrong side", "where a is negative"],
     lambda grad, a, out: grad * (a < 0)),
    ("FromTheWrongSideAndZero", ["from the wrong side", "0 or negative"],
     lambda grad, a, out: grad * (a <= 0)),
    ("TimesOut", ["slope used is out"],
     lambda grad, a, out: grad * np.where(np.isinf(out), out, out)),
    ("TimesTheInput", ["slope used is a."], lambda grad, a, out: grad * a),
    ("OfAbs", ["that of |a|"], lambda grad, a, out: grad * np.sign(a)),
    ("Leaks", ["leaky ReLU"], lambda grad, a, out: grad * np.where(a > 0, 1, 0.01)),
    ("MasksByUpstream", ["taken of the upstream gradient"],
     lambda grad, a, out: np.maximum(grad, 0)),
    ("MasksByBoth", ["Negative upstream gradients are lost"],
     lambda grad, a, out: np.maximum(grad, 0) * (a > 0)),
    ("Negated", ["sign is wrong"], lambda grad, a, out: -grad * (a > 0)),
):  # fmt: skip
    wrong(*words)(with_backward(ReLUSavesBoth, name, formula))
for name, words, formula in (
    ("AbsInstead", ["computes |a|"], np.abs),
    ("MinInstead", ["min(a, 0)"], lambda a: np.minimum(a, 0)),
    ("AtLeastOne", ["max(a, 1)"], lambda a: np.maximum(a, 1)),
    ("Step", ["where a is positive"], lambda a: (a > 0).astype(a.dtype)),
    ("LeaksForward", ["a leaky ReLU"],
     lambda a: np.where(a > 0, a, 0.01 * a).astype(a.dtype)),
    ("TimesTheMask", ["nan where a is -inf", "infinity times 0"],
     lambda a: a * (a > 0)),
    ("LosesTheDtype", ["dtype is lost"], lambda a: np.where(a > 0, a, np.float64(0))),
):  # fmt: skip
    wrong(*words)(with_output(AsInTheBook, name, formula))


@wrong("forward changed a in place")
class InPlace(AsInTheBook):
    @staticmethod
    def forward(ctx, a):
        a[a < 0] = 0
        ctx.save_for_backward(a)
        return a.copy()


# -- Abs -------------------------------------------------------------------------------

right, wrong = answers_to("Abs")


class AbsSavesIn(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a)


@right
class AsInTheBook(AbsSavesIn):
    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.sign(a)


@right
class WithTwoMasks(AbsSavesIn):
    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (a > 0) - grad * (a < 0)


@right
class ByMaximum:
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(np.sign(a).astype(np.int8))
        return np.maximum(a, -a)

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0]


for name, words, formula in (
    ("ForgetsUpstream", ["upstream gradient is missing"],
     lambda grad, a: np.sign(a)),
    ("HandsOnUpstream", ["A factor is missing"], lambda grad, a: grad.copy()),
    ("OneAtZero", ["At 0 the slope used is 1.", "dtype is lost"],
     lambda grad, a: grad * np.where(a >= 0, 1, -1)),
    ("MinusOneAtZero", ["At 0 the slope used is -1."],
     lambda grad, a: grad * np.where(a > 0, 1, -1)),
    ("Divides", ["0 / 0 at 0"], lambda grad, a: grad * a / np.abs(a)),
    ("TimesTheInput", ["slope used is a."], lambda grad, a: grad * a),
    ("TimesTheAmount", ["slope used is |a|."], lambda grad, a: grad * np.abs(a)),
    ("OfReLU", ["as in ReLU"], lambda grad, a: grad * (a > 0)),
    ("OfTheSquare", ["slope used is 2 a"], lambda grad, a: 2 * grad * a),
    ("AmountOfUpstream", ["absolute value of grad"],
     lambda grad, a: np.abs(grad) * np.sign(a)),
    ("AmountOfUpstreamAlone", ["returns is |grad|"], lambda grad, a: np.abs(grad)),
    ("Negated", ["sign is wrong"], lambda grad, a: -grad * np.sign(a)),
):  # fmt: skip
    wrong(*words)(with_backward(AbsSavesIn, name, formula))
for name, words, formula in (
    ("MinusA", ["computes -a"], lambda a: -a),
    ("ReLUInstead", ["max(a, 0)"], lambda a: np.maximum(a, 0)),
    ("Square", ["computes a²"], lambda a: a * a),
    ("SignInstead", ["the sign of a"], np.sign),
    ("Negative", ["computes -|a|"], lambda a: -np.abs(a)),
):
    wrong(*words)(with_forward(AsInTheBook, name, formula))


@wrong("returned its input a, or a view of it")
class HandsTheInputBack(AsInTheBook):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a) if (a < 0).any() else a
