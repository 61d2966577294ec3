"""Mistakes in sums, means, maxima and norms over axes, of problem set 2."""

from collections.abc import Callable

import numpy as np

from ..comparison import alike
from .mistakes import Clue, mistake


def _axes(clue: Clue) -> tuple[int, ...]:
    """The axes that are reduced, counted from 0."""
    dim, ndim = clue.inputs.get("dim"), clue.operands[0].ndim
    if dim is None:
        return tuple(range(ndim))
    return tuple(axis % ndim for axis in (dim if isinstance(dim, tuple) else (dim,)))


def _kept(clue: Clue, array: np.ndarray) -> np.ndarray:
    """A reduced array, with the reduced axes put back as size 1."""
    axes, sizes = _axes(clue), clue.operand.shape
    return array.reshape([1 if i in axes else n for i, n in enumerate(sizes)])


def _count(clue: Clue) -> int:
    """How many entries are reduced to one."""
    return max(clue.operand.size // max(clue.out.size, 1), 1)


# -- outputs of any of them -------------------------------------------------------


def _keeps_axes(clue: Clue) -> bool:
    return clue.reference.program.name.endswith("_keeping_axes")


def _about_axes(piece: str, verb: str, function: Callable) -> None:
    """What may be wrong with the axes that `function` is to reduce."""

    def reduced(a: np.ndarray, axes: tuple[int, ...], keepdims: bool = False):
        return np.asarray(function(a, axis=axes, keepdims=keepdims))

    @mistake("out", f"dim is ignored: forward {verb} over all axes.", piece)
    def dim_ignored(clue: Clue):
        a = clue.operands[0]
        if clue.got.size != 1:
            return False
        return alike(reduced(a, tuple(range(a.ndim))), clue.got.reshape(()))

    @mistake(
        "out",
        "keepdim=True is ignored: the values are right, but the axes of dim must stay, "
        "with size 1.",
        piece,
    )
    def keepdim_ignored(clue: Clue):
        if not _keeps_axes(clue):
            return None
        return reduced(clue.operands[0], _axes(clue))

    @mistake(
        "out",
        "The reduced axes are kept, with size 1, although keepdim is False.",
        piece,
    )
    def axes_kept(clue: Clue):
        if _keeps_axes(clue):
            return None
        return reduced(clue.operands[0], _axes(clue), keepdims=True)

    @mistake("out", f"forward {verb} over the wrong axis.", piece)
    def other_axis(clue: Clue):
        a, axes = clue.operands[0], _axes(clue)
        if not clue.is_wrong or len(axes) != 1 or a.ndim < 2:
            return None
        got = clue.got.squeeze()
        others = [reduced(a, (i,)).squeeze() for i in range(a.ndim) if i != axes[0]]
        return any(alike(other, got) for other in others)

    @mistake("out", f"Of several axes, forward {verb} over the first alone.", piece)
    def only_the_first_axis(clue: Clue):
        a, dim = clue.operands[0], clue.inputs.get("dim")
        if not isinstance(dim, tuple) or len(dim) < 2:
            return None
        out = reduced(a, dim[:1], keepdims=clue.got.ndim == a.ndim)
        return out if out.shape == clue.got.shape else False


def _norm(a: np.ndarray, **options) -> np.ndarray:
    return np.sqrt((a * a).sum(**options))


_REDUCTIONS = {
    "Sum": ("sums", np.sum),
    "Mean": ("averages", np.mean),
    "Max": ("looks for the largest", lambda a, **k: a.max(initial=-np.inf, **k)),
    "Norm": ("takes the norm", _norm),
}

for _piece, (_verb, _function) in _REDUCTIONS.items():
    _about_axes(_piece, _verb, _function)


def _outputs(piece: str, others: dict[str, Callable]) -> None:
    """What forward may compute instead, over the right axes; None: it cannot tell."""
    for says, function in others.items():

        @mistake("out", says, piece)
        def computes(clue: Clue, function=function):
            out = function(clue.operands[0], axis=_axes(clue))
            if out is None:
                return None
            out = np.asarray(out)
            same = out.size == clue.expected.size
            return out.reshape(clue.expected.shape) if same else False


_outputs(
    "Sum",
    {"The mean is returned: the sum divided by the number of entries.": np.mean},
)
_outputs(
    "Mean",
    {
        "The sum is returned: it must be divided by the number of entries.": np.sum,
        "The median is returned, not the mean.": np.median,
        "The sum is divided by the number of all entries of a, not by that of those "
        "which are averaged.": lambda a, axis: a.sum(axis=axis) / a.size,
        "The sum is divided by n - 1: the mean divides by n.": (
            lambda a, axis: (
                a.sum(axis=axis) / (np.prod([a.shape[i] for i in axis], dtype=int) - 1)
            )
        ),
    },
)
_outputs(
    "Max",
    {
        "The smallest is returned, not the largest.": np.min,
        "The place of the largest is returned (argmax), not its value.": (
            lambda a, axis: a.argmax(axis=axis[0]) if len(axis) == 1 else None
        ),
        "The largest of |a| is returned: signs count.": (
            lambda a, axis: np.abs(a).max(axis=axis)
        ),
        "The sum is returned, not the largest.": np.sum,
    },
)
_outputs(
    "Norm",
    {
        "The root is missing: the output is the sum of the squares.": (
            lambda a, axis: (a * a).sum(axis=axis)
        ),
        "The output is the sum of |a|, another norm. Here squares are summed, and a "
        "root is taken.": lambda a, axis: np.abs(a).sum(axis=axis),
        "The squares are averaged, not summed: the output is too small by the root of "
        "their number.": lambda a, axis: np.sqrt((a * a).mean(axis=axis)),
        "The output is the largest of |a|, another norm.": (
            lambda a, axis: np.abs(a).max(axis=axis)
        ),
        "The squares are missing: the output is the root of the sum.": (
            lambda a, axis: np.sqrt(a.sum(axis=axis))
        ),
    },
)

# -- gradients of any of them -----------------------------------------------------


for _piece in _REDUCTIONS:

    @mistake(
        "gradient",
        "The gradient is not expanded: backward returns grad in the shape of out. It "
        "must have the shape of {x}.",
        _piece,
    )
    def not_expanded(clue: Clue):
        if clue.got.size == clue.upstream.size:
            return clue.upstream.reshape(clue.got.shape)
        return False


# -- Sum --------------------------------------------------------------------------


@mistake(
    "gradient",
    "The gradient is expanded along the wrong axis: the gradients of the rows are "
    "handed to the columns. Put the summed axis back, with size 1, before you "
    "broadcast.",
    "Sum",
)
def wrong_axis_expanded(clue: Clue):
    try:
        return np.broadcast_to(clue.upstream, clue.expected.shape)
    except ValueError:
        return None


@mistake(
    "gradient",
    "The gradient of {x} is divided by the number of entries summed: that is the "
    "gradient of the mean.",
    "Sum",
)
def gradient_of_the_mean(clue: Clue):
    return clue.expected / _count(clue)


@mistake(
    "gradient",
    "The gradient of {x} has {x} itself as a factor. A sum counts every entry with "
    "factor 1.",
    "Sum",
)
def multiplied_by_the_operand(clue: Clue):
    return clue.expected * clue.operand


# -- Mean -------------------------------------------------------------------------


def _slopes(piece: str, others: dict[str, Callable]) -> None:
    """What backward may multiply grad by, once that has its axes back."""
    for says, slope in others.items():

        @mistake("gradient", says, piece)
        def uses(clue: Clue, slope=slope):
            grad = _kept(clue, clue.upstream)
            return np.broadcast_to(grad * slope(clue), clue.operand.shape)


_slopes(
    "Mean",
    {
        "The gradient of {x} is not divided by n, the number of entries averaged: that "
        "is the gradient of the sum.": lambda clue: 1.0,
        "The gradient of {x} is divided by the number of all its entries, not by that "
        "of those which were averaged.": lambda clue: 1 / max(clue.operand.size, 1),
        "The gradient of {x} is divided by n twice.": lambda clue: _count(clue) ** -2.0,
        "The gradient of {x} is divided by the number of means, not by that of the "
        "entries in each.": lambda clue: 1 / max(clue.out.size, 1),
        "The gradient of {x} is multiplied by n, the number of entries averaged: it "
        "must be divided.": _count,
        "The gradient of {x} has {x} itself as a factor. A mean counts every entry "
        "with factor 1 / n.": lambda clue: clue.operand / _count(clue),
    },
)


@mistake(
    "gradient",
    "The gradient is expanded along the wrong axis: the gradients of the rows are "
    "handed to the columns. Put the averaged axis back, with size 1, before you "
    "broadcast.",
    "Mean",
)
def mean_along_the_wrong_axis(clue: Clue):
    try:
        return np.broadcast_to(clue.upstream / _count(clue), clue.expected.shape)
    except ValueError:
        return None


# -- Max --------------------------------------------------------------------------


def _largest(clue: Clue) -> np.ndarray:
    return clue.operand == _kept(clue, clue.out)


def _one_of_the_largest(clue: Clue, last: bool) -> np.ndarray:
    """The mask of the first or last largest, in the order of the entries."""
    a, axes = clue.operand, _axes(clue)
    left = [i for i in range(a.ndim) if i not in axes]
    order = (*left, *sorted(axes))
    rows = _largest(clue).transpose(order)
    flat = rows.reshape(clue.out.size, -1)
    at = flat[:, ::-1].argmax(1) if last else flat.argmax(1)
    mask = np.zeros_like(flat)
    mask[np.arange(len(flat)), flat.shape[1] - 1 - at if last else at] = True
    return mask.reshape(rows.shape).transpose(np.argsort(order))


_slopes(
    "Max",
    {
        "Every entry that is the largest gets the full gradient. Where several are, "
        "they share it: divide by their number.": _largest,
        "Where several entries are the largest, only the first gets the gradient. They "
        "share it.": lambda clue: _one_of_the_largest(clue, last=False),
        "Where several entries are the largest, only the last gets the gradient. They "
        "share it.": lambda clue: _one_of_the_largest(clue, last=True),
        "The gradient goes to all entries, as for a sum: the mask of those that are "
        "the largest is missing.": lambda clue: 1.0,
        "The mask is the wrong way round: the entries that are not the largest get the "
        "gradient.": lambda clue: ~_largest(clue),
        "The gradient is shared among all the entries, as for a mean. Only those that "
        "are the largest share it.": lambda clue: 1 / _count(clue),
        "The gradient is divided by the number of entries, not by that of those which "
        "are the largest.": lambda clue: _largest(clue) / _count(clue),
        "The gradient has the largest value as a factor. The slope for an entry that "
        "is the largest alone is 1.": lambda clue: (
            _largest(clue)
            * clue.operand
            / _largest(clue).sum(axis=_axes(clue), keepdims=True)
        ),
        "The gradient is divided by the number of the largest entries of the whole "
        "array. Count them along dim.": lambda clue: (
            _largest(clue) / max(_largest(clue).sum(), 1)
        ),
    },
)

# -- Norm -------------------------------------------------------------------------


def _norms(clue: Clue) -> np.ndarray:
    return _kept(clue, clue.out)


_slopes(
    "Norm",
    {
        "The gradient is nan where the norm is 0: 0 / 0. There is no slope at 0; "
        "PyTorch takes 0.": lambda clue: clue.operand / _norms(clue),
        "The slope used is a alone: the division by the norm is missing.": (
            lambda clue: clue.operand
        ),
        "The slope used is 2 a, that of the sum of the squares. The root has a slope, "
        "too: together a / out.": lambda clue: 2 * clue.operand,
        "The slope used is a / out². It is a / out.": lambda clue: (
            clue.operand / _norms(clue) ** 2
        ),
        "The slope used is 1 / out: the factor a is missing.": lambda clue: (
            1 / _norms(clue)
        ),
        "The slope used is 1 / (2 out), that of the root alone. The squares have the "
        "slope 2 a: together a / out.": lambda clue: 0.5 / _norms(clue),
        "The slope used is the sign of a, that of the sum of |a|. It is a / out.": (
            lambda clue: np.sign(clue.operand)
        ),
        "The slope used is out / a, upside down. It is a / out.": lambda clue: (
            _norms(clue) / clue.operand
        ),
        "The slope used is a divided by the norm of the whole array. Divide by the "
        "norm of those entries that were taken together.": lambda clue: (
            clue.operand / _norm(clue.operand)
        ),
        "The slope used is 2 a / out: the 2 of the squares is halved by the root.": (
            lambda clue: 2 * clue.operand / _norms(clue)
        ),
    },
)


@mistake(
    "gradient",
    "The slope used is |a| / out: the sign of a is lost. It is a / out.",
    "Norm",
)
def sign_lost(clue: Clue):
    return np.abs(clue.operand) * _safe(_kept(clue, clue.upstream), _norms(clue))


def _safe(grad: np.ndarray, norms: np.ndarray) -> np.ndarray:
    return np.where(norms == 0, 0.0, grad / np.where(norms == 0, 1.0, norms))
