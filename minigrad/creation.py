"""Functions that make new tensors.

Read: `tensor`, then the constants (`zeros`, `full` …), the ranges, the random ones.
Every one takes `dtype` (float32 unless said) and `requires_grad`.
"""

import functools
import math
import warnings
from collections.abc import Iterator, Sequence

import numpy as np
from numpy import ndarray

from . import dtypes
from .generator import Generator, default_generator
from .promotion import join, result_dtype
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
    if isinstance(data, Sequence) and not isinstance(data, str):
        _sizes(data)  # its errors come before those of the dtype
    chosen = _natural_dtype(data) if dtype is None else dtypes.numpy_dtype(dtype)
    return _leaf(_converted(_array(data), chosen), requires_grad)


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
    """`data` as an array of whatever NumPy makes of its numbers."""
    if isinstance(data, Tensor):
        return data._data
    if isinstance(data, ndarray | np.generic):
        return np.asarray(data)
    sizes = _sizes(data)
    numbers = list(_numbers(data, sizes, 0))
    array = np.asarray(numbers)
    for number in numbers if array.dtype in (object, np.uint64) else ():
        if not isinstance(number, int | float):
            raise TypeError(f"must be real number, not {type(number).__name__}")
        if isinstance(number, int) and abs(number) >= 2**63:
            raise ValueError("Overflow when unpacking long long")
    return array.reshape(sizes)


def _sizes(data) -> tuple[int, ...]:
    """The lengths of nested sequences, read off the first of each."""
    sizes = []
    while isinstance(data, Sequence | ndarray) and getattr(data, "ndim", 1):
        if isinstance(data, str) and sizes:
            raise ValueError("too many dimensions 'str'")
        sizes.append(len(data))
        if not sizes[-1]:
            break
        data = data[0]
    return tuple(sizes)


def _numbers(data, sizes: tuple[int, ...], dim: int) -> Iterator:
    """The numbers of nested sequences, one by one; errors where lengths differ."""
    if dim == len(sizes):
        yield data.item() if isinstance(data, Tensor | ndarray) else data
        return
    if not isinstance(data, Sequence | ndarray | Tensor):
        raise TypeError("not a sequence")
    if len(data) != sizes[dim]:
        raise ValueError(
            f"expected sequence of length {sizes[dim]} at dim {dim} (got {len(data)})"
        )
    for part in data:
        yield from _numbers(part, sizes, dim + 1)


def _natural_dtype(data) -> np.dtype:
    """The dtype that PyTorch gives to data: float32 for Python's floats."""
    if isinstance(data, Tensor | ndarray | np.generic):
        array = _array(data)
        dtypes.of(array.dtype)
        return array.dtype
    if isinstance(data, bool | int | float):
        return result_dtype((data,))
    if isinstance(data, str):
        raise TypeError("new(): invalid data type 'str'")
    if not isinstance(data, Sequence):
        raise RuntimeError(f"Could not infer dtype of {type(data).__name__}")
    kinds = set(map(type, data))
    if kinds <= {bool, int, float}:  # the usual case, without a look at each number
        found = [result_dtype((kind(0),)) for kind in kinds]
    else:
        found = [_natural_dtype(part) for part in data]
    return functools.reduce(join, found) if found else dtypes.float32.numpy


def _converted(array: ndarray, dtype: np.dtype) -> ndarray:
    """A copy of `array` in `dtype`; RuntimeError for numbers it cannot hold."""
    if dtype.kind in "iu" and array.size and array.dtype != dtype:
        top = np.iinfo(dtype).max
        if not (np.abs(array.astype(np.float64)) <= float(top) + 1).all():
            raise RuntimeError(
                f"value cannot be converted to type {dtype} without overflow"
            )
    return array.astype(dtype)


def _leaf(array: ndarray, requires_grad: bool) -> Tensor:
    if requires_grad and array.dtype.kind != "f":
        raise RuntimeError(
            "Only Tensors of floating point and complex dtype can require gradients"
        )
    return Tensor(array, requires_grad)


# -- constants --------------------------------------------------------------------


def _shape(name: str, size: tuple) -> tuple[int, ...]:
    """The shape given as `name(2, 3)` or `name((2, 3))`."""
    if not size:
        raise TypeError(f'{name}() missing 1 required positional arguments: "size"')
    if len(size) == 1 and isinstance(size[0], list | tuple):
        size = tuple(size[0])
    for length in size:
        if not isinstance(length, int | np.integer | Tensor):
            raise TypeError(
                f"{name}(): argument 'size' (position 1) must be tuple of ints, not "
                f"{type(length).__name__}"
            )
    size = tuple(int(length) for length in size)
    for length in size:
        if length < 0:
            raise RuntimeError(
                "zeros: Dimension size must be non-negative."
                if name == "zeros" and len(size) == 1
                else f"Trying to create tensor with negative dimension {length}: "
                f"{list(size)}"
            )
    return size


def zeros(*size, dtype=None, requires_grad: bool = False) -> Tensor:
    """Zeros of shape `size`."""
    return _leaf(
        np.zeros(_shape("zeros", size), dtypes.numpy_dtype(dtype)), requires_grad
    )


def ones(*size, dtype=None, requires_grad: bool = False) -> Tensor:
    """Ones of shape `size`."""
    return _leaf(
        np.ones(_shape("ones", size), dtypes.numpy_dtype(dtype)), requires_grad
    )


def empty(*size, dtype=None, requires_grad: bool = False) -> Tensor:
    """Uninitialised memory of shape `size`."""
    return _leaf(
        np.empty(_shape("empty", size), dtypes.numpy_dtype(dtype)), requires_grad
    )


def full(size, fill_value, *, dtype=None, requires_grad: bool = False) -> Tensor:
    """`fill_value` everywhere; its type gives the dtype."""
    if isinstance(fill_value, Tensor):
        fill_value = fill_value.item()
    if dtype is None:
        chosen = _natural_dtype(fill_value)
    else:
        chosen = dtypes.numpy_dtype(dtype)
    return _leaf(np.full(_shape("full", (size,)), fill_value, chosen), requires_grad)


def eye(n: int, m: int | None = None, *, dtype=None, requires_grad=False) -> Tensor:
    """The identity matrix, n × n or n × m."""
    for name, length in (("n", n), ("m", m)):
        if length is not None and length < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {length}")
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
    start, end, step = (
        each.item() if isinstance(each, Tensor | np.generic) else each
        for each in (start, end, step)
    )
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if not math.isfinite(end - start):
        raise RuntimeError(f"unsupported range: {start} -> {end}")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    natural = _natural_dtype([start, end, step])
    chosen = natural if dtype is None else dtypes.numpy_dtype(dtype)
    if chosen.kind in "iu":
        start, end, step = int(start), int(end), int(step)
    count = math.ceil((end - start) / step)
    return _leaf((start + step * np.arange(count)).astype(chosen), requires_grad)


def linspace(start, end, steps: int, *, dtype=None, requires_grad=False) -> Tensor:
    """`steps` numbers from `start` to `end`, both included, evenly spaced.

    Counted from both ends to the middle in the dtype itself, as PyTorch does.
    """
    chosen = dtypes.numpy_dtype(dtype)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
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
    shape, chosen = _shape("rand", size), dtypes.numpy_dtype(dtype)
    numbers = (generator or default_generator).uniform(math.prod(shape), chosen)
    return _leaf(numbers.reshape(shape), requires_grad)


def randn(
    *size, generator: Generator | None = None, dtype=None, requires_grad: bool = False
) -> Tensor:
    """Standard normal numbers."""
    shape, chosen = _shape("randn", size), dtypes.numpy_dtype(dtype)
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
