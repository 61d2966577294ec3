"""Mistakes in an embedding, a softmax and a layer norm.

Embedding and LayerNorm are composed of parts (`versions.family`). What `forward` of
Softmax computes is a wrong version, and what its `backward` does a formula of its clue.
"""

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np

import minigrad as torch
from minigrad import Op, Tensor
from minigrad.autograd import Function

from .computed import right
from .meanings import Meaning, add_meanings
from .mistakes import Clue, mistake
from .versions import family, wrong_version

# -- Embedding --------------------------------------------------------------------

right(
    "Embedding",
    out="the rows of weight that input numbers",
    weight="in each row the sum of grad over all places where its number stands",
)


def _hot(numbers: Tensor, rows: int, like: Tensor) -> Tensor:
    """A row for each number, with a 1 at its place."""
    return torch.nn.functional.one_hot(numbers, rows).to(like.dtype)


def _added(grad: Tensor, numbers: Tensor, rows: int) -> Tensor:
    return _hot(numbers, rows, grad).t() @ grad


def _chosen(last: bool) -> Callable:
    """Only the first or the last place of each number counts."""

    def written(grad: Tensor, numbers: Tensor, rows: int) -> Tensor:
        out = torch.zeros(rows, grad.shape[-1], dtype=grad.dtype)
        places = list(enumerate(numbers.tolist()))
        for place, number in places if last else places[::-1]:
            out[number] = grad[place]
        return out

    return written


def embedding_of(
    take: Callable = lambda weight, numbers: weight[numbers],
    put: Callable = _added,
) -> type:
    class Embedding(Function):
        @staticmethod
        def forward(ctx, input, weight):
            ctx.save_for_backward(input)
            ctx.rows = len(weight)
            return take(weight, input)

        @staticmethod
        def backward(ctx, grad):
            (numbers,) = ctx.saved_tensors
            rows = grad.reshape(-1, grad.shape[-1])
            return None, put(rows, numbers.reshape(-1), ctx.rows)

    return Embedding


_TWICE = (
    "A number that stands in input more than once gets the gradient of {} alone. The "
    "row was used at each of them: its gradients add up. (out[input] += grad writes "
    "each row once.)"
)
family(
    "Embedding",
    embedding_of,
    take={
        "forward returns other rows: they are numbered from 0, as input is.": (
            lambda weight, numbers: weight[numbers - 1]
        ),
    },
    put={
        "A number that stands in input more than once gets the mean of its gradients. "
        "It gets their sum.": lambda grad, numbers, rows: (
            _added(grad, numbers, rows)
            / _hot(numbers, rows, grad).sum(0).clamp(min=1)[:, None]
        ),
        "Each row gets the number of its places, and not the gradients that arrive "
        "there.": lambda grad, numbers, rows: _added(
            torch.ones_like(grad), numbers, rows
        ),
        "Every row gets the sum of all gradients. It gets those of its places.": (
            lambda grad, numbers, rows: (
                grad.sum(0) + torch.zeros(rows, grad.shape[-1], dtype=grad.dtype)
            )
        ),
        _TWICE.format("its last place"): _chosen(True),
        _TWICE.format("its first place"): _chosen(False),
    },
)
add_meanings(
    Meaning(
        "got .* but expected shape compatible",
        "The gradient has the shape of the weight, with a row for every number there "
        "is, and not one for every place in input. Begin with zeros of that shape.",
    ),
    Meaning(
        r"\((\w+)\) and source \((\w+)\) must have the same scalar type",
        "The zeros are {0}, and the gradients that are added to them {1}: make them in "
        "the dtype of grad.",
    ),
    Meaning(
        "index_add|index_put|must be.*(index|Long|int64)|same number of|source",
        "input may have any number of dimensions, also none. Put all numbers into one "
        "row, input.reshape(-1), and all rows of grad below one another, "
        "grad.reshape(-1, width).",
    ),
    pieces=("Embedding",),
)

# -- Softmax ----------------------------------------------------------------------

right("Softmax", out="exp(a) / Σ exp(a)", a="out * (grad - Σ grad * out)")


def _exps(a: np.ndarray, dim: int | None) -> np.ndarray:
    return np.exp(a - a.max(dim, keepdims=True, initial=-np.inf))


def _sum(a: np.ndarray, dim: int | None) -> np.ndarray:
    return a.sum(dim, keepdims=True)


def _over(e: np.ndarray, dim: int | None) -> np.ndarray:
    return e / _sum(e, dim)


_ELSEWHERE = "The sum goes {}. It goes over the entries along dim, and no others."
_AXES = {"first": 0, "second": 1, "last": -1}
_FORWARDS: dict[str, Callable] = {
    "No maximum is subtracted: exp of a large score is inf, and inf / inf is nan. With "
    "the largest score along dim taken off, all stay as they are, and none is above "
    "1.": lambda a, dim: _over(np.exp(a), dim),
    "The largest of all scores is taken off. Take that of each row, along dim: beside "
    "a much larger row, all exponentials of another are 0.": (
        lambda a, dim: _over(_exps(a, None), dim)
    ),
    "This is the logarithm of the softmax.": lambda a, dim: (
        a
        - a.max(dim, keepdims=True, initial=-np.inf)
        - np.log(_sum(_exps(a, dim), dim))
    ),
    "The smallest score is taken off. Only without the largest is none above 1.": (
        lambda a, dim: _over(np.exp(a - a.min(dim, keepdims=True, initial=np.inf)), dim)
    ),
    "The scores are cut off, so that exp does not overflow; those beyond become equal. "
    "Take the largest of each row off.": lambda a, dim: _over(
        np.exp(a.clip(-50, 50)), dim
    ),
    _ELSEWHERE.format("over all entries"): lambda a, dim: _over(_exps(a, None), None),
} | {
    _ELSEWHERE.format(f"along the {which} axis, whatever dim says"): (
        lambda a, dim, axis=axis: _over(_exps(a, axis), axis)
    )
    for which, axis in _AXES.items()
}
for _says, _forward in _FORWARDS.items():
    _methods = {
        "forward": staticmethod(lambda ctx, a, dim, f=_forward: f(a, dim)),
        "backward": staticmethod(lambda ctx, grad: grad),
    }
    wrong_version("Softmax", _says, forward=True)(type("Softmax", (Op,), _methods))

_ALL = (
    "A score changes all entries of out along dim, not its own alone: from grad the "
    "sum of grad * out along dim is subtracted."
)
_GRADIENTS: dict[str, Callable] = {
    f"{_ALL} Here each score gets out * (1 - out) * grad.": (
        lambda c: c.p * (1 - c.p) * c.g
    ),
    f"{_ALL} Here nothing is.": lambda c: c.p * c.g,
    f"{_ALL} Here it is the sum of grad.": lambda c: c.p * (c.g - _sum(c.g, c.dim)),
    f"{_ALL} Here it is grad * out of its own entry.": (
        lambda c: c.p * (c.g - c.g * c.p)
    ),
    f"{_ALL} Here it is their mean.": lambda c: c.p * (c.g - c.s / c.p.shape[c.dim]),
    f"{_ALL} Here it is added.": lambda c: c.p * (c.g + c.s),
    f"{_ALL} Here the sum goes over all entries.": (
        lambda c: c.p * (c.g - (c.g * c.p).sum())
    ),
    "The factor out is missing before the bracket.": lambda c: c.g - c.s,
    "out multiplies the sum alone. It stands before the bracket.": (
        lambda c: c.g - c.p * c.s
    ),
    "out multiplies grad alone. It stands before the bracket, and multiplies the sum, "
    "too.": lambda c: c.p * c.g - c.s,
    "The sign is wrong: it is grad less the sum.": lambda c: c.p * (c.s - c.g),
    "This is the gradient of log-softmax: grad - out * (sum of grad).": (
        lambda c: c.g - c.p * _sum(c.g, c.dim)
    ),
    "There stands a in the place of out: save what forward returns.": (
        lambda c: c.a * (c.g - _sum(c.g * c.a, c.dim))
    ),
} | {
    _ELSEWHERE.format(f"along the {which} axis, whatever dim says"): (
        lambda c, axis=axis: c.p * (c.g - _sum(c.g * c.p, min(axis, c.g.ndim - 1)))
    )
    for which, axis in _AXES.items()
}


def _of_parts(gradient: Callable) -> Callable:
    """A formula of g, p = out, s = Σ g p, a and dim."""

    def predicted(clue: Clue) -> np.ndarray:
        g, p, dim = clue.upstream, clue.out, clue.inputs["dim"]
        given = {"g": g, "p": p, "s": _sum(g * p, dim), "a": clue.operand}
        return gradient(SimpleNamespace(dim=dim, **given))

    return predicted


for _says, _gradient in _GRADIENTS.items():
    mistake("gradient", _says, "Softmax")(_of_parts(_gradient))
add_meanings(
    Meaning(
        "could not be broadcast together",
        "A sum or a maximum along dim has one axis less, and does not fit to a. With "
        "keepdims=True the axis stays, with size 1.",
    ),
    pieces=("Softmax",),
)

# -- LayerNorm --------------------------------------------------------------------

right(
    "LayerNorm",
    out="(input - mean) / √(var + eps) * weight + bias",
    input="(h - mean(h) - n * mean(h * n)) / √(var + eps), with h = grad * weight and "
    "n = (input - mean) / √(var + eps)",
    weight="the sum over all rows of grad * n, with n = (input - mean) / √(var + eps)",
    bias="the sum of grad over all rows",
)


def _mean(a: Tensor) -> Tensor:
    return a.mean(-1, keepdim=True)


def _rows(a: Tensor) -> Tensor:
    return a.reshape(-1, a.shape[-1])


def norm_of(
    center: Callable = lambda x: x - _mean(x),
    variance: Callable = lambda x, c: _mean((x - _mean(x)) ** 2),
    scale: Callable = lambda var, eps: 1 / (var + eps).sqrt(),
    affine: Callable = lambda n, w, b: n * w + b,
    through: Callable = lambda grad, w: grad * w,
    late: Callable = lambda found, w: found,
    of_input: Callable = lambda h, n, s: s * (h - _mean(h) - n * _mean(h * n)),
    of_weight: Callable = lambda grad, x, c, n: grad * n,
    over_rows: Callable = lambda a: _rows(a).sum(0),
) -> type:
    class LayerNorm(Function):
        @staticmethod
        def forward(ctx, input, weight, bias, eps):
            ctx.save_for_backward(input, weight)
            c = center(input)
            ctx.scale = scale(variance(input, c), eps)
            ones, zeros = torch.ones_like(input), torch.zeros_like(input)
            w, b = ones if weight is None else weight, zeros if bias is None else bias
            return affine(c * ctx.scale, w, b)

        @staticmethod
        def backward(ctx, grad):
            (input, weight), needs = ctx.saved_tensors, ctx.needs_input_grad
            c = center(input)
            n, s = c * ctx.scale, ctx.scale
            h = grad if weight is None else through(grad, weight)
            return (
                late(of_input(h, n, s), weight) if needs[0] else None,
                over_rows(of_weight(grad, input, c, n)) if needs[1] else None,
                over_rows(grad) if needs[2] else None,
                None,
            )

    return LayerNorm


_TERM = (
    "Mean and variance depend on every entry of the row, and so does the gradient of "
    "input: it has three terms. "
)
_EPS = "eps belongs to the variance, under the root: 1 / √(var + eps). "
_FORWARD: dict[str, dict[str, Callable]] = {
    "center": {
        "The mean is not subtracted.": lambda x: x,
    },
    "variance": {
        "The variance is divided by n - 1, as var() and std() do by default: it is the "
        "mean of the squares, divided by n (unbiased=False).": (
            lambda x, c: (c**2).sum(-1, keepdim=True) / (x.shape[-1] - 1)
        ),
    },
    "scale": {
        f"{_EPS}Here it is added to the root.": lambda var, eps: 1 / (var.sqrt() + eps),
    },
    "affine": {
        "The bias is multiplied by the weight, too.": lambda n, w, b: (n + b) * w,
    },
}
wrong_version(
    "LayerNorm",
    "The weight is multiplied on last. It belongs to grad, before the means: h = grad "
    "* weight.",
)(
    norm_of(
        through=lambda grad, w: grad,
        late=lambda found, w: found if w is None else found * w,
    )
)
for _part, _choices in _FORWARD.items():
    for _says, _choice in _choices.items():
        _version = norm_of(**{_part: _choice})
        wrong_version("LayerNorm", _says, forward=True)(_version)
for _says, _both in {
    "Mean and variance go over the rows, dimension 0. Each row is normalized by "
    "itself, over its last dimension.": (
        lambda x: x - x.mean(0, keepdim=True),
        lambda x, c: (c**2).mean(0, keepdim=True),
    ),
    "Mean and variance are those of all entries. Each row is normalized by itself, "
    "over its last dimension.": (lambda x: x - x.mean(), lambda x, c: (c**2).mean()),
}.items():
    wrong_version("LayerNorm", _says, forward=True)(norm_of(*_both))
family(
    "LayerNorm",
    norm_of,
    **_FORWARD,
    through={
        "The gradient of input goes past the weight: multiply grad by it first.": (
            lambda grad, w: grad
        ),
    },
    of_input={
        f"{_TERM}The mean of h = grad * weight is not subtracted.": (
            lambda h, n, s: s * (h - n * _mean(h * n))
        ),
        f"{_TERM}The one of the variance is missing, n * mean(h * n).": (
            lambda h, n, s: s * (h - _mean(h))
        ),
        f"{_TERM}Here it has the first alone, as if mean and variance were "
        "constants.": lambda h, n, s: s * h,
        f"{_TERM}In the third stands the mean of h. It is that of h * n.": (
            lambda h, n, s: s * (h - _mean(h) - n * _mean(h))
        ),
        f"{_TERM}It is divided by the variance, and not by its root.": (
            lambda h, n, s: s * s * (h - _mean(h) - n * _mean(h * n))
        ),
        f"{_TERM}Here they are sums over the row. They are means.": lambda h, n, s: (
            s * (h - h.sum(-1, keepdim=True) - n * (h * n).sum(-1, keepdim=True))
        ),
        f"{_TERM}They are not divided by √(var + eps).": (
            lambda h, n, s: h - _mean(h) - n * _mean(h * n)
        ),
    },
    of_weight={
        "The gradient of the weight has input - mean in it, which is not divided by "
        "√(var + eps) here.": lambda grad, x, c, n: grad * c,
    },
)
add_meanings(
    Meaning(
        "unsupported operand type.*'NoneType'|must be Tensor, not NoneType"
        "|'NoneType' object",
        "Weight and bias may be None, each by itself. Then nothing is multiplied, and "
        "nothing added.",
    ),
    Meaning(
        "Boolean value of Tensor",
        "To ask whether there is a weight, write weight is not None. The weight itself "
        "has a True or False for each of its entries.",
    ),
    Meaning(
        "must match the size|shapes cannot|got .* but expected shape",
        "Shapes do not fit. A mean with keepdim=True keeps its dimension, with size 1. "
        "The gradients of weight and bias are sums over all dimensions but the last: "
        "tensor.reshape(-1, size).sum(0).",
    ),
    pieces=("LayerNorm",),
)
