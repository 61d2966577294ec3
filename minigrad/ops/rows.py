"""The slices of a tensor at a vector of places along one axis.

Taking and adding are each other's derivative. The index comes last, behind an option,
and has no gradient. It is saved, so that a change of it in place is noticed.
"""

import numpy as np

from .. import dtypes
from ..core.op import Op
from ..tensor import Tensor
from .arguments import axis_of

LONG = 512  # entries of a slice from which on slices are added one by one
MANY = 16  # slices for one place from which on they are summed by themselves
SHORT, OFTEN = 64, 4  # where slices of one place are best summed all at once


class IndexSelect(Op, operands=None):
    """out = the slices of a at the places `index` along axis `dim`"""

    @staticmethod
    def forward(ctx, a, dim, index):
        ctx.shape, ctx.dim = a.shape, dim
        ctx.save_for_backward(index)
        return np.take(a, np.atleast_1d(index), dim) if a.ndim else a.copy()

    @staticmethod
    def backward(ctx, grad):
        (index,) = ctx.saved_tensors
        return AddedRows.call(grad, ctx.shape, ctx.dim, index)


class AddedRows(Op, operands=None):
    """out = zeros of a shape, with the slices of a added at the places `index`"""

    @staticmethod
    def forward(ctx, a, shape, dim, index):
        ctx.dim = dim
        ctx.save_for_backward(index)
        out = np.zeros(shape, a.dtype)
        add_rows(out, a, dim, index)
        return out

    @staticmethod
    def backward(ctx, grad):
        (index,) = ctx.saved_tensors
        return IndexSelect.call(grad, ctx.dim, index)


def add_rows(out: np.ndarray, a: np.ndarray, dim: int, index: np.ndarray) -> None:
    """Add the slices of `a` to those of `out` at the places `index` along `dim`.

    The first slice for each place goes in together, then the second, and so on: NumPy's
    add.at takes several times as long. Places with many slices get theirs one by one.
    """
    if out.ndim == 0:
        out += a.sum()
        return
    index = np.atleast_1d(index)
    if a.ndim < out.ndim or len(index) < 8:
        np.add.at(out, (slice(None),) * dim + (index, ...), a)
        return
    out, a = np.moveaxis(out, dim, 0), np.moveaxis(a, dim, 0)
    if a[0].size >= LONG:
        for place, row in zip(index.tolist(), a, strict=True):
            out[place] += row
        return
    order = np.argsort(index, kind="stable")
    places = index[order]
    starts = np.flatnonzero(np.append(True, places[1:] != places[:-1]))
    if a[0].size <= SHORT and len(places) >= OFTEN * len(starts):
        out[places[starts]] += np.add.reduceat(a[order], starts)
        return
    counts = np.diff(starts, append=len(places))
    for turn in range(min(MANY, counts.max())):
        some = starts[counts > turn] + turn
        out[places[some]] += a[order[some]]
    for start, count in zip(
        *(each[counts > MANY] for each in (starts, counts)), strict=True
    ):
        out[places[start]] += a[order[start + MANY : start + count]].sum(0)


class IndexAdd(Op, operands=2):
    """out = a, with alpha times the slices of b added at the places `index`"""

    @staticmethod
    def forward(ctx, a, b, dim, index, alpha):
        ctx.dim, ctx.alpha, ctx.shape = dim, alpha, b.shape
        ctx.save_for_backward(index)
        out = a.copy()
        add_rows(out, b if alpha == 1 else b * alpha, dim, index)
        return out

    @staticmethod
    def backward(ctx, grad):
        (index,) = ctx.saved_tensors
        _, needs_b = ctx.needs_input_grad
        grad_b = IndexSelect.call(grad, ctx.dim, index).reshape(ctx.shape)
        return grad, grad_b * ctx.alpha if needs_b else None


# -- functions --------------------------------------------------------------------


def index_select(input: Tensor, dim: int, index: Tensor) -> Tensor:
    """The slices at the places `index` along an axis, as a copy."""
    own, places = input._data, index._data
    axis = axis_of(dim, own.ndim)
    if places.ndim > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if places.dtype not in (np.int64, np.int32):
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    if own.ndim == 0 and places.size != 1:
        raise RuntimeError(
            "index_select(): Index to scalar can have only 1 value, got "
            f"{places.size} value(s)"
        )
    size = own.shape[axis] if own.ndim else 1
    if places.size and (places.min() < 0 or places.max() >= size):
        raise IndexError("index out of range in self")
    return IndexSelect.apply(input, axis, index)


def index_add(
    input: Tensor, dim: int, index: Tensor, source: Tensor, *, alpha: float = 1
) -> Tensor:
    """The input, with alpha times the slices of `source` added at `index`."""
    own, places, src = input._data, index._data, source._data
    axis = axis_of(dim, own.ndim)
    if places.ndim > 1:
        kind, shape = dtypes.kind(index.dtype), list(places.shape)
        raise IndexError(
            "index_add_(): Index is supposed to be a vector, but got dim: "
            f"{places.ndim} with type: {kind} and size: {shape}"
        )
    if places.dtype not in (np.int64, np.int32):
        raise RuntimeError(
            "index_add_(): Expected dtype int32/int64 for index but got: "
            f"{dtypes.kind(index.dtype)}"
        )
    if own.dtype != src.dtype:
        raise RuntimeError(
            f"index_add_(): self ({dtypes.kind(input.dtype)}) and source "
            f"({dtypes.kind(source.dtype)}) must have the same scalar type"
        )
    count = src.shape[axis] if src.ndim else 1
    if places.size != count:
        raise RuntimeError(
            f"index_add_(): Number of indices ({places.size}) should be equal to "
            f"source.size(dim): ({count}), for dim: {axis}"
        )
    if _without(own.shape, axis) != _without(src.shape, axis):
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified "
            f"dimension. Got self.shape = {list(own.shape)} source.shape = "
            f"{list(src.shape)}"
        )
    check_bounds(places, axis, own.shape[axis] if own.ndim else 1)
    return IndexAdd.apply(input, source, axis, index, alpha)


def _without(shape: tuple[int, ...], axis: int) -> tuple[int, ...]:
    return shape[:axis] + shape[axis + 1 :]


def check_bounds(places: np.ndarray, axis: int, size: int) -> None:
    """RuntimeError for an index outside 0 … `size` - 1."""
    outside = places[(places < 0) | (places >= size)]
    if outside.size:
        raise RuntimeError(
            f"index {outside.flat[0]} is out of bounds for dimension {axis} with size "
            f"{size}"
        )


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = ["index_select", "index_add"]
IN_PLACE = {"index_add": index_add}
NUMPY: dict = {}
