"""Running sums, products and maxima along an axis; products over axes."""

from ..ops import scan
from ..tensor import Tensor
from .checks import axis_of
from .convert import in_dtype

_ALL = object()  # no `dim` was given


def prod(input: Tensor, dim=_ALL, keepdim: bool = False, *, dtype=None) -> Tensor:
    """The product along the axis `dim`; over all if left out."""
    if dtype is not None:
        return in_dtype(prod, input, dtype, dim, keepdim)
    if dim is _ALL and not keepdim:
        return scan.Prod.apply(input)
    if isinstance(dim, bool) or not isinstance(dim, int):
        raise TypeError(
            "prod() received an invalid combination of arguments: give one axis as "
            "`dim`, or nothing"
        )
    return scan.ProdDim.apply(input, axis_of(dim, input._data.ndim), keepdim)


def cumsum(input: Tensor, dim: int, *, dtype=None) -> Tensor:
    """The sums of the entries so far along an axis."""
    if dtype is not None:
        return in_dtype(cumsum, input, dtype, dim)
    return scan.Cumsum.apply(input, axis_of(dim, input._data.ndim))


def cumprod(input: Tensor, dim: int, *, dtype=None) -> Tensor:
    """The products of the entries so far along an axis."""
    if dtype is not None:
        return in_dtype(cumprod, input, dtype, dim)
    return scan.Cumprod.apply(input, axis_of(dim, input._data.ndim))


METHODS = FUNCTIONS = "prod cumsum cumprod ".split()
NUMPY: dict = {}
