"""Operations that put the entries of a tensor in another order, in new memory.

Each is undone by one of its own kind, and that is its derivative.
"""

import numpy as np

from ..core.op import Op


class Flip(Op):
    """out = a with the order of the entries along `dims` reversed"""

    @staticmethod
    def forward(ctx, a, dims):
        ctx.dims = dims
        return np.flip(a, dims).copy()

    @staticmethod
    def backward(ctx, grad):
        return Flip.call(grad, ctx.dims)


class Roll(Op):
    """out = a moved by `shifts` along `dims`, around the end; flat without dims"""

    @staticmethod
    def forward(ctx, a, shifts, dims):
        ctx.back, ctx.dims = tuple([-shift for shift in shifts]), dims
        return np.roll(a, shifts, dims) if dims else np.roll(a, shifts[0])

    @staticmethod
    def backward(ctx, grad):
        return Roll.call(grad, ctx.back, ctx.dims)
