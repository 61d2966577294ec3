"""Running sums, products and maxima along an axis; products, too.

Read: `Cumsum`; `Recurrence` and `Adjoint`, by which a running product has a derivative
that is right where the input has zeros, to any order; then `Cumprod` and `Prod`.
"""

import numpy as np

from ..autograd.function import Op
from .rearrange import Flip
from .reduce import spread


def places(dim: int, key) -> tuple:
    """The key that takes `key` along axis `dim`."""
    return (slice(None),) * dim + (key,)


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
        back = places(dim, slice(None, None, -1))
        return np.add.accumulate(a[back], axis=dim)[back].copy()

    @staticmethod
    def backward(ctx, grad):
        return Cumsum.call(grad, ctx.dim)


# -- products ---------------------------------------------------------------------


class Shift(Op):
    """out_k = a_(k-by) along an axis; a number where there is none"""

    @staticmethod
    def forward(ctx, a, dim, by, fill):
        ctx.dim, ctx.by = dim, by
        out = np.full_like(a, fill)
        if a.ndim:
            to, source = slice(by, None), slice(None, -by)
            if by < 0:
                to, source = slice(None, by), slice(-by, None)
            out[places(dim, to)] = a[places(dim, source)]
        return out

    @staticmethod
    def backward(ctx, grad):
        return Shift.call(grad, ctx.dim, -ctx.by, 0)


class Recurrence(Op, operands=2):
    """out_k = a_k + b_k out_(k-1); b_0 does not matter"""

    @staticmethod
    def forward(ctx, a, b, dim):
        ctx.dim = dim
        out = a.copy()
        rows, factors = np.moveaxis(out, dim, 0), np.moveaxis(b, dim, 0)
        for k in range(1, len(rows)):
            rows[k] += factors[k] * rows[k - 1]
        ctx.save_for_backward(b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        b, out = ctx.saved_tensors
        grad = Adjoint.call(grad, b, ctx.dim)
        return grad, grad * Shift.call(out, ctx.dim, 1, 0)


class Adjoint(Op, operands=2):
    """out_k = a_k + b_(k+1) out_(k+1): what takes back the gradient of Recurrence"""

    @staticmethod
    def forward(ctx, a, b, dim):
        ctx.dim = dim
        out = a.copy()
        rows, factors = np.moveaxis(out, dim, 0), np.moveaxis(b, dim, 0)
        for k in range(len(rows) - 2, -1, -1):
            rows[k] += factors[k + 1] * rows[k + 1]
        ctx.save_for_backward(b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        b, out = ctx.saved_tensors
        grad = Recurrence.call(grad, b, ctx.dim)
        return grad, out * Shift.call(grad, ctx.dim, 1, 0)


def has_zero(a) -> bool:
    """True if some entry is 0."""
    return bool(((a if isinstance(a, np.ndarray) else a._data) == 0).any())


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
        if a.ndim == 0:
            return grad
        if has_zero(a):
            return Shift.call(out, ctx.dim, 1, 1) * Adjoint.call(grad, a, ctx.dim)
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


def others(a, dim: int):
    """For each entry the product of all others along an axis"""
    before = Shift.call(Cumprod.call(a, dim), dim, 1, 1)
    after = Shift.call(Cumprod.call(Flip.call(a, (dim,)), dim), dim, 1, 1)
    return before * Flip.call(after, (dim,))


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


# -- maxima and exponentials ------------------------------------------------------
