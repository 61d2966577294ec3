"""Functions that rearrange entries: further views, and copies in another order.

The usual views (`reshape`, `permute`, `squeeze`, `expand` …) are in shape.py; diagonals
and triangles in diagonal.py.
"""

import math

import numpy as np

from ..errors import size_error
from ..ops import index as index_ops
from ..ops import rearrange
from ..ops import unfold as windows
from ..ops.reduce import axes_of
from ..ops.shape import Alias
from ..tensor import Tensor
from .shape import contiguous, expand, permute, sizes_of, view

# -- views ------------------------------------------------------------------------


def view_as(input: Tensor, other: Tensor) -> Tensor:
    """The same memory in the shape of `other`."""
    return view(input, other._data.shape)


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


def unflatten(input: Tensor, dim: int, sizes) -> Tensor:
    """The axis `dim` cut into several of the given sizes; one may be -1."""
    (axis,) = axes_of(dim, input._data.ndim)
    own, sizes = input._data.shape, tuple(sizes)
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    known = math.prod(size for size in sizes if size != -1)
    fits = known == own[axis] if -1 not in sizes else known and own[axis] % known == 0
    if not fits:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of "
            f"dim {axis} ({own[axis]}) in the input tensor"
        )
    return view(input, own[:axis] + sizes + own[axis + 1 :])


def ravel(input: Tensor) -> Tensor:
    """All entries in one axis: a view where the memory is in order."""
    return view(contiguous(input), -1)


def movedim(input: Tensor, source, destination) -> Tensor:
    """The axes `source` moved to the places `destination`; the others keep order."""
    ndim = input._data.ndim
    given = [
        (dims,) if isinstance(dims, int) else tuple(dims)
        for dims in (source, destination)
    ]
    if len(given[0]) != len(given[1]):
        raise RuntimeError(
            f"movedim: Invalid source or destination dims: source ({list(given[0])} "
            "dims) should contain the same number of dims as destination "
            f"({list(given[1])} dims)"
        )
    if ndim == 0:
        return Alias.apply(input)
    places = []
    for name, dims in zip(("source", "destination"), given, strict=True):
        places.append([axes_of(dim, ndim)[0] for dim in dims])
        if len(set(places[-1])) < len(dims):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({list(dims)})")
    moved = dict(zip(places[1], places[0], strict=True))
    others = iter([axis for axis in range(ndim) if axis not in places[0]])
    return permute(
        input, [moved[i] if i in moved else next(others) for i in range(ndim)]
    )


def unfold(input: Tensor, dimension: int, size: int, step: int) -> Tensor:
    """All windows of `size` entries along an axis, `step` apart, in a new last axis."""
    (axis,) = axes_of(dimension, input._data.ndim) or (0,)
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
    return windows.Unfold.apply(input, axis, size, step)


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
    return index_ops.Select.apply(input, axis, index)


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
    return index_ops.Slice.apply(input, axis, slice(start, start + length))


# -- another order ----------------------------------------------------------------


def flip(input: Tensor, *axes, dims=None) -> Tensor:
    """The order of the entries along `dims` reversed."""
    dims = sizes_of(axes if dims is None else (dims,))
    axes = axes_of(dims, input._data.ndim) if dims else ()
    return rearrange.Flip.apply(input, axes)


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
    return rearrange.Roll.apply(input, shifts, axes)


# -- the tables -------------------------------------------------------------------


_BOTH = "ravel unflatten movedim broadcast_to select narrow flip roll".split()
METHODS = [*_BOTH, "view_as", "expand_as", "unfold"]
FUNCTIONS = [*_BOTH, "broadcast_tensors"]
NUMPY = {}
