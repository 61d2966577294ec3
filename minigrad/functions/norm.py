"""Norms of vectors, of every order, and those of matrices made of them.

`norm` is torch.norm; `vector_norm`, `matrix_norm` and `linalg_norm` are for the
namespace `linalg`.
"""

import math

from .. import dtypes
from ..ops import norm as ops
from ..ops import reduce
from ..ops.reduce import axes_of
from ..tensor import Tensor
from . import decompose
from .convert import in_float32, to
from .order import amax, amin
from .reduce import sum
from .shape import permute, unsqueeze


def vector_norm(
    x: Tensor, ord: float = 2, dim=None, keepdim: bool = False, *, dtype=None
) -> Tensor:
    """(Σ |x|^ord)^(1/ord) over the axes `dim`; over all if None.

    Order 0 counts what is not 0; orders inf and -inf are the extremes of |x|.
    """
    if isinstance(ord, bool) or not isinstance(ord, int | float):
        raise TypeError(
            "linalg_vector_norm(): argument 'ord' (position 2) must be Number, not "
            f"{type(ord).__name__}"
        )
    if not x.is_floating_point():
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as "
            f"input. Got {dtypes.kind(x.dtype)}"
        )
    if dtype is not None:
        x = to(x, dtype)
    if x.dtype is dtypes.float16:
        return in_float32(vector_norm, x, ord, dim, keepdim)
    if ord < 0 or ord == math.inf:
        _check_some(x, ord, dim)
    if ord == 2:
        return reduce.Norm.apply(x, dim, keepdim)
    if ord == 1:
        return ops.NormOne.apply(x, dim, keepdim)
    if ord == 0:
        return ops.NormZero.apply(x, dim, keepdim)
    if math.isinf(ord):
        return ops.NormInf.apply(x, ord, dim, keepdim)
    return ops.NormP.apply(x, ord, dim, keepdim)


def _check_some(x: Tensor, ord: float, dim) -> None:
    """RuntimeError for a norm that has no value for no entries."""
    shape = x._data.shape
    if x._data.size == 0 and 0 in [shape[i] for i in axes_of(dim, len(shape))]:
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
    if p == "nuc":
        return matrix_norm(input, p, dim or (-2, -1), keepdim, dtype=dtype)
    if isinstance(p, str):
        raise RuntimeError(f"linalg.matrix_norm: Order {p} not supported.")
    return vector_norm(input, p, dim, keepdim, dtype=dtype)


def matrix_norm(
    A: Tensor, ord="fro", dim=(-2, -1), keepdim: bool = False, *, dtype=None
) -> Tensor:
    """A norm of the matrices in the axes `dim`.

    "fro" is √(Σ x²). Order 1 is the largest sum of absolute values of a column, inf
    that of a row, 2 the largest singular value; their negatives are the smallest. "nuc"
    is the sum of the singular values.
    """
    if A._data.ndim < 2:
        raise RuntimeError(
            "linalg.matrix_norm: The input tensor A must have at least 2 dimensions."
        )
    if ord == "fro":
        return vector_norm(A, 2, tuple(dim), keepdim, dtype=dtype)
    if ord in (2, -2, "nuc"):
        return _of_singular_values(A, ord, dim, keepdim, dtype)
    if ord not in (1, -1, math.inf, -math.inf):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    rows, columns = axes_of(tuple(dim), A._data.ndim)
    summed, kept = (rows, columns) if abs(ord) == 1 else (columns, rows)
    if not keepdim and kept > summed:
        kept -= 1
    sums = vector_norm(A, 1, summed, keepdim, dtype=dtype)
    return (amax if ord > 0 else amin)(sums, kept, keepdim)


def _of_singular_values(A: Tensor, ord, dim, keepdim: bool, dtype) -> Tensor:
    """The largest (2) or smallest (-2) of the singular values, or their sum ("nuc")."""
    if dtype is not None:
        A = to(A, dtype)
    axes = axes_of(tuple(dim), A._data.ndim)
    order = [axis for axis in range(A._data.ndim) if axis not in axes] + [*axes]
    values = decompose.svdvals(permute(A, order))
    if ord == "nuc":
        out = sum(values, -1, keepdim)
    else:
        out = (amax if ord > 0 else amin)(values, -1, keepdim)
    if keepdim:
        out = permute(unsqueeze(out, -1), [order.index(i) for i in range(len(order))])
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


METHODS = FUNCTIONS = ["norm"]
NUMPY: dict = {}
