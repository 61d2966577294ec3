"""Operations that join several sources at one place by a product or an extreme.

The index is as in gather.py. The sources have its shape; sums are `ScatterAdd`.
"""

import numpy as np

from ..core.op import Op
from .gather import Gather, Gathered, places, sums_at


class ScatterProd(Op, operands=2, name="ScatterReduceBackward0_prod"):
    """out = a, with out[index[i, j], j] *= b[i, j] for dim = 0"""

    @staticmethod
    def forward(ctx, a, b, dim, index):
        out = a.copy()
        np.multiply.at(np.atleast_1d(out), places(index, dim), b)
        # A source that is the only zero of its place: 0 / 0 would not be the product
        # of the others.
        zero = b == 0
        zeros = sums_at(a.shape, zero.astype(np.int64), dim, index)
        only = zero & (Gather.call(zeros, dim, index) == 1)
        ctx.dim = dim
        ctx.save_for_backward(a, b, out, only, index)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b, out, only, index = ctx.saved_tensors
        needs_a, needs_b = ctx.needs_input_grad
        grad_a = grad_b = None
        if needs_a:
            grad_a = grad * ScatterProd.call(np.ones_like(a), b, ctx.dim, index)
        if needs_b:
            others = ScatterProd.call(a, np.where(only, 1.0, b), ctx.dim, index)
            single = Gather.call(grad * others, ctx.dim, index)
            usual = Gather.call(grad * out, ctx.dim, index) / np.where(b == 0, 1.0, b)
            grad_b = np.where(only, single, usual)
        return grad_a, grad_b


class ScatterExtreme(Op, operands=2, name="ScatterReduceBackward0"):
    """out = a, with out[index[i, j], j] = max of it and b[i, j]; equals share grad"""

    @staticmethod
    def forward(ctx, a, b, dim, index, extreme):
        out = a.copy()
        extreme.at(np.atleast_1d(out), places(index, dim), b)
        ctx.dim = dim
        ctx.save_for_backward(a, b, out, index)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b, out, index = ctx.saved_tensors
        from_a = (a == out) * np.ones_like(grad)
        from_b = (b == Gather.call(out, ctx.dim, index)) * np.ones_like(b)
        share = grad / (from_a + Gathered.call(from_b, a.shape, ctx.dim, index))
        return from_a * share, from_b * Gather.call(share, ctx.dim, index)
