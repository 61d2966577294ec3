"""Norms (Σ |a|^p)^(1/p) of vectors, and those of matrices made of them.

The Euclidean one, p = 2, is in reduce.py. At entries or norms of 0 the derivative is 0,
where PyTorch has it so. `norm` is torch.norm; `vector_norm`, `matrix_norm` and
`linalg_norm` are for the namespace `linalg`.
"""

import math

import numpy as np

from .. import dtypes
from ..core.op import Op
from ..tensor import Tensor
from .convert import in_float32, to
from .decompose import svdvals
from .reduce import Norm, Sum, amax, amin, axes_of, spread, sum
from .shape import unsqueeze
from .transpose import permute


class NormInf(Op, name="LinalgVectorNormBackward0"):
    """out = max |a|, or min |a| for p = -inf; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, p, dim, keepdim):
        ctx.axes = axes_of(dim, a.ndim)
        ufunc, initial = (np.maximum, 0) if p > 0 else (np.minimum, np.inf)
        out = ufunc.reduce(np.abs(a), axis=ctx.axes, keepdims=keepdim, initial=initial)
        out = np.asarray(out)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        out, grad = spread(out, a.shape, ctx.axes), spread(grad, a.shape, ctx.axes)
        chosen = ((np.absolute(a) == out) | (a != a)) * np.ones_like(grad)
        return np.sign(a) * (chosen * (grad / Sum.call(chosen, ctx.axes, True)))


class NormP(Op, name="LinalgVectorNormBackward0"):
    """out = (Σ |a|^p)^(1/p), so out' = sign(a) |a|^(p-1) / out^(p-1)"""

    @staticmethod
    def forward(ctx, a, p, dim, keepdim):
        ctx.p, ctx.axes = p, axes_of(dim, a.ndim)
        powers = np.abs(a) ** p
        out = np.add.reduce(powers, axis=ctx.axes, keepdims=keepdim) ** (1 / p)
        out = np.asarray(out)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        out, grad = spread(out, a.shape, ctx.axes), spread(grad, a.shape, ctx.axes)
        if ctx.p == 1:
            return grad * np.sign(a)
        zero = (out if ctx.p > 1 else a) == 0
        scale = grad / np.where(out == 0, 1.0, out) ** (ctx.p - 1)
        if ctx.p >= 2:
            slope = a * np.absolute(a) ** (ctx.p - 2)
        else:
            slope = np.sign(a) * np.where(a == 0, 1.0, np.absolute(a)) ** (ctx.p - 1)
        return np.where(zero, 0.0, slope * scale)


# -- functions --------------------------------------------------------------------


def vector_norm(
    x: Tensor, ord: float = 2, dim=None, keepdim: bool = False, *, dtype=None
) -> Tensor:
    """(Σ |x|^ord)^(1/ord) over the axes `dim`; over all if None.

    Orders inf and -inf are the largest and the smallest |x|.
    """
    if not x.is_floating_point():
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as "
            f"input. Got {dtypes.kind(x.dtype)}"
        )
    if dtype is not None:
        x = to(x, dtype)
    if x.dtype is dtypes.float16:
        return in_float32(vector_norm, x, ord, dim, keepdim)
    if ord == 2:
        return Norm.apply(x, dim, keepdim)
    if ord == 0:
        raise NotImplementedError("minigrad has no norm of order 0: sum x != 0")
    if ord < 0 or ord == math.inf:
        _check_some(x, ord, dim)
    op = NormInf if math.isinf(ord) else NormP
    return op.apply(x, ord, dim, keepdim)


def _check_some(x: Tensor, ord: float, dim) -> None:
    """RuntimeError for a norm that has no value for no entries."""
    shape = x._data.shape
    if 0 in [shape[axis] for axis in axes_of(dim, len(shape))]:
        raise RuntimeError(
            f"linalg.vector_norm cannot compute the {ord} norm on an empty "
            + ("tensor" if dim is None else f"dimension {dim}")
            + " because the operation does not have an identity"
        )


def norm(
    input: Tensor, p="fro", dim=None, keepdim: bool = False, *, dtype=None
) -> Tensor:
    """The p-norm over the axes `dim`; over all if None. "fro" is p=2."""
    if p is None or p == "fro":
        p = 2
    if isinstance(p, str):  # "nuc"
        return matrix_norm(input, p, dim or (-2, -1), keepdim, dtype=dtype)
    return vector_norm(input, p, dim, keepdim, dtype=dtype)


def matrix_norm(
    A: Tensor, ord="fro", dim=(-2, -1), keepdim: bool = False, *, dtype=None
) -> Tensor:
    """A norm of the matrices in the axes `dim`.

    "fro" is √(Σ x²). Order 1 is the largest sum of absolute values of a column, inf
    that of a row, 2 the largest singular value; their negatives are the smallest. "nuc"
    is the sum of the singular values.
    """
    ndim = A._data.ndim
    if ndim < 2:
        raise RuntimeError(
            "linalg.matrix_norm: The input tensor A must have at least 2 dimensions."
        )
    if dtype is not None:
        A = to(A, dtype)
    if ord == "fro":
        return vector_norm(A, 2, tuple(dim), keepdim)
    rows, columns = axes_of(tuple(dim), ndim)
    if ord in (1, -1, math.inf, -math.inf):
        summed, kept = (rows, columns) if abs(ord) == 1 else (columns, rows)
        sums = vector_norm(A, 1, summed, keepdim)
        kept -= not keepdim and kept > summed
        return (amax if ord > 0 else amin)(sums, kept, keepdim)
    if ord not in (2, -2, "nuc"):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    order = [axis for axis in range(ndim) if axis not in (rows, columns)]
    order += [rows, columns]
    values = svdvals(permute(A, order))
    reduction = sum if ord == "nuc" else amax if ord > 0 else amin
    out = reduction(values, -1, keepdim)
    if keepdim:
        out = permute(unsqueeze(out, -1), [order.index(axis) for axis in range(ndim)])
    return out


def linalg_norm(
    A: Tensor, ord=None, dim=None, keepdim: bool = False, *, dtype=None
) -> Tensor:
    """The norm of a vector, or of a matrix where two axes and an order are given.

    Without an order the Euclidean norm of all entries.
    """
    ndim = A._data.ndim
    if ord is None:
        return vector_norm(A, 2, dim, keepdim, dtype=dtype)
    if dim is None and ndim not in (1, 2):
        raise RuntimeError(
            "linalg.norm: If dim is not specified but ord is, the input must be 1D or "
            f"2D. Got {ndim}D."
        )
    axes = tuple(range(ndim)) if dim is None else dim
    axes = (axes,) if isinstance(axes, int) else tuple(axes)
    if len(axes) == 1 and not isinstance(ord, str):
        return vector_norm(A, ord, axes, keepdim, dtype=dtype)
    return matrix_norm(A, ord, axes, keepdim, dtype=dtype)


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = ["norm"]
NUMPY: dict = {}
