"""Joining tensors, and cutting one into pieces, which are views of it.

Joining and cutting are each other's derivative. The tensors to join are the operands;
options stand behind them: `Cat.apply(a, b, c, dim)`.
"""

import itertools
import operator

import numpy as np

from ..autograd.views import ViewOp
from ..core.arithmetic import Convert
from ..core.op import Op
from ..errors import axes_of, type_name
from ..promotion import join as join_dtypes
from ..tensor import Tensor
from .shape import reshape, unsqueeze


def slices(dim: int, sizes) -> tuple:
    """For pieces of some sizes along axis `dim`: the key of each in the whole."""
    ends = tuple(itertools.accumulate(sizes))
    return tuple(
        (slice(None),) * dim + (slice(start, end), ...)
        for start, end in zip((0, *ends), ends, strict=False)
    )


class Cat(Op, operands=None):
    """out = the tensors one after the other along axis `dim`"""

    @staticmethod
    def forward(ctx, *args):
        *arrays, dim = args
        ctx.keys = slices(dim, [array.shape[dim] for array in arrays])
        return np.concatenate(arrays, dim)

    @staticmethod
    def backward(ctx, grad):
        return pieces(grad, ctx.keys, ctx.needs_input_grad)


class Stack(Op, operands=None):
    """out = the tensors side by side along a new axis `dim`"""

    @staticmethod
    def forward(ctx, *args):
        *arrays, dim = args
        ctx.keys = tuple((slice(None),) * dim + (i, ...) for i in range(len(arrays)))
        return np.stack(arrays, dim)

    @staticmethod
    def backward(ctx, grad):
        return pieces(grad, ctx.keys, ctx.needs_input_grad)


def pieces(grad, keys: tuple, needed: tuple) -> tuple:
    """The pieces of a gradient at the keys, where they are needed."""
    return tuple(
        grad[key] if need else None for key, need in zip(keys, needed, strict=True)
    )


class Split(ViewOp):
    """outs = the pieces of a along axis `dim`, of the given sizes"""

    @staticmethod
    def forward(ctx, a, dim, sizes):
        ctx.shape, ctx.keys = a.shape, slices(dim, sizes)
        return tuple([a[key] for key in ctx.keys])

    @staticmethod
    def backward(ctx, *grads):
        return whole(grads, ctx.keys, ctx.shape)


class SplitWithSizes(Split, name="SplitWithSizesBackward0"):
    """The split that PyTorch records where the sizes were given one by one"""


class Unbind(ViewOp):
    """outs = the slices of a along axis `dim`, without that axis"""

    @staticmethod
    def forward(ctx, a, dim):
        ctx.shape = a.shape
        ctx.keys = tuple((slice(None),) * dim + (i, ...) for i in range(a.shape[dim]))
        return tuple([a[key] for key in ctx.keys])

    @staticmethod
    def backward(ctx, *grads):
        return whole(grads, ctx.keys, ctx.shape)


def whole(grads: tuple, keys: tuple, shape: tuple):
    """The gradient of what was cut: zeros where a piece has no gradient."""
    used = tuple(i for i in range(len(grads)) if grads[i] is not None)
    return Join.call(*[grads[i] for i in used], tuple(keys[i] for i in used), shape)


class Join(Op, operands=None):
    """out = zeros of a shape, with each tensor at its key; the keys do not overlap"""

    @staticmethod
    def forward(ctx, *args):
        *arrays, keys, shape = args
        ctx.keys = keys
        out = np.zeros(shape, arrays[0].dtype)
        for array, key in zip(arrays, keys, strict=True):
            out[key] = array
        return out

    @staticmethod
    def backward(ctx, grad):
        return pieces(grad, ctx.keys, ctx.needs_input_grad)


# -- joining ----------------------------------------------------------------------


def cat(tensors, dim: int = 0) -> Tensor:
    """The tensors one after the other along an axis that they have."""
    tensors = _given("cat", tensors)
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    for i, tensor in enumerate(tensors):
        if tensor._data.ndim == 0:
            raise RuntimeError(
                f"zero-dimensional tensor (at position {i}) cannot be concatenated"
            )
    # A vector without entries may stand beside anything, as in PyTorch.
    used = [tensor for tensor in tensors if tensor._data.shape != (0,)] or tensors
    (axis,) = axes_of(dim, used[0]._data.ndim)
    _check_sizes(used, axis)
    return Cat.apply(*_of_one_dtype(tensors, used), axis)


def _given(name: str, tensors) -> list[Tensor]:
    if not isinstance(tensors, list | tuple):
        raise TypeError(
            f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not "
            f"{type(tensors).__name__}"
        )
    for i, tensor in enumerate(tensors):
        if not isinstance(tensor, Tensor):
            raise TypeError(
                f"expected Tensor as element {i} in argument 0, but got "
                f"{type_name(tensor)}"
            )
    if not tensors and name != "cat":
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    return list(tensors)


def _check_sizes(tensors: list[Tensor], axis: int) -> None:
    """RuntimeError for tensors that differ along another axis than `axis`."""
    first = tensors[0]._data.shape
    for i, tensor in enumerate(tensors):
        shape = tensor._data.shape
        if len(shape) != len(first):
            raise RuntimeError(
                "Tensors must have same number of dimensions: got "
                f"{len(first)} and {len(shape)}"
            )
        for other, (want, have) in enumerate(zip(first, shape, strict=True)):
            if want != have and other != axis:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {axis}. Expected "
                    f"size {want} but got size {have} for tensor number {i} in the "
                    "list."
                )


def _of_one_dtype(tensors: list[Tensor], used: list[Tensor]) -> list[Tensor]:
    """`used`, in the dtype to which all `tensors` are promoted."""
    if len({tensor._data.dtype for tensor in tensors}) == 1:
        return used
    common = None
    for tensor in tensors:
        common = join_dtypes(common, tensor._data.dtype)
    return [
        tensor if tensor._data.dtype == common else Convert.apply(tensor, common)
        for tensor in used
    ]


def stack(tensors, dim: int = 0) -> Tensor:
    """The tensors, all of one shape, side by side along a new axis."""
    tensors = _given("stack", tensors)
    shape = tensors[0]._data.shape
    (axis,) = axes_of(dim, len(shape) + 1)
    for i, tensor in enumerate(tensors):
        if tensor._data.shape != shape:
            raise RuntimeError(
                "stack expects each tensor to be equal size, but got "
                f"{list(shape)} at entry 0 and {list(tensor._data.shape)} at entry {i}"
            )
    return Stack.apply(*_of_one_dtype(tensors, tensors), axis)


def hstack(tensors) -> Tensor:
    """The tensors one after the other along the second axis; vectors along theirs."""
    tensors = [
        each if each._data.ndim else reshape(each, 1)
        for each in _given("hstack", tensors)
    ]
    return cat(tensors, 0 if tensors[0]._data.ndim == 1 else 1)


def vstack(tensors) -> Tensor:
    """The tensors one below the other; a vector is a row."""
    rows = []
    for each in _given("vstack", tensors):
        each = each if each._data.ndim else reshape(each, 1)
        rows.append(each if each._data.ndim > 1 else unsqueeze(each, 0))
    return cat(rows, 0)


# -- cutting ----------------------------------------------------------------------


def split(
    tensor: Tensor,
    split_size_or_sections: "int | list[int] | None" = None,
    dim: int = 0,
    *,
    split_size: "int | list[int] | None" = None,
) -> tuple[Tensor, ...]:
    """Pieces of an axis, as views: all of one size, or each of its own.

    The method's keyword for the size is `split_size`.
    """
    size = split_size_or_sections if split_size is None else split_size
    if tensor._data.ndim == 0:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    (axis,) = axes_of(dim, tensor._data.ndim)
    length = tensor._data.shape[axis]
    if isinstance(size, list | tuple):
        return _split_with_sizes(tensor, tuple(size), axis, length)
    size = operator.index(size)
    if size < 0:
        raise RuntimeError(
            f"split expects split_size be non-negative, but got split_size={size}"
        )
    if size == 0 and length:
        raise RuntimeError(
            "split_size can only be 0 if dimension size is 0, but got dimension size "
            f"of {length}"
        )
    starts = range(0, length, size or 1) or [0]
    return Split.apply(tensor, axis, [min(size, length - start) for start in starts])


def _split_with_sizes(
    tensor: Tensor, sizes: tuple[int, ...], axis: int, length: int
) -> tuple[Tensor, ...]:
    if any(size < 0 for size in sizes):
        raise RuntimeError(
            "split_with_sizes expects split_sizes have only non-negative entries, but "
            f"got split_sizes={list(sizes)}"
        )
    if sum(sizes) != length:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {length} (input "
            f"tensor's size at dimension {axis}), but got split_sizes={list(sizes)}"
        )
    return SplitWithSizes.apply(tensor, axis, sizes)


def chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """At most `chunks` pieces of one size, as views; the last may be smaller."""
    if input._data.ndim == 0:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    chunks = operator.index(chunks)
    if chunks <= 0:
        raise RuntimeError(
            f"chunk expects `chunks` to be greater than 0, got: {chunks}"
        )
    (axis,) = axes_of(dim, input._data.ndim)
    length = input._data.shape[axis]
    if length == 0:
        return SplitWithSizes.apply(input, axis, (0,) * chunks)
    return split(input, -(-length // chunks), axis)


def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """The slices along an axis, without that axis, as views."""
    if input._data.ndim == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    (axis,) = axes_of(dim, input._data.ndim)
    return Unbind.apply(input, axis)


# -- the tables -------------------------------------------------------------------

concat = concatenate = cat

METHODS = ["split", "chunk", "unbind"]
FUNCTIONS = [*METHODS, *"cat concat concatenate stack hstack vstack".split()]
NUMPY = {
    np.concatenate: lambda arrays, axis=0: cat(
        [x if isinstance(x, Tensor) else Tensor(x.view()) for x in arrays], axis
    ),
}
