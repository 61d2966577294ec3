"""Taking entries by an index tensor along one axis, and putting them back.

Taking and adding are each other's derivative: an entry that was taken twice gets the
sum of two gradients. The index has as many axes as the input; along the other axes its
position counts, and it may be shorter than the input. Those with one vector of places
along an axis are in rows.py.

The index comes last, behind an option, and has no gradient. It is saved, so that a
change of it in place is noticed.
"""

import math

import numpy as np

from ..core.op import Op
from ..tensor import Tensor
from .arguments import axis_of
from .convert import to
from .join import Join
from .rows import check_bounds
from .shape import reshape


def places(index: np.ndarray, dim: int) -> tuple:
    """The key with which NumPy takes what `index` names along axis `dim`."""
    if index.ndim == 0:
        return (index,)
    last = index.ndim - 1
    return tuple(
        index if axis == dim else np.arange(size).reshape((-1,) + (1,) * (last - axis))
        for axis, size in enumerate(index.shape)
    )


def part(index: np.ndarray) -> tuple:
    """The key of what an index, which may be shorter, stands beside."""
    return tuple(map(slice, index.shape))


class Gather(Op, operands=None):
    """out[i, j] = a[index[i, j], j] for dim = 0"""

    @staticmethod
    def forward(ctx, a, dim, index):
        ctx.shape, ctx.dim = a.shape, dim
        ctx.save_for_backward(index)
        if a.ndim and index.ndim and a.flags.c_contiguous:
            return a.reshape(-1).take(flat_places(index, dim, a.shape))
        return np.atleast_1d(a)[places(index, dim)].reshape(index.shape)

    @staticmethod
    def backward(ctx, grad):
        (index,) = ctx.saved_tensors
        return Gathered.call(grad, ctx.shape, ctx.dim, index)


class Gathered(Op, operands=None):
    """out = zeros of a shape, with out[index[i, j], j] += a[i, j] for dim = 0"""

    @staticmethod
    def forward(ctx, a, shape, dim, index):
        ctx.dim = dim
        ctx.save_for_backward(index)
        return sums_at(shape, a, dim, index)

    @staticmethod
    def backward(ctx, grad):
        (index,) = ctx.saved_tensors
        return Gather.call(grad, ctx.dim, index)


def sums_at(shape: tuple, source: np.ndarray, dim: int, index: np.ndarray):
    """Zeros of a shape, with out[index[i, j], j] += source[i, j] for dim = 0."""
    key, source = places(index, dim), source[part(index)]
    if index.ndim and index.shape[dim] == 1:  # then no entry is named twice
        out = np.zeros(shape, source.dtype)
        np.atleast_1d(out)[key] = source
        return out
    if not (shape and index.ndim):
        return counted(index, source, shape)
    # Places counted through all entries: bincount is several times as fast as add.at.
    return counted(flat_places(index, dim, shape), source, shape)


def flat_places(index: np.ndarray, dim: int, shape: tuple[int, ...]) -> np.ndarray:
    """The places that `index` names, counted through all entries of an array."""
    steps = [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]
    out = np.multiply(index, steps[dim], dtype=np.int64)
    for axis, size in enumerate(index.shape):
        if axis != dim:
            after = (1,) * (index.ndim - 1 - axis)
            out += (np.arange(size) * steps[axis]).reshape(-1, *after)
    return out


def counted(flat: np.ndarray, source: np.ndarray, shape: tuple) -> np.ndarray:
    """Zeros of a shape, with the source added at places counted through all entries."""
    size = math.prod(shape)
    if source.dtype.kind != "f":  # float64 would not hold each whole number
        out = np.zeros(size, source.dtype)
        np.add.at(out, flat.reshape(-1), source.reshape(-1))
    else:
        out = np.bincount(flat.reshape(-1), source.reshape(-1), size)
    return out.reshape(shape).astype(source.dtype, copy=False)


class Scatter(Op, operands=2):
    """out = a, with out[index[i, j], j] = b[i, j] for dim = 0"""

    @staticmethod
    def forward(ctx, a, b, dim, index):
        ctx.dim, ctx.used, ctx.shape = dim, part(index), b.shape
        ctx.save_for_backward(index)
        out = a.copy()
        np.atleast_1d(out)[places(index, dim)] = b[part(index)]
        return out

    @staticmethod
    def backward(ctx, grad):
        (index,) = ctx.saved_tensors
        needs_a, needs_b = ctx.needs_input_grad
        return (
            ScatterValue.call(grad, ctx.dim, index, 0) if needs_a else None,
            taken(ctx, grad, index) if needs_b else None,
        )


class ScatterValue(Op, operands=None, name="ScatterBackward1"):
    """out = a, with out[index[i, j], j] = a number, for dim = 0"""

    @staticmethod
    def forward(ctx, a, dim, index, value):
        ctx.dim = dim
        ctx.save_for_backward(index)
        out = a.copy()
        np.atleast_1d(out)[places(index, dim)] = value
        return out

    @staticmethod
    def backward(ctx, grad):
        (index,) = ctx.saved_tensors
        return ScatterValue.call(grad, ctx.dim, index, 0)


class ScatterAdd(Op, operands=2):
    """out = a, with out[index[i, j], j] += b[i, j] for dim = 0"""

    @staticmethod
    def forward(ctx, a, b, dim, index):
        ctx.dim, ctx.used, ctx.shape = dim, part(index), b.shape
        ctx.save_for_backward(index)
        return a + sums_at(a.shape, b, dim, index)

    @staticmethod
    def backward(ctx, grad):
        (index,) = ctx.saved_tensors
        _, needs_b = ctx.needs_input_grad
        return grad, taken(ctx, grad, index) if needs_b else None


def taken(ctx, grad, index):
    """The gradient of a source, of which perhaps only the part at `used` was used."""
    out = Gather.call(grad, ctx.dim, index)
    if out.shape == ctx.shape:
        return out
    return Join.call(out, (ctx.used,), ctx.shape)


# -- functions --------------------------------------------------------------------


def gather(
    input: Tensor, dim: int, index: Tensor, *, sparse_grad: bool = False
) -> Tensor:
    """out[i, j] = input[index[i, j], j] for dim = 0; the index may be shorter."""
    axis = checked("gather", "input", input, dim, index)
    return Gather.apply(input, axis, index)


def scatter(
    input: Tensor,
    dim: int,
    index: Tensor,
    src: "Tensor | float | None" = None,
    *,
    value: float | None = None,
) -> Tensor:
    """The input, with out[index[i, j], j] = src[i, j] for dim = 0.

    `src` is a tensor or a number (also named `value`).
    """
    if src is None:
        src = to(value, input.dtype) if isinstance(value, Tensor) else value
    if src is None:
        raise TypeError("scatter() missing 1 required positional argument: 'src'")
    source = src if isinstance(src, Tensor) else None
    if source is not None and source._data.ndim == 0 and index._data.ndim == 1:
        source = src = reshape(src, 1)
    axis = checked("scatter", "self", input, dim, index, source)
    if source is None:
        return ScatterValue.apply(input, axis, index, src)
    return Scatter.apply(input, src, axis, index)


def scatter_add(input: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """The input, with out[index[i, j], j] += src[i, j] for dim = 0."""
    axis = checked("scatter", "self", input, dim, index, src)
    return ScatterAdd.apply(input, src, axis, index)


def checked(
    name: str,
    input_name: str,
    input: Tensor,
    dim: int,
    index: Tensor,
    src: Tensor | None = None,
) -> int:
    """The axis, once the index fits the input and the source."""
    own, places = input._data, index._data
    axis = axis_of(dim, own.ndim)
    if places.dtype not in (np.int64, np.int32):
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    if src is not None and src._data.dtype != own.dtype:
        raise RuntimeError(f"{name}(): Expected self.dtype to be equal to src.dtype")
    if not places.size:
        return axis
    have, shape = own.shape or (1,), places.shape or (1,)
    given = shape if src is None else src._data.shape or (1,)
    for which, sizes in ((input_name, have), ("src", given)):
        if len(sizes) != len(shape):
            raise RuntimeError(
                "Index tensor must have the same number of dimensions as "
                f"{which} tensor"
            )
    outside = [i for i, n in enumerate(shape) if n > have[i] and i != axis]
    if outside and name == "gather":
        raise RuntimeError(
            f"Size does not match at dimension {outside[0]} expected index "
            f"{list(shape)} to be no larger than self {list(have)} apart from "
            f"dimension {axis}"
        )
    if outside or any(n > m for n, m in zip(shape, given, strict=True)):
        more = (
            "" if src is None else f" and to be no larger size than src {list(given)}"
        )
        raise RuntimeError(
            f"Expected index {list(shape)} to be no larger than self {list(have)} "
            f"apart from dimension {axis}{more}"
        )
    check_bounds(places, axis, have[axis])
    return axis


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = "gather scatter scatter_add".split()
IN_PLACE = {"scatter": scatter, "scatter_add": scatter_add}
NUMPY: dict = {}
