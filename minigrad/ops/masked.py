"""Entries where a mask holds, and 0 elsewhere: the derivative of what has pieces."""

import numpy as np
from numpy import ndarray

from ..core.op import Op

INTEGERS = {2: np.int16, 4: np.int32, 8: np.int64}


class Masked(Op, tensors=True):
    """out = a where the mask holds, else 0 (for inf and nan, too)"""

    @staticmethod
    def plain(a, mask):
        if a.ndim == 0:
            return a if mask else a.dtype.type(0)
        return masked(a, mask)

    @staticmethod
    def forward(ctx, a, mask):
        ctx.save_for_backward(mask)
        return Masked.plain(a, mask)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return Masked.call(grad, mask)


def masked(a: ndarray, mask: ndarray, out: ndarray | None = None) -> ndarray:
    """`Masked` on arrays: np.where takes ten times as long on random masks.

    The bits are taken for an integer and multiplied by 0 or 1: also of inf and nan.
    """
    integer = INTEGERS[a.dtype.itemsize]
    if out is None:
        return np.multiply(a.view(integer), mask).view(a.dtype)
    np.multiply(a.view(integer), mask, out=out.view(integer))
    return out
