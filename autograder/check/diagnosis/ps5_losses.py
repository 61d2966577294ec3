"""Usual mistakes in the losses of problem set 5.

What a `forward` computes is a wrong version, and what a `backward` computes a formula
of its clue.

Read: `losses`, then the tables of MSE, LogSoftmax and NLL.
"""

from collections.abc import Callable
from itertools import permutations
from types import SimpleNamespace

import numpy as np

from minigrad import Op

from .computed import made_of, right
from .meanings import Meaning, add_meanings
from .mistakes import Clue, mistake
from .versions import wrong_version

Table = dict[str, Callable]


def losses(piece: str, forwards: Table, gradients: Table) -> None:
    """What is said of a forward, by its function; of a gradient, by that of a clue."""
    for says, forward in forwards.items():
        methods = {
            "forward": staticmethod(lambda ctx, *args, forward=forward: forward(*args)),
            "backward": staticmethod(lambda ctx, grad: grad),
        }
        wrong_version(piece, says, forward=True)(type(piece, (Op,), methods))
    for says, gradient in gradients.items():
        mistake("gradient", says, piece)(gradient)


# -- MSE --------------------------------------------------------------------------


def _reduced(values: np.ndarray, reduction: str, count: float | None = None):
    """Their mean, sum or neither; `count` is what the mean is divided by."""
    if reduction == "none":
        return values
    count = values.size if count is None else count
    return values.sum() / (count if reduction == "mean" else 1)


def _rows(a: np.ndarray) -> int:
    return len(a) if a.ndim else 1


def _slope(clue: Clue, count: Callable | None = None) -> np.ndarray:
    """The gradient of MSE where a mean is divided by `count(a)`, or by 1."""
    a, b = clue.operands
    divisor = count(a) if count and clue.inputs["reduction"] == "mean" else 1
    sign = 1 if clue.what.endswith(" a") else -1
    return sign * 2 * (a - b) * clue.upstream / divisor


right("MSE", out="(a - b)²", a="2 * (a - b) / n", b="2 * (b - a) / n")
made_of("MSE", lambda a, b, reduction="none", **_: {
    "n": np.float64(a.size if reduction == "mean" else 1)
})  # fmt: skip
_BY_ROWS = (
    "The mean is divided by the number of rows. Its n counts all entries: a.size."
)
losses(
    "MSE",
    {
        _BY_ROWS: lambda a, b, r: _reduced((a - b) ** 2, r, _rows(a)),
        "forward computes the mean whatever reduction says.": (
            lambda a, b, r: ((a - b) ** 2).mean()
        ),
        "The sum is missing: where reduction is sum, forward returns the squares.": (
            lambda a, b, r: ((a - b) ** 2).mean() if r == "mean" else (a - b) ** 2
        ),
        "forward computes with |a - b|. It is to be squared.": (
            lambda a, b, r: _reduced(abs(a - b), r)
        ),
        "forward takes the root of the mean square. The loss is without a root.": (
            lambda a, b, r: _reduced((a - b) ** 2, r) ** (1 if r == "none" else 0.5)
        ),
        "forward halves the squares. The loss has no factor 1/2.": (
            lambda a, b, r: _reduced((a - b) ** 2, r) / 2
        ),
        "forward takes the root of the mean. The loss is without a root.": (
            lambda a, b, r: _reduced((a - b) ** 2, r) ** (0.5 if r == "mean" else 1)
        ),
    }
    | {
        f"The reduction goes along the {which} axis alone. It takes all entries.": (
            lambda a, b, r, axis=axis: {"mean": np.mean, "sum": np.sum}.get(
                r, np.array
            )((a - b) ** 2, **({} if r == "none" or not a.ndim else {"axis": axis}))
        )
        for which, axis in (("first", 0), ("last", -1))
    }
    | {
        f'Where reduction is the text "{asked}", forward returns what belongs to '
        f'"{done}". Which branch does it take?': (
            lambda a, b, r, asked=asked, done=done: _reduced(
                (a - b) ** 2, done if r == asked else r
            )
        )
        for asked, done in permutations(("none", "sum", "mean"), 2)
        if (asked, done) != ("sum", "none")  # said above
    },
    {
        "The gradient of a mean is not divided by n, the number of entries in a.": (
            _slope
        ),
        _BY_ROWS: lambda clue: _slope(clue, _rows),
        "The gradient is divided by n whatever reduction is. Only a mean is.": (
            lambda clue: _slope(clue) / clue.operand.size
        ),
        **{
            f'The gradient of "{other}" is divided by n, too. Only a mean is.': (
                lambda clue, other=other: (
                    _slope(clue, np.size)
                    / (clue.operand.size if clue.inputs["reduction"] == other else 1)
                )
            )
            for other in ("none", "sum")
        },
        "The gradient of a mean is divided by n twice.": lambda clue: _slope(
            clue, lambda a: a.size**2
        ),
        "The factor 2 is missing: the slope of a square is twice what is squared.": (
            lambda clue: _slope(clue, np.size) / 2
        ),
        "The slope of a square is twice what is squared: a - b, and not (a - b)².": (
            lambda clue: _slope(clue, np.size) * np.subtract(*clue.operands)
        ),
        "The gradient of {x} has the other operand's sign: a larger a and a larger b "
        "change the difference in opposite ways.": (
            lambda clue: -_slope(clue, np.size) if clue.what.endswith(" b") else None
        ),
    },
)

# -- LogSoftmax -------------------------------------------------------------------


def _log_softmax(a: np.ndarray, dim: int | None, top: Callable | None = None):
    """With the sum over `dim`, and `top(a, dim)` subtracted before."""
    a = a - (top or _largest)(a, dim)
    return a - np.log(np.exp(a).sum(dim, keepdims=True))


def _largest(a: np.ndarray, dim: int | None) -> np.ndarray:
    return a.max(dim, keepdims=True, initial=-np.inf)


def _mean_along(a: np.ndarray, dim: int | None) -> np.ndarray:
    return a.mean(dim, keepdims=True)


def _softmax(a: np.ndarray, dim: int | None) -> np.ndarray:
    return np.exp(_log_softmax(a, dim))


def _summed(grad: np.ndarray, axis: int | None) -> np.ndarray:
    return grad.sum(axis, keepdims=True)


def _of_parts(gradient: Callable) -> Callable:
    """A formula of g, out, p = exp(out), the sum of g along dim (s), a and dim."""

    def predicted(clue: Clue) -> np.ndarray:
        g, out, dim = clue.upstream, clue.out, clue.inputs["dim"]
        given = {"g": g, "out": out, "p": np.exp(out), "s": _summed(g, dim)}
        return gradient(SimpleNamespace(a=clue.operand, dim=dim, **given))

    return predicted


_UNSUMMED = (
    "The upstream gradients are not summed. A score changes all entries of out along "
    "dim, and each of them sends its own gradient back."
)
_ELSEWHERE = (
    "The sum goes along another axis: always the {}, whatever dim says. Only entries "
    "along dim belong together."
)
_AXES = {"first": 0, "second": 1, "last": -1}
_LOGARITHM = (
    "This is the logarithm of the softmax. Where a probability is too small, {}: "
    "compute a - log(sum) in one, without the quotient."
)
losses(
    "LogSoftmax",
    {
        "No maximum is subtracted: exp of a large score is inf, and of very small ones "
        "all are 0.": lambda a, dim: _log_softmax(a, dim, lambda a, dim: 0),
        "The maximum of all scores is subtracted. Beside one row that is much larger, "
        "the exponentials of another are all 0: take that of each row, along dim.": (
            lambda a, dim: _log_softmax(a, dim, lambda a, dim: _largest(a, None))
        ),
        "The mean of the scores is subtracted. One far above it still overflows: "
        "subtract the largest.": lambda a, dim: _log_softmax(a, dim, _mean_along),
        "The largest absolute value is subtracted. Where all scores are far below 0, "
        "it moves them further down: subtract the largest.": (
            lambda a, dim: _log_softmax(a, dim, lambda a, dim: _largest(abs(a), dim))
        ),
        _LOGARITHM.format("it is 0, and its logarithm -inf"): (
            lambda a, dim: np.log(_softmax(a, dim))
        ),
        "The sum goes over all entries. It goes over those along dim.": (
            lambda a, dim: _log_softmax(a, None)
        ),
        "forward returns the softmax, without its logarithm.": _softmax,
        "What was subtracted is not added again: forward returns a minus the logarithm "
        "of the sum of exp(a - maximum).": lambda a, dim: (
            a - np.log(np.exp(a - _largest(a, dim)).sum(dim, keepdims=True))
        ),
    }
    | {
        _LOGARITHM.format(f"{small:g} stands in its place"): (
            lambda a, dim, small=small: np.log(_softmax(a, dim) + small)
        )
        for small in [10.0**-k for k in range(5, 21)]
    }
    | {
        f"Scores are clipped at {limit}: beyond that, the result is that of others. "
        "Subtract the largest of them instead, which changes no result.": (
            lambda a, dim, limit=limit: _log_softmax(np.clip(a, -limit, limit), dim)
        )
        for limit in (10, 20, 30, 50, 80, 88, 100, 500, 600, 700, 709)
    }
    | {
        _ELSEWHERE.format(which): lambda a, dim, axis=axis: _log_softmax(a, axis)
        for which, axis in _AXES.items()
    },
    {
        says: _of_parts(gradient)
        for says, gradient in {
            _UNSUMMED: lambda c: c.g - c.p,
            _UNSUMMED + " Here each takes part in its own alone.": (
                lambda c: c.g * (1 - c.p)
            ),
            "The upstream gradients are summed over all entries. Only those along dim "
            "belong together.": lambda c: c.g - c.p * c.g.sum(),
            "The mean of the upstream gradients is taken along dim, and it should be "
            "their sum.": lambda c: c.g - c.p * c.g.mean(c.dim, keepdims=True),
            "There stands out in the place of the softmax, which is exp(out).": (
                lambda c: c.g - c.out * c.s
            ),
            "There stands exp(a) in the place of the softmax, which is exp(out).": (
                lambda c: c.g - np.exp(c.a) * c.s
            ),
            "This is the gradient of the softmax, and not of its logarithm.": (
                lambda c: c.p * (c.g - _summed(c.g * c.p, c.dim))
            ),
            "The sign between the two halves is wrong.": lambda c: c.g + c.p * c.s,
            "grad multiplies both halves. The second has the sum of grad alone.": (
                lambda c: c.g * (1 - c.p * c.s)
            ),
            "The softmax stands inside of the sum. It multiplies the sum of grad.": (
                lambda c: c.g - _summed(c.g * c.p, c.dim)
            ),
        }.items()
    }
    | {
        _ELSEWHERE.format(which): _of_parts(
            lambda c, axis=axis: c.g - c.p * _summed(c.g, min(axis, c.g.ndim - 1))
        )
        for which, axis in _AXES.items()
    },
)

# -- NLL --------------------------------------------------------------------------


def _picked(a: np.ndarray, target: np.ndarray) -> np.ndarray:
    return a[np.arange(len(a)), target]


def _places(clue: Clue) -> tuple[np.ndarray, np.ndarray]:
    """The right gradient of NLL for each sample times n, and all samples' a."""
    a, target = clue.operands
    hot = np.arange(a.shape[1]) == target[:, None]
    return clue.upstream * -hot.astype("float64"), a


def _of_places(gradient: Callable) -> Callable:
    return lambda clue: gradient(clue.upstream, *_places(clue))


def _of_rows(clue: Clue) -> np.ndarray:
    a, target = clue.operands
    is_there = np.isin(np.arange(len(a)), target % len(a))
    return np.where(is_there[:, None], -clue.upstream / len(a), 0.0 * a)


_SOFTMAX_IN_IT = (
    "The softmax is in it already: that is the {} of cross-entropy{}. NLL gets the "
    "logarithms of probabilities, and only picks and averages them."
)
_NOT_DIVIDED = "The {} is not divided by n, the number of samples."
losses(
    "NLL",
    {
        _NOT_DIVIDED.format("sum"): lambda a, target: -_picked(a, target).sum(),
        "The sum is divided by all entries of a. It is divided by n, the number of "
        "samples.": lambda a, target: -_picked(a, target).sum() / a.size,
        "The sum is divided by the number of classes. It is divided by n, the number "
        "of samples.": lambda a, target: -_picked(a, target).sum() / a.shape[1],
        "The sign is wrong: out is minus the mean.": (
            lambda a, target: _picked(a, target).mean()
        ),
        "a[:, target] picks from every row the classes of all samples. Pair the rows "
        "with the classes: a[rows, target], with rows from 0 to n - 1.": (
            lambda a, target: -a[:, target].mean()
        ),
        "The logarithm is taken once more. a holds logarithms already.": (
            lambda a, target: -np.log(_picked(a, target)).mean()
        ),
        _SOFTMAX_IN_IT.format("loss", ""): (
            lambda a, target: -_picked(_log_softmax(a, 1), target).mean()
        ),
        "The largest of each row is taken, whatever target says.": (
            lambda a, target: -a.max(1).mean()
        ),
        "Only the first sample counts. Does return stand inside of the loop?": (
            lambda a, target: -a[0, target[0]] / len(a)
        ),
        "One loss for each sample is returned. out is their mean, a single number.": (
            lambda a, target: -_picked(a, target)
        ),
    },
    {
        _NOT_DIVIDED.format("gradient"): _of_places(lambda g, whole, a: whole),
        "The gradient is divided by all entries of a. It is divided by n, the number "
        "of samples.": _of_places(lambda g, whole, a: whole / a.size),
        "The gradient is divided by the number of classes. It is divided by n, the "
        "number of samples.": _of_places(lambda g, whole, a: whole / a.shape[1]),
        "The whole row of each sample gets the gradient. Only the entry that was "
        "picked does, and all others get 0.": _of_places(
            lambda g, whole, a: np.full(a.shape, -g / len(a))
        ),
        "out[:, target] writes to the classes of all samples in every row. Pair the "
        "rows with the classes: out[rows, target].": _of_places(
            lambda g, whole, a: np.where(whole.any(0), -g / len(a), 0.0 * a)
        ),
        "out[target] writes whole rows. Pair rows with classes: out[rows, target].": (
            _of_rows
        ),
        _SOFTMAX_IN_IT.format("gradient", ""): _of_places(
            lambda g, whole, a: (g * np.exp(a) + whole) / len(a)
        ),
        _SOFTMAX_IN_IT.format("gradient", ", for scores"): _of_places(
            lambda g, whole, a: (g * _softmax(a, 1) + whole) / len(a)
        ),
    },
)

add_meanings(
    Meaning(
        "could not be broadcast together",
        "A sum or a maximum along dim has one axis less, and does not fit to a. With "
        "keepdims=True the axis stays, with size 1.",
        pieces=("LogSoftmax",),
    ),
    Meaning(
        "indexing arrays could not be broadcast together",
        "Rows and classes are taken in pairs, and there is a pair for each sample: the "
        "rows are np.arange(len(a)), however many these are.",
        pieces=("NLL",),
    ),
)
