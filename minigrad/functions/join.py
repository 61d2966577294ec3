"""Functions that join tensors; those that cut one into pieces are in split.py."""

import numpy as np

from ..errors import type_name
from ..ops import join
from ..ops.reduce import axes_of
from ..ops.shape import Convert
from ..promotion import join as join_dtypes
from ..tensor import Tensor
from .elementwise import operand
from .rearrange import listed
from .shape import reshape, unsqueeze

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
    return join.Cat.apply(*_of_one_dtype(tensors, used), axis)


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
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    shape = tensors[0]._data.shape
    (axis,) = axes_of(dim, len(shape) + 1)
    for i, tensor in enumerate(tensors):
        if tensor._data.shape != shape:
            raise RuntimeError(
                "stack expects each tensor to be equal size, but got "
                f"{list(shape)} at entry 0 and {list(tensor._data.shape)} at entry {i}"
            )
    return join.Stack.apply(*_of_one_dtype(tensors, tensors), axis)


def atleast_1d(*tensors: Tensor):
    """A 0-d tensor with one axis; others as they are."""
    return _each(lambda x: reshape(x, 1) if x._data.ndim == 0 else x, tensors)


def atleast_2d(*tensors: Tensor):
    """With axes added in front until there are two."""

    def widened(x: Tensor) -> Tensor:
        if x._data.ndim == 0:
            return reshape(x, 1, 1)
        return unsqueeze(x, 0) if x._data.ndim == 1 else x

    return _each(widened, tensors)


def _each(function, tensors: tuple):
    """The function of one tensor, or a tuple of those of several."""
    if len(tensors) == 1 and isinstance(tensors[0], Tensor):
        return function(tensors[0])
    return tuple(map(function, listed(tensors)))


def hstack(tensors) -> Tensor:
    """The tensors one after the other along the second axis; vectors along theirs."""
    tensors = [atleast_1d(each) for each in _stackable("hstack", tensors)]
    return cat(tensors, 0 if tensors[0]._data.ndim == 1 else 1)


def vstack(tensors) -> Tensor:
    """The tensors one below the other; a vector is a row."""
    return cat([atleast_2d(each) for each in _stackable("vstack", tensors)], 0)


def _stackable(name: str, tensors) -> list[Tensor]:
    tensors = _given(name, tensors)
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    return tensors


# -- the tables -------------------------------------------------------------------

concat = concatenate = cat

METHODS: list[str] = []
FUNCTIONS = "cat concat concatenate stack hstack vstack".split()
NUMPY = {
    np.concatenate: lambda arrays, axis=0: cat([*map(operand, arrays)], axis),
}
