"""The same entries in another shape, and the two operations that only copy them.

Where the output shares the input's memory (`ViewOp`), a change of one in place is seen
by the other, as in PyTorch. The order of the axes is changed in transpose.py.
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
from ..errors import axes_of, size_error
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


class Expand(ViewOp, arithmetic.Expand):
    """out = a broadcast to a shape, over the same memory"""


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


# -- broadcasting -----------------------------------------------------------------


def expand(input: Tensor, *sizes, size=None, implicit: bool = False) -> Tensor:
    """Axes of size 1 stretched to `sizes`, over the same memory; -1 keeps a size."""
    sizes = sizes_of(sizes if size is None else (size,))
    return Expand.apply(input, check_expands(input, sizes))


def check_expands(input: Tensor, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """`sizes` with the input's own in place of -1; RuntimeError if it cannot expand."""
    own = input._data.shape
    added = len(sizes) - len(own)
    if added < 0:
        raise RuntimeError(
            f"expand(torch.{dtypes.LEGACY[input.dtype]}{{{list(own)}}}, "
            f"size={list(sizes)}): the number of sizes provided "
            f"({len(sizes)}) must be greater or equal to the number of dimensions in "
            f"the tensor ({len(own)})"
        )
    for axis, size in enumerate(sizes[:added]):
        if size < 0:
            raise RuntimeError(
                f"The expanded size of the tensor ({size}) isn't allowed in a leading, "
                f"non-existing dimension {axis}"
            )
    pairs = zip(own, sizes[added:], strict=True)
    target = sizes[:added] + tuple(have if want == -1 else want for have, want in pairs)
    for axis, (have, want) in enumerate(zip(own, target[added:], strict=True), added):
        if have not in (1, want):
            raise RuntimeError(
                f"The expanded size of the tensor ({want}) must match the existing "
                f"size ({have}) at non-singleton dimension {axis}.  Target "
                f"sizes: {list(target)}.  Tensor sizes: {list(own)}"
            )
    return target


def expand_as(input: Tensor, other: Tensor) -> Tensor:
    """Axes of size 1 stretched to the shape of `other`, over the same memory."""
    return expand(input, other._data.shape)


def broadcast_to(input: Tensor, size) -> Tensor:
    """Axes of size 1 stretched to `size`, over the same memory."""
    return expand(input, size)


def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]:
    """The tensors expanded to the one shape to which they broadcast."""
    tensors = listed(tensors)
    shape = ()
    for tensor in tensors:
        try:
            shape = np.broadcast_shapes(shape, tensor._data.shape)
        except ValueError:
            raise size_error(shape, tensor._data.shape) from None
    return tuple(
        tensor if tensor._data.shape == shape else expand(tensor, shape)
        for tensor in tensors
    )


def listed(tensors: tuple) -> tuple[Tensor, ...]:
    """Tensors given one by one, or as one list."""
    alone = len(tensors) == 1 and isinstance(tensors[0], list | tuple)
    return tuple(tensors[0]) if alone else tensors


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

FUNCTIONS = """
    reshape flatten unflatten ravel unsqueeze squeeze broadcast_to clone
""".split()
METHODS = [*FUNCTIONS, "view", "view_as", "expand", "expand_as", "contiguous"]
METHODS += ["squeeze_", "unsqueeze_"]
FUNCTIONS.append("broadcast_tensors")
NUMPY = {
    np.broadcast_to: lambda array, shape: expand(array, shape),
    np.expand_dims: _expand_dims,
}
