"""Functions that reduce axes: sums, means, counts.

Each checks its arguments, with PyTorch's errors, and chooses the op whose node PyTorch
would show.
"""

from collections.abc import Callable

import numpy as np

from .. import dtypes
from ..ops import reduce
from ..tensor import Tensor
from .checks import check_kind, tensor_of
from .convert import in_dtype, in_float32, to


class SumDim(reduce.Sum, name="SumBackward1"):
    """The node that PyTorch shows for a sum over given axes."""


class MeanDim(reduce.Mean, name="MeanBackward1"):
    """The node that PyTorch shows for a mean over given axes."""


_ALL = object()  # no `dim` was given; PyTorch records another node for dim=None


def sum(input: Tensor, dim=_ALL, keepdim: bool = False, *, dtype=None) -> Tensor:
    """The sum over the axes `dim`, an int or a tuple; over all if left out."""
    if dtype is not None:
        return in_dtype(sum, input, dtype, dim, keepdim)
    if dim is _ALL and not keepdim:
        return reduce.Sum.apply(input)
    _check_reduction("sum", dim, keepdim)
    return SumDim.apply(input, dim, keepdim)


def mean(input: Tensor, dim=_ALL, keepdim: bool = False, *, dtype=None) -> Tensor:
    """The mean over the axes `dim`, an int or a tuple; over all if left out."""
    if dtype is not None:
        input = to(input, dtype)
    array = input._data
    if array.dtype.kind != "f":
        kind = dtypes.kind(input.dtype)
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a "
            f"floating point or complex dtype. Got: {kind}"
        )
    if array.itemsize == 2:
        return in_float32(mean, input, dim, keepdim)
    if dim is _ALL and not keepdim:
        return reduce.Mean.apply(input)
    _check_reduction("mean", dim, keepdim)
    return MeanDim.apply(input, dim, keepdim)


def _check_reduction(name: str, dim, keepdim: bool) -> None:
    """TypeError for keepdim without dim, and for axes given as separate arguments."""
    if dim is _ALL:
        raise TypeError(
            f"{name}() received an invalid combination of arguments - got "
            "(keepdim=bool, ), but expected one of:\n * (*, torch.dtype dtype = None)\n"
            " * (tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None)"
        )
    if keepdim.__class__ is not bool:
        raise TypeError(
            f"{name}(): argument 'keepdim' (position 2) must be bool, not "
            f"{type(keepdim).__name__}"
        )


def logsumexp(input: Tensor, dim, keepdim: bool = False) -> Tensor:
    """log Σ exp over the axes `dim`, an int or a tuple, without overflow."""
    return reduce.Logsumexp.apply(input, dim, keepdim)


# -- tests and counts -------------------------------------------------------------


def _quantifier(name: str, ufunc: np.ufunc) -> Callable:
    def function(input: Tensor, dim=None, keepdim: bool = False) -> Tensor:
        array = input._data
        axes = () if dim == () else reduce.axes_of(dim, array.ndim)
        out = ufunc.reduce(array.astype(bool), axis=axes, keepdims=keepdim)
        kind = np.uint8 if array.dtype == "u1" else bool
        return tensor_of(np.asarray(out, kind, order="C"))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"True if {name} over the axes `dim` are not 0"
    return function


any = _quantifier("any", np.logical_or)
all = _quantifier("all", np.logical_and)


def bincount(
    input: Tensor, weights: Tensor | None = None, minlength: int = 0
) -> Tensor:
    """How often each of 0, 1, … is in a vector of whole numbers, or their weights."""
    check_kind("bincount_cpu", input, "iu")
    array = input._data
    if array.ndim != 1 or array.size and array.min() < 0:
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if weights is None:
        return tensor_of(np.bincount(array, minlength=minlength))
    if weights._data.shape != array.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    counts = np.bincount(array, weights._data, minlength)
    narrow = weights._data.dtype == np.float32
    return tensor_of(counts.astype(np.float32) if narrow else counts)


METHODS = """
    sum mean logsumexp any all bincount
""".split()
FUNCTIONS = METHODS
NUMPY = {}
