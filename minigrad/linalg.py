"""`torch.linalg`: linear algebra under PyTorch's names."""

from .functions.decompose import (
    cholesky,
    eigh,
    eigvalsh,
    svdvals,
)
from .functions.decompose import linalg_svd as svd
from .functions.diagonal import diagonal as _diagonal
from .functions.linalg import (
    LinAlgError,
    det,
    inv,
    solve,
)
from .functions.matmul import matmul
from .functions.norm import linalg_norm as norm
from .functions.norm import matrix_norm, vector_norm
from .functions.other_products import linalg_cross as cross
from .tensor import Tensor

__all__ = [
    "LinAlgError",
    "cholesky",
    "cross",
    "det",
    "diagonal",
    "eigh",
    "eigvalsh",
    "inv",
    "matmul",
    "matrix_norm",
    "norm",
    "solve",
    "svd",
    "svdvals",
    "vector_norm",
]


def diagonal(A: Tensor, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """The diagonal of two axes, the last two by default, as the last axis; a view."""
    return _diagonal(A, offset, dim1, dim2)
