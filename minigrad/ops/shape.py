"""The same entries in another shape, and the two operations that only copy them.

Where the output shares the input's memory (`ViewOp`), a change of one in place is seen
by the other, as in PyTorch. The order of the axes is changed in transpose.py, sizes
are stretched in expand.py.
"""

import math
import operator
from collections.abc import Callable

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..autograd.views import ViewOp, check_may_change
from ..core import arithmetic
from ..core.arithmetic import Clone
from ..core.arithmetic import Convert as Convert
from ..core.mode import mode
from ..devices import contiguous_format
from ..errors import axes_of
from ..tensor import Tensor


class Contiguous(Clone, name="CloneBackward0"):
    """out = a copy of a, its entries in memory in the usual order"""

    @staticmethod
    def forward(ctx, a):
        return a.copy()


class Alias(ViewOp):
    """out = a, over the same memory"""

    @staticmethod
    def forward(ctx, a):
        return a

    @staticmethod
    def backward(ctx, grad):
        return grad


class View(ViewOp, arithmetic.Reshape):
    """out = a in another shape, over the same memory"""


class ReshapeAlias(View, name="ReshapeAliasBackward0"):
    """The view that PyTorch's reshape makes of memory that is not in order"""


class UnsafeView(arithmetic.Reshape):
    """out = a in another shape, where `a` is a copy that nobody else has"""


class Unsqueeze(ViewOp):
    """out = a with a new axis of size 1"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.shape = a.shape
        return a.reshape((*a.shape[:dim], 1, *a.shape[dim:]))

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.shape)


class Squeeze(ViewOp):
    """out = a without the axes `dims`, which have size 1"""

    @staticmethod
    def forward(ctx, a, dims):
        ctx.shape = a.shape
        return a.squeeze(dims)

    @staticmethod
    def backward(ctx, grad):
        return grad.reshape(ctx.shape)


class SqueezeDim(Squeeze, name="SqueezeBackward1"):
    """out = a without the axis `dims[0]`, if its size is 1"""


class SqueezeDims(Squeeze, name="SqueezeBackward2"):
    """out = a without those of several axes whose size is 1"""


class SqueezeVector(Squeeze, name="SqueezeBackward4"):
    """The squeeze of a vector-matrix product, which PyTorch names so"""


# -- other shapes -----------------------------------------------------------------


def sizes_of(args: tuple) -> tuple[int, ...]:
    """The sizes given as `f(2, 3)` or `f((2, 3))`."""
    if len(args) == 1 and not hasattr(args[0], "__index__"):
        args = tuple(args[0])
    return tuple(map(operator.index, args))


def _resolved(input: Tensor, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """`sizes` with -1 replaced by what is left; RuntimeError if they do not fit."""
    count = input._data.size
    known = math.prod(size for size in sizes if size != -1)
    if sizes.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    for index, size in enumerate(sizes):
        if size < -1:
            raise RuntimeError(
                f"invalid shape dimension {size} at index {index} of shape "
                f"{list(sizes)}"
            )
    wanted = sizes
    if -1 in sizes:
        if known == 0 == count:
            raise RuntimeError(
                f"cannot reshape tensor of 0 elements into shape {list(sizes)} because "
                "the unspecified dimension size -1 can be any value and is ambiguous"
            )
        left = count // known if known else 0
        sizes = tuple(left if size == -1 else size for size in sizes)
    if math.prod(sizes) != count:
        raise RuntimeError(
            f"shape '{list(wanted)}' is invalid for input of size {count}"
        )
    return sizes


def reshape(input: Tensor, *sizes, shape=None) -> Tensor:
    """The same entries in another shape: a view where the memory allows it."""
    sizes = _resolved(input, sizes_of(sizes if shape is None else (shape,)))
    if input._data.flags.c_contiguous:
        return View.apply(input, sizes)
    if _needs_copy(input._data, sizes):
        return UnsafeView.apply(Contiguous.apply(input), sizes)
    return ReshapeAlias.apply(input, sizes)


def view(input: Tensor, *sizes, size=None) -> Tensor:
    """The same memory in another shape; an error if that needs a copy."""
    if len(sizes) == 1 and isinstance(sizes[0], dtypes.dtype):
        raise NotImplementedError(
            "minigrad's view() takes a shape: to(dtype) converts the entries"
        )
    sizes = _resolved(input, sizes_of(sizes if size is None else (size,)))
    array = input._data
    if not array.flags.c_contiguous and _needs_copy(array, sizes):
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at "
            "least one dimension spans across two contiguous subspaces). Use "
            ".reshape(...) instead."
        )
    return View.apply(input, sizes)


def _needs_copy(array: ndarray, sizes: tuple[int, ...]) -> bool:
    """True if the entries in the new shape are not evenly spaced in the memory."""
    return not np.may_share_memory(array, array.reshape(sizes))


def view_as(input: Tensor, other: Tensor) -> Tensor:
    """The same memory in the shape of `other`."""
    return view(input, other._data.shape)


def ravel(input: Tensor) -> Tensor:
    """All entries in one axis: a view where the memory is in order."""
    return view(contiguous(input), -1)


def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """The axes from `start_dim` to `end_dim` joined into one."""
    ndim = input._data.ndim
    if ndim == 0:
        return reshape(input, 1)
    (first,), (last,) = axes_of(start_dim, ndim), axes_of(end_dim, ndim)
    if first > last:
        raise RuntimeError(
            "flatten() has invalid args: start_dim cannot come after end_dim"
        )
    if first == last:
        return input
    sizes = input._data.shape
    joined = math.prod(sizes[first : last + 1])
    return reshape(input, sizes[:first] + (joined,) + sizes[last + 1 :])


def unflatten(input: Tensor, dim: int, sizes) -> Tensor:
    """The axis `dim` cut into several of the given sizes; one may be -1."""
    (axis,) = axes_of(dim, input._data.ndim)
    own, sizes = input._data.shape, tuple(sizes)
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    known = abs(math.prod(sizes))
    if own[axis] % known if -1 in sizes and known else known != own[axis]:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of "
            f"dim {axis} ({own[axis]}) in the input tensor"
        )
    return view(input, own[:axis] + sizes + own[axis + 1 :])


def unsqueeze(input: Tensor, dim: int) -> Tensor:
    """A new axis of size 1 at `dim`."""
    (axis,) = axes_of(dim, input._data.ndim + 1)
    return Unsqueeze.apply(input, axis)


def squeeze(input: Tensor, dim: int | tuple[int, ...] | None = None) -> Tensor:
    """Without the axes of size 1, or without those of `dim` whose size is 1."""
    sizes = input._data.shape
    dims = () if dim == () else axes_of(dim, len(sizes))
    axes = tuple(axis for axis in dims if sizes[axis] == 1)
    if dim is None:
        return Squeeze.apply(input, axes)
    return (SqueezeDim if isinstance(dim, int) else SqueezeDims).apply(input, axes)


# -- copies -----------------------------------------------------------------------


def clone(input: Tensor, *, memory_format=None) -> Tensor:
    """A copy, through which gradients flow."""
    in_order = memory_format is contiguous_format
    return (Contiguous if in_order else Clone).apply(input)


def contiguous(input: Tensor, memory_format=None) -> Tensor:
    """The tensor itself if its memory is in order, else a copy."""
    return input if input._data.flags.c_contiguous else Contiguous.apply(input)


# -- a tensor's own shape ---------------------------------------------------------


def reshaped_by(operation: Callable[..., Tensor]) -> Callable:
    """The in-place form: `x.unsqueeze_(0)` lets x be a view of what it was."""

    def method(self: Tensor, *args, **options) -> Tensor:
        if mode.enabled and self.requires_grad:
            check_may_change(self)
        before = Tensor(self._data)
        before._edge, before._version_counter = self._edge, self._version_counter
        recording, mode.enabled = mode.enabled, True  # or the history would end here
        try:
            after = operation(before, *args, **options)
        finally:
            mode.enabled = recording
        self._data, self._edge = after._data.view(), after._edge
        self._version_counter[0] += 1
        return self

    method.__name__ = method.__qualname__ = f"{operation.__name__}_"
    method.__doc__ = f"In place: {operation.__doc__}"
    return method


squeeze_, unsqueeze_ = reshaped_by(squeeze), reshaped_by(unsqueeze)


def _expand_dims(a, axis):
    """NumPy's expand_dims: new axes of size 1, counted in the result."""
    for dim in sorted((axis,) if isinstance(axis, int) else axis):
        a = unsqueeze(a, dim)
    return a


# -- the tables -------------------------------------------------------------------

FUNCTIONS = "reshape flatten unflatten ravel unsqueeze squeeze clone".split()
METHODS = [*FUNCTIONS, *"view view_as contiguous squeeze_ unsqueeze_".split()]
NUMPY = {np.expand_dims: _expand_dims}
