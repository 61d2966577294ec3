"""Products that are added to a tensor: `addmm`, a linear layer, and its kin.

The plain ones (`mm`, `dot` …) are in matmul.py.
"""

from .. import dtypes
from ..ops import linalg
from ..tensor import Tensor
from .shape import check_expands


def addmm(
    input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: float = 1, alpha: float = 1
) -> Tensor:
    """beta input + alpha mat1 @ mat2; the input broadcasts to the product."""
    a, b = mat1._data, mat2._data
    if a.ndim != 2 or b.ndim != 2:
        which, rank = ("mat1", a.ndim) if a.ndim != 2 else ("mat2", b.ndim)
        raise RuntimeError(f"{which} must be a matrix, got {rank}-D tensor")
    if a.shape[1] != b.shape[0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({a.shape[0]}x{a.shape[1]} and "
            f"{b.shape[0]}x{b.shape[1]})"
        )
    _check_expands(input, (a.shape[0], b.shape[1]))
    if input._data.dtype != b.dtype or a.dtype != b.dtype:
        other = "self" if input._data.dtype != b.dtype else "mat1"
        kinds = _kinds(input if other == "self" else mat1, mat2)
        raise RuntimeError(
            f"{other} and mat2 must have the same dtype, but got {' and '.join(kinds)}"
        )
    return linalg.Addmm.apply(input, mat1, mat2, *_factors(input, beta, alpha))


def addmv(
    input: Tensor, mat: Tensor, vec: Tensor, *, beta: float = 1, alpha: float = 1
) -> Tensor:
    """beta input + alpha mat @ vec; the input broadcasts to the product."""
    a, x, own = mat._data, vec._data, input._data
    if a.ndim != 2 or x.ndim != 1 or own.ndim > 1:
        raise RuntimeError(
            f"vector + matrix @ vector expected, got {own.ndim}, {a.ndim}, {x.ndim}"
        )
    if a.shape[1] != x.size or own.size not in (1, a.shape[0]):
        raise RuntimeError(
            f"size mismatch, got input ({own.size}), mat ({a.shape[0]}x{a.shape[1]}), "
            f"vec ({x.size})"
        )
    if not own.dtype == a.dtype == x.dtype:
        first, second, third = _kinds(input, mat, vec)
        raise RuntimeError(
            "addmv input tensors must have the same dtype, but got "
            f"{first}, {second}, and {third}"
        )
    return linalg.Addmv.apply(input, mat, vec, *_factors(input, beta, alpha))


def addr(
    input: Tensor, vec1: Tensor, vec2: Tensor, *, beta: float = 1, alpha: float = 1
) -> Tensor:
    """beta input + alpha times the outer product of two vectors."""
    for name, vec in (("vec1", vec1), ("vec2", vec2)):
        if vec._data.ndim != 1:
            raise RuntimeError(
                f"addr: Expected 1-D argument {name}, but got {vec._data.ndim}-D"
            )
    _check_expands(input, (vec1._data.size, vec2._data.size))
    return linalg.Addr.apply(input, vec1, vec2, *_factors(input, beta, alpha))


def baddbmm(
    input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: float = 1, alpha: float = 1
) -> Tensor:
    """beta input + alpha times the products of two stacks of matrices."""
    _check_stacks(batch1, batch2)
    a, b = batch1._data, batch2._data
    _check_expands(input, (*a.shape[:2], b.shape[2]))
    _check_pairs(input, batch1, batch2)
    return linalg.Baddbmm.apply(input, batch1, batch2, *_factors(input, beta, alpha))


def addbmm(
    input: Tensor, batch1: Tensor, batch2: Tensor, *, beta: float = 1, alpha: float = 1
) -> Tensor:
    """beta input + alpha times the sum of the products of two stacks of matrices."""
    _check_stacks(batch1, batch2)
    a, b = batch1._data, batch2._data
    _check_expands(input, (a.shape[1], b.shape[2]))
    _check_pairs(input, batch1, batch2)
    return linalg.Addbmm.apply(input, batch1, batch2, *_factors(input, beta, alpha))


def _check_expands(input: Tensor, target: tuple[int, ...]) -> None:
    if input._data.shape != target:
        check_expands(input, target)


def _check_stacks(batch1: Tensor, batch2: Tensor) -> None:
    for i, stack in enumerate((batch1, batch2), 1):
        if stack._data.ndim != 3:
            raise RuntimeError(f"batch{i} must be a 3D tensor")


def _check_pairs(input: Tensor, batch1: Tensor, batch2: Tensor) -> None:
    a, b = batch1._data, batch2._data
    if (a.shape[0], a.shape[2]) != b.shape[:2]:
        raise RuntimeError(
            "Expected size for first two dimensions of batch2 tensor to be: "
            f"[{a.shape[0]}, {a.shape[2]}] but got: [{b.shape[0]}, {b.shape[1]}]."
        )
    if not input._data.dtype == a.dtype == b.dtype:
        raise RuntimeError(
            "Input dtypes must be the same, got: input {}, batch1: {}, batch2: "
            "{}".format(
                *(dtypes.C_NAMES[each.dtype] for each in (input, batch1, batch2))
            )
        )


def _factors(input: Tensor, beta: float, alpha: float) -> tuple:
    """beta and alpha, as whole numbers for a tensor of whole numbers."""
    return (beta, alpha) if input._data.dtype.kind == "f" else (int(beta), int(alpha))


def _kinds(*tensors: Tensor) -> list[str]:
    return [dtypes.kind(tensor.dtype) for tensor in tensors]


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = "addmm addmv addr baddbmm addbmm".split()
IN_PLACE = {
    "addmm": addmm,
    "addmv": addmv,
    "addr": addr,
    "baddbmm": baddbmm,
    "addbmm": addbmm,
}
NUMPY = {}
