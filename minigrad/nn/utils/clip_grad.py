"""Keep gradients small: by their common norm, or each entry by itself.

All of it is in place, outside the graph. `foreach` changes nothing.
"""

import math
from collections.abc import Iterable

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
    grads = _grads(parameters)
    total = get_total_norm(grads, norm_type, error_if_nonfinite)
    factor = max_norm / (total._data + 1e-6)
    if factor >= 1.0:
        return total
    for grad in grads:
        np.multiply(grad._data, grad._data.dtype.type(factor), out=grad._data)
        grad._version_counter[0] += 1
    return total


def get_total_norm(
    tensors: Iterable[Tensor],
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """The norm of all entries of `tensors` as one vector; 0 without any."""
    order = float(norm_type)
    norms = np.array([_norm(tensor._data, order) for tensor in tensors])
    if not norms.size:
        return Tensor(np.array(0.0, np.float32))
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


def clip_grad_value_(
    parameters: Tensor | Iterable[Tensor],
    clip_value: float,
    foreach: bool | None = None,
) -> None:
    """Limit every entry of the gradients to ±clip_value."""
    limit = float(clip_value)
    for grad in _grads(parameters):
        np.clip(grad._data, -limit, limit, out=grad._data)
        grad._version_counter[0] += 1


def _grads(parameters: Tensor | Iterable[Tensor]) -> list[Tensor]:
    listed = [parameters] if isinstance(parameters, Tensor) else list(parameters)
    return [param._grad for param in listed if param._grad is not None]
