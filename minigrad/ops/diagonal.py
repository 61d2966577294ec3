"""Operations on diagonals and triangles of matrices.

`Diagonal` and `PlaceDiagonal` are each other's derivative; a triangle is its own.
"""

import numpy as np

from ..autograd.views import ViewOp
from ..core.op import Op


class Diagonal(ViewOp):
    """out[..., i] = a at (i, i + offset) of the axes `dim1` and `dim2`"""

    @staticmethod
    def forward(ctx, a, offset, dim1, dim2):
        ctx.shape, ctx.place = a.shape, (offset, dim1, dim2)
        out = np.diagonal(a, offset, dim1, dim2)
        out.flags.writeable = a.flags.writeable  # NumPy's own view is read-only
        return out

    @staticmethod
    def backward(ctx, grad):
        return PlaceDiagonal.call(grad, ctx.shape, *ctx.place)


class DiagonalCopy(Op, name="DiagonalBackward0_copy"):
    """out = a copy of a diagonal of a matrix"""

    @staticmethod
    def forward(ctx, a, offset):
        ctx.shape, ctx.offset = a.shape, offset
        return np.diagonal(a, offset).copy()

    @staticmethod
    def backward(ctx, grad):
        return PlaceDiagonal.call(grad, ctx.shape, ctx.offset, 0, 1)


class PlaceDiagonal(Op):
    """out = zeros of a shape, with a on a diagonal"""

    @staticmethod
    def forward(ctx, a, shape, offset, dim1, dim2):
        ctx.place = offset, dim1, dim2
        out = np.zeros(shape, a.dtype)
        view = np.diagonal(out, offset, dim1, dim2)
        view.flags.writeable = True
        view[...] = a
        return out

    @staticmethod
    def backward(ctx, grad):
        return Diagonal.call(grad, *ctx.place)


class DiagEmbed(Op):
    """out = matrices over two axes, with the last axis of a on a diagonal"""

    @staticmethod
    def forward(ctx, a, offset, dim1, dim2):
        ctx.place = offset, dim1, dim2
        size = a.shape[-1] + abs(offset)
        shape = list(a.shape[:-1])
        for axis in sorted((dim1, dim2)):
            shape.insert(axis, size)
        return PlaceDiagonal.call(a, tuple(shape), offset, dim1, dim2)

    @staticmethod
    def backward(ctx, grad):
        return Diagonal.call(grad, *ctx.place)


class Tril(Op):
    """out = a on and below a diagonal of its last two axes, 0 above"""

    @staticmethod
    def forward(ctx, a, diagonal):
        ctx.diagonal = diagonal
        return np.tril(a, diagonal)

    @staticmethod
    def backward(ctx, grad):
        return Tril.call(grad, ctx.diagonal)


class Triu(Op):
    """out = a on and above a diagonal of its last two axes, 0 below"""

    @staticmethod
    def forward(ctx, a, diagonal):
        ctx.diagonal = diagonal
        return np.triu(a, diagonal)

    @staticmethod
    def backward(ctx, grad):
        return Triu.call(grad, ctx.diagonal)
