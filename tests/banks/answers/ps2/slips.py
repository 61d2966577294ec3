"""Slips of the pen, and NumPy's errors, in the ops of problem set 2."""

import math

import numpy as np
from banks.answers.bank import answers_to

import minigrad as torch
from minigrad import Op

from .arithmetic import AddSavesBoth, DivSavesBoth, PowForward
from .curves import AbsSavesIn, LogSavesIn
from .index import IndexForward
from .made import with_backward
from .mul import SavesBoth as MulSavesBoth
from .products import BatchSavesBoth
from .reductions import MaxForward, MeanForward, NormForward, wrong_backward
from .sum import Forward as SumForward
from .tanh import SavesOut as TanhSavesOut


def slip(piece, base, name, words, formula):
    """`base`, but backward returns `formula(grad, *ctx.saved_tensors)`."""
    _, wrong = answers_to(piece)
    wrong(*words)(with_backward(base, name, formula))


def forwards(piece, name, words, formula):
    """forward computes `formula(*args)`, and nobody comes to backward."""
    _, wrong = answers_to(piece)
    methods = {
        "forward": staticmethod(lambda ctx, *args: formula(*args)),
        "backward": staticmethod(lambda ctx, grad: grad),
    }
    wrong(*words)(type(name, (Op,), methods))


def over_axes(piece, base, name, words, formula):
    """`base`, but backward returns `formula(ctx, grad)`."""
    _, wrong = answers_to(piece)
    wrong_backward(wrong, base, name, words, formula)


# -- one operand or two ----------------------------------------------------------------

for each in (
    (
        "Add",
        AddSavesBoth,
        "Ones",
        ("What backward returns for a and b is 1 everywhere: the upstream",),
        lambda grad, a, b: (np.ones_like(a), np.ones_like(b)),
    ),
    (
        "Add",
        AddSavesBoth,
        "AddsTheOperand",
        (
            "For a, backward computes grad + a",
            "For b, backward computes grad + b",
        ),
        lambda grad, a, b: (grad + a, grad + b),
    ),
    (
        "Mul",
        MulSavesBoth,
        "ByNumPysDot",
        ["raised ValueError", "Entry by entry it is *"],
        lambda grad, a, b: (np.dot(grad, b), np.dot(grad, a)),
    ),
    (
        "Mul",
        MulSavesBoth,
        "Reshapes",
        ["raised ValueError", "keeps all entries"],
        lambda grad, a, b: ((grad * b).reshape(a.shape), (grad * a).reshape(b.shape)),
    ),
    (
        "Div",
        DivSavesBoth,
        "WithoutBrackets",
        ("The slope used for b is -a",),
        lambda grad, a, b: (grad / b, -grad * a / b * b),
    ),
    (
        "Div",
        DivSavesBoth,
        "WithoutBracketsAndSign",
        ("The slope used for b is a",),
        lambda grad, a, b: (grad / b, grad * a / b * b),
    ),
    (
        "Div",
        DivSavesBoth,
        "OverTheOther",
        ["slope used for b is 1 / a"],
        lambda grad, a, b: (grad / b, grad / a),
    ),
    (
        "Div",
        DivSavesBoth,
        "WithACaret",
        ["raised TypeError", "power is written **"],
        lambda grad, a, b: (grad / b, -grad * a / b ^ 2),
    ),
    (
        "Log",
        LogSavesIn,
        "UpsideDown",
        ("For a, backward computes a / grad",),
        lambda grad, a: a / grad,
    ),
    (
        "Tanh",
        TanhSavesOut,
        "WithoutBrackets",
        ("For a, backward computes grad - out²",),
        lambda grad, out: grad * 1 - out**2,
    ),
    (
        "Abs",
        AbsSavesIn,
        "OfTheOutput",
        ("The slope used for a is sign(out)",),
        lambda grad, a: grad * np.sign(np.abs(a)),
    ),
    (
        "Abs",
        AbsSavesIn,
        "TheWrongWayRound",
        ("For a, backward computes a * sign(grad)",),
        lambda grad, a: a * np.sign(grad),
    ),
):
    slip(*each)
for each in (
    (
        "Pow",
        PowForward,
        "WithoutBrackets",
        ("Are brackets missing?",),
        lambda ctx, grad: grad * ctx.n * ctx.saved_tensors[0] ** ctx.n - 1,
    ),
    (
        "Pow",
        PowForward,
        "AsksTheBase",
        ["raised ValueError", "np.where"],
        lambda ctx, grad: grad if ctx.saved_tensors[0] == 0 else -grad,
    ),
    (
        "Mul",
        MulSavesBoth,
        "CallsTheTuple",
        ["write it without ()"],
        lambda ctx, grad: ctx.saved_tensors(),
    ),
    (
        "Mul",
        MulSavesBoth,
        "MissesALetter",
        ["come back as ctx.saved_tensors"],
        lambda ctx, grad: ctx.saved_tensor,
    ),
    (
        "Mul",
        MulSavesBoth,
        "OfAttributes",
        ["Nothing was left on ctx by the name of b"],
        lambda ctx, grad: (grad * ctx.b, grad * ctx.a),
    ),
):
    over_axes(*each)

# -- look-alikes -----------------------------------------------------------------------

for each in (
    ("ReLU", "WithMax", ["np.max(a, 0)", "np.maximum"], lambda a: np.max(a, 0)),
    (
        "ReLU",
        "WithPythonsMax",
        ["raised ValueError", "single True or False"],
        lambda a: max(a, 0),
    ),
    (
        "Exp",
        "WithMath",
        ["raised TypeError", "math take one number"],
        lambda a: math.exp(a),
    ),
    ("Exp", "OfTorch", ["raised TypeError", "want Tensors"], lambda a: torch.exp(a)),
    ("Bmm", "ByNumPysDot", ("forward computes np.dot(a, b)",), np.dot),
    (
        "Sum",
        "WithPythonsSum",
        ("forward computes the sum of a over axis 0",),
        lambda a, dim=None, keepdim=False: sum(a),
    ),
    (
        "Sum",
        "InTorchsWords",
        ["raised TypeError", "axis and keepdims"],
        lambda a, dim=None, keepdim=False: a.sum(dim=dim, keepdim=keepdim),
    ),
):
    forwards(*each)
slip(
    "Bmm",
    BatchSavesBoth,
    "TransposesAsInTorch",
    ["x.mT swaps the last two"],
    lambda grad, a, b: (grad @ b.transpose(1, 2), a.mT @ grad),
)

# -- over axes -------------------------------------------------------------------------


def spread(grad, ctx, count):
    return np.broadcast_to(grad.reshape(ctx.kept) / count, ctx.shape)


for each in (
    (
        "Mean",
        MeanForward,
        "ByTheAxes",
        ("The gradient of a is divided by a.ndim",),
        lambda ctx, grad: spread(grad, ctx, np.float64(len(ctx.shape))),
    ),
    (
        "Mean",
        MeanForward,
        "ByTheRows",
        ("The gradient of a is divided by a.shape[0]",),
        lambda ctx, grad: spread(grad, ctx, max((*ctx.shape, 1)[0], 1)),
    ),
    (
        "Mean",
        MeanForward,
        "ByTheColumns",
        ("The gradient of a is divided by a.shape[-1]",),
        lambda ctx, grad: spread(grad, ctx, max((1, *ctx.shape)[-1], 1)),
    ),
    (
        "Max",
        MaxForward,
        "WithoutItsAxes",
        ["raised ValueError", "have lost the axes"],
        lambda ctx, grad: ctx.saved_tensors[0] * grad,
    ),
    (
        "Norm",
        NormForward,
        "AsksTheNorm",
        ["raised ValueError", "np.where"],
        lambda ctx, grad: (
            0 * ctx.saved_tensors[0]
            if ctx.saved_tensors[1] == 0
            else grad * ctx.saved_tensors[0] / ctx.saved_tensors[1]
        ),
    ),
    (
        "Norm",
        NormForward,
        "AddsSomethingSmall",
        ("divided by out + 1e-08, and not by out",),
        lambda ctx, grad: (
            grad.reshape(ctx.kept)
            * ctx.saved_tensors[0]
            / (ctx.saved_tensors[1].reshape(ctx.kept) + 1e-8)
        ),
    ),
    (
        "Norm",
        NormForward,
        "AddsSomethingTiny",
        ("Formulas are exact: no small number is added",),
        lambda ctx, grad: (
            grad.reshape(ctx.kept)
            * ctx.saved_tensors[0]
            / (ctx.saved_tensors[1].reshape(ctx.kept) + 1e-12)
        ),
    ),
    (
        "Norm",
        NormForward,
        "Halves",
        ("The slope used for a is a / 2 / out",),
        lambda ctx, grad: (
            grad.reshape(ctx.kept)
            * ctx.saved_tensors[0]
            / (2 * ctx.saved_tensors[1].reshape(ctx.kept))
        ),
    ),
    (
        "Sum",
        SumForward,
        "ReshapesToA",
        ["raised ValueError", "np.broadcast_to"],
        lambda ctx, grad: grad.reshape(ctx.shape),
    ),
    (
        "Sum",
        SumForward,
        "ExpandsAsInTorch",
        ["raised AttributeError", "NumPy's own"],
        lambda ctx, grad: grad.expand(ctx.shape),
    ),
):
    over_axes(*each)


def filled(ctx, grad):
    """The entries of grad where the mask is True, in the order of the rows."""
    (mask,) = ctx.saved_tensors
    out = np.zeros(mask.shape, grad.dtype)
    if mask.sum() == grad.size:
        out[mask] = grad.reshape(-1)
        return out
    count = mask.sum(ctx.dim).reshape(ctx.kept)
    return (mask * grad.reshape(ctx.kept) / count).astype(grad.dtype)


over_axes(
    "Max",
    MaxForward,
    "FillsTheMask",
    ("The gradient of a has the right numbers, but in the wrong places",),
    filled,
)


def loops_over_the_key(ctx, grad):
    out = np.zeros(ctx.shape, grad.dtype)
    for place, key in enumerate(ctx.key):
        out[key] += grad[place]
    return out


over_axes(
    "Index",
    IndexForward,
    "LoopsOverTheKey",
    ["goes through key itself"],
    loops_over_the_key,
)


def expands_at(ctx, grad):
    return np.broadcast_to(np.expand_dims(grad, ctx.dim), ctx.shape)


class ThatNotesDim(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape, ctx.dim = a.shape, dim
        return a.sum(axis=dim, keepdims=keepdim)


over_axes(
    "Sum", ThatNotesDim, "ForgetsThatDimMayBeNone", ["dim is None here"], expands_at
)
