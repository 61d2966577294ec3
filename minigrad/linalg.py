"""`torch.linalg`: linear algebra under PyTorch's names."""

from .ops.decompose import eigh, eigvalsh, svd, svdvals
from .ops.diagonal import diagonal as _diagonal
from .ops.matmul import matmul
from .ops.norm import linalg_norm as norm
from .ops.norm import matrix_norm, vector_norm
from .ops.public import publish
from .ops.solve import LinAlgError, cholesky, det, inv, solve
from .ops.tensordot import linalg_cross as cross
from .tensor import Tensor

__all__ = ["LinAlgError", "cholesky", "cross", "det", "diagonal", "eigh", "eigvalsh"]
__all__ += ["inv", "matmul", "matrix_norm", "norm", "solve", "svd", "svdvals"]
__all__ += ["vector_norm"]


def diagonal(A: Tensor, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """The diagonal of two axes, the last two by default, as the last axis; a view."""
    return _diagonal(A, offset, dim1, dim2)


__getattr__ = publish(globals())
