"""Answers to Index and sum_to_shape."""

import numpy as np
from banks.answers.bank import answers_to

from minigrad import Op

# -- Index -----------------------------------------------------------------------------

right, wrong = answers_to("Index")


class IndexForward(Op):
    @staticmethod
    def forward(ctx, a, key):
        ctx.shape, ctx.key = a.shape, key
        return a[key]


@right
class AsInTheBook(IndexForward):
    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, grad.dtype)
        np.add.at(out, ctx.key, grad)
        return out


@right
class ByCounting(IndexForward):
    """The flat number of each entry that was taken, and bincount."""

    @staticmethod
    def backward(ctx, grad):
        size = int(np.prod(ctx.shape))
        taken = np.arange(size).reshape(ctx.shape)[ctx.key]
        sums = np.bincount(taken.ravel(), grad.ravel(), minlength=size)
        return sums.reshape(ctx.shape).astype(grad.dtype), None


@right
class InALoop:
    @staticmethod
    def forward(ctx, a, key):
        ctx.taken = np.arange(a.size).reshape(a.shape)[key].ravel()
        ctx.shape = a.shape
        return np.array(a[key])

    @staticmethod
    def backward(ctx, grad):
        out = np.zeros(ctx.shape, grad.dtype)
        for place, each in zip(ctx.taken, grad.ravel(), strict=True):
            out.reshape(-1)[place] += each
        return out


def times(ctx):
    out = np.zeros(ctx.shape)
    np.add.at(out, ctx.key, 1)
    return out


def added(ctx, grad):
    return AsInTheBook.backward(ctx, grad)


def put(ctx, grad):
    out = np.zeros(ctx.shape, grad.dtype)
    out[ctx.key] = grad
    return out


def put_and_added(ctx, grad):
    out = np.zeros(ctx.shape, grad.dtype)
    out[ctx.key] += grad
    return out


def put_first(ctx, grad):
    out = np.zeros(ctx.shape, grad.dtype)
    if grad.size > out.size:
        return added(ctx, grad)
    out.ravel()[: grad.size] = grad.ravel()
    return out


def in_double_precision(ctx, grad):
    out = np.zeros(ctx.shape)
    np.add.at(out, ctx.key, grad)
    return out


for name, words, formula in (
    ("Overwrites", ["keeps the gradient of one of them", "np.add.at"], put),
    ("PlusEquals", ["keeps the gradient of one of them", "+="], put_and_added),
    (
        "Averages",
        ["is averaged", "the sum"],
        lambda ctx, grad: (added(ctx, grad) / np.maximum(times(ctx), 1)).astype(
            grad.dtype
        ),
    ),
    (
        "ForgetsUpstream",
        ["upstream gradient is missing"],
        lambda ctx, grad: times(ctx).astype(grad.dtype),
    ),
    (
        "OnlyWhether",
        ["Only whether an entry was taken"],
        lambda ctx, grad: (times(ctx) > 0).astype(grad.dtype),
    ),
    (
        "OnesElsewhere",
        ["Entries that were not taken get a gradient"],
        lambda ctx, grad: np.where(times(ctx) > 0, added(ctx, grad), 1),
    ),
    (
        "RepeatedOnesLost",
        ["taken several times get nothing"],
        lambda ctx, grad: np.where(times(ctx) > 1, 0, added(ctx, grad)),
    ),
    ("HandsOnUpstream", ["not put back"], lambda ctx, grad: grad),
    ("PutFirst", ["put at the beginning"], put_first),
    ("Negated", ["sign is wrong"], lambda ctx, grad: -added(ctx, grad)),
    ("Zero", ["zero everywhere"], lambda ctx, grad: np.zeros(ctx.shape, grad.dtype)),
    ("LosesTheDtype", ["dtype is lost"], in_double_precision),
    (
        "TakesOnceMore",
        ["gradient of shape (5, 4)", "indexed with the key once more"],
        lambda ctx, grad: grad[ctx.key],
    ),
):
    methods = {"backward": staticmethod(formula)}
    wrong(*words)(type(name, (IndexForward,), methods))


@wrong("keeps the gradient of one of them")
class OverwritesInALoop(IndexForward):
    @staticmethod
    def backward(ctx, grad):
        taken = np.arange(int(np.prod(ctx.shape))).reshape(ctx.shape)[ctx.key]
        out = np.zeros(ctx.shape, grad.dtype)
        for place, each in zip(taken.ravel(), grad.ravel(), strict=True):
            out.reshape(-1)[place] = each
        return out


@wrong("Entries of the flattened array", "along its axis")
class OfTheFlatArray(AsInTheBook):
    @staticmethod
    def forward(ctx, a, key):
        ctx.shape, ctx.key = a.shape, key
        return a.take(key[-1]) if key[-1].dtype.kind == "i" else a[key]


@wrong("differs from PyTorch", "shape")
class ForgetsTheColumns(AsInTheBook):
    @staticmethod
    def forward(ctx, a, key):
        ctx.shape, ctx.key = a.shape, key
        part = key[0] if isinstance(key[0], np.ndarray) else key
        return a[part]


@wrong("in rising order")
class Sorts(AsInTheBook):
    @staticmethod
    def forward(ctx, a, key):
        if len(key) == 1 and key[0].dtype.kind == "i":
            key = (np.sort(key[0] % len(a), axis=None).reshape(key[0].shape),)
        ctx.shape, ctx.key = a.shape, key
        return a[key]


@wrong("count from 1")
class CountsFromOne(AsInTheBook):
    @staticmethod
    def forward(ctx, a, key):
        key = tuple(
            (part - 1) % a.shape[i]
            if isinstance(part, np.ndarray) and part.dtype.kind == "i"
            else part
            for i, part in enumerate(key)
        )
        ctx.shape, ctx.key = a.shape, key
        return a[key]


# -- sum_to_shape ----------------------------------------------------------------------

right, wrong = answers_to("sum_to_shape")


@right
def as_in_the_book(grad, shape):
    added = grad.ndim - len(shape)
    axes = tuple(
        axis for axis in range(grad.ndim) if axis < added or shape[axis - added] == 1
    )
    return grad.sum(axes).reshape(shape)


@right
def in_two_steps(grad, shape):
    grad = grad.sum(tuple(range(grad.ndim - len(shape))))
    ones = tuple(i for i, size in enumerate(shape) if size == 1)
    return grad.sum(ones).reshape(shape) if ones else grad


@right
def in_a_loop(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(0)
    for axis, size in enumerate(shape):
        if grad.shape[axis] != size:
            grad = grad.sum(axis=axis, keepdims=True)
    return grad


def axes_of(grad, shape):
    added = grad.ndim - len(shape)
    return tuple(
        i for i in range(grad.ndim) if i < added or shape[i - added] < grad.shape[i]
    )


@wrong("returned shape (3, 4)", "asked for (3, 1)", "broadcast axis is not summed")
def hands_it_on(grad, shape):
    return grad


@wrong("broadcast axis is not summed")
def leading_axes_alone(grad, shape):
    return grad.sum(tuple(range(grad.ndim - len(shape))))


@wrong("must stay, with size 1")
def drops_axes_of_size_one(grad, shape):
    return grad.sum(axes_of(grad, shape))


@wrong("does not have, must go")
def keeps_the_axes_in_front(grad, shape):
    return grad.sum(axes_of(grad, shape), keepdims=True)


@wrong("averaged", "their sum")
def averages(grad, shape):
    return grad.mean(axes_of(grad, shape)).reshape(shape)


@wrong("the first is taken")
def takes_the_first(grad, shape):
    for axis in axes_of(grad, shape):
        grad = grad.take([0], axis) if grad.shape[axis] else grad.sum(axis, keepdims=1)
    return grad.reshape(shape)


@wrong("the last is taken")
def takes_the_last(grad, shape):
    for axis in axes_of(grad, shape):
        grad = grad.take([-1], axis) if grad.shape[axis] else grad.sum(axis, keepdims=1)
    return grad.reshape(shape)


@wrong("negated")
def negated(grad, shape):
    return -grad.sum(axes_of(grad, shape)).reshape(shape)


@wrong("absolute values")
def of_absolute_values(grad, shape):
    return abs(grad).sum(axes_of(grad, shape)).reshape(shape)


@wrong("the sum over all of grad")
def sums_all(grad, shape):
    return np.zeros(shape, grad.dtype) + grad.sum()


@wrong("multiplied. Add them up")
def multiplies(grad, shape):
    return grad.prod(axes_of(grad, shape)).reshape(shape)


@wrong("What is left after the sums has not as many entries as shape asks")
def lines_up_from_the_left(grad, shape):
    sizes = shape + (1,) * (grad.ndim - len(shape))
    axes = tuple(i for i, size in enumerate(sizes) if size < grad.shape[i])
    return grad.sum(axes).reshape(shape)


@wrong("raised ValueError", "grad.reshape(shape)")
def reshapes(grad, shape):
    return grad.reshape(shape)


@wrong("returned None", "return?")
def forgets_the_return(grad, shape):
    grad.sum(axes_of(grad, shape)).reshape(shape)


@wrong("type list")
def of_a_list(grad, shape):
    return grad.sum(axes_of(grad, shape)).reshape(shape).tolist() or [0.0]


@wrong("None of the usual mistakes")
def half_of_one_axis(grad, shape):
    out = grad.sum(axes_of(grad, shape)).reshape(shape)
    return out * 0.5 if len(shape) == 2 else out


@wrong("That is a Tensor here")
def of_arrays_alone(grad, shape):
    added = grad.ndim - len(shape)
    sizes = (1,) * added + shape
    axes = tuple(i for i in range(grad.ndim) if sizes[i] == 1)
    return np.asarray(grad).sum(axes).reshape(shape)


@wrong("summed only where grad has several entries along it")
def of_longer_axes_alone(grad, shape):
    for axis in reversed(axes_of(grad, shape)):
        grad = grad.sum((axis,)) if grad.shape[axis] > 1 else grad
    return grad.reshape(shape)
