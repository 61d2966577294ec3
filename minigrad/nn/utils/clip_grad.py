"""Keep gradients small: by their common norm, or each entry by itself.

All of it is in place, outside the graph.
"""

import math
import warnings
from collections.abc import Iterable
from types import GeneratorType

import numpy as np
from numpy import ndarray

from ...tensor import Tensor


def clip_grad_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Scale the gradients so that their common norm is at most `max_norm`.

    Returns the norm there was before: that of all entries as one vector.
    """
    listed = _listed(parameters)
    if isinstance(parameters, GeneratorType) and not listed:
        warnings.warn(
            "`parameters` is an empty generator, no gradient clipping will occur.",
            stacklevel=2,
        )
    grads = [param._grad for param in listed if param._grad is not None]
    total = get_total_norm(grads, norm_type, error_if_nonfinite, foreach)
    clip_grads_with_norm_(listed, max_norm, total, foreach)
    return total


def get_total_norm(
    tensors: Tensor | Iterable[Tensor],
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """The norm of all entries of `tensors` as one vector; 0 without any."""
    arrays = [tensor._data for tensor in _listed(tensors)]
    if not arrays:
        return Tensor(np.array(0.0, np.float32))
    order = float(norm_type)
    norms = np.array([_norm(array, order) for array in arrays])
    total = _norm(norms, order)
    if error_if_nonfinite and not math.isfinite(total):
        raise RuntimeError(
            f"The total norm of order {order} for gradients from `parameters` is "
            "non-finite, so it cannot be clipped. To disable this error and scale the "
            "gradients by the non-finite norm anyway, set `error_if_nonfinite=False`"
        )
    return Tensor(np.asarray(total, norms.dtype))


def _norm(array: ndarray, order: float) -> np.floating:
    flat = array.reshape(-1)
    if order == 2.0:
        return np.sqrt(flat @ flat)
    return np.linalg.norm(flat, order)


def clip_grads_with_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    total_norm: Tensor,
    foreach: bool | None = None,
) -> None:
    """Scale the gradients by max_norm / total_norm if that makes them smaller."""
    factor = max_norm / (total_norm._data + 1e-6)
    if factor >= 1.0:
        return
    for param in _listed(parameters):
        if param._grad is not None:
            grad = param._grad
            np.multiply(grad._data, grad._data.dtype.type(factor), out=grad._data)
            grad._version_counter[0] += 1


def clip_grad_value_(
    parameters: Tensor | Iterable[Tensor],
    clip_value: float,
    foreach: bool | None = None,
) -> None:
    """Limit every entry of the gradients to ±clip_value."""
    limit = float(clip_value)
    for param in _listed(parameters):
        if param._grad is not None:
            grad = param._grad
            np.clip(grad._data, -limit, limit, out=grad._data)
            grad._version_counter[0] += 1


def _listed(tensors: Tensor | Iterable[Tensor]) -> list[Tensor]:
    return [tensors] if isinstance(tensors, Tensor) else list(tensors)
