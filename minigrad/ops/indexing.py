"""`x[key]` and `x[key] = value`, with a key read as PyTorch reads it.

Read: `getitem` and `setitem`, then `taken_apart`: each integer, slice and None of a key
is one step, a view of its own; the arrays that are left are used together at the end.
Integers alone, where no graph is recorded, are one step for NumPy (`place_of`).
"""

import operator
import warnings

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..autograd.inplace import change, is_recorded, renew_views
from ..autograd.views import share_memory
from ..errors import type_name
from ..tensor import Tensor
from . import index, shape
from .expand import expand
from .fill import FillTensor, copied

_EVERYTHING = slice(None)


def getitem(input: Tensor, key) -> Tensor:
    """input[key]"""
    place = place_of(input, key)
    if place and len(place) == 2:
        return index.Select.apply(input, 0, place[0])
    if place and not is_recorded(input):
        view = Tensor(input._data[place])
        share_memory(input, view)
        return view
    steps, arrays = taken_apart(key, input._data.shape)
    out = input
    for op, *args in steps:
        out = op.apply(out, *args)
    if not arrays:
        return shape.Alias.apply(input) if out is input else out
    try:
        return index.Index.apply(out, arrays)
    except IndexError:
        raise _array_error(arrays, out._data.shape) from None


def setitem(input: Tensor, key, value) -> None:
    """input[key] = value, in place: a view of what the key names is changed."""
    value, place = _as_value(input, value), place_of(input, key)
    if place and not is_recorded(input, input._base, value):
        part, sizes = input._data[place], value._data.shape
        if sizes in ((), part.shape) and 0 not in part.strides:
            part[...] = value._data
            input._version_counter[0] += 1
            return
    steps, arrays = taken_apart(key, input._data.shape)
    target = input
    for op, *args in steps if key != _EVERYTHING else ():
        target = op.apply(target, *args)
    if key is False:
        return
    source = value
    if value._data.ndim and value._data.shape != target._data.shape:
        if not arrays or value._data.shape[0] == 1:
            source = without_leading_ones(value)
    if arrays:
        _check_put(target._data, arrays, source._data)
        if is_recorded(target, target._base, source):
            change(target, index.IndexPut.apply, source, arrays)
        else:
            target._data[arrays] = source._data
            target._version_counter[0] += 1
            renew_views(input if input._base is None else input._base)
    elif source._data.shape == target._data.shape:
        change(target, copied, source)
    elif source._data.ndim == 0:
        change(target, FillTensor.apply, source)
    else:
        change(target, copied, expand(source, target._data.shape))


def without_leading_ones(value: Tensor) -> Tensor:
    """`value` in a shape that does not begin with axes of size 1."""
    sizes = value._data.shape
    first = next((i for i, size in enumerate(sizes) if size != 1), len(sizes))
    return shape.View.apply(value, sizes[first:])


def _as_value(input: Tensor, value: object) -> Tensor:
    if isinstance(value, Tensor):
        return value
    if isinstance(value, bool | int | float | np.generic):
        return Tensor(np.asarray(value, input._data.dtype))
    raise TypeError(
        f"can't assign a {type_name(value)} to a torch.{dtypes.LEGACY[input.dtype]}"
    )


def _check_put(target: ndarray, arrays: tuple, source: ndarray) -> None:
    """PyTorch's errors for target[arrays] = source."""
    if source.ndim and source.dtype != target.dtype:
        kinds = [dtypes.kind(dtypes.of(array.dtype)) for array in (target, source)]
        raise RuntimeError(
            "Index put requires the source and destination dtypes match, got "
            f"{kinds[0]} for the destination and {kinds[1]} for the source."
        )
    try:
        place = target[arrays].shape
    except IndexError:
        raise _array_error(arrays, target.shape) from None
    try:
        np.broadcast_to(source, place)
    except ValueError:
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(source.shape)} cannot be "
            f"broadcast to indexing result of shape {list(place)}"
        ) from None


# -- keys -------------------------------------------------------------------------


def place_of(input: Tensor, key) -> tuple | None:
    """NumPy's form of a key of integers alone that are in range; None for another."""
    key = key if key.__class__ is tuple else (key,)
    sizes, place = input._data.shape, []
    if len(key) > len(sizes):
        return None
    for part, size in zip(key, sizes, strict=False):
        if isinstance(part, Tensor) and part._data.ndim == 0:
            part = part._data.item() if part._data.dtype.kind == "i" else part
        if part.__class__ is not int or not -size <= part < size:
            return None
        place.append(part)
    return (*place, ...) if place else None


def taken_apart(key, sizes: tuple[int, ...]) -> tuple[list, tuple]:
    """A key as steps `(op, *args)`, and the arrays that index what they give.

    In the second, `:` stands for each axis without an array; it is () if there is no
    array at all.
    """
    if isinstance(key, list) and len(key) < 32:
        if not all(isinstance(part, int | float | np.generic) for part in key):
            warnings.warn(
                "Using a non-tuple sequence for multidimensional indexing is "
                "deprecated and will be changed in pytorch 2.9; use x[tuple(seq)] "
                "instead of x[seq]. In pytorch 2.9 this will be interpreted as tensor "
                "index, x[torch.tensor(seq)], which will result either in an error or "
                "a different result",
                stacklevel=3,
            )
            key = tuple(key)
    alone = not isinstance(key, tuple)
    parts = [_part(part) for part in ((key,) if alone else key)]
    _check_rank(parts, len(sizes), alone)
    free = len(sizes) - sum(map(_axes_used, parts))  # what an ellipsis stands for
    steps, left = [], []
    axis = at = 0  # the next axis of the input, and of what the steps give
    for part in parts:
        if part is Ellipsis:
            axis, at = axis + free, at + free
            left += [_EVERYTHING] * free
        elif part is None or isinstance(part, bool):
            steps.append((shape.Unsqueeze, at))
            left.append(_EVERYTHING if part is None else np.zeros(int(part), np.int64))
            at += 1
        elif isinstance(part, slice):
            if alone or part.indices(sizes[axis]) != (0, sizes[axis], 1):
                steps.append((index.Slice, at, part))
            left.append(_EVERYTHING)
            axis, at = axis + 1, at + 1
        elif isinstance(part, ndarray):
            left.append(part)
            axis, at = axis + _axes_used(part), at + _axes_used(part)
        else:
            if not -sizes[axis] <= part < sizes[axis]:
                before = sum(step[0] is index.Select for step in steps)
                raise IndexError(
                    f"index {part} is out of bounds for dimension {at + before} with "
                    f"size {sizes[axis]}"
                )
            steps.append((index.Select, at, part))
            axis += 1
    return steps, tuple(left) if any(isinstance(x, ndarray) for x in left) else ()


def _check_rank(parts: list, ndim: int, alone: bool) -> None:
    """IndexError if the parts of a key use more axes than there are."""
    if sum(_axes_used(part) for part in parts) <= ndim:
        if sum(part is Ellipsis for part in parts) > 1:
            raise IndexError("an index can only have a single ellipsis ('...')")
        return
    if alone and ndim == 0 and isinstance(parts[0], int):
        raise IndexError(
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
            "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
        )
    if alone and ndim == 0 and isinstance(parts[0], slice):
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    raise IndexError(f"too many indices for tensor of dimension {ndim}")


def _axes_used(part) -> int:
    """How many axes of the input a part of a key stands for."""
    if part is None or part is Ellipsis or isinstance(part, bool):
        return 0
    if isinstance(part, ndarray) and part.dtype.kind == "b":
        return part.ndim
    return 1


def _part(part):
    """A part of a key as None, `...`, a bool, an int, a slice or an array."""
    if part is None or part is Ellipsis or isinstance(part, bool):
        return part
    if isinstance(part, int | np.integer):
        return int(part)
    if isinstance(part, slice):
        return _slice(part)
    if isinstance(part, Tensor | ndarray):
        return _array(part)
    if isinstance(part, str):
        raise TypeError("new(): invalid data type 'str'")
    if isinstance(part, list | range | tuple):
        return _array(np.asarray(part) if len(part) else np.zeros(0, np.int64))
    raise IndexError(
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte "
        f"Variables are valid indices (got {type_name(part)})"
    )


def _slice(part: slice) -> slice:
    try:
        start, stop, step = (
            None if each is None else operator.index(each)
            for each in (part.start, part.stop, part.step)
        )
    except TypeError:
        raise TypeError(
            "slice indices must be integers or None or have an __index__ method"
        ) from None
    if step == 0:
        raise ValueError("slice step cannot be zero")
    if step is not None and step < 0:
        raise ValueError("step must be greater than zero")
    return slice(start, stop, step)


def _array(part: Tensor | ndarray) -> ndarray | int | bool:
    """An index array; one of a single number or bool counts as that."""
    # A copy: the node keeps it, and the user may change what he has.
    array = part._data.copy() if isinstance(part, Tensor) else part.copy()
    small = isinstance(part, Tensor) and array.dtype in (np.int8, np.int16)
    if array.dtype.kind not in "iub" or (small and array.ndim):
        raise IndexError(
            "tensors used as indices must be long, int, byte or bool tensors"
        )
    if array.dtype == np.uint8:
        warnings.warn(
            "indexing with dtype torch.uint8 is now deprecated, please use a dtype "
            "torch.bool instead.",
            stacklevel=5,
        )
        array = array.astype(np.bool_)
    return array if array.ndim else array.item()


def _array_error(arrays: tuple, sizes: tuple[int, ...]) -> IndexError:
    """PyTorch's words for why these arrays cannot index a tensor of `sizes`."""
    axis, number, shapes = 0, 0, []
    for array in arrays:
        if not isinstance(array, ndarray):
            axis += 1
            continue
        if array.dtype.kind == "b":
            pairs = zip(array.shape, sizes[axis:], strict=False)
            for i, (mask, size) in enumerate(pairs):
                if mask != size:
                    return IndexError(
                        f"The shape of the mask {list(array.shape)} at index {i} does "
                        "not match the shape of the indexed tensor "
                        f"{list(sizes)} at index {axis + i}"
                    )
            axis += array.ndim
            shapes.append([np.count_nonzero(array)])
            continue
        size = sizes[axis]
        outside = array[(array < -size) | (array >= size)]
        if outside.size:
            return IndexError(
                f"index {outside.flat[0]} is out of bounds for dimension {number} "
                f"with size {size}"
            )
        axis, number = axis + 1, number + 1
        shapes.append(list(array.shape))
    return IndexError(
        "shape mismatch: indexing tensors could not be broadcast together with shapes "
        + ", ".join(map(str, shapes))
    )
