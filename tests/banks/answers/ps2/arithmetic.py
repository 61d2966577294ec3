"""Answers to Add, Div and Pow."""

import numpy as np
from banks.answers.bank import answers_to
from banks.answers.ps2.made import with_backward, with_forward

from minigrad import Op

# -- Add -------------------------------------------------------------------------------

right, wrong = answers_to("Add")


class AddForward(Op):
    @staticmethod
    def forward(ctx, a, b):
        return a + b


class AddSavesBoth(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b


@right
class AsInTheBook(AddForward):
    @staticmethod
    def backward(ctx, grad):
        return grad, grad


@right
class ThatAsksWhatIsNeeded:
    @staticmethod
    def forward(ctx, a, b):
        return np.add(a, b)

    @staticmethod
    def backward(ctx, grad):
        return tuple(grad if needed else None for needed in ctx.needs_input_grad)


@right
class ThatSumsByItself(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.shapes = np.shape(a), np.shape(b)
        return a + b

    @staticmethod
    def backward(ctx, grad):
        def down(shape):
            full = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
            ones = tuple(i for i, size in enumerate(shape) if size == 1)
            return full.sum(axis=ones, keepdims=True)

        return tuple(map(down, ctx.shapes))


for name, words, formula in (
    (
        "ForgetsUpstream",
        ["upstream gradient is missing", "for a and b"],
        lambda grad, a, b: (np.ones_like(grad), np.ones_like(grad)),
    ),
    (
        "AsInAProduct",
        (
            "The slope used for a is b",
            "The slope used for b is a",
        ),
        lambda grad, a, b: (grad * b, grad * a),
    ),
    (
        "TimesItself",
        (
            "The slope used for a is a",
            "The slope used for b is b",
        ),
        lambda grad, a, b: (grad * a, grad * b),
    ),
    (
        "TimesOut",
        ("The slope used for b is out",),
        lambda grad, a, b: (grad, grad * (a + b)),
    ),
    (
        "AsInADifference",
        ["sign is wrong", "gradient of b"],
        lambda grad, a, b: (grad, -grad),
    ),
    (
        "Halved",
        ["constant factor", "gradient of a and b is 0.5 times"],
        lambda grad, a, b: (grad / 2, grad / 2),
    ),
    (
        "Doubled",
        ["constant factor", "gradient of a is 2 times"],
        lambda grad, a, b: (grad + grad, grad),
    ),
    (
        "DeadBranch",
        ["gradient of b is zero everywhere"],
        lambda grad, a, b: (grad, np.zeros_like(grad)),
    ),
    ("NoneForB", ["None as the gradient of b"], lambda grad, a, b: (grad, None)),
    (
        "OneForBoth",
        ["returned 1 gradient", "2 operands: a, b"],
        lambda grad, a, b: grad,
    ),
    (
        "SumsUpstream",
        ["sum of the upstream gradient"],
        lambda grad, a, b: (grad.sum() + 0 * grad, grad.sum() + 0 * grad),
    ),
    (
        "Averages",
        ["averaged where it must be summed", "a and b"],
        lambda grad, a, b: (mean_down(grad, np.shape(a)), mean_down(grad, np.shape(b))),
    ),
):
    wrong(*words)(with_backward(AddSavesBoth, name, formula))


def mean_down(full, shape):
    added = full.ndim - len(shape)
    axes = tuple(
        i
        for i in range(full.ndim)
        if i < added or (shape[i - added] == 1 and full.shape[i] > 1)
    )
    return full.mean(axis=axes).reshape(shape) if axes else full


@wrong("changed a in place")
class AddsInPlace(AsInTheBook):
    @staticmethod
    def forward(ctx, a, b):
        if a.shape != np.broadcast_shapes(a.shape, np.shape(b)):
            return a + b
        a += b
        return a


for name, words, formula in (
    ("Multiplies", ("forward computes a * b, not a + b",), lambda a, b: a * b),
    ("Subtracts", ("forward computes a - b, not a + b",), lambda a, b: a - b),
    ("Means", ("forward computes (a + b) / 2, not a + b",), lambda a, b: (a + b) / 2),
    ("LeavesBOut", ("forward computes a, not a + b",), lambda a, b: a + 0 * b),
    (
        "Joins",
        ["differs from PyTorch", "shape"],
        lambda a, b: np.append(np.ravel(a), np.ravel(b)),
    ),
):
    wrong(*words)(with_forward(AsInTheBook, name, formula))

# -- Div -------------------------------------------------------------------------------

right, wrong = answers_to("Div")


class DivSavesBoth(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / b


@right
class AsInTheBook(DivSavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad / b, -grad * a / (b * b)


@right
class OfTheOutput:
    @staticmethod
    def forward(ctx, a, b):
        out = np.divide(a, b)
        ctx.save_for_backward(b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        b, out = ctx.saved_tensors
        return grad / b, -grad * out / b


@right
class ByPowers(DivSavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.true_divide(grad, b)
        return grad_a, -(a / b) * grad_a


for name, words, formula in (
    (
        "ForgetsUpstream",
        ["upstream gradient is missing", "a and b"],
        lambda grad, a, b: (1 / b + 0 * grad, -a / b**2 + 0 * grad),
    ),
    (
        "ForgetsTheSign",
        ("The sign is wrong: the gradient of b is PyTorch's, negated",),
        lambda grad, a, b: (grad / b, grad * a / b**2),
    ),
    (
        "ForgetsTheSquare",
        ("The slope used for b is -out",),
        lambda grad, a, b: (grad / b, -grad * a / b),
    ),
    (
        "ForgetsBoth",
        ("The slope used for b is out",),
        lambda grad, a, b: (grad / b, grad * a / b),
    ),
    (
        "ForgetsTheNumerator",
        ("For b, backward computes -grad / b²",),
        lambda grad, a, b: (grad / b, -grad / b**2),
    ),
    (
        "ForgetsTheDenominator",
        ["The slope used for b is -a."],
        lambda grad, a, b: (grad / b, -grad * a),
    ),
    (
        "SameForBoth",
        ("The gradient of b is that of the other operand",),
        lambda grad, a, b: (grad / b, grad / b),
    ),
    (
        "Multiplies",
        ["slope used for a is b."],
        lambda grad, a, b: (grad * b, -grad * a / b**2),
    ),
    (
        "HandsOnUpstream",
        ["A factor is missing", "1 / b"],
        lambda grad, a, b: (grad, -grad * a / b**2),
    ),
    (
        "DividesByA",
        ["slope used for a is 1 / a"],
        lambda grad, a, b: (grad / a, -grad * a / b**2),
    ),
    (
        "BothWrong",
        (
            "The slope used for a is b",
            "The sign is wrong: the gradient of b is PyTorch's, negated",
        ),
        lambda grad, a, b: (grad * b, grad * a / b**2),
    ),
    (
        "Swapped",
        ["differs from PyTorch", "swapped"],
        lambda grad, a, b: (-grad * a / b**2, grad / b),
    ),
    ("NoneForB", ["None as the gradient of b"], lambda grad, a, b: (grad / b, None)),
    (
        "Twice",
        ["constant factor", "gradient of b is 2 times"],
        lambda grad, a, b: (grad / b, -2 * grad * a / b**2),
    ),
):
    wrong(*words)(with_backward(DivSavesBoth, name, formula))

for name, words, formula in (
    ("TheWrongWayRound", ("forward computes b / a, not a / b",), lambda a, b: b / a),
    ("MultipliesForward", ("forward computes a * b, not a / b",), lambda a, b: a * b),
    (
        "RoundsDown",
        ("forward rounds down to whole numbers, as // does",),
        lambda a, b: a // b,
    ),
):
    wrong(*words)(with_forward(AsInTheBook, name, formula))

# -- Pow -------------------------------------------------------------------------------

right, wrong = answers_to("Pow")


class PowForward(Op):
    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return a**n


@right
class AsInTheBook(PowForward):
    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        return grad * ctx.n * a ** (ctx.n - 1)


@right
class ByNumPy:
    @staticmethod
    def forward(ctx, base, exponent):
        ctx.save_for_backward(base)
        ctx.exponent = exponent
        return np.power(base, exponent)

    @staticmethod
    def backward(ctx, grad):
        base, n = ctx.saved_tensors[0], ctx.exponent
        lowered = np.ones_like(base) if n == 0 else np.power(base, n - 1)
        return n * lowered * grad, None


@right
class WithWhere(PowForward):
    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        slope = ctx.n * a ** float(ctx.n - 1)
        return grad * np.where(ctx.n == 0, np.zeros_like(a), slope)


def pow_wrong(name, words, formula):
    def backward(ctx, grad):
        return formula(grad, ctx.saved_tensors[0], ctx.n)

    methods = {"backward": staticmethod(backward)}
    wrong(*words)(type(name, (PowForward,), methods))


for name, words, formula in (
    (
        "ForgetsUpstream",
        ["upstream gradient is missing"],
        lambda grad, a, n: n * a ** (n - 1) if n else 0 * a,
    ),
    ("HandsOnUpstream", ["A factor is missing"], lambda grad, a, n: grad.copy()),
    (
        "ForgetsTheFactor",
        ("Except where n is 0: the slope used for a is out / a",),
        lambda grad, a, n: grad * a ** (n - 1) if n else 0 * a,
    ),
    (
        "KeepsTheExponent",
        ["exponent is not lowered"],
        lambda grad, a, n: grad * n * a**n,
    ),
    (
        "RaisesTheExponent",
        ("The slope used for a is a * n * out",),
        lambda grad, a, n: grad * n * a ** (n + 1),
    ),
    ("OfSquares", ("The slope used for a is a * n",), lambda grad, a, n: grad * n * a),
    (
        "FactorAlone",
        ("The slope used for a is n",),
        lambda grad, a, n: grad * n + 0 * a,
    ),
    (
        "ForTheExponent",
        ("The slope used for a is log(a) * out",),
        lambda grad, a, n: grad * a**n * np.log(a),
    ),
    (
        "LowersTooEarly",
        ("The slope used for a is (n - 1) * (out / a)",),
        lambda grad, a, n: grad * (n - 1) * a ** float(n - 1),
    ),
    (
        "NanAtZero",
        ("Where a and n are 0, and only there, the gradient of a is nan",),
        lambda grad, a, n: grad * n * a ** float(n - 1),
    ),
    (
        "Negated",
        ["sign is wrong"],
        lambda grad, a, n: -grad * n * a ** (n - 1) if n else 0 * a,
    ),
    (
        "TwoGradients",
        ["returned 2 gradients", "1 operand: a", "no gradient for n"],
        lambda grad, a, n: (grad * n * a ** float(n - 1), grad),
    ),
    (
        "InTheWrongPlace",
        ["stand in the wrong places", "order of"],
        lambda grad, a, n: (None, grad * n * a ** float(n - 1)),
    ),
):
    pow_wrong(name, words, formula)


def pow_output(name, words, formula):
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return formula(a, n)

    wrong(*words)(type(name, (AsInTheBook,), {"forward": staticmethod(forward)}))


for name, words, formula in (
    (
        "Swaps",
        ("forward computes n ** a, not a ** n",),
        lambda a, n: np.power(float(n), a),
    ),
    ("Multiplies", ("forward computes a * n, not a ** n",), lambda a, n: a * n),
    (
        "OfTheAmount",
        ("forward computes |a| ** n, not a ** n",),
        lambda a, n: np.abs(a) ** n,
    ),
    ("Squares", ("forward computes a², not a ** n",), lambda a, n: a * a),
    (
        "InDoublePrecision",
        ["dtype is lost"],
        lambda a, n: np.power(a, n, dtype="float64") if a.dtype.kind == "f" else a**n,
    ),
):
    pow_output(name, words, formula)


@wrong("whole numbers to a negative power")
class SlopeInForward(Op):
    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(n * a ** (n - 1))
        ctx.n = n
        return a**n

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0] if ctx.n else np.zeros_like(grad)


@wrong("gradient of a is wrong only where PyTorch's is infinite")
class HidesInfinity(PowForward):
    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.nan_to_num(ctx.n * a ** float(ctx.n - 1))
