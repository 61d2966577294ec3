"""Pooling over windows of any sizes: sums and means, and the largest entry.

A window is a span (start, stop) of each of the last axes, and so windows are given by
one list of spans for each axis. `Pool` sums windows and `Spread` spreads entries over
windows: divided by the same numbers they are each other's derivative. Nearest-neighbour
resizing is a `Spread`, too.
"""

import math

import numpy as np
from numpy import ndarray

from ..core.op import Op

# -- sums and means ---------------------------------------------------------------


class Pool(Op):
    """out = Σ of each window of a, divided by `divisor`, one integer or one for each"""

    @staticmethod
    def forward(ctx, a, windows, divisor):
        ctx.sizes, ctx.windows, ctx.divisor = a.shape, windows, divisor
        out = a
        for axis, spans in enumerate(windows, a.ndim - len(windows)):
            out = _sums(out, axis, spans)
        return _divided(out, divisor)

    @staticmethod
    def backward(ctx, grad):
        sizes = ctx.sizes[len(ctx.sizes) - len(ctx.windows) :]
        return Spread.call(grad, ctx.windows, ctx.divisor, sizes)


class AvgPool(Pool, name="AvgPool2DBackward0"):
    """out = the mean of each window of a"""


class AdaptiveAvgPool(Pool, name="AdaptiveAvgPool2DBackward0"):
    """out = the mean of each window of a, where the windows have any sizes"""


class Spread(Op):
    """out = for each entry the sum of a / divisor over the windows that it is in"""

    @staticmethod
    def forward(ctx, a, windows, divisor, sizes):
        ctx.windows, ctx.divisor = windows, divisor
        out = _divided(a, divisor)
        first = a.ndim - len(windows)
        for axis, (spans, size) in enumerate(zip(windows, sizes, strict=True), first):
            out = _spread(out, axis, spans, size)
        return out

    @staticmethod
    def backward(ctx, grad):
        return Pool.call(grad, ctx.windows, ctx.divisor)


class Upsample1d(Spread, name="UpsampleNearest1DBackward0"):
    """out = each entry of a repeated over its window of the last axis"""


class Upsample2d(Spread, name="UpsampleNearest2DBackward0"):
    """out = each entry of a repeated over its window of the last two axes"""


class Upsample3d(Spread, name="UpsampleNearest3DBackward0"):
    """out = each entry of a repeated over its window of the last three axes"""


def _divided(a: ndarray, divisor: "int | ndarray") -> ndarray:
    if a.dtype.kind != "f":
        return (a / divisor).astype(a.dtype)
    return a if _is_one(divisor) else np.true_divide(a, divisor, dtype=a.dtype)


def _is_one(divisor: "int | ndarray") -> bool:
    return isinstance(divisor, int) and divisor == 1


def _sums(a: ndarray, axis: int, spans: list[tuple[int, int]]) -> ndarray:
    """The sums of a over spans of one axis."""
    taps = _taps(axis, spans)
    if taps:
        out = a[taps[0]].copy()
        for tap in taps[1:]:
            out += a[tap]
        return out
    out = np.empty((*a.shape[:axis], len(spans), *a.shape[axis + 1 :]), a.dtype)
    for i, span in enumerate(spans):
        out[_along(axis, i)] = a[_along(axis, slice(*span))].sum(axis)
    return out


def _spread(a: ndarray, axis: int, spans: list[tuple[int, int]], size: int) -> ndarray:
    """Zeros of `size` along one axis, with the entries of a added over their spans."""
    out = np.zeros((*a.shape[:axis], size, *a.shape[axis + 1 :]), a.dtype)
    for tap in _taps(axis, spans):
        out[tap] += a
    for i, span in enumerate(spans) if not _taps(axis, spans) else ():
        out[_along(axis, slice(*span))] += a[_along(axis, slice(i, i + 1))]
    return out


def _taps(axis: int, spans: list[tuple[int, int]]) -> list[tuple]:
    """For spans of one length and distance: keys for their first entries, second …"""
    lengths = {stop - start for start, stop in spans}
    steps = {b[0] - a[0] for a, b in zip(spans, spans[1:], strict=False)} or {1}
    if len(lengths) != 1 or len(steps) != 1 or 0 in steps:
        return []
    (length,), (step,) = lengths, steps
    start, end = spans[0][0], spans[-1][0] + 1
    return [_along(axis, slice(start + t, end + t, step)) for t in range(length)]


def _along(axis: int, part: "int | slice") -> tuple:
    return (slice(None),) * axis + (part,)


# -- the largest entry ------------------------------------------------------------


class AdaptiveMaxPool(Op, name="AdaptiveMaxPool2DBackward0"):
    """out = the largest entry of each window of a, and its place in the last axes"""

    @staticmethod
    def forward(ctx, a, windows):
        ctx.sizes = a.shape[a.ndim - len(windows) :]
        out, ctx.places = _largest(a, windows)
        return out, ctx.places

    @staticmethod
    def backward(ctx, grad):
        return PutPlaces.call(grad, ctx.places, ctx.sizes)


class PutPlaces(Op):
    """out = zeros, with each entry of a added at its place in the last axes"""

    @staticmethod
    def forward(ctx, a, places, sizes):
        ctx.places, ctx.sizes = places, sizes
        lead = a.shape[: a.ndim - len(sizes)]
        count, size = math.prod(lead), math.prod(sizes)
        out = np.zeros(count * size, a.dtype)
        np.add.at(out, _flat(places, count, size), a.reshape(-1))
        return out.reshape(*lead, *sizes)

    @staticmethod
    def backward(ctx, grad):
        return TakePlaces.call(grad, ctx.places, ctx.sizes)


class TakePlaces(Op):
    """out = the entries of a at places in its last axes"""

    @staticmethod
    def forward(ctx, a, places, sizes):
        ctx.places, ctx.sizes = places, sizes
        size = math.prod(sizes)
        flat = _flat(places, a.size // max(size, 1), size)
        return a.reshape(-1)[flat].reshape(places.shape)

    @staticmethod
    def backward(ctx, grad):
        return PutPlaces.call(grad, ctx.places, ctx.sizes)


def _flat(places: ndarray, count: int, size: int) -> ndarray:
    """Places in each of `count` pieces of `size` entries, as places in all of them."""
    starts = np.arange(count).reshape(-1, 1) * size
    return (places.reshape(count, places.size // max(count, 1)) + starts).reshape(-1)


def _largest(a: ndarray, windows: list) -> tuple[ndarray, ndarray]:
    """The largest entry of each window, the first of equal ones, and its place."""
    first = a.ndim - len(windows)
    out = np.empty((*a.shape[:first], *map(len, windows)), a.dtype)
    places = np.empty(out.shape, np.int64)
    for index in np.ndindex(out.shape[first:]):
        spans = [each[i] for each, i in zip(windows, index, strict=True)]
        window = a[(..., *[slice(*span) for span in spans])]
        flat = window.reshape(*a.shape[:first], math.prod(window.shape[first:]))
        found = np.unravel_index(flat.argmax(-1), window.shape[first:])
        at = [tap + start for tap, (start, _) in zip(found, spans, strict=True)]
        places[(..., *index)] = np.ravel_multi_index(at, a.shape[first:])
        out[(..., *index)] = flat.max(-1)
    return out, places
