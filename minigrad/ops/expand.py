"""Broadcasting: axes of size 1 stretched to a shape, over the same memory."""

import numpy as np

from .. import dtypes
from ..autograd.views import ViewOp
from ..core import arithmetic
from ..errors import size_error
from ..tensor import Tensor
from .shape import sizes_of


class Expand(ViewOp, arithmetic.Expand):
    """out = a broadcast to a shape, over the same memory"""


# -- functions --------------------------------------------------------------------


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


# -- the tables -------------------------------------------------------------------

METHODS = ["expand", "expand_as", "broadcast_to"]
FUNCTIONS = ["broadcast_to", "broadcast_tensors"]
NUMPY = {np.broadcast_to: lambda array, shape: expand(array, shape)}
