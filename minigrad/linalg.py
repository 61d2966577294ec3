"""`torch.linalg`: linear algebra under PyTorch's names."""

from .functions.decompose import (
    cholesky,
    eigh,
    eigvalsh,
    lstsq,
    matrix_rank,
    qr,
    svdvals,
)
from .functions.decompose import linalg_svd as svd
from .functions.diagonal import diagonal as _diagonal
from .functions.linalg import (
    LinAlgError,
    det,
    inv,
    matrix_power,
    pinv,
    slogdet,
    solve,
    solve_triangular,
)
from .functions.matmul import matmul
from .functions.norm import linalg_norm as norm
from .functions.norm import matrix_norm, vector_norm
from .functions.other_products import linalg_cross as cross
from .functions.other_products import multi_dot, vecdot
from .functions.systems import cond, matrix_exp, tensorinv, tensorsolve
from .functions.systems import linalg_vander as vander
from .names import module_getattr
from .tensor import Tensor

__all__ = [
    "LinAlgError",
    "cholesky",
    "cond",
    "cross",
    "det",
    "diagonal",
    "eigh",
    "eigvalsh",
    "inv",
    "lstsq",
    "matmul",
    "matrix_exp",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "multi_dot",
    "norm",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "solve_triangular",
    "svd",
    "svdvals",
    "tensorinv",
    "tensorsolve",
    "vander",
    "vecdot",
    "vector_norm",
]

__getattr__ = module_getattr(__name__)


def diagonal(A: Tensor, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """The diagonal of two axes, the last two by default, as the last axis; a view."""
    return _diagonal(A, offset, dim1, dim2)
