"""Parts of an axis as views, and copies with entries in another order or repeated."""

import itertools

import numpy as np

from .. import dtypes
from ..core.op import Op
from ..devices import contiguous_format
from ..errors import axes_of
from ..tensor import Tensor
from .arguments import axis_of
from .expand import expand
from .index import Select, Slice
from .reduce import Sum
from .rows import IndexSelect
from .shape import clone, flatten, sizes_of, unsqueeze
from .unfold import Unfold


class Flip(Op):
    """out = a with the order of the entries along `dims` reversed"""

    @staticmethod
    def forward(ctx, a, dims):
        ctx.dims = dims
        return np.flip(a, dims).copy()

    @staticmethod
    def backward(ctx, grad):
        return Flip.call(grad, ctx.dims)


class Roll(Op):
    """out = a moved by `shifts` along `dims`, around the end; flat without dims"""

    @staticmethod
    def forward(ctx, a, shifts, dims):
        ctx.back, ctx.dims = tuple([-shift for shift in shifts]), dims
        return np.roll(a, shifts, dims) if dims else np.roll(a, shifts[0])

    @staticmethod
    def backward(ctx, grad):
        return Roll.call(grad, ctx.back, ctx.dims)


class Repeat(Op):
    """out = a, `repeats` times along each axis, new axes first"""

    @staticmethod
    def forward(ctx, a, repeats):
        sizes = (1,) * (len(repeats) - a.ndim) + a.shape
        ctx.shape = a.shape
        # Each axis: copies, then entries.
        ctx.split = tuple(itertools.chain(*zip(repeats, sizes, strict=True)))
        return np.tile(a, repeats)

    @staticmethod
    def backward(ctx, grad):
        copies = tuple(range(0, len(ctx.split), 2))
        if not copies:
            return grad
        total = Sum.call(grad.reshape(ctx.split), copies, False)
        return total.reshape(ctx.shape)


# -- views ------------------------------------------------------------------------


def select(input: Tensor, dim: int, index: int) -> Tensor:
    """The slice at `index` of the axis `dim`, without that axis; a view."""
    ndim = input._data.ndim
    if ndim == 0:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    (axis,) = axes_of(dim, ndim)
    size = input._data.shape[axis]
    if not -size <= index < size:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size "
            f"{list(input._data.shape)} at dimension {axis}"
        )
    return Select.apply(input, axis, index)


def narrow(input: Tensor, dim: int, start: "int | Tensor", length: int) -> Tensor:
    """`length` entries of the axis `dim` from `start` on; a view."""
    ndim = input._data.ndim
    if ndim == 0:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    (axis,) = axes_of(dim, ndim)
    start, size = int(start), input._data.shape[axis]
    if not -size <= start <= size:
        raise IndexError(
            f"start out of range (expected to be in range of [{-size}, {size}], but "
            f"got {start})"
        )
    start += size if start < 0 else 0
    if start + length > size:
        raise RuntimeError(
            f"start ({start}) + length ({length}) exceeds dimension size ({size})."
        )
    return Slice.apply(input, axis, slice(start, start + length))


def unfold(input: Tensor, dimension: int, size: int, step: int) -> Tensor:
    """All windows of `size` entries along an axis, `step` apart, in a new last axis."""
    axis = axis_of(dimension, input._data.ndim)
    length = input._data.shape[axis] if input._data.ndim else 1
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    if size > length:
        raise RuntimeError(
            f"maximum size for tensor at dimension {axis} is {length} but size is "
            f"{size}"
        )
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    return Unfold.apply(input, axis, size, step)


# -- copies -----------------------------------------------------------------------


def flip(input: Tensor, *axes, dims=None) -> Tensor:
    """The order of the entries along `dims` reversed."""
    dims = sizes_of(axes if dims is None else (dims,))
    return Flip.apply(input, axes_of(dims, input._data.ndim) if dims else ())


def roll(input: Tensor, shifts, dims=()) -> Tensor:
    """The entries moved by `shifts` along `dims`, those at the end to the start.

    Without `dims` the tensor is rolled as if it had one axis.
    """
    shifts, dims = sizes_of((shifts,)), sizes_of((dims,))
    if len(shifts) != (len(dims) or 1):
        raise RuntimeError(
            f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}"
        )
    if dims and input._data.ndim == 0:
        raise IndexError(
            f"Dimension specified as {dims[0]} but tensor has no dimensions"
        )
    axes = tuple(axes_of(dim, input._data.ndim)[0] for dim in dims)
    return Roll.apply(input, shifts, axes)


def repeat(input: Tensor, *counts, repeats=None) -> Tensor:
    """A copy that has the tensor so many times along each axis; new axes in front."""
    if not counts and repeats is None:
        raise TypeError('repeat() missing 1 required positional arguments: "repeats"')
    repeats = sizes_of(counts if repeats is None else (repeats,))
    ndim = input._data.ndim
    if len(repeats) < ndim:
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of "
            "dimensions of tensor"
        )
    sizes = (1,) * (len(repeats) - ndim) + input._data.shape
    shape = [count * size for count, size in zip(repeats, sizes, strict=True)]
    if negative := [size for size in shape if size < 0]:
        raise RuntimeError(
            f"Trying to create tensor with negative dimension {negative[0]}: {shape}"
        )
    return Repeat.apply(input, repeats)


def tile(input: Tensor, *counts, dims=None) -> Tensor:
    """Like `repeat`, with ones in front of `dims` where the tensor has more axes."""
    dims = sizes_of(counts if dims is None else (dims,))
    return repeat(input, (1,) * (input._data.ndim - len(dims)) + dims)


def repeat_interleave(
    input: Tensor, repeats: "int | Tensor", dim: int | None = None, *, output_size=None
) -> Tensor:
    """Each entry along an axis several times in a row; of all entries without `dim`."""
    if dim is None:
        input, dim = flatten(input), 0
    axis = axis_of(dim, input._data.ndim)
    if isinstance(repeats, Tensor):
        return IndexSelect.apply(input, axis, _repeated(input, repeats, axis))
    if repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    shape = input._data.shape
    longer = (*shape[: axis + 1], repeats, *shape[axis + 1 :])
    stretched = expand(unsqueeze(input, axis + 1), longer)
    copies = clone(stretched, memory_format=contiguous_format)
    return flatten(copies, axis, axis + 1)


def _repeated(input: Tensor, repeats: Tensor, axis: int) -> Tensor:
    """The places along an axis, each as often as `repeats` says."""
    counts, size = repeats._data.reshape(-1), input._data.shape[axis]
    if counts.dtype.kind == "f":
        kind = dtypes.kind(repeats.dtype)
        raise NotImplementedError(
            f"\"repeat_interleave_cpu\" not implemented for '{kind}'"
        )
    if counts.size not in (1, size):
        raise RuntimeError(
            "repeats must have the same size as input along dim, but got "
            f"repeats.size(0) = {counts.size} and input.size({axis}) = {size}"
        )
    if (counts < 0).any():
        raise RuntimeError("repeats can not be negative")
    return Tensor(np.repeat(np.arange(size), counts))


# -- the tables -------------------------------------------------------------------

FUNCTIONS = "select narrow flip roll tile repeat_interleave".split()
METHODS = [*FUNCTIONS, "unfold", "repeat"]
NUMPY: dict = {}
