"""Operations that join tensors, cut one into pieces, or repeat it.

Joining and cutting are each other's derivative. The tensors to join are the operands;
options stand behind them: `Cat.apply(a, b, c, dim)`.
"""

import itertools

import numpy as np

from ..autograd.views import ViewOp
from ..core.op import Op
from .reduce import Sum


def slices(dim: int, sizes) -> tuple:
    """For pieces of some sizes along axis `dim`: the key of each in the whole."""
    ends = tuple(itertools.accumulate(sizes))
    return tuple(
        (slice(None),) * dim + (slice(start, end), ...)
        for start, end in zip((0, *ends), ends, strict=False)
    )


class Cat(Op, operands=None):
    """out = the tensors one after the other along axis `dim`"""

    @staticmethod
    def forward(ctx, *args):
        *arrays, dim = args
        ctx.keys = slices(dim, [array.shape[dim] for array in arrays])
        return np.concatenate(arrays, dim)

    @staticmethod
    def backward(ctx, grad):
        return pieces(grad, ctx.keys, ctx.needs_input_grad)


class Stack(Op, operands=None):
    """out = the tensors side by side along a new axis `dim`"""

    @staticmethod
    def forward(ctx, *args):
        *arrays, dim = args
        ctx.keys = tuple((slice(None),) * dim + (i, ...) for i in range(len(arrays)))
        return np.stack(arrays, dim)

    @staticmethod
    def backward(ctx, grad):
        return pieces(grad, ctx.keys, ctx.needs_input_grad)


def pieces(grad, keys: tuple, needed: tuple) -> tuple:
    """The pieces of a gradient at the keys, where they are needed."""
    return tuple(
        grad[key] if need else None for key, need in zip(keys, needed, strict=True)
    )


# -- cutting ----------------------------------------------------------------------


class Split(ViewOp):
    """outs = the pieces of a along axis `dim`, of the given sizes"""

    @staticmethod
    def forward(ctx, a, dim, sizes):
        ctx.shape, ctx.keys = a.shape, slices(dim, sizes)
        return tuple([a[key] for key in ctx.keys])

    @staticmethod
    def backward(ctx, *grads):
        return whole(grads, ctx.keys, ctx.shape)


class SplitWithSizes(Split, name="SplitWithSizesBackward0"):
    """The split that PyTorch records where the sizes were given one by one"""


class Unbind(ViewOp):
    """outs = the slices of a along axis `dim`, without that axis"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.shape = a.shape
        ctx.keys = tuple((slice(None),) * dim + (i, ...) for i in range(a.shape[dim]))
        return tuple([a[key] for key in ctx.keys])

    @staticmethod
    def backward(ctx, *grads):
        return whole(grads, ctx.keys, ctx.shape)


def whole(grads: tuple, keys: tuple, shape: tuple):
    """The gradient of what was cut: zeros where a piece has no gradient."""
    used = tuple(i for i in range(len(grads)) if grads[i] is not None)
    return Join.call(*[grads[i] for i in used], tuple(keys[i] for i in used), shape)


class Join(Op, operands=None):
    """out = zeros of a shape, with each tensor at its key; the keys do not overlap"""

    @staticmethod
    def forward(ctx, *args):
        *arrays, keys, shape = args
        ctx.keys = keys
        return joined(arrays, keys, shape)

    @staticmethod
    def backward(ctx, grad):
        return pieces(grad, ctx.keys, ctx.needs_input_grad)


def joined(arrays, keys, shape) -> np.ndarray:
    """Zeros of a shape, with each array at its key."""
    out = np.zeros(shape, arrays[0].dtype)
    for array, key in zip(arrays, keys, strict=True):
        out[key] = array
    return out


# -- repeating --------------------------------------------------------------------


class Repeat(Op):
    """out = a, `repeats` times along each axis, new axes first"""

    @staticmethod
    def forward(ctx, a, repeats):
        sizes = (1,) * (len(repeats) - a.ndim) + a.shape
        ctx.shape = a.shape
        pairs = list(zip(repeats, sizes, strict=True))
        ctx.split = tuple(itertools.chain(*pairs))  # each axis: copies, then entries
        single = a.reshape(tuple(n for size in sizes for n in (1, size)))
        out = np.broadcast_to(single, ctx.split).reshape(
            [n * size for n, size in pairs]
        )
        return out.copy() if np.may_share_memory(out, a) else out

    @staticmethod
    def backward(ctx, grad):
        copies = tuple(range(0, len(ctx.split), 2))
        if not copies:
            return grad
        total = Sum.call(grad.reshape(ctx.split), copies, False)
        return total.reshape(ctx.shape)
