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


def _check_expands(input: Tensor, target: tuple[int, ...]) -> None:
    if input._data.shape != target:
        check_expands(input, target)


def _factors(input: Tensor, beta: float, alpha: float) -> tuple:
    """beta and alpha, as whole numbers for a tensor of whole numbers."""
    return (beta, alpha) if input._data.dtype.kind == "f" else (int(beta), int(alpha))


def _kinds(*tensors: Tensor) -> list[str]:
    return [dtypes.kind(tensor.dtype) for tensor in tensors]


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = ["addmm"]
NUMPY: dict = {}
