"""Diagonals and triangles of matrices, and grids made of vectors.

`Diagonal` and `PlaceDiagonal` are each other's derivative; a triangle is its own.
"""

import warnings

import numpy as np

from ..autograd.views import ViewOp
from ..core.op import Op
from ..errors import axes_of, type_name
from ..tensor import Tensor
from .expand import expand, listed
from .shape import view


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
        diagonal = np.diagonal(out, offset, dim1, dim2)
        diagonal.flags.writeable = True
        diagonal[...] = a
        return out

    @staticmethod
    def backward(ctx, grad):
        return Diagonal.call(grad, *ctx.place)


class DiagEmbed(PlaceDiagonal):
    """out = matrices over two axes, with the last axis of a on a diagonal"""

    @staticmethod
    def forward(ctx, a, offset, dim1, dim2):
        ctx.place = offset, dim1, dim2
        size = a.shape[-1] + abs(offset)
        shape = list(a.shape[:-1])
        for axis in sorted((dim1, dim2)):
            shape.insert(axis, size)
        return PlaceDiagonal.call(a, tuple(shape), offset, dim1, dim2)


class Trace(Op):
    """out = the sum of the diagonal of a matrix"""

    @staticmethod
    def forward(ctx, a):
        ctx.shape = a.shape
        return np.trace(a, dtype=None if a.dtype.kind == "f" else np.int64)

    @staticmethod
    def backward(ctx, grad):
        diagonal = np.broadcast_to(grad, (min(ctx.shape),))
        return PlaceDiagonal.call(diagonal, ctx.shape, 0, 0, 1)


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


# -- functions --------------------------------------------------------------------


def tril(input: Tensor, diagonal: int = 0) -> Tensor:
    """The entries on and below a diagonal of the last two axes; 0 above."""
    _check_triangle("tril", input, diagonal)
    return Tril.apply(input, diagonal)


def triu(input: Tensor, diagonal: int = 0) -> Tensor:
    """The entries on and above a diagonal of the last two axes; 0 below."""
    _check_triangle("triu", input, diagonal)
    return Triu.apply(input, diagonal)


def _check_triangle(name: str, input: Tensor, diagonal: int) -> None:
    if isinstance(diagonal, bool) or not isinstance(diagonal, int):
        raise TypeError(
            f"{name}(): argument 'diagonal' (position 1) must be int, not "
            f"{type_name(diagonal)}"
        )
    if input._data.ndim < 2:
        raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")


def diagonal(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """The diagonal of two axes as the last axis, over the same memory."""
    return Diagonal.apply(input, offset, *_planes(dim1, dim2, input._data.ndim))


def diag_embed(
    input: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1
) -> Tensor:
    """Matrices over two new axes, with the last axis of the input on a diagonal."""
    first, second = _planes(dim1, dim2, input._data.ndim + 1)
    return DiagEmbed.apply(input, offset, first, second)


def _planes(dim1: int, dim2: int, ndim: int) -> tuple[int, int]:
    (first,), (second,) = (axes_of(dim, ndim) or (0,) for dim in (dim1, dim2))
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return first, second


def diag(input: Tensor, diagonal: int = 0) -> Tensor:
    """A vector as the diagonal of a matrix, or the diagonal of a matrix."""
    ndim = input._data.ndim
    if ndim not in (1, 2):
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {ndim}D")
    if ndim == 1:
        return DiagEmbed.apply(input, diagonal, 0, 1)
    return DiagonalCopy.apply(input, diagonal)


def trace(input: Tensor) -> Tensor:
    """The sum of the diagonal of a matrix."""
    if input._data.ndim != 2:
        raise RuntimeError(
            f"trace: expected a matrix, but got tensor with dim {input._data.ndim}"
        )
    return Trace.apply(input)


def meshgrid(*tensors: Tensor, indexing: str | None = None) -> tuple[Tensor, ...]:
    """For each vector a tensor over the grid of all of them, along an axis of its own.

    With indexing "xy" the first two axes change places.
    """
    tensors = listed(tensors)
    if indexing is None:
        warnings.warn(
            "torch.meshgrid: in an upcoming release, it will be required to pass the "
            "indexing argument.",
            stacklevel=3,
        )
        indexing = "ij"
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if len({tensor._data.dtype for tensor in tensors}) > 1:
        raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    if indexing not in ("ij", "xy"):
        raise RuntimeError(
            'torch.meshgrid: indexing must be one of "xy" or "ij", but received: '
            f"{indexing}"
        )
    axes = list(range(len(tensors)))
    if indexing == "xy" and len(axes) > 1:
        axes[:2] = 1, 0
    shape = [tensors[axis]._data.size for axis in axes]
    grids = []
    for tensor, axis in zip(tensors, axes, strict=True):
        sizes = [1] * len(shape)
        sizes[axis] = -1
        grids.append(expand(view(tensor, sizes), shape))
    return tuple(grids)


# -- the tables -------------------------------------------------------------------

METHODS = "tril triu diagonal diag_embed diag trace".split()
FUNCTIONS = [*METHODS, "meshgrid"]
NUMPY = {np.tril: tril, np.triu: triu}
