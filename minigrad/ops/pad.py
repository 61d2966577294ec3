"""Padding: with a number, or with the entries at the border, and its derivative.

`pads` says for each axis how many entries come before and how many behind; a negative
number takes entries away.
"""

import numpy as np

from ..core.op import Op


class ConstantPadNd(Op):
    """out = a with `value` around it"""

    @staticmethod
    def forward(ctx, a, pads, value):
        ctx.back = tuple([(-before, -behind) for before, behind in pads])
        shape = [n + sum(pad) for n, pad in zip(a.shape, pads, strict=True)]
        out = np.full(shape, value, a.dtype) if value else np.zeros(shape, a.dtype)
        key = inner(shape, pads)
        ctx.key = key if out[key].shape == a.shape else None  # if nothing is cut off
        out[key] = a[inner(a.shape, ctx.back)]
        return out

    @staticmethod
    def backward(ctx, grad):
        if ctx.key is not None:
            return grad[ctx.key]
        return ConstantPadNd.call(grad, ctx.back, 0)


def inner(shape, pads: tuple) -> tuple:
    """The key of what is left of a padded array without its pads."""
    return tuple(
        slice(max(before, 0), size - max(behind, 0))
        for size, (before, behind) in zip(shape, pads, strict=True)
    )


class BorderPad(Op):
    """out = a with entries of its own around it: along each axis those at `places`"""

    @staticmethod
    def forward(ctx, a, pads, places):
        ctx.shape, ctx.pads, ctx.places = a.shape, pads, places
        for axis, at in enumerate(places):
            if at is not None:
                a = np.take(a, at, axis)
        return a

    @staticmethod
    def backward(ctx, grad):
        return BorderSum.call(grad, ctx.shape, ctx.pads, ctx.places)


class BorderSum(Op):
    """out = what is within the pads of a, with the pads added at their `places`"""

    @staticmethod
    def forward(ctx, a, shape, pads, places):
        ctx.pads, ctx.places = pads, places
        a = a.copy()
        for axis, at in enumerate(places):
            if at is not None:
                a = folded(a, axis, shape[axis], pads[axis], at)
        return a

    @staticmethod
    def backward(ctx, grad):
        return BorderPad.call(grad, ctx.pads, ctx.places)


def folded(a: np.ndarray, axis: int, size: int, pad: tuple, at: tuple) -> np.ndarray:
    """The pads of one axis, which are few, added one by one to the rest, in place."""
    before, behind = pad
    moved = np.moveaxis(a, axis, 0)
    start, stop = max(before, 0), len(at) - max(behind, 0)
    out = moved[start:stop]
    if before < 0 or behind < 0:
        out = np.zeros((size, *moved.shape[1:]), a.dtype)
        out[max(-before, 0) : size - max(-behind, 0)] = moved[start:stop]
    for i in (*range(start), *range(stop, len(at))):
        out[at[i]] += moved[i]
    return np.moveaxis(out, 0, axis)


class ReflectionPad1D(BorderPad):
    """out = a mirrored at the first and last entry of the last axis"""


class ReflectionPad2D(BorderPad):
    """out = a mirrored at the borders of the last two axes"""


class ReplicationPad1D(BorderPad):
    """out = a with the first and last entry of the last axis repeated"""


class ReplicationPad2D(BorderPad):
    """out = a with the borders of the last two axes repeated"""
