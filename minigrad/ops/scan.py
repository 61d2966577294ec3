"""Running sums and products along an axis; products over axes.

Read: `Cumsum`; then `Cumprod` and `Prod`, whose derivative is the product of all other
entries: a quotient, or where an entry is 0 what `through` computes, to any order.
"""

import numpy as np

from ..core.op import Op
from ..tensor import Tensor
from .arguments import axis_of
from .convert import in_dtype
from .join import Stack, Unbind
from .reduce import spread


class Cumsum(Op):
    """out_k = Σ a_i for i <= k, so a_k gets the sum of the gradients from k on"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        dtype = None if a.dtype.kind == "f" else np.int64
        if a.ndim == 0:
            return a.astype(dtype or a.dtype)
        return np.add.accumulate(a, axis=dim, dtype=dtype)

    @staticmethod
    def backward(ctx, grad):
        return ReverseCumsum.call(grad, ctx.dim)


class ReverseCumsum(Op):
    """out_k = Σ a_i for i >= k"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        if a.ndim == 0:
            return a.copy()
        return np.flip(np.add.accumulate(np.flip(a, dim), axis=dim), dim).copy()

    @staticmethod
    def backward(ctx, grad):
        return Cumsum.call(grad, ctx.dim)


class Cumprod(Op):
    """out_k = Π a_i for i <= k"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.dim = dim
        dtype = a.dtype if a.dtype.kind == "f" else np.int64
        out = a.astype(dtype)
        if a.ndim:
            np.multiply.accumulate(a, axis=dim, dtype=dtype, out=out)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if 0 in a.shape or max(1, 1, *a.shape) == 1:
            return grad
        if has_zero(a):
            return through(a, out, ctx.dim, grad)
        return ReverseCumsum.call(grad * out, ctx.dim) / a


class Prod(Op):
    """out = Π a over all, so out' = the product of all others"""

    @staticmethod
    def forward(ctx, a):
        ctx.dim, ctx.axes = None, tuple(range(a.ndim))
        dtype = None if a.dtype.kind == "f" else np.int64
        out = np.asarray(np.multiply.reduce(a, axis=None, dtype=dtype))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if a.ndim == 0:
            return grad
        grad = spread(grad, a.shape, ctx.axes)
        if not has_zero(a):
            return grad * spread(out, a.shape, ctx.axes) / a
        if ctx.dim is None:
            return grad * others(a.reshape((-1,)), 0).reshape(a.shape)
        return grad * others(a, ctx.dim)


class ProdDim(Prod, name="ProdBackward1"):
    """out = Π a over one axis"""

    @staticmethod
    def forward(ctx, a, dim, keepdim):
        ctx.dim, ctx.axes = dim, (dim,)
        dtype = None if a.dtype.kind == "f" else np.int64
        axis = dim if a.ndim else None
        out = np.multiply.reduce(a, axis=axis, dtype=dtype, keepdims=keepdim)
        out = np.asarray(out)
        ctx.save_for_backward(a, out)
        return out


def has_zero(a) -> bool:
    """True if some entry is 0."""
    return bool(((a if isinstance(a, np.ndarray) else a._data) == 0).any())


def others(a, dim: int):
    """For each entry the product of all others along an axis"""
    return through(a, Cumprod.call(a, dim), dim, None)


def through(a, out, dim: int, grad):
    """The gradient of the running products `out` of `a`, one entry after the other

    a_k gets out_(k-1) (grad_k + a_(k+1) (grad_(k+1) + …)). Without `grad` it is 1 for
    the last product and 0 for the others.
    """
    entries, products = Unbind.call(a, dim), Unbind.call(out, dim)
    grads = None if grad is None else Unbind.call(grad, dim)
    behind = np.ones_like(entries[-1]) if grads is None else grads[-1]
    found = []
    for k in range(len(entries) - 1, -1, -1):
        found = [behind * products[k - 1] if k else behind, *found]
        behind = behind * entries[k]
        if grads is not None:
            behind = behind + grads[k - 1]
    return Stack.call(*found, dim)


# -- functions --------------------------------------------------------------------

_ALL = object()  # no `dim` was given


def prod(input: Tensor, dim=_ALL, keepdim: bool = False, *, dtype=None) -> Tensor:
    """The product along the axis `dim`; over all if left out."""
    if dtype is not None:
        return in_dtype(prod, input, dtype, dim, keepdim)
    if dim is _ALL and not keepdim:
        return Prod.apply(input)
    if isinstance(dim, bool) or not isinstance(dim, int):
        raise TypeError(
            "prod() received an invalid combination of arguments: give one axis as "
            "`dim`, or nothing"
        )
    return ProdDim.apply(input, axis_of(dim, input._data.ndim), keepdim)


def cumsum(input: Tensor, dim: int, *, dtype=None) -> Tensor:
    """The sums of the entries so far along an axis."""
    if dtype is not None:
        return in_dtype(cumsum, input, dtype, dim)
    return Cumsum.apply(input, axis_of(dim, input._data.ndim))


def cumprod(input: Tensor, dim: int, *, dtype=None) -> Tensor:
    """The products of the entries so far along an axis."""
    if dtype is not None:
        return in_dtype(cumprod, input, dtype, dim)
    return Cumprod.apply(input, axis_of(dim, input._data.ndim))


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = "prod cumsum cumprod".split()
NUMPY: dict = {}
