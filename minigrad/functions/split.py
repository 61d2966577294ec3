"""Functions that cut a tensor into pieces, which are views of it."""

import operator

from ..ops import join
from ..ops.reduce import axes_of
from ..tensor import Tensor


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
    if size is None:
        raise TypeError(
            "split() missing 1 required positional argument: 'split_size_or_sections'"
        )
    if tensor._data.ndim == 0:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    (axis,) = axes_of(dim, tensor._data.ndim)
    length = tensor._data.shape[axis]
    if isinstance(size, Tensor):
        size = operator.index(size)
    if not isinstance(size, int):
        return _split_with_sizes(tensor, tuple(size), axis, length)
    if size < 0:
        raise RuntimeError(
            f"split expects split_size be non-negative, but got split_size={size}"
        )
    if size == 0 and length:
        raise RuntimeError(
            "split_size can only be 0 if dimension size is 0, but got dimension size "
            f"of {length}"
        )
    sizes = [size] * (length // size) if size else [0]
    if size and (length % size or not sizes):
        sizes.append(length % size)
    return join.Split.apply(tensor, axis, sizes)


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
    return join.SplitWithSizes.apply(tensor, axis, sizes)


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
        return join.SplitWithSizes.apply(input, axis, (0,) * chunks)
    return split(input, -(-length // chunks), axis)


def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """The slices along an axis, without that axis, as views."""
    if input._data.ndim == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    (axis,) = axes_of(dim, input._data.ndim)
    return join.Unbind.apply(input, axis)


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = "split chunk unbind".split()
NUMPY = {}
