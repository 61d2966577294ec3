"""Quantiles, and histograms: how the entries of a tensor are spread."""

import numpy as np

from .. import dtypes
from ..creation import tensor
from ..tensor import Tensor
from .checks import axis_of, check_kind, tensor_of
from .compound import lerp
from .gather import gather
from .order import sort
from .rearrange import movedim
from .return_types import _type as named_type
from .shape import expand, reshape, squeeze, unsqueeze

INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


def quantile(
    input: Tensor,
    q: "float | Tensor",
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = "linear",
) -> Tensor:
    """Where the fraction `q` of the entries is below: of all, or along an axis.

    For a vector `q` a new first axis. Between two entries the value is interpolated:
    "linear", "lower", "higher", "midpoint" or "nearest". A nan makes it nan.
    """
    return _quantile("quantile", input, q, dim, keepdim, interpolation)


def nanquantile(
    input: Tensor,
    q: "float | Tensor",
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = "linear",
) -> Tensor:
    """The quantile of what is not nan."""
    return _quantile("nanquantile", input, q, dim, keepdim, interpolation)


def _quantile(
    name: str, input: Tensor, q, dim: int | None, keepdim: bool, interpolation: str
) -> Tensor:
    if not isinstance(q, Tensor):
        if not 0 <= q <= 1:
            raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q:g}")
        q = tensor(q, dtype=input.dtype if input.is_floating_point() else None)
    _check(name, input, q, interpolation)
    ndim = input._data.ndim
    whole = dim is None or ndim == 0
    axis = 0 if dim is None else axis_of(dim, ndim)
    lines = reshape(input, -1) if whole else movedim(input, axis, -1)
    ordered = sort(lines).values
    ranks = _ranks(ordered._data, q, name == "nanquantile")
    values = _between(ordered, ranks, interpolation)  # one per fraction in a last axis
    if keepdim:
        ones = (1,) * ndim
        values = reshape(values, *ones, -1) if whole else unsqueeze(values, axis)
    return squeeze(values, -1) if q._data.ndim == 0 else movedim(values, -1, 0)


def _check_fractions(name: str, q: np.ndarray) -> None:
    if not ((q >= 0) & (q <= 1)).all():
        raise RuntimeError(f"{name}() q values must be in the range [0, 1]")


def _check(name: str, input: Tensor, q: Tensor, interpolation: str) -> None:
    """PyTorch's errors, in its order."""
    if not input._data.size:
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    if q._data.ndim > 1:
        raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
    if input.dtype not in (dtypes.float32, dtypes.float64):
        raise RuntimeError(
            f"{name}() input tensor must be either float or double dtype"
        )
    if q.dtype is not input.dtype:
        raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
    if interpolation not in INTERPOLATIONS:
        raise RuntimeError(
            f"{name}() interpolation must be one of linear, lower, higher, midpoint or "
            f"nearest, but got {interpolation}"
        )
    _check_fractions(name, q._data)


def _ranks(ordered: np.ndarray, q: Tensor, ignore_nan: bool) -> Tensor:
    """For each line and fraction, where in the order it stands: (…, fractions)."""
    missing = np.isnan(ordered)  # these stand last
    size = ordered.shape[-1]
    if ignore_nan:
        last = np.maximum(size - missing.sum(-1, keepdims=True) - 1, 0)
        return q * Tensor(last.astype(ordered.dtype))
    ranks = reshape(q, -1) * (size - 1)
    ranks = expand(ranks, *ordered.shape[:-1], ranks._data.size)
    return ranks.masked_fill(Tensor(missing.any(-1, keepdims=True)), size - 1)


def _between(ordered: Tensor, ranks: Tensor, interpolation: str) -> Tensor:
    """The values at ranks that may lie between two entries."""
    at = ranks._data
    if interpolation in ("lower", "higher", "nearest"):
        whole = {"lower": np.floor, "higher": np.ceil, "nearest": np.round}
        return gather(ordered, -1, Tensor(whole[interpolation](at).astype(np.int64)))
    below = Tensor(np.floor(at).astype(np.int64))
    above = Tensor(np.ceil(at).astype(np.int64))
    share = ranks - below
    if interpolation == "midpoint":
        share = Tensor(np.full_like(at, 0.5))
    return lerp(gather(ordered, -1, below), gather(ordered, -1, above), share)


# -- histograms -------------------------------------------------------------------


def histc(input: Tensor, bins: int = 100, min: float = 0, max: float = 0) -> Tensor:
    """How many entries are in each of `bins` equal intervals from `min` to `max`.

    The bounds are those of the entries if both are 0. What lies outside is not counted.
    """
    check_kind("histogram_cpu", input, "f")
    if bins <= 0:
        raise RuntimeError(
            f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0"
        )
    values = input._data.reshape(-1)
    low, high = _bounds(values, min, max)
    counts = np.histogram(values, bins, (low, high))[0]
    return tensor_of(counts.astype(values.dtype))


def _bounds(values: np.ndarray, low: float, high: float) -> tuple[float, float]:
    if low == high and values.size:
        low, high = values.min(), values.max()
    if low == high:
        low, high = low - 1, high + 1
    if not (np.isfinite(low) and np.isfinite(high)):
        raise RuntimeError(f"torch.histc: range of [{low:g}, {high:g}] is not finite")
    if low > high:
        raise RuntimeError("torch.histc: max must be larger than min")
    return low, high


histogram_result = named_type("histogram", "hist bin_edges")


def histogram(
    input: Tensor,
    bins: "int | Tensor",
    *,
    range: tuple[float, float] | None = None,
    weight: Tensor | None = None,
    density: bool = False,
):
    """How many entries (or how much `weight`) is between edges, and the edges.

    `bins` is a number of equal intervals, or the edges in order.
    """
    check_kind("histogram_cpu", input, "f")
    values = input._data.reshape(-1)
    if isinstance(bins, Tensor):
        edges = bins._data
    else:
        edges = np.linspace(*_bounds(values, *(range or (0, 0))), bins + 1)
        edges = edges.astype(values.dtype)
    weights = None if weight is None else weight._data.reshape(-1)
    counts = np.histogram(values, edges, weights=weights, density=density)[0]
    return histogram_result(tensor_of(counts.astype(values.dtype)), tensor_of(edges))


METHODS = ["quantile", "nanquantile", "histc", "histogram"]
FUNCTIONS = METHODS
NUMPY: dict = {}
