"""Operations that rearrange entries, and the two that only copy them.

Where the output shares the input's memory (`view=True`) a change of one in place is
seen by the other, as in PyTorch.
"""

from functools import lru_cache

from ..autograd.op import Op
from ..broadcasting import stretched


class Clone(Op, elementwise=True):
    """out = a copy of a, its entries in memory in the same order"""

    @staticmethod
    def forward(ctx, a):
        return a.copy("K")

    @staticmethod
    def backward(ctx, grad):
        return grad


class Contiguous(Clone, name="CloneBackward0"):
    """out = a copy of a, its entries in memory in the usual order"""

    @staticmethod
    def forward(ctx, a):
        return a.copy()


class Convert(Op, elementwise=True, name="ToCopyBackward0"):
    """out = a in another dtype"""

    @staticmethod
    def forward(ctx, a, dtype):
        return a.astype(dtype)

    @staticmethod
    def backward(ctx, grad):
        return grad  # the engine converts it to the dtype of a


class Alias(Op, view=True):
    """out = a, over the same memory"""

    @staticmethod
    def forward(ctx, a):
        return a

    @staticmethod
    def backward(ctx, grad):
        return grad


class View(Op, view=True):
    """out = a in another shape, over the same memory"""

    @staticmethod
    def forward(ctx, a, shape):
        ctx.shape = a.shape
        return a.reshape(shape)

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.shape)


class ReshapeAlias(View, name="ReshapeAliasBackward0"):
    """The view that PyTorch's reshape makes of memory that is not in order"""


class UnsafeView(Op):
    """out = a in another shape, where `a` is a copy that nobody else has"""

    @staticmethod
    def forward(ctx, a, shape):
        ctx.shape = a.shape
        return a.reshape(shape)

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.shape)


class Expand(Op, elementwise=True, view=True):
    """out = a broadcast to a shape"""

    plain = staticmethod(stretched)

    @staticmethod
    def forward(ctx, a, shape):
        return stretched(a, shape)

    @staticmethod
    def backward(ctx, grad):
        return grad  # the engine sums it over the axes that were added or stretched


@lru_cache(1024)
def inverse(dims: tuple[int, ...]) -> tuple[int, ...]:
    """The permutation that undoes `dims`."""
    return tuple(sorted(range(len(dims)), key=dims.__getitem__))


class Permute(Op, view=True):
    """out = a with its axes in the order `dims`"""

    @staticmethod
    def forward(ctx, a, dims):
        ctx.inverse = inverse(dims)
        return a.transpose(dims)

    @staticmethod
    def backward(ctx, grad):
        return Permute.call(grad, ctx.inverse)


class Transpose(Op, view=True):
    """out = a with two axes swapped"""

    @staticmethod
    def forward(ctx, a, *dims):
        ctx.dims = dims  # none for a 0-d tensor
        return a.swapaxes(*dims) if dims else a

    @staticmethod
    def backward(ctx, grad):
        return Transpose.call(grad, *ctx.dims)


class T(Op, view=True, fresh=(0,)):
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


class Unsqueeze(Op, view=True):
    """out = a with a new axis of size 1"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.shape = a.shape
        return a.reshape((*a.shape[:dim], 1, *a.shape[dim:]))

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.shape)


class Squeeze(Op, view=True):
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
