"""Operations that take entries, and `Place`, which puts them back.

Taking and placing are each other's derivative: what was taken once gets its gradient
placed where it was; what was taken twice gets the sum. PyTorch records one node per
axis for basic indexing, and so does `getitem`.
"""

import numpy as np
from numpy import ndarray

from ..autograd.views import ViewOp
from ..core.op import Op
from .rows import add_rows


class Select(ViewOp):
    """out = a[..., index, ...] at axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim, index):
        ctx.shape, ctx.key = a.shape, (slice(None),) * dim + (index, ...)
        return a[ctx.key]

    @staticmethod
    def backward(ctx, grad):
        return Place.call(grad, ctx.shape, ctx.key)


class Slice(Select):
    """out = a[..., start:stop:step, ...] at axis `dim`: the index is a slice"""


# piece: Index
class Index(Op):
    """out = a[key] where the key holds integer or boolean arrays"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.shape = a.shape
        ctx.save_for_backward(*key)
        return np.asarray(a[key], order="C")  # NumPy may put its axes in another order

    @staticmethod
    def backward(ctx, grad):
        return Place.call(grad, ctx.shape, saved_key(ctx))


class Place(Op):
    """out = zeros, with the entries of a added at `key`: `distinct` places, or not"""

    @staticmethod
    def forward(ctx, a, shape, key, distinct=False):
        ctx.key = key
        out = np.zeros(shape, a.dtype)
        integers = [isinstance(part, ndarray) and part.dtype != bool for part in key]
        if distinct or not any(integers):
            out[key] = a
        elif key[0].__class__ is ndarray and key[0].ndim == 1 and whole(key[1:]):
            add_rows(out, a, 0, np.where(key[0] < 0, key[0] + len(out), key[0]))
        else:
            np.add.at(out, key, a)  # an entry may have been taken several times
        return out

    @staticmethod
    def backward(ctx, grad):
        return Index.call(grad, ctx.key)


def saved_key(ctx) -> tuple:
    """The key that forward saved, with arrays also where the pass is recorded."""
    key = ctx.saved_tensors
    return tuple(
        [a if isinstance(a, np.ndarray) else getattr(a, "_data", a) for a in key]
    )


def whole(key: tuple) -> bool:
    """True for a key that takes all there is."""
    slices = [part for part in key if part is not Ellipsis]
    return all(part.__class__ is slice and part == slice(None) for part in slices)


class IndexPut(Op, operands=2, elementwise=True):
    """out = a, with the entries at `key` replaced by b"""

    @staticmethod
    def forward(ctx, a, b, key):
        ctx.save_for_backward(*key)
        out = a.copy()
        out[key] = b
        return out

    @staticmethod
    def backward(ctx, grad):
        (needs_a, needs_b), key = ctx.needs_input_grad, saved_key(ctx)
        return (
            Keep.call(grad, key) if needs_a else None,
            Index.call(grad, key) if needs_b else None,
        )


class Keep(Op):
    """out = a, with zeros at `key`; it is its own derivative"""

    @staticmethod
    def forward(ctx, a, key):
        ctx.key = key
        out = a.copy()
        out[key] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        return Keep.call(grad, ctx.key)
