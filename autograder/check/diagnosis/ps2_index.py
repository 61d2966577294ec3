"""Mistakes in indexing, and in summing what was broadcast, of problem set 2."""

from collections.abc import Callable

import numpy as np

from .meanings import Meaning, add_meanings
from .mistakes import Clue, mistake
from .versions import family, wrong_version

# -- Index ------------------------------------------------------------------------


def _key(clue: Clue) -> tuple:
    """The key of the program, as forward gets it."""
    name = clue.reference.program.name
    parts = [v for k, v in clue.inputs.items() if k != "a"]
    if name == "entries_of_a_mask":
        return (clue.inputs["a"] > 0,)
    return (slice(None), *parts) if name == "columns_taken" else tuple(parts)


def _gradients(others: dict[str, Callable]) -> None:
    """What backward may return, of grad, the shape of a, and the key."""
    for says, function in others.items():

        @mistake("gradient", says, "Index")
        def returns(clue: Clue, function=function):
            return function(clue.upstream, clue.operand.shape, _key(clue))


def placed(grad: np.ndarray, shape: tuple, key: tuple) -> np.ndarray:
    """Zeros, and grad where it was taken from: what came twice is there once."""
    out = np.zeros(shape, grad.dtype)
    out[key] = grad
    return out


def first(grad: np.ndarray, shape: tuple, key: tuple) -> np.ndarray:
    """As `placed`, but for the first of what came twice, not the last."""
    out = np.zeros(shape, grad.dtype)
    places, at = np.unique(np.arange(out.size).reshape(shape)[key], return_index=True)
    out.flat[places] = grad.flat[at]
    return out


def added(grad: np.ndarray, shape: tuple, key: tuple) -> np.ndarray:
    """Zeros, with grad added where it was taken from."""
    out = np.zeros(shape, grad.dtype)
    np.add.at(out, key, grad)
    return out


def times(shape: tuple, key: tuple) -> np.ndarray:
    """How often each entry was taken."""
    taken = np.zeros(shape)[key]
    return added(np.ones_like(taken), shape, key)


_gradients(
    {
        "An entry that was taken several times keeps the gradient of one of them: the "
        "later overwrites the earlier (so does +=, which reads all entries first). "
        "Add them all up: np.add.at does.": placed,
        "An entry that was taken several times keeps the first of its gradients. Add "
        "them all up: np.add.at does.": first,
        "The gradient of an entry that was taken several times is averaged. It is the "
        "sum.": lambda grad, shape, key: (
            added(grad, shape, key) / np.maximum(times(shape, key), 1)
        ),
        "Entries that were not taken get a gradient, too. What is not in out has the "
        "slope 0.": lambda grad, shape, key: np.where(
            times(shape, key) > 0, added(grad, shape, key), 1.0
        ),
        "Only whether an entry was taken counts here: the upstream gradient is "
        "missing.": lambda grad, shape, key: (times(shape, key) > 0).astype(grad.dtype),
        "Entries that were taken several times get nothing.": lambda grad, shape, key: (
            np.where(times(shape, key) > 1, 0.0, added(grad, shape, key))
        ),
    }
)


@mistake(
    "gradient",
    "The gradient is not put back: backward returns grad, or entries of it, where it "
    "must return an array of the shape of {x}, with grad where it was taken from.",
    "Index",
)
def not_put_back(clue: Clue):
    if clue.got.shape != clue.upstream.shape:
        return False if clue.is_wrong else None
    return clue.upstream


@mistake(
    "gradient",
    "grad is indexed with the key once more. On the way back it must be put where the "
    "key points.",
    "Index",
)
def indexed_again(clue: Clue):
    try:
        return clue.upstream[_key(clue)]
    except IndexError:
        return None


@mistake(
    "gradient",
    "The gradients are put at the beginning, in their order. They belong where the key "
    "points.",
    "Index",
)
def put_first(clue: Clue):
    out = np.zeros(clue.operand.shape)
    if clue.upstream.size > out.size:
        return None
    out.ravel()[: clue.upstream.size] = clue.upstream.ravel()
    return out


def _numbers(key: tuple) -> np.ndarray | None:
    """The key, if it is a single array of whole numbers."""
    return key[0] if len(key) == 1 and key[0].dtype.kind == "i" else None


def _output(says: str) -> Callable:
    """What forward may take instead; None where it cannot be told."""

    def add(function: Callable) -> Callable:
        @mistake("out", says, "Index")
        def takes(clue: Clue):
            try:
                return function(clue.operands[0], _key(clue))
            except IndexError:
                return None

        return function

    return add


@_output("Of the key only its first part is used: the output is a[key[0]].")
def first_part(a: np.ndarray, key: tuple):
    return a[key[0]] if len(key) > 1 else None


@_output("Entries of the flattened array are taken. An index counts along its axis.")
def of_the_flat_array(a: np.ndarray, key: tuple):
    return None if _numbers(key) is None else a.ravel()[_numbers(key)]


@_output("The entries are taken in rising order. The key says in which order.")
def in_rising_order(a: np.ndarray, key: tuple):
    numbers = _numbers(key)
    if numbers is None:
        return None
    return a[np.sort(numbers % len(a), axis=None).reshape(numbers.shape)]


@_output(
    "The index is taken to count from 1: every entry is that before the right one."
)
def counted_from_one(a: np.ndarray, key: tuple):
    return None if _numbers(key) is None else a[(_numbers(key) - 1) % len(a)]


@mistake(
    "gradient",
    "The loop goes through key itself, which is a tuple: with one array in it, it runs "
    "once. np.add.at takes the tuple as it is.",
    "Index",
)
def loop_over_the_tuple(clue: Clue):
    if clue.reference.program.name == "columns_taken":
        return None
    out = np.zeros_like(clue.expected)
    try:
        for place, key in enumerate(_key(clue)):
            out[key] += clue.upstream[place]
    except (IndexError, ValueError):
        return None
    return out


_WHOLE = (
    "The key is a tuple of arrays and slices, and goes to np.add.at as it is: keep it "
    "as an attribute, ctx.key = key. A part of it, or an array or list made of it, "
    "points elsewhere."
)
add_meanings(
    Meaning(
        "broadcastable to correct shape|inhomogeneous",
        "The zeros have the shape of a, whatever the key is. " + _WHOLE,
        pieces=("Index",),
    ),
    Meaning(
        "cannot reshape array of size",
        "What is left after the sums has not as many entries as shape asks for: an "
        "axis is not summed, or a wrong one is. Line up both shapes from the right. "
        "(If axes go one by one, those behind get other numbers.)",
        pieces=("sum_to_shape",),
    ),
)

# -- sum_to_shape -----------------------------------------------------------------


def _axes(grad, shape: tuple) -> list[int]:
    """The axes along which an operand of `shape` was broadcast."""
    added = grad.ndim - len(shape)
    return [i for i in range(grad.ndim) if i < added or shape[i - added] == 1]


def _in_front(grad, shape: tuple) -> list[int]:
    return [*range(grad.ndim - len(shape))]


def _copied(grad, shape: tuple) -> list[int]:
    """Those that do change something."""
    added = grad.ndim - len(shape)
    return [i for i in _axes(grad, shape) if i < added or grad.shape[i] != 1]


def _from_the_left(grad, shape: tuple) -> list[int]:
    sizes = shape + (1,) * (grad.ndim - len(shape))
    return [i for i in range(grad.ndim) if sizes[i] == 1]


def _at(grad: np.ndarray, axes: tuple, place: slice) -> np.ndarray:
    return grad[tuple(place if i in axes else slice(None) for i in range(grad.ndim))]


def _one_by_one(grad, axes: tuple):
    for axis in axes:
        grad = grad.sum(axis)
    return grad


def _summed(grad, axes: tuple):
    return grad.sum(axes, keepdims=True) if axes else grad


def _sum_to_shape(axes=_axes, each=_summed, front=_summed, ones=_summed):
    """`each`: in the place of `front` and `ones`."""

    def sum_to_shape(grad, shape):
        chosen = tuple(axes(grad, shape))
        if each is not _summed:
            return each(grad, chosen).reshape(shape)
        added = _in_front(grad, shape)
        out = ones(grad, tuple(i for i in chosen if i not in added))
        return front(out, tuple(i for i in chosen if i in added)).reshape(shape)

    return sum_to_shape


_ALL = "All of them count: add them up."
_COMBINED = {
    "the gradients of the copies are averaged. A copied entry gets their sum.": (
        lambda grad, axes: grad.mean(axes, keepdims=True)
    ),
    f"of the gradients of the copies the first is taken. {_ALL}": (
        lambda grad, axes: _at(grad, axes, slice(1))
    ),
    f"of the gradients of the copies the last is taken. {_ALL}": (
        lambda grad, axes: _at(grad, axes, slice(-1, None))
    ),
    f"of the gradients of the copies the largest is taken. {_ALL}": (
        lambda grad, axes: grad.max(axes, initial=-np.inf, keepdims=True)
    ),
    "the gradients of the copies are multiplied. Add them up.": (
        lambda grad, axes: grad.prod(axes, keepdims=True)
    ),
    "the absolute values are summed up: gradients keep their signs.": (
        lambda grad, axes: np.abs(grad).sum(axes, keepdims=True)
    ),
}


def _along(which: str) -> dict[str, Callable]:
    return {f"Along {which}, {says}": _COMBINED[says] for says in _COMBINED}


family(
    "sum_to_shape",
    _sum_to_shape,
    right={"axes": "Sum over the axes in front, and those where shape has a 1."},
    axes={
        "Nothing is summed.": lambda grad, shape: [],
        "Only the first of the broadcast axes is summed: the function returns in the "
        "loop.": lambda grad, shape: _copied(grad, shape)[:1],
        "An axis is summed only where grad has several entries along it. Along one of "
        "no entries the operand was broadcast, too.": lambda grad, shape: [
            i
            for i in _axes(grad, shape)
            if i in _in_front(grad, shape) or grad.shape[i] > 1
        ],
        "Shapes are lined up from the left: the axes that are summed stand at the end. "
        "Broadcasting lines them up from the right, and adds axes in front.": (
            _from_the_left
        ),
        "All axes are summed.": lambda grad, shape: [*range(grad.ndim)],
    },
    each={
        f"{says[0].upper()}{says[1:]}": combine for says, combine in _COMBINED.items()
    }
    | {
        "The sign is wrong: what is returned is the sum, negated.": (
            lambda grad, axes: -grad.sum(axes)
        ),
        "Axes are summed one after the other, from the front, and with each sum those "
        "behind get other numbers. Sum all at once, or from the last one.": _one_by_one,
    },
    front=_along("the axes in front"),
    ones=_along("axes of size 1"),
)


@wrong_version(
    "sum_to_shape",
    "Every entry gets the sum over all of grad. Sum over the broadcast axes alone.",
)
def all_of_it(grad, shape):
    return np.full(shape, grad.sum(), grad.dtype)
