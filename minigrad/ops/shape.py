"""Operations that rearrange entries, and the two that only copy them.

Where the output shares the input's memory (`ViewOp`), a change of one in place is seen
by the other, as in PyTorch.
"""

from functools import lru_cache

from ..autograd.views import ViewOp
from ..core import arithmetic
from ..core.arithmetic import Clone
from ..core.arithmetic import Convert as Convert


class Contiguous(Clone, name="CloneBackward0"):
    """out = a copy of a, its entries in memory in the usual order"""

    @staticmethod
    def forward(ctx, a):
        return a.copy()


class Alias(ViewOp):
    """out = a, over the same memory"""

    @staticmethod
    def forward(ctx, a):
        return a

    @staticmethod
    def backward(ctx, grad):
        return grad


class View(ViewOp, arithmetic.Reshape):
    """out = a in another shape, over the same memory"""


class ReshapeAlias(View, name="ReshapeAliasBackward0"):
    """The view that PyTorch's reshape makes of memory that is not in order"""


class UnsafeView(arithmetic.Reshape):
    """out = a in another shape, where `a` is a copy that nobody else has"""


@lru_cache(1024)
def inverse(dims: tuple[int, ...]) -> tuple[int, ...]:
    """The permutation that undoes `dims`."""
    return tuple(sorted(range(len(dims)), key=dims.__getitem__))


class Expand(ViewOp, arithmetic.Expand):
    """out = a broadcast to a shape, over the same memory"""


class Permute(ViewOp):
    """out = a with its axes in the order `dims`"""

    @staticmethod
    def forward(ctx, a, dims):
        ctx.inverse = inverse(dims)
        return a.transpose(dims)

    @staticmethod
    def backward(ctx, grad):
        return Permute.call(grad, ctx.inverse)


class Transpose(ViewOp):
    """out = a with two axes swapped"""

    @staticmethod
    def forward(ctx, a, *dims):
        ctx.dims = dims  # none for a 0-d tensor
        return a.swapaxes(*dims) if dims else a

    @staticmethod
    def backward(ctx, grad):
        return Transpose.call(grad, *ctx.dims)


class T(ViewOp):
    """out = aᵀ for a matrix; a vector stays as it is"""

    @staticmethod
    def plain(a):
        return a.T

    @staticmethod
    def forward(ctx, a):
        return a.T

    @staticmethod
    def backward(ctx, grad):
        return T.call(grad)


class Unsqueeze(ViewOp):
    """out = a with a new axis of size 1"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.shape = a.shape
        return a.reshape((*a.shape[:dim], 1, *a.shape[dim:]))

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.shape)


class Squeeze(ViewOp):
    """out = a without the axes `dims`, which have size 1"""

    @staticmethod
    def forward(ctx, a, dims):
        ctx.shape = a.shape
        return a.reshape(
            tuple(size for axis, size in enumerate(a.shape) if axis not in dims)
        )

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.shape)


class SqueezeDim(Squeeze, name="SqueezeBackward1"):
    """out = a without the axis `dims[0]`, if its size is 1"""


class SqueezeDims(Squeeze, name="SqueezeBackward2"):
    """out = a without those of several axes whose size is 1"""


class SqueezeVector(Squeeze, name="SqueezeBackward4"):
    """The squeeze of a vector-matrix product, which PyTorch names so"""
