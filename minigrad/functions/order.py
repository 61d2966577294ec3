"""Functions that choose by order: max, min, median, sort, topk, mode, unique.

Those along an axis return a named tuple of values and indices.
"""

from collections.abc import Callable

import numpy as np

from ..ops import extremes, order, reduce
from ..tensor import Tensor
from . import return_types
from .checks import axis_of, check_kind, check_some, tensor_of


def _extreme(name: str, of_all: Callable, along: Callable, of_two: Callable):
    result = getattr(return_types, name)

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


max = _extreme("max", reduce.Max.apply, order.MaxDim.apply, extremes.Maximum.apply)
min = _extreme("min", reduce.Min.apply, order.MinDim.apply, extremes.Minimum.apply)


def _amount(name: str, apply: Callable) -> Callable:
    def function(input: Tensor, dim=(), keepdim: bool = False) -> Tensor:
        check_some(name, input, dim)
        return apply(input, None if dim == () else dim, keepdim)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{apply.__name__} over the axes `dim`; equal ones share grad"
    return function


amax = _amount("amax", reduce.Amax.apply)
amin = _amount("amin", reduce.Amin.apply)


# -- places -----------------------------------------------------------------------


def _argument(name: str, choose: Callable) -> Callable:
    def function(
        input: Tensor, dim: int | None = None, keepdim: bool = False
    ) -> Tensor:
        array = input._data
        if dim is not None:
            dim = axis_of(dim, array.ndim)
        if array.size == 0 and dim is None:
            raise IndexError(
                f"{name}(): Expected reduction dim to be specified for input.numel() "
                "== 0."
            )
        check_some(name, input, dim)
        if array.dtype.kind == "b":
            raise RuntimeError(f"{name}(): does not support bool input")
        out = choose(array, axis=dim if array.ndim else None)
        if keepdim:
            shape = [1 if dim in (None, i) else n for i, n in enumerate(array.shape)]
            out = np.reshape(out, shape)
        return tensor_of(out)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = (
        f"The place of the {name[3:]}imum, the first of equal ones: along an axis, or "
        "in the flattened tensor for None"
    )
    return function


argmax = _argument("argmax", np.argmax)
argmin = _argument("argmin", np.argmin)


def argsort(
    input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False
) -> Tensor:
    """The places of the entries along an axis, in order."""
    return sort(input.detach(), dim, descending, stable=stable).indices


# -- in order ---------------------------------------------------------------------


def sort(
    input: Tensor,
    dim: int = -1,
    descending: bool = False,
    *,
    stable: bool | None = None,
):
    """The entries along an axis in order, and their places; equal ones keep theirs."""
    op = order.Sort if stable is None else order.SortStable
    axis = axis_of(dim, input._data.ndim)
    return return_types.sort(*op.apply(input, axis, descending))


def topk(
    input: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
):
    """The k largest along an axis (or smallest), in order, and their places."""
    axis = axis_of(dim, input._data.ndim)
    if not 0 <= k <= (input._data.shape[axis] if input._data.ndim else 1):
        raise RuntimeError("selected index k out of range")
    return return_types.topk(*order.Topk.apply(input, k, axis, largest))


def _median(name: str, of_all: Callable, along: Callable, doc: str) -> Callable:
    result = getattr(return_types, name)

    def function(input: Tensor, dim: int | None = None, keepdim: bool = False):
        check_kind("median_cpu", input, "iuf")
        if dim is None:
            if input._data.size == 0:
                return tensor_of(np.full((), np.nan, input._data.dtype))
            return of_all(input)
        axis = axis_of(dim, input._data.ndim)
        check_some("median", input, axis)
        return result(*along(input, axis, keepdim))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


median = _median(
    "median",
    order.Median.apply,
    order.MedianDim.apply,
    "The lower median of all; with `dim`, along an axis, as (values, indices)",
)


# -- different entries ------------------------------------------------------------


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
        input._data,
        return_inverse=True,
        return_counts=True,
        axis=dim,
        equal_nan=False,
    )
    shape = input._data.shape if dim is None else (-1,)
    found = [values]
    found += [inverse.reshape(shape)] if return_inverse else []
    found += [counts] if return_counts else []
    found = tuple(tensor_of(each) for each in found)
    return found if len(found) > 1 else found[0]


METHODS = "max min amax amin argmax argmin argsort sort topk median unique".split()
FUNCTIONS = [*METHODS, "return_types"]
NUMPY: dict = {}
