"""Outer products, sums of products over given axes, and the cross product.

Those over any axes at once are in einsum.py, matrix products in matmul.py.
"""

import math
import warnings

import numpy as np

from .. import dtypes
from ..core.arithmetic import Mul
from ..core.op import Op
from ..errors import axes_of
from ..tensor import Tensor
from .matmul import dot, mm
from .reduce import sum
from .shape import reshape, view
from .transpose import permute


class Cross(
    Op, operands=2, elementwise=True, used_for={0: 1, 1: 0}, name="LinalgCrossBackward0"
):
    """out = a × b for the vectors of three entries along `dim`, counted from the end"""

    @staticmethod
    def forward(ctx, a, b, dim):
        ctx.dim = dim
        ctx.save_for_backward(a, b)
        return np.cross(a, b, axis=dim)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        needs_a, needs_b = ctx.needs_input_grad
        return (
            Cross.call(b, grad, ctx.dim) if needs_a else None,
            Cross.call(grad, a, ctx.dim) if needs_b else None,
        )


# -- functions --------------------------------------------------------------------


def outer(input: Tensor, vec2: Tensor) -> Tensor:
    """The matrix of all products of an entry of one vector and one of the other."""
    for name, vec in (("self", input), ("vec2", vec2)):
        if vec._data.ndim != 1:
            raise RuntimeError(
                f"outer: Expected 1-D argument {name}, but got {vec._data.ndim}-D"
            )
    return Mul.apply(reshape(input, -1, 1), vec2)


def tensordot(a: Tensor, b: Tensor, dims=2) -> Tensor:
    """The sums of products over `dims`: a number of axes, or a list for each tensor.

    A number stands for the last axes of `a` and the first of `b`.
    """
    firsts, seconds = _contracted(a, b, dims)
    for first, second in zip(firsts, seconds, strict=True):
        one, other = a._data.shape[first], b._data.shape[second]
        if one != other and 1 not in (one, other):
            raise RuntimeError(
                "contracted dimensions need to match, but first has size "
                f"{one} in dim {first} and second has size {other} in dim {second}"
            )
        if other == 1:  # what is broadcast is summed right away
            a = sum(a, first, True)
        elif one == 1:
            b = sum(b, second, True)
    if a._data.dtype != b._data.dtype:
        raise RuntimeError("both inputs should have same dtype")
    if a._data.ndim == b._data.ndim == len(firsts) == 1:
        return view(dot(permute(a, 0), permute(b, 0)), ())
    sizes, others = a._data.shape, b._data.shape
    firsts = [axis % len(sizes) for axis in firsts]
    rows = [axis for axis in range(len(sizes)) if axis not in firsts]
    columns = [axis for axis in range(len(others)) if axis not in seconds]
    count = math.prod(sizes[axis] for axis in firsts)
    shape = [sizes[axis] for axis in rows] + [others[axis] for axis in columns]
    left = reshape(permute(a, (*rows, *firsts)), math.prod(shape[: len(rows)]), count)
    right = permute(b, (*seconds, *columns))
    right = reshape(right, count, math.prod(shape[len(rows) :]))
    return reshape(mm(left, right), shape)


def _contracted(a: Tensor, b: Tensor, dims) -> tuple:
    """The axes of each tensor over which `tensordot` sums."""
    ranks = a._data.ndim, b._data.ndim
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(ranks):
            raise RuntimeError(
                f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}"
            )
        return tuple(range(-dims, 0)), tuple(range(dims))
    given = [(each,) if isinstance(each, int) else tuple(each) for each in dims]
    if len(given[0]) != len(given[1]):
        raise RuntimeError("both dimension lists should have same length")
    return tuple(
        axes_of(each, ndim) if each else ()
        for each, ndim in zip(given, ranks, strict=True)
    )


def cross(input: Tensor, other: Tensor, dim: int | None = None) -> Tensor:
    """The cross product along `dim`; if left out, along the first axis of size 3."""
    if dim is None:
        warnings.warn(
            "Using torch.cross without specifying the dim arg is deprecated.\nPlease "
            "either pass the dim explicitly or simply use torch.linalg.cross.",
            stacklevel=3,
        )
        dim = next((i for i, n in enumerate(input._data.shape) if n == 3), None)
        if dim is None:
            raise RuntimeError("no dimension of size 3 in input")
    return linalg_cross(input, other, dim=dim)


def linalg_cross(input: Tensor, other: Tensor, *, dim: int = -1) -> Tensor:
    """The cross product of vectors of three entries, along the axis `dim`."""
    a, b = input._data, other._data
    if a.ndim != b.ndim:
        raise RuntimeError(
            "linalg.cross: inputs must have the same number of dimensions."
        )
    (axis,) = axes_of(dim, a.ndim)
    if a.shape[axis] != 3 or b.shape[axis] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got "
            f"{a.shape[axis]} and {b.shape[axis]}"
        )
    if a.dtype != b.dtype:
        first, second = dtypes.kind(input.dtype), dtypes.kind(other.dtype)
        raise RuntimeError(f"expected scalar type {first} but found {second}")
    return Cross.apply(input, other, axis)


# -- the tables -------------------------------------------------------------------

METHODS = ["outer", "cross"]
FUNCTIONS = [*METHODS, "tensordot"]
NUMPY: dict = {}
