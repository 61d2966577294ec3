"""Operations that choose entries along an axis by their order.

Each returns the entries and their places, an integer tensor; the gradient goes to
those places. nan counts as the largest. Of equal entries max, min and sort choose the
first; which of them a median or a k-th value is, is not said, as in PyTorch.
"""

import numpy as np

from ..autograd.function import Op
from .gather import Gather, Gathered
from .reduce import Sum, spread


def chosen(ctx, a, index, dim: int, keepdim: bool) -> tuple:
    """The entries of `a` at one place for each line along `dim`, and these places.

    `index` has size 1 at `dim`; of a 0-d array the shape (1,).
    """
    ctx.shape, ctx.dim = a.shape, dim
    values = np.take_along_axis(np.atleast_1d(a), index, dim)
    if a.ndim == 0:
        values, index = values.reshape(()), index.reshape(())
    elif not keepdim:
        values, index = values.squeeze(dim), index.squeeze(dim)
    ctx.save_for_backward(index)
    return values, index


class MaxDim(Op, name="MaxBackward0"):
    """out = the largest along an axis, and its place"""

    @staticmethod
    def forward(ctx, a, dim, keepdim):
        index = np.argmax(np.atleast_1d(a), axis=dim, keepdims=True)
        return chosen(ctx, a, index, dim, keepdim)

    @staticmethod
    def backward(ctx, grad):
        (index,) = ctx.saved_tensors
        axes = (ctx.dim,)
        grad, index = spread(grad, ctx.shape, axes), spread(index, ctx.shape, axes)
        return Gathered.call(grad, ctx.shape, ctx.dim, index)


class MinDim(MaxDim, name="MinBackward0"):
    """out = the smallest along an axis, and its place"""

    @staticmethod
    def forward(ctx, a, dim, keepdim):
        index = np.argmin(np.atleast_1d(a), axis=dim, keepdims=True)
        return chosen(ctx, a, index, dim, keepdim)


class MedianDim(MaxDim, name="MedianBackward1"):
    """out = the lower median along an axis, or nan, and its place"""

    @staticmethod
    def forward(ctx, a, dim, keepdim):
        index = median_place(np.atleast_1d(a), dim, nans=True)
        return chosen(ctx, a, index, dim, keepdim)


def median_place(a: np.ndarray, dim: int, nans: bool) -> np.ndarray:
    """The place of the lower median along an axis; with `nans`, of the first nan."""
    missing = np.isnan(a)
    if not missing.any():
        middle = (a.shape[dim] - 1) // 2
        return np.take(np.argpartition(a, middle, axis=dim), [middle], axis=dim)
    order = np.argsort(a, axis=dim, kind="stable")
    numbers = a.shape[dim] - np.count_nonzero(missing, axis=dim, keepdims=True)
    middle = np.maximum((numbers - 1) // 2, 0)
    index = np.take_along_axis(order, middle, dim)
    if nans:
        first = np.argmax(missing, axis=dim, keepdims=True)
        index = np.where(numbers < a.shape[dim], first, index)
    return index


class Median(Op, name="MedianBackward0"):
    """out = the lower median of all, or nan; equal entries share the gradient"""

    @staticmethod
    def forward(ctx, a):
        flat = a.reshape(-1)
        out = np.asarray(flat[median_place(flat, 0, nans=True)[0]])
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        same = (a == out) | ((a != a) & (out != out))
        same = same * np.ones_like(grad)
        return same * (grad / Sum.call(same))


# -- several of each line ---------------------------------------------------------


def sorted_places(a: np.ndarray, dim: int, descending: bool) -> np.ndarray:
    """The places of the entries in order; equal ones stay in theirs."""
    if not descending:
        return np.argsort(a, axis=dim, kind="stable")
    order = np.argsort(np.flip(a, dim), axis=dim, kind="stable")
    return a.shape[dim] - 1 - np.flip(order, dim)


class Sort(Op):
    """out = the entries along an axis in order, and their places"""

    @staticmethod
    def forward(ctx, a, dim, descending):
        ctx.shape, ctx.dim = a.shape, dim
        if a.ndim == 0:
            index = np.zeros((), np.int64)
            ctx.save_for_backward(index)
            return a.copy(), index
        index = sorted_places(a, dim, descending)
        ctx.save_for_backward(index)
        return np.take_along_axis(a, index, dim), index

    @staticmethod
    def backward(ctx, grad):
        (index,) = ctx.saved_tensors
        return Placed.call(grad, ctx.shape, ctx.dim, index)


class SortStable(Sort, name="SortBackward1"):
    """out = the entries in order: the node that PyTorch shows for stable=True"""


def first_places(a: np.ndarray, k: int, dim: int, largest: bool) -> np.ndarray:
    """The places of the k largest, or smallest, in order: sorts no more than these."""
    size = a.shape[dim]
    if 0 < k < size:
        order = np.argpartition(a, size - k if largest else k - 1, axis=dim)
        among = np.take(order, range(size - k, size) if largest else range(k), axis=dim)
        inner = sorted_places(np.take_along_axis(a, among, dim), dim, largest)
        return np.take_along_axis(among, inner, dim)
    return np.take(sorted_places(a, dim, largest), range(k), axis=dim)


class Topk(Sort):
    """out = the k largest (or smallest) along an axis in order, and their places"""

    @staticmethod
    def forward(ctx, a, k, dim, largest):
        ctx.shape, ctx.dim = a.shape, dim
        line = np.atleast_1d(a)
        index = first_places(line, k, dim, largest)
        values = np.take_along_axis(line, index, dim)
        if a.ndim == 0:
            values, index = values.reshape(()), index.reshape(())
        ctx.save_for_backward(index)
        return values, index


class Placed(Op, operands=None):
    """out = zeros of a shape, with the entries of a at places that all differ"""

    @staticmethod
    def forward(ctx, a, shape, dim, index):
        ctx.dim = dim
        ctx.save_for_backward(index)
        out = np.zeros(shape, a.dtype)
        line, ones = np.atleast_1d(out), np.atleast_1d(index)
        np.put_along_axis(line, ones, np.atleast_1d(a), dim)
        return out

    @staticmethod
    def backward(ctx, grad):
        (index,) = ctx.saved_tensors
        return Gather.call(grad, ctx.dim, index)
