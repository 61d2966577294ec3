"""Choosing entries by their order: max, min, median, sort, topk, unique.

Along an axis each returns the entries and their places, an integer tensor; the gradient
goes to those places. nan counts as the largest. Of equal entries max, min and sort
choose the first; which of them a median is, is not said, as in PyTorch.
"""

from collections.abc import Callable

import numpy as np

from ..core.op import Op
from ..tensor import Tensor
from . import extremes, reduce
from .arguments import axis_of, check_kind, check_some, tensor_of
from .gather import Gather, Gathered
from .reduce import Max, spread
from .return_types import named_tuple


def chosen(ctx, a, index, dim: int, keepdim: bool) -> tuple:
    """The entries of `a` at one place for each line along `dim`, and these places.

    `index` has size 1 at `dim`; of a 0-d array the shape (1,).
    """
    ctx.shape, ctx.dim = a.shape, dim
    index = index.astype(np.int64, copy=False)  # in a browser NumPy's are int32
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
        return chosen(ctx, a, median_place(np.atleast_1d(a), dim), dim, keepdim)


def median_place(a: np.ndarray, dim: int) -> np.ndarray:
    """The place of the lower median along an axis, or of the first nan."""
    middle = (a.shape[dim] - 1) // 2
    index = np.take(np.argpartition(a, middle, axis=dim), [middle], axis=dim)
    missing = np.isnan(a)
    first = np.argmax(missing, axis=dim, keepdims=True)
    return np.where(missing.any(dim, keepdims=True), first, index)


class Median(Max, name="MedianBackward0"):
    """out = the lower median of all, or nan; equal entries share the gradient"""

    @staticmethod
    def forward(ctx, a):
        flat = a.reshape(-1)
        out = np.asarray(flat[median_place(flat, 0)[0]])
        ctx.save_for_backward(a, out)
        return out


# -- several of each line ---------------------------------------------------------


def sorted_places(a: np.ndarray, dim: int, descending: bool) -> np.ndarray:
    """The places of the entries in order; equal ones stay in theirs."""
    if not descending:
        return np.argsort(a, axis=dim, kind="stable")
    order = np.argsort(np.flip(a, dim), axis=dim, kind="stable")
    return a.shape[dim] - 1 - np.flip(order, dim)


def taken(ctx, a, index, dim: int) -> tuple:
    """The entries of `a` at the places `index` along `dim`, and these places."""
    ctx.shape, ctx.dim = a.shape, dim
    index = index.astype(np.int64, copy=False)  # in a browser NumPy's are int32
    values = np.take_along_axis(np.atleast_1d(a), index, dim)
    if a.ndim == 0:
        values, index = values.reshape(()), index.reshape(())
    ctx.save_for_backward(index)
    return values, index


class Sort(Op):
    """out = the entries along an axis in order, and their places"""

    @staticmethod
    def forward(ctx, a, dim, descending):
        index = sorted_places(np.atleast_1d(a), dim, descending)
        return taken(ctx, a, index, dim)

    @staticmethod
    def backward(ctx, grad):
        (index,) = ctx.saved_tensors
        return Placed.call(grad, ctx.shape, ctx.dim, index)


class SortStable(Sort, name="SortBackward1"):
    """out = the entries in order: the node that PyTorch shows for stable=True"""


class Topk(Sort):
    """out = the k largest (or smallest) along an axis in order, and their places"""

    @staticmethod
    def forward(ctx, a, k, dim, largest):
        return taken(ctx, a, first_places(np.atleast_1d(a), k, dim, largest), dim)


def first_places(a: np.ndarray, k: int, dim: int, largest: bool) -> np.ndarray:
    """The places of the k largest, or smallest, in order: sorts no more than these."""
    size = a.shape[dim]
    if 0 < k < size:
        order = np.argpartition(a, size - k if largest else k - 1, axis=dim)
        among = np.take(order, range(size - k, size) if largest else range(k), axis=dim)
        inner = sorted_places(np.take_along_axis(a, among, dim), dim, largest)
        return np.take_along_axis(among, inner, dim)
    return np.take(sorted_places(a, dim, largest), range(k), axis=dim)


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


# -- functions --------------------------------------------------------------------


def _extreme(name: str, of_all: Callable, along: Callable, of_two: Callable):
    result = named_tuple(name, "values indices")

    def function(input: Tensor, dim=None, keepdim: bool = False, *, other=None):
        if isinstance(dim, Tensor) or other is not None:
            return of_two(input, dim if other is None else other)
        if dim is None and keepdim is False:
            check_some(name, input)
            return of_all(input)
        if isinstance(dim, bool) or not isinstance(dim, int | np.integer):
            raise TypeError(
                f"{name}() received an invalid combination of arguments: give an axis "
                "as `dim`, a tensor as `other`, or nothing"
            )
        axis = axis_of(dim, input._data.ndim)
        check_some(name, input, axis)
        return result(*along(input, axis, keepdim))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = (
        f"The {name} of all; with `dim`, along an axis, as (values, indices); with a "
        "tensor `other`, entry by entry."
    )
    return function


max = _extreme("max", reduce.Max.apply, MaxDim.apply, extremes.Maximum.apply)
min = _extreme("min", reduce.Min.apply, MinDim.apply, extremes.Minimum.apply)


def argmax(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """The place of the largest, the first of equal ones: along an axis, or of all."""
    return _place("argmax", np.argmax, input, dim, keepdim)


def argmin(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """The place of the smallest, the first of equal ones: along an axis, or of all."""
    return _place("argmin", np.argmin, input, dim, keepdim)


def _place(name: str, choose: Callable, input: Tensor, dim, keepdim: bool) -> Tensor:
    array = input._data
    axis = None if dim is None else axis_of(dim, array.ndim)
    if array.size == 0 and dim is None:
        raise IndexError(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0."
        )
    check_some(name, input, axis)
    if array.dtype.kind == "b":
        raise RuntimeError(f"{name}(): does not support bool input")
    places = choose(array, axis if array.ndim else None, keepdims=keepdim)
    return tensor_of(np.asarray(places, np.int64))


def argsort(
    input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False
) -> Tensor:
    """The places of the entries along an axis, in order."""
    return sort(input.detach(), dim, descending).indices


_Sorted, _Topk = (named_tuple(name, "values indices") for name in ("sort", "topk"))
_Median = named_tuple("median", "values indices")


def sort(
    input: Tensor,
    dim: int = -1,
    descending: bool = False,
    *,
    stable: bool | None = None,
):
    """The entries along an axis in order, and their places; equal ones keep theirs."""
    op = Sort if stable is None else SortStable
    return _Sorted(*op.apply(input, axis_of(dim, input._data.ndim), descending))


def topk(
    input: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
):
    """The k largest along an axis (or smallest), in order, and their places."""
    axis = axis_of(dim, input._data.ndim)
    if not 0 <= k <= (input._data.shape[axis] if input._data.ndim else 1):
        raise RuntimeError("selected index k out of range")
    return _Topk(*Topk.apply(input, k, axis, largest))


def median(input: Tensor, dim: int | None = None, keepdim: bool = False):
    """The lower median of all; with `dim`, along an axis, as (values, indices)."""
    check_kind("median_cpu", input, "iuf")
    if dim is None:
        if input._data.size == 0:
            return tensor_of(np.full((), np.nan, input._data.dtype))
        return Median.apply(input)
    axis = axis_of(dim, input._data.ndim)
    check_some("median", input, axis)
    return _Median(*MedianDim.apply(input, axis, keepdim))


def unique(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
):
    """The different entries (or slices along `dim`) in order.

    With `return_inverse` also the place of each in them, with `return_counts` also how
    often each is there.
    """
    values, inverse, counts = np.unique(
        *(input._data, False, True, True), axis=dim, equal_nan=False
    )
    shape = input._data.shape if dim is None else (-1,)
    found = [tensor_of(values)]
    found += [tensor_of(inverse.reshape(shape), np.int64)] if return_inverse else []
    found += [tensor_of(counts, np.int64)] if return_counts else []
    return tuple(found) if len(found) > 1 else found[0]


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = "max min argmax argmin argsort sort topk median unique".split()
NUMPY: dict = {}
