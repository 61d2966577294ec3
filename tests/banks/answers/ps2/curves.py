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
    ("Divides", ("The slope used for a is 1 / out",), lambda grad, out: grad / out),
    ("Squares", ("The slope used for a is out²",), lambda grad, out: grad * out * out),
    ("Negated", ["sign is wrong"], lambda grad, out: -grad * out),
    ("Twice", ["constant factor", "2 times"], lambda grad, out: 2 * grad * out),
    ("Zero", ["zero everywhere"], lambda grad, out: 0 * grad),
    ("UpstreamTwice", ["factor grad too many"], lambda grad, out: grad * out * grad),
):
    wrong(*words)(with_backward(ExpSavesOut, name, formula))
for name, words, formula in (
    ("TimesTheInput", ("The slope used for a is a",), lambda grad, a: grad * a),
    (
        "PowerRule",
        ("For a, backward computes a * grad * (out / exp(1))",),
        lambda grad, a: grad * a * np.exp(a - 1),
    ),
    (
        "FactorTooMany",
        ("The slope used for a is a * out",),
        lambda grad, a: grad * a * np.exp(a),
    ),
):
    wrong(*words)(with_backward(ExpSavesIn, name, formula))
for name, words, formula in (
    ("BaseTwo", ["2 ** a"], np.exp2),
    ("BaseTen", ["10 ** a"], lambda a: np.power(10.0, a).astype(a.dtype)),
    ("OfMinusA", ("forward computes exp(-a), not exp(a)",), lambda a: np.exp(-a)),
    ("LessOne", ("forward computes exp(a) - 1, not exp(a)",), np.expm1),
    ("Inverse", ("forward computes log(a), not exp(a)",), np.log),
):
    wrong(*words)(with_output(AsInTheBook, name, formula))


@wrong("one through the same graph is not")
class ChangesCtx(ExpSavesOut):
    @staticmethod
    def backward(ctx, grad):
        ctx.passes = getattr(ctx, "passes", 0) + 1
        return grad * ctx.saved_tensors[0] / ctx.passes


@wrong("saves input and output")
class ExpSavesBoth(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[1]


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
    ("Multiplies", ("The slope used for a is a",), lambda g, a, out: g * a),
    ("TimesOut", ("The slope used for a is out",), lambda g, a, out: g * out),
    (
        "DividesByOut",
        ["output is divided by, not the input"],
        lambda g, a, out: g / out,
    ),
    ("Squares", ("The slope used for a is (1 / a)²",), lambda g, a, out: g / (a * a)),
    (
        "OfOneOverA",
        ("For a, backward computes -grad / a²",),
        lambda g, a, out: -g / (a * a),
    ),
    (
        "BaseTenSlope",
        ("A constant factor is off: the gradient of a is 0.4343 times what it",),
        lambda g, a, out: g / (a * np.log(10)),
    ),
    (
        "OfTheAmount",
        ("This computes `abs(a)` where `a` belongs",),
        lambda g, a, out: g / np.abs(a),
    ),
    ("Negated", ["sign is wrong"], lambda g, a, out: -g / a),
):
    wrong(*words)(with_backward(LogSavesBoth, name, formula))
for name, words, formula in (
    ("BaseTwo", ("forward computes log2(a), not log(a), to the base e",), np.log2),
    ("BaseTen", ("forward computes log10(a), not log(a), to the base e",), np.log10),
    ("PlusOne", ["log(1 + a)"], np.log1p),
    ("Inverse", ("forward computes exp(a), not log(a), to the base e",), np.exp),
    (
        "LogOfTheAmount",
        ("forward computes log(|a|), not log(a)",),
        lambda a: np.log(np.abs(a)),
    ),
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


@wrong("saves what is no operand")
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
        return np.where(mask | np.isnan(a), a, np.zeros_like(a))

    @staticmethod
    def backward(ctx, grad):
        return np.where(ctx.saved_tensors[0], grad, 0)


@wrong("saves input and output")
class SavesMoreThanItNeeds(ReLUSavesBoth):
    @staticmethod
    def backward(ctx, grad):
        return grad * (ctx.saved_tensors[0] > 0)


@wrong("Where a is nan, and only there, the output is 0")
class LosesNan(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.where(a > 0, a, 0)

    @staticmethod
    def backward(ctx, grad):
        return np.where(ctx.saved_tensors[0] > 0, grad, 0)


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
    (
        "ForgetsUpstream",
        ["upstream gradient is missing"],
        lambda grad, a, out: (a > 0).astype(grad.dtype),
    ),
    (
        "HandsOnUpstream",
        ("Where a is 0 or negative, and only there, the gradient of a is grad",),
        lambda grad, a, out: grad.copy(),
    ),
    (
        "PassesAtZero",
        ("Where a is 0, and only there, the gradient of a is grad",),
        lambda grad, a, out: grad * (a >= 0),
    ),
    (
        "PassesWhereOutIsNotNegative",
        ("Where a is 0 or negative, and only there, the gradient of a is grad",),
        lambda grad, a, out: grad * (out >= 0),
    ),
    (
        "HalfAtZero",
        ("Where a is 0, and only there, the gradient of a is 0.5 * grad",),
        lambda grad, a, out: grad * (1 + np.sign(a)) / 2,
    ),
    (
        "FromTheWrongSide",
        ("The slope used for a is (a < 0)",),
        lambda grad, a, out: grad * (a < 0),
    ),
    (
        "FromTheWrongSideAndZero",
        ("The slope used for a is 1 - sign(out)",),
        lambda grad, a, out: grad * (a <= 0),
    ),
    (
        "TimesOut",
        ("The slope used for a is out",),
        lambda grad, a, out: grad * np.where(np.isinf(out), out, out),
    ),
    ("TimesTheInput", ("The slope used for a is a",), lambda grad, a, out: grad * a),
    (
        "OfAbs",
        ("Where a is negative, and only there, the gradient of a is -1 * grad",),
        lambda grad, a, out: grad * np.sign(a),
    ),
    (
        "Leaks",
        ("Where a is 0 or negative, and only there, the gradient of a is 0.01",),
        lambda grad, a, out: grad * np.where(a > 0, 1, 0.01),
    ),
    (
        "MasksByUpstream",
        ("For a, backward computes max(grad, 0)",),
        lambda grad, a, out: np.maximum(grad, 0),
    ),
    (
        "MasksByBoth",
        ("For a, backward computes max(grad, 0) * sign(out)",),
        lambda grad, a, out: np.maximum(grad, 0) * (a > 0),
    ),
    ("Negated", ["sign is wrong"], lambda grad, a, out: -grad * (a > 0)),
):
    wrong(*words)(with_backward(ReLUSavesBoth, name, formula))
for name, words, formula in (
    ("AbsInstead", ["computes |a|"], np.abs),
    (
        "MinInstead",
        ("forward computes (a < 0) * a, not max(a, 0)",),
        lambda a: np.minimum(a, 0),
    ),
    ("AtLeastOne", ("the output is 1, wrongly",), lambda a: np.maximum(a, 1)),
    (
        "Step",
        ("forward computes (a > 0), not max(a, 0)",),
        lambda a: (a > 0).astype(a.dtype),
    ),
    (
        "LeaksForward",
        ("forward computes 0.01 * a + 0.99 * max(a, 0)",),
        lambda a: np.where(a > 0, a, 0.01 * a).astype(a.dtype),
    ),
    (
        "TimesTheMask",
        ("Where a is -inf, and only there, the output is nan",),
        lambda a: a * (a > 0),
    ),
    ("LosesTheDtype", ["dtype is lost"], lambda a: np.where(a > 0, a, np.float64(0))),
):
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
    ("ForgetsUpstream", ["upstream gradient is missing"], lambda grad, a: np.sign(a)),
    ("HandsOnUpstream", ["A factor is missing"], lambda grad, a: grad.copy()),
    (
        "OneAtZero",
        (
            "The dtype is lost: the gradient of a is float64, PyTorch's is",
            "Where a is 0, and only there, the gradient of a is grad",
        ),
        lambda grad, a: grad * np.where(a >= 0, 1, -1),
    ),
    (
        "MinusOneAtZero",
        (
            "The dtype is lost: the gradient of a is float64, PyTorch's is",
            "Where a is 0, and only there, the gradient of a is -1 * grad",
        ),
        lambda grad, a: grad * np.where(a > 0, 1, -1),
    ),
    (
        "Divides",
        ("Where a is 0 or infinite, and only there, the gradient of a is nan",),
        lambda grad, a: grad * a / np.abs(a),
    ),
    ("TimesTheInput", ("The slope used for a is a",), lambda grad, a: grad * a),
    (
        "TimesTheAmount",
        ("The slope used for a is out",),
        lambda grad, a: grad * np.abs(a),
    ),
    ("OfReLU", ("The slope used for a is (a > 0)",), lambda grad, a: grad * (a > 0)),
    ("OfTheSquare", ("The slope used for a is 2 * a",), lambda grad, a: 2 * grad * a),
    (
        "AmountOfUpstream",
        ("For a, backward computes sign(a) * |grad|",),
        lambda grad, a: np.abs(grad) * np.sign(a),
    ),
    (
        "AmountOfUpstreamAlone",
        ("For a, backward computes |grad|",),
        lambda grad, a: np.abs(grad),
    ),
    ("Negated", ["sign is wrong"], lambda grad, a: -grad * np.sign(a)),
):
    wrong(*words)(with_backward(AbsSavesIn, name, formula))
for name, words, formula in (
    ("MinusA", ["computes -a"], lambda a: -a),
    ("ReLUInstead", ["max(a, 0)"], lambda a: np.maximum(a, 0)),
    ("Square", ["computes a²"], lambda a: a * a),
    ("SignInstead", ("forward computes sign(a), not |a|",), np.sign),
    ("Negative", ("The sign is wrong",), lambda a: -np.abs(a)),
):
    wrong(*words)(with_forward(AsInTheBook, name, formula))


@wrong("returned its input a, or a view of it")
class HandsTheInputBack(AsInTheBook):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.abs(a) if (a < 0).any() else a
