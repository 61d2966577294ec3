"""Operations on the slices of a tensor at a vector of places along one axis.

Taking and adding are each other's derivative. The index comes last, behind an option,
and has no gradient. It is saved, so that a change of it in place is noticed.
"""

import numpy as np

from ..core.op import Op

LONG = 512  # entries of a slice from which on slices are added one by one
MANY = 16  # slices for one place from which on they are summed by themselves


def rows(dim: int, index: np.ndarray) -> tuple:
    """The key of the slices that a vector of places names along axis `dim`."""
    return (slice(None),) * dim + (np.atleast_1d(index), ...)


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
        np.add.at(out, rows(dim, index), a)
        return
    out, a = np.moveaxis(out, dim, 0), np.moveaxis(a, dim, 0)
    if a[0].size >= LONG:
        for place, row in zip(index.tolist(), a, strict=True):
            out[place] += row
        return
    order = np.argsort(index, kind="stable")
    places = index[order]
    starts = np.flatnonzero(np.append(True, places[1:] != places[:-1]))
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
