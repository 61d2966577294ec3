"""Histograms: how the entries of a tensor are spread."""

import numpy as np

from ..tensor import Tensor
from .checks import check_kind, tensor_of
from .return_types import _type as named_type

# -- histograms -------------------------------------------------------------------


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
    bins: "int | Tensor" = 100,
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


METHODS = ["histogram"]
FUNCTIONS = METHODS
NUMPY: dict = {}
