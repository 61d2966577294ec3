"""Matrix products: which op for which ranks, as PyTorch chooses.

Read: `matmul`, then what it is made of: `_folded` (a stack of matrices times one
matrix is one large product), `_batched` (stack times stack), and the products of fixed
rank, `dot`, `mv`, `mm` and `bmm`. The ops are in linalg.py.
"""

import math

import numpy as np

from .. import dtypes
from ..errors import not_implemented, size_error
from ..tensor import Tensor
from .expand import check_expands, expand
from .linalg import Addmm, Bmm, Dot, Mm, Mv
from .public import public
from .shape import SqueezeVector, UnsafeView, contiguous, reshape, squeeze, unsqueeze
from .transpose import t, transpose


def matmul(input: Tensor, other: Tensor) -> Tensor:
    """The matrix product, by rank: dot, matrix times vector, matrices, batches."""
    if not isinstance(other, Tensor):
        return not_implemented((input, other))
    a, b = input._data, other._data
    if a.ndim == 2 == b.ndim and a.shape[1] == b.shape[0] and a.dtype is b.dtype:
        return Mm.apply(input, other)  # the usual case, without more checks
    ranks = a.ndim, b.ndim
    if 0 in ranks:
        raise RuntimeError(
            "both arguments to matmul need to be at least 1D, but they are "
            f"{ranks[0]}D and {ranks[1]}D"
        )
    if ranks == (2, 2):
        return mm(input, other)
    if ranks == (2, 1):
        return mv(input, other)
    if ranks == (1, 1):
        return dot(input, other)
    if ranks == (1, 2):
        return SqueezeVector.apply(mm(unsqueeze(input, 0), other), (0,))
    if _folds(input, other):
        return _folded(input, other)
    return _batched(input, other)


def _folds(input: Tensor, other: Tensor) -> bool:
    """True for a stack times a matrix or vector, unless folding costs more copies."""
    large, small = (input, other) if _rank(input) >= _rank(other) else (other, input)
    if _rank(large) < 3 or _rank(small) > 2:
        return False
    if small.requires_grad:  # else its gradient would be as large as the stack
        return True
    if _rank(input) == 2:
        return False
    array = large._data if large is input else np.swapaxes(large._data, -2, -1)
    strides, sizes = array.strides, array.shape
    return array.size == 0 or all(
        strides[i] == strides[i + 1] * sizes[i + 1] for i in range(array.ndim - 2)
    )


def _folded(input: Tensor, other: Tensor) -> Tensor:
    """A stack times a matrix or vector: its axes but the last become one."""
    swapped = _rank(other) > _rank(input)  # A S = (Sᵀ Aᵀ)ᵀ
    stack, matrix = (transpose(other, -2, -1), input) if swapped else (input, other)
    if swapped and _rank(matrix) == 2:
        matrix = t(matrix)
    *kept, inner = stack._data.shape
    rows = reshape(stack, math.prod(kept), inner)
    if _rank(matrix) == 1:
        return UnsafeView.apply(mv(rows, matrix), tuple(kept))
    product = mm(rows, matrix)
    out = UnsafeView.apply(product, (*kept, matrix._data.shape[1]))
    return contiguous(transpose(out, -2, -1)) if swapped else out


def _batched(input: Tensor, other: Tensor) -> Tensor:
    """The product of two stacks of matrices; a vector is a matrix of one row."""
    if _rank(input) == _rank(other) == 3 and len(input._data) != len(other._data):
        # A stack of one matrix folds, where it would be copied to be broadcast.
        if len(input._data) == 1 and input.requires_grad:
            return matmul(squeeze(input, 0), other)
        if len(other._data) == 1 and other.requires_grad:
            return matmul(input, squeeze(other, 0))
    a, b = input._data.shape, other._data.shape
    left = a[-2:] if len(a) > 1 else (1, *a)
    right = b[-2:] if len(b) > 1 else b
    try:
        batch = np.broadcast_shapes(a[:-2], b[:-2])
    except ValueError:
        raise size_error(a[:-2], b[:-2]) from None
    count = math.prod(batch)
    lefts = reshape(expand(input, batch + left), (count, *left))
    rights = reshape(expand(other, batch + right), (count, *right))
    kept = batch + a[-2:-1] + (b[-1:] if len(b) > 1 else ())
    if len(b) > 1:
        return UnsafeView.apply(bmm(lefts, rights), kept)
    product = squeeze(bmm(lefts, unsqueeze(rights, 2)), -1)
    return UnsafeView.apply(product, kept)


def _rank(tensor: Tensor) -> int:
    return tensor._data.ndim


# -- products of fixed rank -------------------------------------------------------


def dot(input: Tensor, tensor: Tensor) -> Tensor:
    """The dot product of two vectors."""
    a, b = input._data, tensor._data
    if a.ndim != 1 or b.ndim != 1:
        raise RuntimeError(
            f"1D tensors expected, but got {a.ndim}D and {b.ndim}D tensors"
        )
    if a.dtype != b.dtype:
        raise RuntimeError(
            "dot : expected both vectors to have same dtype, but found "
            f"{_kind(input)} and {_kind(tensor)}"
        )
    if a.size != b.size:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{a.size}] and src [{b.size}] "
            f"to have the same number of elements, but got {a.size} and {b.size} "
            "elements respectively"
        )
    return Dot.apply(input, tensor)


def mv(input: Tensor, vec: Tensor) -> Tensor:
    """A matrix times a vector."""
    a, x = input._data, vec._data
    if a.ndim != 2 or x.ndim != 1:
        raise RuntimeError(
            f"vector + matrix @ vector expected, got 1, {a.ndim}, {x.ndim}"
        )
    if a.shape[1] != x.size:
        raise RuntimeError(
            f"size mismatch, got input ({a.shape[0]}), mat "
            f"({a.shape[0]}x{a.shape[1]}), vec ({x.size})"
        )
    if a.dtype != x.dtype:
        raise RuntimeError(
            "addmv input tensors must have the same dtype, but got "
            f"{_kind(vec)}, {_kind(input)}, and {_kind(vec)}"
        )
    return Mv.apply(input, vec)


def mm(input: Tensor, mat2: Tensor) -> Tensor:
    """The product of two matrices."""
    a, b = input._data, mat2._data
    if a.ndim != 2 or b.ndim != 2:
        raise RuntimeError(f"{'self' if a.ndim != 2 else 'mat2'} must be a matrix")
    _check_fit(a, b)
    if a.dtype is not b.dtype and a.dtype != b.dtype:
        raise RuntimeError(
            "expected m1 and m2 to have the same dtype, but got: "
            f"{dtypes.C_NAMES[input.dtype]} != {dtypes.C_NAMES[mat2.dtype]}"
        )
    return Mm.apply(input, mat2)


def bmm(input: Tensor, mat2: Tensor) -> Tensor:
    """The products of two stacks of matrices, pair by pair."""
    a, b = input._data, mat2._data
    if a.ndim != 3 or b.ndim != 3:
        raise RuntimeError(f"batch{1 if a.ndim != 3 else 2} must be a 3D tensor")
    if (a.shape[0], a.shape[2]) != b.shape[:2]:
        raise RuntimeError(
            "Expected size for first two dimensions of batch2 tensor to be: "
            f"[{a.shape[0]}, {a.shape[2]}] but got: [{b.shape[0]}, {b.shape[1]}]."
        )
    if a.dtype != b.dtype:
        raise RuntimeError(
            f"expected scalar type {_kind(input)} but found {_kind(mat2)}"
        )
    return Bmm.apply(input, mat2)


def addmm(
    input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: float = 1, alpha: float = 1
) -> Tensor:
    """beta input + alpha mat1 @ mat2; the input broadcasts to the product."""
    a, b = mat1._data, mat2._data
    if a.ndim != 2 or b.ndim != 2:
        which, rank = ("mat1", a.ndim) if a.ndim != 2 else ("mat2", b.ndim)
        raise RuntimeError(f"{which} must be a matrix, got {rank}-D tensor")
    _check_fit(a, b)
    check_expands(input, (a.shape[0], b.shape[1]))
    for name, each in (("self", input), ("mat1", mat1)):
        if each._data.dtype != b.dtype:
            raise RuntimeError(
                f"{name} and mat2 must have the same dtype, but got {_kind(each)} and "
                f"{_kind(mat2)}"
            )
    if input._data.dtype.kind != "f":
        beta, alpha = int(beta), int(alpha)
    return Addmm.apply(input, mat1, mat2, beta, alpha)


def _check_fit(a: np.ndarray, b: np.ndarray) -> None:
    if a.shape[1] != b.shape[0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({a.shape[0]}x{a.shape[1]} and "
            f"{b.shape[0]}x{b.shape[1]})"
        )


def _kind(tensor: Tensor) -> str:
    return dtypes.kind(tensor.dtype)


# -- the tables -------------------------------------------------------------------

product = public(matmul, "matmul")

METHODS = FUNCTIONS = "mm mv bmm dot addmm".split()
NUMPY = {np.matmul: product}
