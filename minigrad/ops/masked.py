"""Entries where a mask holds, and 0 elsewhere: the derivative of what has pieces."""

import numpy as np
from numpy import ndarray

from ..autograd.op import Op

INTEGERS = {2: np.int16, 4: np.int32, 8: np.int64}


class Masked(Op, tensors=True):
    """out = a where the mask holds, else 0 (for inf and nan, too)"""

    @staticmethod
    def forward(ctx, a, mask):
        ctx.save_for_backward(mask)
        return masked(a, mask)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return Masked.call(grad, mask)


def masked(a: ndarray, mask: ndarray, out: ndarray | None = None) -> ndarray:
    """`Masked` on arrays, by bits: np.where takes ten times as long on random masks."""
    integer = INTEGERS[a.dtype.itemsize]
    bits = mask.astype(integer)
    bits = np.negative(bits, out=bits if bits.ndim else None)
    if out is None:
        return np.bitwise_and(np.asarray(a).view(integer), bits).view(a.dtype)
    np.bitwise_and(a.view(integer), bits, out=out.view(integer))
    return out
