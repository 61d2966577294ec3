"""Products of other kinds: outer and inner, tensordot, Kronecker's, cross, chains.

The plain ones (`mm`, `dot` …) are in matmul.py, those added to a tensor in products.py,
sums of products over any axes in einsum.py.
"""

import itertools
import math
import warnings

from .. import dtypes
from ..ops import linalg
from ..ops.elementwise import Mul
from ..ops.reduce import axes_of
from ..ops.shape import UnsafeView
from ..tensor import Tensor
from .matmul import check_vectors, dot, mm
from .reduce import sum
from .shape import permute, reshape, unsqueeze, view


def outer(input: Tensor, vec2: Tensor) -> Tensor:
    """The matrix of all products of an entry of one vector and one of the other."""
    for name, vec in (("self", input), ("vec2", vec2)):
        if vec._data.ndim != 1:
            raise RuntimeError(
                f"outer: Expected 1-D argument {name}, but got {vec._data.ndim}-D"
            )
    return Mul.apply(reshape(input, -1, 1), vec2)


def inner(input: Tensor, other: Tensor) -> Tensor:
    """The sums of products over the last axis of both."""
    a, b = input._data, other._data
    if a.ndim == 0 or b.ndim == 0:
        return Mul.apply(input, other)
    if a.shape[-1] != b.shape[-1]:
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got "
            f"shapes {list(a.shape)} and {list(b.shape)}"
        )
    return tensordot(input, other, ([-1], [-1]))


def vdot(input: Tensor, other: Tensor) -> Tensor:
    """The dot product of two vectors."""
    check_vectors("vdot", "other", input, other)
    return linalg.Vdot.apply(input, other)


def tensordot(a: Tensor, b: Tensor, dims=2) -> Tensor:
    """The sums of products over `dims`: a number of axes, or a list for each tensor.

    A number stands for the last axes of `a` and the first of `b`.
    """
    firsts, seconds = _contracted(a, b, dims)
    for first, second in zip(firsts, seconds, strict=True):
        one, other = size_of(a, first), size_of(b, second)
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
    firsts, seconds = named(firsts, len(sizes)), named(seconds, len(others))
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
    if isinstance(dims, Tensor):
        dims = dims.tolist()
    if not isinstance(dims, int):
        firsts, seconds = ((each,) if isinstance(each, int) else each for each in dims)
        if len(firsts) != len(seconds):
            raise RuntimeError("both dimension lists should have same length")
        return tuple(firsts), tuple(seconds)
    if dims < 0:
        raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
    if dims > min(a._data.ndim, b._data.ndim):
        raise RuntimeError(
            f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}"
        )
    return tuple(range(-dims, 0)), tuple(range(dims))


def size_of(tensor: Tensor, dim: int) -> int:
    """The size of an axis, which may be counted from the end."""
    (axis,) = axes_of(dim, tensor._data.ndim)
    return tensor._data.shape[axis]


def named(dims: tuple, ndim: int) -> tuple[int, ...]:
    """`axes_of` that takes () for no axis."""
    return axes_of(dims, ndim) if dims else ()


def kron(input: Tensor, other: Tensor) -> Tensor:
    """The Kronecker product: each entry of the input times the whole other tensor."""
    ndim = max(input._data.ndim, other._data.ndim)
    sizes, others = (
        (1,) * (ndim - each._data.ndim) + each._data.shape for each in (input, other)
    )
    left = tuple(size for pair in zip(sizes, (1,) * ndim, strict=True) for size in pair)
    right = tuple(
        size for pair in zip((1,) * ndim, others, strict=True) for size in pair
    )
    product = Mul.apply(UnsafeView.apply(input, left), UnsafeView.apply(other, right))
    shape = tuple(a * b for a, b in zip(sizes, others, strict=True))
    return UnsafeView.apply(product, shape)


def trace(input: Tensor) -> Tensor:
    """The sum of the diagonal of a matrix."""
    if input._data.ndim != 2:
        raise RuntimeError(
            f"trace: expected a matrix, but got tensor with dim {input._data.ndim}"
        )
    return linalg.Trace.apply(input)


def cross(input: Tensor, other: Tensor, dim: int | None = None) -> Tensor:
    """The cross product along `dim`; if left out, along the first axis of size 3."""
    if dim is None:
        warnings.warn(
            "Using torch.cross without specifying the dim arg is deprecated.\nPlease "
            "either pass the dim explicitly or simply use torch.linalg.cross.",
            stacklevel=2,
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
    return linalg.Cross.apply(input, other, axis)


def vecdot(x: Tensor, y: Tensor, *, dim: int = -1) -> Tensor:
    """The dot products of the vectors along an axis."""
    return sum(Mul.apply(x, y), dim)


def chain_matmul(*matrices: Tensor) -> Tensor:
    """The product of several matrices, in the cheapest order."""
    warnings.warn(
        "torch.chain_matmul is deprecated and will be removed in a future PyTorch "
        "release. Use torch.linalg.multi_dot instead, which accepts a list of two or "
        "more tensors rather than multiple parameters.",
        stacklevel=2,
    )
    return matrices[0] if len(matrices) == 1 else multi_dot(matrices)


def multi_dot(tensors) -> Tensor:
    """The product of at least two matrices, in the cheapest order.

    The first and the last may be vectors.
    """
    tensors = list(tensors)
    if len(tensors) < 2:
        raise RuntimeError(
            f"multi_dot(): expected at least 2 tensors but got {len(tensors)}"
        )
    shape = []
    if tensors[0]._data.ndim == 1:
        tensors[0] = unsqueeze(tensors[0], 0)
    else:
        shape.append(tensors[0]._data.shape[0])
    if tensors[-1]._data.ndim == 1:
        tensors[-1] = unsqueeze(tensors[-1], -1)
    else:
        shape.append(tensors[-1]._data.shape[-1])
    _check_chain(tensors)
    sizes = [each._data.shape[0] for each in tensors] + [tensors[-1]._data.shape[1]]
    return view(_product(tensors, 0, len(tensors) - 1, cheapest(sizes)), shape)


def _check_chain(tensors: list[Tensor]) -> None:
    for i, (a, b) in enumerate(itertools.pairwise(tensors)):
        for each, k in ((a, i), (b, i + 1)):
            if each._data.ndim != 2:
                raise RuntimeError(
                    f"multi_dot(): tensor {k} must be 2D but got {each._data.ndim}D"
                )
        if a._data.shape[1] != b._data.shape[0]:
            raise RuntimeError(
                f"multi_dot(): tensors {i} and {i + 1} with shapes "
                f"{list(a._data.shape)} and {list(b._data.shape)} cannot be multiplied"
            )


def cheapest(sizes: list[int]) -> dict[tuple[int, int], int]:
    """For the matrices i … j of a chain, after which one the last product is cut.

    Matrix i is sizes[i] by sizes[i + 1]. Source: Cormen et al., Introduction to
    Algorithms, "Matrix-chain multiplication".
    """
    count = len(sizes) - 1
    cost = {(i, i): 0 for i in range(count)}
    cut = {}
    for span in range(1, count):
        for i in range(count - span):
            j = i + span
            costs = [
                cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1]
                for k in range(i, j)
            ]
            cost[i, j] = min(costs)
            cut[i, j] = i + costs.index(cost[i, j])
    return cut


def _product(tensors: list[Tensor], i: int, j: int, cut: dict) -> Tensor:
    if i == j:
        return tensors[i]
    k = cut[i, j]
    return mm(_product(tensors, i, k, cut), _product(tensors, k + 1, j, cut))


# -- the tables -------------------------------------------------------------------

ger = outer

METHODS = "outer ger inner vdot kron trace cross".split()
FUNCTIONS = [*METHODS, "tensordot", "chain_matmul"]
NUMPY = {}
