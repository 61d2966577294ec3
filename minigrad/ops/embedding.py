"""Rows of a table by their numbers, and the sum of what goes back to each row."""

import numpy as np

from ..core.op import Op
from .rows import add_rows


class Embedding(Op, tensors=True):
    """out = the rows of a table at `indices`; the row `padding` gets no gradient"""

    @staticmethod
    def forward(ctx, table, indices, padding):
        ctx.rows, ctx.padding = len(table), padding
        ctx.save_for_backward(indices)
        return np.take(table, indices, 0)

    @staticmethod
    def backward(ctx, grad):
        (indices,) = ctx.saved_tensors
        return SumRows.call(grad, indices, ctx.padding, ctx.rows)


class SumRows(Op, tensors=True):
    """out = zeros, with the rows of a added at `indices`, but not at `padding`"""

    @staticmethod
    def forward(ctx, a, indices, padding, rows):
        ctx.padding = padding
        ctx.save_for_backward(indices)
        out = np.zeros((rows, a.shape[-1]), a.dtype)
        if a.size:
            add_rows(out, a.reshape(-1, a.shape[-1]), 0, indices.reshape(-1))
            if padding >= 0:
                out[padding] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        (indices,) = ctx.saved_tensors
        return TakeRows.call(grad, indices, ctx.padding)


class TakeRows(Op, tensors=True):
    """out = the rows of a at `indices`, zeros for the row `padding`"""

    @staticmethod
    def forward(ctx, a, indices, padding):
        ctx.rows, ctx.padding = len(a), padding
        ctx.save_for_backward(indices)
        out = np.take(a, indices, 0)
        out[indices == padding] = 0
        return out

    @staticmethod
    def backward(ctx, grad):
        (indices,) = ctx.saved_tensors
        return SumRows.call(grad, indices, ctx.padding, ctx.rows)
