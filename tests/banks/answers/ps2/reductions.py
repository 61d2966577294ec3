"""Answers to Mean, Max and Norm."""

import numpy as np
from banks.answers.bank import answers_to

from minigrad import Op


def wrong_backward(wrong, base, name, words, formula):
    """`base`, but backward returns `formula(ctx, grad)`."""
    methods = {"backward": staticmethod(formula)}
    wrong(*words)(type(name, (base,), methods))


# -- Mean ------------------------------------------------------------------------------

right, wrong = answers_to("Mean")


class MeanForward(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.mean(axis=dim, keepdims=True)
        ctx.shape, ctx.kept = a.shape, out.shape
        ctx.count = a.size / max(out.size, 1)
        return out if keepdim else out.squeeze(axis=dim)


def spread(ctx, grad):
    return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)


@right
class AsInTheBook(MeanForward):
    @staticmethod
    def backward(ctx, grad):
        return np.broadcast_to(grad.reshape(ctx.kept) / ctx.count, ctx.shape)


@right
class ByTheSum:
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.args = a.shape, dim, keepdim
        dims = range(a.ndim) if dim is None else np.atleast_1d(dim)
        ctx.n = int(np.prod([a.shape[i] for i in dims]))
        return np.asarray(a.sum(axis=dim, keepdims=keepdim) / ctx.n, a.dtype)

    @staticmethod
    def backward(ctx, grad):
        shape, dim, keepdim = ctx.args
        if not keepdim and dim is not None:
            grad = np.expand_dims(grad, dim)
        return np.broadcast_to(grad, shape) / ctx.n, None, None


@right
class ByOnes(MeanForward):
    @staticmethod
    def backward(ctx, grad):
        ones = np.ones(ctx.shape, grad.dtype) / ctx.count
        return grad.reshape(ctx.kept) * ones.astype(grad.dtype)


for name, words, formula in (
    (
        "ForgetsTheCount",
        ("The gradient of a is not divided by n, the number of entries that",),
        spread,
    ),
    (
        "ForgetsUpstream",
        ["upstream gradient is missing"],
        lambda ctx, grad: np.full(ctx.shape, 1 / max(ctx.count, 1), grad.dtype),
    ),
    (
        "OfAllEntries",
        ("The gradient of a is divided by a.size",),
        lambda ctx, grad: spread(ctx, grad) / max(np.prod(ctx.shape, dtype=int), 1),
    ),
    (
        "DividesTwice",
        ("The gradient of a is 1 / n times what it should be",),
        lambda ctx, grad: spread(ctx, grad) / max(ctx.count, 1) ** 2,
    ),
    (
        "ByTheMeans",
        ("The gradient of a is divided by out.size",),
        lambda ctx, grad: spread(ctx, grad) / max(grad.size, 1),
    ),
    (
        "Multiplies",
        ("The slope used for a is n",),
        lambda ctx, grad: spread(ctx, grad) * max(ctx.count, 1),
    ),
    ("HandsOnUpstream", ["not expanded"], lambda ctx, grad: grad),
    (
        "SharesInOutShape",
        ["gradient of shape"],
        lambda ctx, grad: grad / max(ctx.count, 1),
    ),
    (
        "Negated",
        ["sign is wrong"],
        lambda ctx, grad: -spread(ctx, grad) / max(ctx.count, 1),
    ),
    (
        "OfAllUpstream",
        ["sum of the upstream gradient"],
        lambda ctx, grad: np.full(
            ctx.shape, grad.sum() / max(ctx.count, 1), grad.dtype
        ),
    ),
):
    wrong_backward(wrong, MeanForward, name, words, formula)


@wrong("expanded along the wrong axis")
class ExpandsTheWrongAxis(MeanForward):
    @staticmethod
    def backward(ctx, grad):
        grad = grad / max(ctx.count, 1)
        try:
            return np.broadcast_to(grad, ctx.shape)
        except ValueError:
            return np.broadcast_to(grad.reshape(ctx.kept), ctx.shape)


@wrong("The slope used for a is a / n")
class TimesTheInput(MeanForward):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.save_for_backward(a)
        return MeanForward.forward(ctx, a, dim, keepdim)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return a * spread(ctx, grad) / max(ctx.count, 1)


def outputs(wrong, base, table):
    """Answers whose forward computes something else, over the right axes."""
    for name, words, function in table:

        def forward(ctx, a, dim=None, keepdim=False, function=function):
            base.forward(ctx, a, dim, keepdim)
            out = np.asarray(function(a, axis=dim, keepdims=True), a.dtype)
            return out if keepdim else out.squeeze(axis=dim)

        methods = {"forward": staticmethod(forward)}
        wrong(*words)(type(name, (base,), methods))


def wrong_axes(wrong, base, verb):
    """Answers that take `dim` or `keepdim` in another way."""

    def answer(name, *words):
        def add(change):
            def forward(ctx, a, dim=None, keepdim=False):
                return change(ctx, a, dim, keepdim)

            methods = {"forward": staticmethod(forward)}
            wrong(*words)(type(name, (base,), methods))

        return add

    @answer("IgnoresDim", "over all axes", verb)
    def ignores_dim(ctx, a, dim, keepdim):
        return base.forward(ctx, a, None, False)

    @answer(
        "IgnoresKeepdim",
        "The values are right, the shape is not: axes of size 1 are missing",
    )
    def ignores_keepdim(ctx, a, dim, keepdim):
        return base.forward(ctx, a, dim, False)

    @answer(
        "AlwaysKeeps", "The values are right, the shape is not: axes of size 1 are left"
    )
    def always_keeps(ctx, a, dim, keepdim):
        return base.forward(ctx, a, dim, True)

    @answer(
        "OverTheOtherAxis",
        verb,
        "over the axis after dim",
    )
    def other_axis(ctx, a, dim, keepdim):
        if isinstance(dim, int) and a.ndim > 1:
            dim = (dim + 1) % a.ndim
        return base.forward(ctx, a, dim, keepdim)

    @answer(
        "OverTheFirstAxis",
        "over the first axis in dim alone",
    )
    def first_axis(ctx, a, dim, keepdim):
        dim = dim[0] if isinstance(dim, tuple) and dim else dim
        return base.forward(ctx, a, dim, keepdim)


outputs(
    wrong,
    AsInTheBook,
    (
        ("SumInstead", ("forward computes the sum of a over the axes in dim",), np.sum),
        (
            "MedianInstead",
            ("forward computes the median of a over the axes in dim",),
            np.median,
        ),
        (
            "OverAllEntries",
            ("The output is divided by a.size",),
            lambda a, **k: a.sum(**k) / np.float64(a.size),
        ),
        (
            "UnbiasedMean",
            ["n - 1"],
            lambda a, axis, keepdims: (
                a.sum(axis=axis, keepdims=keepdims)
                / (a.size / max(a.sum(axis=axis).size, 1) - 1)
            ),
        ),
    ),
)
wrong_axes(wrong, AsInTheBook, "the mean of a")

# -- Max -------------------------------------------------------------------------------

right, wrong = answers_to("Max")


class MaxForward(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = a.max(axis=dim, keepdims=True)
        ctx.save_for_backward(a == out)
        ctx.dim, ctx.kept = dim, out.shape
        return out if keepdim else out.squeeze(axis=dim)


@right
class AsInTheBook(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = a.max(axis=dim, keepdims=True)
        out = kept if keepdim else kept.squeeze(axis=dim)
        ctx.save_for_backward(a, out)
        ctx.dim, ctx.kept = dim, kept.shape
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        largest = (a == out.reshape(ctx.kept)) * np.ones_like(a)
        count = largest.sum(ctx.dim).reshape(ctx.kept)
        return largest * (grad.reshape(ctx.kept) / count)


@right
class WithTheMaskSaved(MaxForward):
    @staticmethod
    def backward(ctx, grad):
        (largest,) = ctx.saved_tensors
        count = largest.sum(axis=ctx.dim, keepdims=True, dtype=grad.dtype)
        return largest * (grad.reshape(ctx.kept) / count)


@right
class ThatSavesBoth:
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.args = dim, keepdim
        out = np.asarray(np.max(a, axis=dim, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        dim, keepdim = ctx.args
        if not keepdim and dim is not None:
            out, grad = np.expand_dims(out, dim), np.expand_dims(grad, dim)
        mask = np.where(a == out, np.ones_like(a), np.zeros_like(a))
        return grad * mask / mask.sum(axis=dim, keepdims=True), None, None


@right
class ByMean(MaxForward):
    """The share of each is one over n, over the share of the largest."""

    @staticmethod
    def backward(ctx, grad):
        (largest,) = ctx.saved_tensors
        share = np.asarray(largest, grad.dtype)
        share = share / np.sum(share, axis=ctx.dim, keepdims=True)
        return np.multiply(share, np.reshape(grad, ctx.kept))


def first_of(mask, dim, last=False):
    """The mask of the first (or last) along `dim`."""
    dims = range(mask.ndim) if dim is None else np.atleast_1d(dim)
    axes = sorted(d % max(mask.ndim, 1) for d in dims)
    order = [i for i in range(mask.ndim) if i not in axes] + axes
    turned = mask.transpose(order)
    rows = turned.reshape(*[mask.shape[i] for i in order if i not in axes], -1)
    rows = rows[..., ::-1] if last else rows
    found = rows & (np.cumsum(rows, -1) == 1)
    found = found[..., ::-1] if last else found
    return found.reshape(turned.shape).transpose(np.argsort(order))


def shared(ctx, grad, count):
    (largest,) = ctx.saved_tensors
    return largest * (grad.reshape(ctx.kept) / np.asarray(count, grad.dtype))


def mask_of(ctx):
    return np.asarray(ctx.saved_tensors[0])


def count_of(ctx):
    return mask_of(ctx).sum(axis=ctx.dim, keepdims=True)


for name, words, formula in (
    ("AllTies", ["gets the full gradient"], lambda ctx, grad: shared(ctx, grad, 1)),
    (
        "FirstTie",
        ("For a, only one of several equal largest entries gets grad",),
        lambda ctx, grad: first_of(mask_of(ctx), ctx.dim) * grad.reshape(ctx.kept),
    ),
    (
        "LastTie",
        ("For a, only one of several equal largest entries gets grad",),
        lambda ctx, grad: (
            first_of(mask_of(ctx), ctx.dim, True) * grad.reshape(ctx.kept)
        ),
    ),
    (
        "LikeASum",
        ("For a, every entry, the largest or not, gets the full gradient",),
        lambda ctx, grad: grad.reshape(ctx.kept) + 0 * mask_of(ctx),
    ),
    (
        "LikeAMean",
        ("For a, every entry, the largest or not, gets grad divided by their",),
        lambda ctx, grad: (
            (grad.reshape(ctx.kept) + np.zeros(mask_of(ctx).shape, grad.dtype))
            / (mask_of(ctx).size // grad.size)
        ),
    ),
    (
        "TheOthers",
        ("For a, every entry that is not the largest gets the full gradient",),
        lambda ctx, grad: ~mask_of(ctx) * grad.reshape(ctx.kept),
    ),
    (
        "DividedByAll",
        ("For a, every entry that is the largest along dim gets grad divided",),
        lambda ctx, grad: shared(ctx, grad, mask_of(ctx).size // grad.size),
    ),
    (
        "CountsAll",
        ("For a, every entry that is the largest along dim gets grad divided",),
        lambda ctx, grad: shared(ctx, grad, mask_of(ctx).sum()),
    ),
    (
        "ForgetsUpstream",
        ["upstream gradient is missing"],
        lambda ctx, grad: np.asarray(mask_of(ctx) / count_of(ctx), grad.dtype),
    ),
    ("HandsOnUpstream", ["not expanded"], lambda ctx, grad: grad),
    ("Negated", ["sign is wrong"], lambda ctx, grad: -shared(ctx, grad, count_of(ctx))),
    (
        "LosesTheDtype",
        ["dtype is lost", "gradient of a is float64"],
        lambda ctx, grad: mask_of(ctx) * (grad.reshape(ctx.kept) / count_of(ctx)),
    ),
):
    wrong_backward(wrong, MaxForward, name, words, formula)


@wrong("For a, every entry that is the largest along dim gets the full")
class TimesTheValue(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        out = MaxForward.forward(ctx, a, dim, keepdim)
        ctx.save_for_backward(*ctx.saved_tensors, a)
        return out

    @staticmethod
    def backward(ctx, grad):
        largest, a = ctx.saved_tensors
        count = np.asarray(largest.sum(axis=ctx.dim, keepdims=True), grad.dtype)
        return largest * a * (grad.reshape(ctx.kept) / count)


def argmax(a, axis):
    """The place of the largest, along a single axis; else that in the whole array."""
    if isinstance(axis, tuple):
        axis = axis[0] if len(axis) == 1 else None
    if axis is not None:
        return a.argmax(axis=axis, keepdims=True)
    return np.full(a.max(axis=axis, keepdims=True).shape, a.argmax())


outputs(
    wrong,
    AsInTheBook,
    (
        (
            "MinInstead",
            ("forward computes the smallest of a over the axes in dim",),
            np.min,
        ),
        ("SumInstead", ("forward computes the sum of a over the axes in dim",), np.sum),
        ("OfTheAmount", ["largest of |a|"], lambda a, **k: np.abs(a).max(**k)),
        ("ArgmaxInstead", ["argmax"], lambda a, axis, keepdims: argmax(a, axis)),
    ),
)
wrong_axes(wrong, AsInTheBook, "the largest of a")

# -- Norm ------------------------------------------------------------------------------


@wrong("Where PyTorch's is nan, and only there, the output is finite")
class PassesOverNan(AsInTheBook):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.nanmax(a, axis=dim, keepdims=True)
        out = kept if keepdim else kept.squeeze(axis=dim)
        ctx.save_for_backward(a, out)
        ctx.dim, ctx.kept = dim, kept.shape
        return out


right, wrong = answers_to("Norm")


class NormForward(Op):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        squares = (a * a).sum(axis=dim, keepdims=True)
        out = np.sqrt(squares if keepdim else squares.squeeze(axis=dim))
        ctx.save_for_backward(a, out)
        ctx.kept = squares.shape
        return out


@right
class AsInTheBook(NormForward):
    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        out, grad = out.reshape(ctx.kept), grad.reshape(ctx.kept)
        scale = np.where(out == 0, 0.0, grad / np.where(out == 0, 1.0, out))
        return a * scale


@right
class ByNumPy:
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.dim, ctx.keepdim = dim, keepdim
        ctx.save_for_backward(a)
        if dim is None:
            a, dim = a.reshape(-1), 0
        if isinstance(dim, tuple):
            return np.sqrt(np.sum(np.square(a), axis=dim, keepdims=keepdim))
        return np.linalg.norm(a, axis=dim, keepdims=keepdim and ctx.dim is not None)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        norm = np.sqrt((a * a).sum(axis=ctx.dim, keepdims=True))
        unit = np.divide(a, norm, out=np.zeros_like(a), where=norm != 0)
        return unit * grad.reshape(norm.shape), None, None


@right
class WithMaximum(NormForward):
    """Where the norm is 0, so is a."""

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        out = out.reshape(ctx.kept)
        return grad.reshape(ctx.kept) * (a / (out + (out == 0)))


def norm_wrong(name, words, formula):
    """backward returns grad times `formula(a, out)`, with the axes put back."""

    def backward(ctx, grad):
        a, out = (np.asarray(each) for each in ctx.saved_tensors)
        return grad.reshape(ctx.kept) * formula(a, out.reshape(ctx.kept))

    wrong(*words)(type(name, (NormForward,), {"backward": staticmethod(backward)}))


for name, words, formula in (
    (
        "NanAtZero",
        ("Where a and out are 0, and only there, the gradient of a is nan",),
        lambda a, out: a / out,
    ),
    ("ForgetsTheNorm", ("The slope used for a is a",), lambda a, out: a),
    ("OfTheSquares", ("The slope used for a is 2 * a",), lambda a, out: 2 * a),
    ("ByTheSquare", ["a / out²"], lambda a, out: a / out**2),
    ("ForgetsA", ("The slope used for a is 1 / out",), lambda a, out: 1 / out + 0 * a),
    (
        "OfTheRoot",
        ("The slope used for a is 1 / 2 / out",),
        lambda a, out: 0.5 / out + 0 * a,
    ),
    ("Signs", ("The slope used for a is sign(a)",), lambda a, out: np.sign(a)),
    ("UpsideDown", ("The slope used for a is out / a",), lambda a, out: out / a),
    (
        "OfTheWholeArray",
        ["norm of the whole array"],
        lambda a, out: a / np.sqrt((a * a).sum()),
    ),
    ("Twice", ("The slope used for a is 2 * (a / out)",), lambda a, out: 2 * a / out),
    (
        "LosesTheSign",
        ("The slope used for a is |a| / out",),
        lambda a, out: np.abs(a) / (out + (out == 0)),
    ),
    ("Negated", ["sign is wrong"], lambda a, out: -a / (out + (out == 0))),
):
    norm_wrong(name, words, formula)

for name, words, formula in (
    ("HandsOnUpstream", ["not expanded"], lambda ctx, grad: grad),
    (
        "ForgetsUpstream",
        ["upstream gradient is missing"],
        lambda ctx, grad: AsInTheBook.backward(ctx, np.ones_like(grad)),
    ),
):
    wrong_backward(wrong, NormForward, name, words, formula)
outputs(
    wrong,
    AsInTheBook,
    (
        (
            "ForgetsTheRoot",
            ("forward computes the sum of a² over the axes in dim",),
            lambda a, **k: (a * a).sum(**k),
        ),
        ("OneNorm", ["the sum of |a|"], lambda a, **k: np.abs(a).sum(**k)),
        (
            "MeanSquare",
            ("forward computes √(the mean of a²) over the axes in dim",),
            lambda a, **k: np.sqrt((a * a).mean(**k)),
        ),
        ("LargestNorm", ["largest of |a|"], lambda a, **k: np.abs(a).max(**k)),
        (
            "ForgetsTheSquares",
            ("forward computes √(the sum of a) over the axes in dim",),
            lambda a, **k: np.sqrt(a.sum(**k)),
        ),
    ),
)
wrong_axes(wrong, AsInTheBook, "√(the sum of a²)")


@wrong("np.linalg.norm takes one axis or two")
class OfOneAxisOrTwo(AsInTheBook):
    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        kept = np.linalg.norm(a, axis=dim, keepdims=True)
        out = kept if keepdim else kept.squeeze(axis=dim)
        ctx.save_for_backward(a, out)
        ctx.kept = kept.shape
        return out
