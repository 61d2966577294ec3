"""Distances between rows, correlations, and rows of limited norm."""

from .. import dtypes
from ..creation import ones_like
from ..ops.elementwise import Sqrt
from ..tensor import Tensor
from .diagonal import diagonal, triu_indices
from .elementwise import where
from .extremes import clamp
from .norm import vector_norm
from .shape import unsqueeze
from .statistics import cov


def cdist(
    x1: Tensor,
    x2: Tensor,
    p: float = 2.0,
    compute_mode: str = "use_mm_for_euclid_dist_if_necessary",
) -> Tensor:
    """The p-norm of the difference of each row of x1 and each of x2: (…, P, R)."""
    for name, each in (("X1", x1), ("X2", x2)):
        if each._data.ndim < 2:
            raise RuntimeError(
                f"cdist only supports at least 2D tensors, {name} got: "
                f"{each._data.ndim}D"
            )
        if not each.is_floating_point():
            raise RuntimeError(
                f"cdist only supports floating-point dtypes, {name} got: "
                f"{dtypes.kind(each.dtype)}"
            )
    if x1._data.shape[-1] != x2._data.shape[-1]:
        raise RuntimeError(
            "X1 and X2 must have the same number of columns. X1: "
            f"{x1._data.shape[-1]} X2: {x2._data.shape[-1]}"
        )
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")
    return vector_norm(unsqueeze(x1, -2) - unsqueeze(x2, -3), p, -1)


def pdist(input: Tensor, p: float = 2.0) -> Tensor:
    """The p-norm of the difference of each two rows of a matrix, as a vector."""
    if input._data.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input._data.ndim}D")
    if p < 0:
        raise RuntimeError("pdist only supports non-negative p values")
    first, second = triu_indices(len(input), len(input), 1)
    return vector_norm(input[first] - input[second], p, -1)


def corrcoef(input: Tensor) -> Tensor:
    """The correlations of the rows of a matrix, whose columns are observations."""
    if input._data.ndim > 2:
        raise RuntimeError(
            "corrcoef(): expected input to have two or fewer dimensions but got an "
            f"input with {input._data.ndim} dimensions"
        )
    covariance = cov(input)
    if covariance._data.ndim == 0:
        return covariance / covariance
    deviation = Sqrt.apply(diagonal(covariance))
    out = covariance / unsqueeze(deviation, 1) / unsqueeze(deviation, 0)
    return clamp(out, -1, 1)


def renorm(input: Tensor, p: float, dim: int, maxnorm: float) -> Tensor:
    """Slices along an axis whose p-norm is above `maxnorm`, scaled down to it."""
    if p <= 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if maxnorm < 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm}")
    ndim = input._data.ndim
    if ndim < 2:
        raise RuntimeError(
            f"renorm: input needs at least 2 dimensions, got {ndim} dimensions"
        )
    others = tuple(axis for axis in range(ndim) if axis != dim % ndim)
    norm = vector_norm(input, p, others, True)
    small = Tensor(norm._data <= maxnorm)
    return input * where(small, ones_like(norm), maxnorm / (norm + 1e-7))


FUNCTIONS = ["cdist", "pdist", "corrcoef", "renorm"]
METHODS = ["corrcoef", "renorm"]
IN_PLACE = {"renorm": renorm}
NUMPY: dict = {}
