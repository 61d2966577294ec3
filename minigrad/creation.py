"""Functions that make new tensors: from data, and filled with a constant.

Read: `tensor`, then `creates` (the arguments that all the others have), `zeros`,
`full` … Ranges are in ops/ranges.py, random tensors in ops/random.py, methods such as
`x.new_zeros` in ops/constructors.py.
"""

import functools
import warnings
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy import ndarray

from . import devices, dtypes
from .errors import bool_error, type_name
from .promotion import join, result_dtype
from .tensor import Tensor

# -- from data --------------------------------------------------------------------


def tensor(
    data, *, dtype=None, device=None, requires_grad: bool = False, pin_memory=False
) -> Tensor:
    """A new tensor with a copy of `data`: numbers, nested lists, an array, a tensor.

    Floats become float32 (the default dtype), integers int64, unless `dtype` says
    otherwise; a NumPy array keeps its dtype.
    """
    devices.check(device, "tensor")
    if isinstance(data, Tensor):
        warnings.warn(
            "To copy construct from a tensor, it is recommended to use "
            "sourceTensor.detach().clone() or "
            "sourceTensor.detach().clone().requires_grad_(True), rather than "
            "torch.tensor(sourceTensor).",
            UserWarning,
            stacklevel=3,
        )
    if requires_grad is None:
        raise bool_error("tensor", "'requires_grad'", None)
    return leaf(array_from(data, dtype), requires_grad, "tensor")


def array_from(data, dtype=None) -> ndarray:
    """A new array with the numbers of `data`, in `dtype` or the one PyTorch picks."""
    if isinstance(data, Sequence) and not isinstance(data, str):
        _sizes(data)  # its errors come before those of the dtype
    chosen = natural_dtype(data) if dtype is None else dtypes.numpy_dtype(dtype)
    return _converted(_array(data), chosen)


def from_numpy(array: ndarray) -> Tensor:
    """A tensor over the memory of a NumPy array: a change of one is seen by both."""
    if not isinstance(array, ndarray):
        raise TypeError(f"expected np.ndarray (got {type_name(array)})")
    dtypes.of(array.dtype)
    _check_strides(array)
    return Tensor(array.view())


def _check_strides(array: ndarray) -> None:
    """ValueError for an array that runs backwards through its memory."""
    if min(array.strides, default=0) < 0:
        raise ValueError(
            "At least one stride in the given numpy array is negative, and tensors "
            "with negative strides are not currently supported. (You can probably "
            "work around this by making a copy of your array  with array.copy().) "
        )


def as_tensor(data, dtype=None, device=None) -> Tensor:
    """`data` as a tensor, without a copy where none is needed."""
    devices.check(device, "as_tensor")
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
        array = np.asarray(data)
        _check_strides(array)
        return array
    sizes = _sizes(data)
    numbers = list(_numbers(data, sizes, 0))
    array = np.asarray(numbers)
    for number in numbers if array.dtype in (object, np.uint64) else ():
        if not isinstance(number, int | float):
            raise TypeError(f"must be real number, not {type_name(number)}")
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


def natural_dtype(data) -> np.dtype:
    """The dtype that PyTorch gives to data: the default for Python's floats."""
    if isinstance(data, Tensor | ndarray | np.generic):
        array = _array(data)
        dtypes.of(array.dtype)
        return array.dtype
    if isinstance(data, bool | int | float):
        return result_dtype((data,))
    if isinstance(data, complex):
        raise NotImplementedError("minigrad has no complex numbers")
    if isinstance(data, str):
        raise TypeError("new(): invalid data type 'str'")
    if not isinstance(data, Sequence):
        raise RuntimeError(f"Could not infer dtype of {type_name(data)}")
    kinds = set(map(type, data))
    if kinds <= {bool, int, float}:  # the usual case, without a look at each number
        found = [result_dtype((kind(0),)) for kind in kinds]
    else:
        found = [natural_dtype(part) for part in data]
    return functools.reduce(join, found) if found else dtypes.numpy_dtype(None)


def _converted(array: ndarray, dtype: np.dtype) -> ndarray:
    """A copy of `array` in `dtype`; RuntimeError for numbers it cannot hold."""
    if dtype.kind in "iu" and array.size and array.dtype != dtype:
        top = np.iinfo(dtype).max
        if not (np.abs(array.astype(np.float64)) <= float(top) + 1).all():
            raise RuntimeError(
                f"value cannot be converted to type {dtype} without overflow"
            )
    return array.astype(dtype)


def leaf(array: ndarray, requires_grad: bool | None, name: str) -> Tensor:
    """A tensor of `array`, which must be of a float dtype if it requires grad.

    `name` is that of the function which makes it, for the errors.
    """
    if requires_grad.__class__ is not bool and requires_grad is not None:
        raise bool_error(name, "'requires_grad'", requires_grad)
    if requires_grad and array.dtype.kind != "f":
        raise RuntimeError(
            "Only Tensors of floating point and complex dtype can require gradients"
        )
    return Tensor(array, requires_grad)


# -- constants --------------------------------------------------------------------


def creates(function: Callable[..., ndarray]) -> Callable[..., Tensor]:
    """Make a function that fills an array one that makes a tensor.

    It gets the arguments that all of these have: `dtype` (handed on as NumPy's, or
    None), `device`, `requires_grad`, and `layout`, `pin_memory` and `memory_format`,
    which change nothing here.
    """

    @functools.wraps(function)
    def create(
        *args,
        dtype=None,
        device=None,
        requires_grad: bool = False,
        layout=None,
        pin_memory: bool = False,
        **options,
    ) -> Tensor:
        devices.check(device, function.__name__)
        if dtype is not None:
            if not isinstance(dtype, dtypes.dtype | type | np.dtype):
                raise TypeError(
                    f"{function.__name__}(): argument 'dtype' must be torch.dtype, not "
                    f"{type_name(dtype)}"
                )
            dtype = dtypes.numpy_dtype(dtype)
        array = function(*args, dtype=dtype, **options)
        return leaf(array, requires_grad, function.__name__)

    return create


def shape_of(name: str, sizes: tuple, size=None) -> tuple[int, ...]:
    """The shape given as `name(2, 3)`, `name((2, 3))` or `name(size=(2, 3))`."""
    if size is not None:
        sizes = (size,)
    if not sizes:
        raise TypeError(f'{name}() missing 1 required positional arguments: "size"')
    if len(sizes) == 1 and isinstance(sizes[0], list | tuple):
        sizes = tuple(sizes[0])
    for length in sizes:
        if not isinstance(length, int | np.integer | Tensor):
            raise TypeError(
                f"{name}(): argument 'size' (position 1) must be tuple of ints, not "
                f"{type_name(length)}"
            )
    shape = tuple(map(int, sizes))
    for length in shape:
        if length < 0:
            raise RuntimeError(
                f"Trying to create tensor with negative dimension {length}: "
                f"{list(shape)}"
            )
    return shape


@creates
def zeros(*sizes, size=None, dtype=None) -> ndarray:
    """Zeros of shape `size`."""
    shape = shape_of("zeros", sizes, size)
    return np.zeros(shape, dtype or dtypes.numpy_dtype(None))


@creates
def ones(*sizes, size=None, dtype=None) -> ndarray:
    """Ones of shape `size`."""
    shape = shape_of("ones", sizes, size)
    return np.ones(shape, dtype or dtypes.numpy_dtype(None))


@creates
def empty(*sizes, size=None, dtype=None, memory_format=None) -> ndarray:
    """Uninitialised memory of shape `size`."""
    shape = shape_of("empty", sizes, size)
    return np.empty(shape, dtype or dtypes.numpy_dtype(None))


@creates
def full(size, fill_value, *, dtype=None) -> ndarray:
    """`fill_value` everywhere; its type gives the dtype."""
    if isinstance(fill_value, Tensor):
        fill_value = fill_value.item()
    dtype = natural_dtype(fill_value) if dtype is None else dtype
    return filled_like(np.empty(shape_of("full", (size,)), dtype), fill_value)


@creates
def scalar_tensor(s, *, dtype=None) -> ndarray:
    """A tensor without dimensions, of the default dtype unless `dtype` says another."""
    return np.full((), s, dtype or dtypes.numpy_dtype(None))


@creates
def eye(n: int, m: int | None = None, *, dtype=None) -> ndarray:
    """The identity matrix, n × n or n × m."""
    return np.eye(n, m, dtype=dtype or dtypes.numpy_dtype(None))


def filled_like(array: ndarray, value) -> ndarray:
    """`array` with `value` everywhere; RuntimeError if its dtype cannot hold it."""
    if array.dtype.kind == "u" and -np.iinfo(array.dtype).max <= value < 0:
        value += np.iinfo(array.dtype).max + 1  # as PyTorch counts it
    try:
        array[...] = value
    except OverflowError:
        raise RuntimeError(
            f"value cannot be converted to type {array.dtype}_t without overflow"
        ) from None
    return array


def _like(input: Tensor, dtype, memory_format) -> ndarray:
    order = "C" if memory_format is devices.contiguous_format else "K"
    return np.empty_like(input._data, dtype, order)


@creates
def empty_like(input: Tensor, *, dtype=None, memory_format=None) -> ndarray:
    """Uninitialised memory with the shape and dtype of `input`."""
    return _like(input, dtype, memory_format)


@creates
def zeros_like(input: Tensor, *, dtype=None, memory_format=None) -> ndarray:
    """Zeros with the shape and dtype of `input`."""
    return filled_like(_like(input, dtype, memory_format), 0)


@creates
def ones_like(input: Tensor, *, dtype=None, memory_format=None) -> ndarray:
    """Ones with the shape and dtype of `input`."""
    return filled_like(_like(input, dtype, memory_format), 1)


@creates
def full_like(input: Tensor, fill_value, *, dtype=None, memory_format=None) -> ndarray:
    """`fill_value` everywhere, with the shape and dtype of `input`."""
    return filled_like(_like(input, dtype, memory_format), fill_value)
