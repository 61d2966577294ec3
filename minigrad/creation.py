"""Functions that make new tensors.

Read: `tensor`, then the constants (`zeros`, `full` …), the ranges, the random ones.
Every one takes `dtype` (float32 unless said) and `requires_grad`.
"""

import math
import warnings
from collections.abc import Sequence

import numpy as np
from numpy import ndarray

from . import dtypes
from .generator import Generator, default_generator
from .tensor import Tensor

# -- from data --------------------------------------------------------------------


def tensor(data, *, dtype=None, requires_grad: bool = False) -> Tensor:
    """A new tensor with a copy of `data`: numbers, nested lists, an array, a tensor.

    Floats become float32, integers int64, unless `dtype` says otherwise; a NumPy array
    keeps its dtype.
    """
    if isinstance(data, Tensor):
        warnings.warn(
            "To copy construct from a tensor, it is recommended to use "
            "sourceTensor.detach().clone() or "
            "sourceTensor.detach().clone().requires_grad_(True), rather than "
            "torch.tensor(sourceTensor).",
            UserWarning,
            stacklevel=2,
        )
    array = _array(data)
    chosen = _natural_dtype(data, array) if dtype is None else dtypes.numpy_dtype(dtype)
    return _leaf(array.astype(chosen), requires_grad)


def from_numpy(array: ndarray) -> Tensor:
    """A tensor over the memory of a NumPy array: a change of one is seen by both."""
    if not isinstance(array, ndarray):
        raise TypeError(f"expected np.ndarray (got {type(array).__name__})")
    dtypes.of(array.dtype)
    return Tensor(array.view())


def as_tensor(data, dtype=None) -> Tensor:
    """`data` as a tensor, without a copy where none is needed."""
    if isinstance(data, Tensor):
        return data if dtype is None else data.to(dtype)
    if isinstance(data, ndarray) and dtype in (None, dtypes.of(data.dtype)):
        return from_numpy(data)
    return tensor(data, dtype=dtype)


def _array(data) -> ndarray:
    if isinstance(data, Tensor):
        return data._data
    if isinstance(data, (ndarray, np.generic, bool, int, float)):
        return np.asarray(data)
    if isinstance(data, str) or not isinstance(data, Sequence):
        raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
    _check_regular(data)
    return np.asarray(_plain(data))


def _plain(data):
    """Nested lists of numbers, with tensors in them replaced by their numbers."""
    if isinstance(data, Tensor):
        return data.tolist()
    if isinstance(data, (ndarray, np.generic)):
        return data.tolist()
    if isinstance(data, Sequence) and not isinstance(data, str):
        return [_plain(each) for each in data]
    if isinstance(data, (bool, int, float)):
        return data
    raise TypeError(f"new(): invalid data type '{type(data).__name__}'")


def _check_regular(data, dim: int = 0) -> None:
    """ValueError for nested lists whose lengths differ: they have no shape."""
    rows = [row for row in data if isinstance(row, Sequence | ndarray | Tensor)]
    lengths = {len(row) for row in rows if getattr(row, "ndim", 1)}
    if len(lengths) > 1 or (rows and len(rows) < len(data)):
        expected = len(data[0]) if isinstance(data[0], Sequence) else 0
        other = next(
            (len(row) for row in rows if len(row) != expected), len(data) - len(rows)
        )
        raise ValueError(
            f"expected sequence of length {expected} at dim {dim + 1} (got {other})"
        )
    for row in rows:
        if isinstance(row, Sequence) and not isinstance(row, str):
            _check_regular(row, dim + 1)


def _natural_dtype(data, array: ndarray) -> np.dtype:
    if isinstance(data, (Tensor, ndarray, np.generic)):
        dtypes.of(array.dtype)
        return array.dtype
    return dtypes.float32.numpy if array.dtype.kind == "f" else array.dtype


def _leaf(array: ndarray, requires_grad: bool) -> Tensor:
    if requires_grad and array.dtype.kind != "f":
        raise RuntimeError(
            "Only Tensors of floating point and complex dtype can require gradients"
        )
    return Tensor(array, requires_grad)


# -- constants --------------------------------------------------------------------


def _shape(size: tuple) -> tuple[int, ...]:
    """The shape given as `f(2, 3)` or `f((2, 3))`."""
    if len(size) == 1 and not isinstance(size[0], int | np.integer):
        size = tuple(size[0])
    for length in size:
        if length < 0:
            raise RuntimeError(
                f"Trying to create tensor with negative dimension {length}: "
                f"{list(size)}"
            )
    return tuple(int(length) for length in size)


def zeros(*size, dtype=None, requires_grad: bool = False) -> Tensor:
    """Zeros of shape `size`."""
    return _leaf(np.zeros(_shape(size), dtypes.numpy_dtype(dtype)), requires_grad)


def ones(*size, dtype=None, requires_grad: bool = False) -> Tensor:
    """Ones of shape `size`."""
    return _leaf(np.ones(_shape(size), dtypes.numpy_dtype(dtype)), requires_grad)


def empty(*size, dtype=None, requires_grad: bool = False) -> Tensor:
    """Uninitialised memory of shape `size`."""
    return _leaf(np.empty(_shape(size), dtypes.numpy_dtype(dtype)), requires_grad)


def full(size, fill_value, *, dtype=None, requires_grad: bool = False) -> Tensor:
    """`fill_value` everywhere; its type gives the dtype."""
    if isinstance(fill_value, Tensor):
        fill_value = fill_value.item()
    if dtype is None:
        chosen = _natural_dtype(fill_value, np.asarray(fill_value))
    else:
        chosen = dtypes.numpy_dtype(dtype)
    return _leaf(np.full(_shape((size,)), fill_value, chosen), requires_grad)


def eye(n: int, m: int | None = None, *, dtype=None, requires_grad=False) -> Tensor:
    """The identity matrix, n × n or n × m."""
    return _leaf(np.eye(n, m, dtype=dtypes.numpy_dtype(dtype)), requires_grad)


def _like(input: Tensor, dtype) -> np.dtype:
    return input._data.dtype if dtype is None else dtypes.numpy_dtype(dtype)


def zeros_like(input: Tensor, *, dtype=None, requires_grad: bool = False) -> Tensor:
    """Zeros with the shape and dtype of `input`."""
    return _leaf(np.zeros(input._data.shape, _like(input, dtype)), requires_grad)


def ones_like(input: Tensor, *, dtype=None, requires_grad: bool = False) -> Tensor:
    """Ones with the shape and dtype of `input`."""
    return _leaf(np.ones(input._data.shape, _like(input, dtype)), requires_grad)


def full_like(
    input: Tensor, fill_value, *, dtype=None, requires_grad: bool = False
) -> Tensor:
    """`fill_value` everywhere, with the shape and dtype of `input`."""
    array = np.full(input._data.shape, fill_value, _like(input, dtype))
    return _leaf(array, requires_grad)


def empty_like(input: Tensor, *, dtype=None, requires_grad: bool = False) -> Tensor:
    """Uninitialised memory with the shape and dtype of `input`."""
    return _leaf(np.empty(input._data.shape, _like(input, dtype)), requires_grad)


# -- ranges -----------------------------------------------------------------------


def arange(start, end=None, step=1, *, dtype=None, requires_grad=False) -> Tensor:
    """start, start + step, … below `end`; from 0 if only one number is given."""
    if end is None:
        start, end = 0, start
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError(
            "upper bound and lower bound inconsistent with step sign, or "
            "inconsistent with step sign"
        )
    whole = all(isinstance(each, int | np.integer) for each in (start, end, step))
    natural = dtypes.int64.numpy if whole else dtypes.float32.numpy
    count = math.ceil((end - start) / step)
    array = start + step * np.arange(count)
    chosen = natural if dtype is None else dtypes.numpy_dtype(dtype)
    return _leaf(array.astype(chosen), requires_grad)


def linspace(start, end, steps: int, *, dtype=None, requires_grad=False) -> Tensor:
    """`steps` numbers from `start` to `end`, both included, evenly spaced.

    Counted from both ends to the middle in the dtype itself, as PyTorch does.
    """
    chosen = dtypes.numpy_dtype(dtype)
    if steps < 2:
        return _leaf(np.full(steps, start, chosen), requires_grad)
    first, last = chosen.type(start), chosen.type(end)
    step = (last - first) / chosen.type(steps - 1)
    index = np.arange(steps).astype(chosen)
    rising = first + step * index
    falling = last - step * index[::-1]
    array = np.where(np.arange(steps) < steps // 2, rising, falling).astype(chosen)
    return _leaf(array, requires_grad)


# -- random -----------------------------------------------------------------------


def rand(
    *size, generator: Generator | None = None, dtype=None, requires_grad: bool = False
) -> Tensor:
    """Uniform numbers in [0, 1)."""
    shape, chosen = _shape(size), dtypes.numpy_dtype(dtype)
    numbers = (generator or default_generator).uniform(math.prod(shape), chosen)
    return _leaf(numbers.reshape(shape), requires_grad)


def randn(
    *size, generator: Generator | None = None, dtype=None, requires_grad: bool = False
) -> Tensor:
    """Standard normal numbers."""
    shape, chosen = _shape(size), dtypes.numpy_dtype(dtype)
    numbers = (generator or default_generator).normal(math.prod(shape), chosen)
    return _leaf(numbers.reshape(shape), requires_grad)


def rand_like(input: Tensor, *, dtype=None, requires_grad: bool = False) -> Tensor:
    """Uniform numbers in [0, 1), with the shape and dtype of `input`."""
    chosen = dtypes.of(_like(input, dtype))
    return rand(input._data.shape, dtype=chosen, requires_grad=requires_grad)


def randn_like(input: Tensor, *, dtype=None, requires_grad: bool = False) -> Tensor:
    """Standard normal numbers, with the shape and dtype of `input`."""
    chosen = dtypes.of(_like(input, dtype))
    return randn(input._data.shape, dtype=chosen, requires_grad=requires_grad)
