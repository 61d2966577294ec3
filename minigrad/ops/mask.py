"""Operations that take or replace the entries at which a bool tensor is True.

The mask comes behind the operands and has no gradient. It is saved, so that a change of
it in place is noticed.
"""

import numpy as np

from ..core.op import Op
from .reduce import Sum


class MaskedFill(Op, operands=None):
    """out = a, with a number where the mask is True"""

    @staticmethod
    def forward(ctx, a, value, mask):
        ctx.save_for_backward(mask)
        return np.where(mask, a.dtype.type(value), a)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return MaskedFill.call(grad, 0.0, mask)


class MaskedFillTensor(Op, operands=2, name="MaskedFillBackward1"):
    """out = a, with the 0-d tensor b where the mask is True"""

    @staticmethod
    def forward(ctx, a, b, mask):
        ctx.save_for_backward(mask)
        return np.where(mask, b, a)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        needs_a, needs_b = ctx.needs_input_grad
        return (
            MaskedFill.call(grad, 0.0, mask) if needs_a else None,
            Sum.call(np.where(mask, grad, 0.0), None, False) if needs_b else None,
        )


class MaskedSelect(Op, operands=None):
    """out = the entries of a where the mask, of the same shape, is True"""

    @staticmethod
    def forward(ctx, a, none, mask):
        ctx.save_for_backward(mask)
        return a[mask]

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return MaskedPlace.call(grad, None, mask)


class MaskedPlace(Op, operands=None):
    """out = zeros, with the entries of the vector a where the mask is True"""

    @staticmethod
    def forward(ctx, a, none, mask):
        ctx.save_for_backward(mask)
        out = np.zeros(mask.shape, a.dtype)
        out[mask] = a
        return out

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return MaskedSelect.call(grad, None, mask)
