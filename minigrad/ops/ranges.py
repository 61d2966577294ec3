"""Functions that make tensors of evenly spaced numbers."""

import math

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..creation import creates, natural_dtype
from ..tensor import Tensor


@creates
def arange(start=None, end=None, step=1, *, dtype=None) -> ndarray:
    """start, start + step, … below `end`; from 0 if only one number is given."""
    if start is None or end is None:
        start, end = 0, end if start is None else start
    if end is None:
        raise TypeError('arange() missing 1 required positional argument: "end"')
    start, end, step = (_number(each) for each in (start, end, step))
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if not math.isfinite(end - start):
        raise RuntimeError(f"unsupported range: {start} -> {end}")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    chosen = natural_dtype([start, end, step]) if dtype is None else dtype
    if chosen == np.int64:
        start, end, step = int(start), int(end), int(step)
    count = math.ceil((end - start) / step)
    if chosen.kind in "iu":
        start, step = int(start), int(step)
    return (start + step * np.arange(count)).astype(chosen)


@creates
def linspace(start, end, steps: int, *, dtype=None) -> ndarray:
    """`steps` numbers from `start` to `end`, both included, evenly spaced."""
    return _spaced(start, end, steps, dtype or dtypes.numpy_dtype(None))


def _spaced(start, end, steps: int, dtype: np.dtype) -> ndarray:
    """Counted from both ends to the middle in the dtype itself, as PyTorch does."""
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    start, end = _number(start), _number(end)
    if steps < 2:
        return np.full(steps, start, dtype)
    wide = dtype if dtype.kind == "f" else np.dtype(np.float32)
    first, last = (wide.type(dtype.type(each)) for each in (start, end))
    step = (last - first) / wide.type(steps - 1)
    index = np.arange(steps).astype(wide)
    rising = first + step * index
    falling = last - step * index[::-1]
    return np.where(np.arange(steps) < steps // 2, rising, falling).astype(dtype)


def _number(value):
    return value.item() if isinstance(value, Tensor | np.generic) else value


FUNCTIONS = {"arange": arange, "linspace": linspace}
