"""Sums, means, largest and smallest entries over axes.

A gradient of a reduction is spread back over the reduced axes: `spread` gives it the
axes of size 1 that `keepdim` would have kept, and broadcasting does the rest. Variances
are in statistics.py, norms in norm.py, places of extremes in order.py.
"""

from functools import lru_cache

import numpy as np

from .. import dtypes
from ..core import arithmetic
from ..core.arithmetic import Sum as Sum
from ..core.arithmetic import everywhere
from ..core.op import Op
from ..errors import axes_of as axes_of
from ..tensor import Tensor
from .arguments import check_some, tensor_of
from .convert import in_dtype, in_float32, to


def spread(grad, shape: tuple, axes: tuple[int, ...]):
    """`grad` of a reduction of `shape` over `axes`, with those axes as size 1."""
    return grad.reshape(_kept(shape, axes))


@lru_cache(1024)
def _kept(shape: tuple, axes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([1 if axis in axes else size for axis, size in enumerate(shape)])


# piece: Mean
class Mean(Op):
    """out = Σ a / n over the axes `dim` (all for None)"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.shape = a.shape
        ctx.axes = axes_of(dim, a.ndim)
        out = arithmetic.sums(a, ctx.axes, keepdims=keepdim)
        count = a.size // max(out.size, 1)
        ctx.count = max(count, 1)  # of no entries: 0 / 0, with an empty gradient
        return out / count

    @staticmethod
    def backward(ctx, grad):
        return everywhere(grad / ctx.count, ctx.shape, ctx.axes)


class SumDim(Sum, name="SumBackward1"):
    """The node that PyTorch shows for a sum over given axes."""


class MeanDim(Mean, name="MeanBackward1"):
    """The node that PyTorch shows for a mean over given axes."""


# piece: Norm
class Norm(Op, name="LinalgVectorNormBackward0"):
    """out = √(Σ a²) over the axes `dim`, so out' = a / out; at 0 the derivative is 0"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.axes = axes_of(dim, a.ndim)
        out = np.asarray(np.sqrt(np.add.reduce(a * a, axis=ctx.axes, keepdims=keepdim)))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        out, grad = spread(out, a.shape, ctx.axes), spread(grad, a.shape, ctx.axes)
        return a * np.where(out == 0, 0.0, grad / np.where(out == 0, 1.0, out))


class Logsumexp(Op, floats=True):
    """out = log Σ exp a over the axes `dim`, so out' = exp(a - out)"""

    @staticmethod
    def forward(ctx, a, dim, keepdim):
        ctx.axes = axes_of(dim, a.ndim)
        top = np.maximum.reduce(a, axis=ctx.axes, keepdims=True, initial=-np.inf)
        top = np.where(np.isinf(top), a.dtype.type(0), top)
        total = np.add.reduce(np.exp(a - top), axis=ctx.axes, keepdims=True)
        out = np.log(total) + top
        out = out if keepdim else np.asarray(out.squeeze(ctx.axes))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        grad, out = spread(grad, a.shape, ctx.axes), spread(out, a.shape, ctx.axes)
        return grad * np.exp(a - out)


# -- the largest and the smallest -------------------------------------------------


# piece: Max
class Amax(Op):
    """out = the largest over the axes `dim`; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.axes = axes_of(dim, a.ndim)
        out = np.asarray(np.maximum.reduce(a, axis=ctx.axes, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        return shared(ctx, grad)


class Amin(Op):
    """out = the smallest over the axes `dim`; equal ones share the gradient"""

    @staticmethod
    def forward(ctx, a, dim=None, keepdim=False):
        ctx.axes = axes_of(dim, a.ndim)
        out = np.asarray(np.minimum.reduce(a, axis=ctx.axes, keepdims=keepdim))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        return shared(ctx, grad)


def shared(ctx, grad):
    """`grad` over the axes `ctx.axes`, shared by the entries that are `out`."""
    a, out = ctx.saved_tensors
    grad = spread(grad, a.shape, ctx.axes)
    chosen = (a == spread(out, a.shape, ctx.axes)) * np.ones_like(grad)
    return chosen * (grad / Sum.call(chosen, ctx.axes, True))


class Max(Op, name="MaxBackward1"):
    """out = the largest of all, or nan; equal ones share the gradient, as nans do"""

    @staticmethod
    def forward(ctx, a):
        out = np.asarray(np.maximum.reduce(a, axis=None))
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        chosen = ((a == out) | (a != a)) * np.ones_like(grad)
        return chosen * (grad / Sum.call(chosen))


class Min(Max, name="MinBackward1"):
    """out = the smallest of all, or nan; equal ones share the gradient, as nans do"""

    @staticmethod
    def forward(ctx, a):
        out = np.asarray(np.minimum.reduce(a, axis=None))
        ctx.save_for_backward(a, out)
        return out


# -- functions --------------------------------------------------------------------

_ALL = object()  # no `dim` was given; PyTorch records another node for dim=None


def sum(input: Tensor, dim=_ALL, keepdim: bool = False, *, dtype=None) -> Tensor:
    """The sum over the axes `dim`, an int or a tuple; over all if left out."""
    if dtype is not None:
        return in_dtype(sum, input, dtype, dim, keepdim)
    if dim is _ALL and not keepdim:
        return Sum.apply(input)
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
        return Mean.apply(input)
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
    return Logsumexp.apply(input, dim, keepdim)


def any(input: Tensor, dim=None, keepdim: bool = False) -> Tensor:
    """True if any entry over the axes `dim` is not 0."""
    return _quantified(np.logical_or, input, dim, keepdim)


def all(input: Tensor, dim=None, keepdim: bool = False) -> Tensor:
    """True if all entries over the axes `dim` are not 0."""
    return _quantified(np.logical_and, input, dim, keepdim)


def _quantified(ufunc: np.ufunc, input: Tensor, dim, keepdim: bool) -> Tensor:
    array = input._data
    axes = () if dim == () else axes_of(dim, array.ndim)
    out = ufunc.reduce(array.astype(bool), axis=axes, keepdims=keepdim)
    kind = np.uint8 if array.dtype == "u1" else bool
    return tensor_of(np.asarray(out, kind, order="C"))


def amax(input: Tensor, dim=(), keepdim: bool = False) -> Tensor:
    """The largest over the axes `dim`; equal ones share the gradient."""
    check_some("amax", input, dim)
    return Amax.apply(input, None if dim == () else dim, keepdim)


def amin(input: Tensor, dim=(), keepdim: bool = False) -> Tensor:
    """The smallest over the axes `dim`; equal ones share the gradient."""
    check_some("amin", input, dim)
    return Amin.apply(input, None if dim == () else dim, keepdim)


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = "sum mean logsumexp any all amax amin".split()
NUMPY: dict = {}
