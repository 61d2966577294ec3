"""Functions that rearrange the entries of a tensor, most of them without a copy.

Each chooses one of the ops of `ops/shape.py` and checks its arguments first, with
PyTorch's errors.
"""

import math
import operator
import warnings

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..devices import contiguous_format
from ..ops import shape as ops
from ..ops.reduce import axes_of
from ..tensor import Tensor


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
    if -1 in sizes:
        if known == 0 == count:
            raise RuntimeError(
                f"cannot reshape tensor of 0 elements into shape {list(sizes)} because "
                "the unspecified dimension size -1 can be any value and is ambiguous"
            )
        if known == 0 or count % known:
            raise RuntimeError(
                f"shape '{list(sizes)}' is invalid for input of size {count}"
            )
        sizes = tuple(count // known if size == -1 else size for size in sizes)
    if math.prod(sizes) != count:
        raise RuntimeError(
            f"shape '{list(sizes)}' is invalid for input of size {count}"
        )
    return sizes


def reshape(input: Tensor, *sizes, shape=None) -> Tensor:
    """The same entries in another shape: a view where the memory allows it."""
    sizes = _resolved(input, sizes_of(sizes if shape is None else (shape,)))
    if input._data.flags.c_contiguous:
        return ops.View.apply(input, sizes)
    if _needs_copy(input._data, sizes):
        return ops.UnsafeView.apply(ops.Contiguous.apply(input), sizes)
    return ops.ReshapeAlias.apply(input, sizes)


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
    return ops.View.apply(input, sizes)


def _needs_copy(array: ndarray, sizes: tuple[int, ...]) -> bool:
    """True if the entries in the new shape are not evenly spaced in the memory."""
    return not np.may_share_memory(array, array.reshape(sizes))


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
    return reshape(
        input, sizes[:first] + (math.prod(sizes[first : last + 1]),) + sizes[last + 1 :]
    )


def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """Two axes swapped, over the same memory."""
    first, second = axes_of(dim0, input._data.ndim), axes_of(dim1, input._data.ndim)
    return ops.Transpose.apply(input, *first, *second)


def permute(input: Tensor, *axes, dims=None) -> Tensor:
    """The axes in the order `dims`, over the same memory."""
    dims = sizes_of(axes if dims is None else (dims,))
    if len(dims) != input._data.ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not "
            f"match the length of the desired ordering of dimensions i.e. input.dim() "
            f"= {input._data.ndim} is not equal to len(dims) = {len(dims)}"
        )
    axes = tuple(axis for dim in dims for axis in axes_of(dim, input._data.ndim))
    if len(set(axes)) < len(axes):
        raise RuntimeError("permute(): duplicate dims are not allowed")
    return ops.Permute.apply(input, axes)


def t(input: Tensor) -> Tensor:
    """The transpose of a matrix; a vector stays as it is."""
    if input._data.ndim > 2:
        raise RuntimeError(
            f"t() expects a tensor with <= 2 dimensions, but self is "
            f"{input._data.ndim}D"
        )
    return ops.T.apply(input)


def reversed_axes(input: Tensor) -> Tensor:
    """All axes in reverse order: `x.T`."""
    if input._data.ndim == 0:
        _warn_scalar("T")
    elif input._data.ndim != 2:
        warnings.warn(
            "The use of `x.T` on tensors of dimension other than 2 to reverse their "
            "shape is deprecated and it will throw an error in a future release. "
            "Consider `x.mT` to transpose batches of matrices or `x.permute(*torch."
            "arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a tensor.",
            stacklevel=2,
        )
    return ops.Permute.apply(input, tuple(range(input._data.ndim))[::-1])


def matrix_transpose(input: Tensor) -> Tensor:
    """The last two axes swapped: `x.mT`."""
    if input._data.ndim == 0:
        _warn_scalar("mT")
        return input
    if input._data.ndim == 1:
        raise RuntimeError(
            "tensor.mT is only supported on matrices or batches of matrices. Got "
            f"{input._data.ndim}-D tensor."
        )
    return transpose(input, -2, -1)


def _warn_scalar(name: str) -> None:
    warnings.warn(
        f"Tensor.{name} is deprecated on 0-D tensors. This function is the identity "
        "in these cases.",
        stacklevel=3,
    )


def unsqueeze(input: Tensor, dim: int) -> Tensor:
    """A new axis of size 1 at `dim`."""
    (axis,) = axes_of(dim, input._data.ndim + 1)
    return ops.Unsqueeze.apply(input, axis)


def squeeze(input: Tensor, dim: int | tuple[int, ...] | None = None) -> Tensor:
    """Without the axes of size 1, or without those of `dim` whose size is 1."""
    sizes = input._data.shape
    if dim is None:
        axes = tuple(i for i, size in enumerate(sizes) if size == 1)
        return ops.Squeeze.apply(input, axes)
    dims = () if dim == () else axes_of(dim, len(sizes))
    axes = tuple(i for i in dims if sizes[i] == 1)
    op = ops.SqueezeDim if isinstance(dim, int) else ops.SqueezeDims
    return op.apply(input, axes)


def expand(input: Tensor, *sizes, size=None, implicit: bool = False) -> Tensor:
    """Axes of size 1 stretched to `sizes`, over the same memory; -1 keeps a size."""
    sizes = sizes_of(sizes if size is None else (size,))
    return ops.Expand.apply(input, check_expands(input, sizes))


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
    target = sizes[:added] + tuple(
        have if want == -1 else want
        for have, want in zip(own, sizes[added:], strict=True)
    )
    for axis, (have, want) in enumerate(zip(own, target[added:], strict=True)):
        if have not in (1, want):
            raise RuntimeError(
                f"The expanded size of the tensor ({want}) must match the existing "
                f"size ({have}) at non-singleton dimension {axis + added}.  Target "
                f"sizes: {list(target)}.  Tensor sizes: {list(own)}"
            )
    return target


def clone(input: Tensor, *, memory_format=None) -> Tensor:
    """A copy, through which gradients flow."""
    in_order = memory_format is contiguous_format
    return (ops.Contiguous if in_order else ops.Clone).apply(input)


def contiguous(input: Tensor, memory_format=None) -> Tensor:
    """The tensor itself if its memory is in order, else a copy."""
    return input if input._data.flags.c_contiguous else ops.Contiguous.apply(input)


def _expand_dims(a, axis):
    """NumPy's expand_dims: new axes of size 1, counted in the result."""
    for dim in sorted((axis,) if isinstance(axis, int) else axis):
        a = unsqueeze(a, dim)
    return a


# -- the tables -------------------------------------------------------------------

FUNCTIONS = "reshape flatten transpose permute t unsqueeze squeeze clone".split()
METHODS = [*FUNCTIONS, "view", "expand", "contiguous"]
NUMPY = {
    np.broadcast_to: lambda array, shape: expand(array, shape),
    np.expand_dims: _expand_dims,
}
