"""Broadcasting: an array stretched to a shape, and vectors of equal numbers."""

from functools import lru_cache

import numpy as np
from numpy import asarray, ndarray
from numpy import broadcast_to as _broadcast_to


def stretched(array: ndarray, shape: tuple[int, ...]) -> ndarray:
    """`array` broadcast to `shape`, over the same memory.

    As np.broadcast_to, which takes four times as long. The gradient of a sum is the
    usual case: one number, or an array with the summed axes as size 1.
    """
    if array.__class__ is not ndarray:
        array = asarray(array)  # a number, as NumPy makes them of 0-d arrays
    if array.flags.c_contiguous:
        if array.ndim == 0:
            return ndarray(shape, array.dtype, array, 0, (0,) * len(shape))
        if array.ndim == len(shape):
            strides = [
                stride if n == size else 0 if n == 1 else None
                for n, size, stride in zip(
                    array.shape, shape, array.strides, strict=True
                )
            ]
            if None not in strides:
                return ndarray(shape, array.dtype, array, 0, strides)
    return _broadcast_to(array, shape)


def row(number: int, count: int, dtype: np.dtype) -> np.ndarray:
    """A vector of equal numbers that cannot be written: a short one is kept."""
    make = _kept_row if count <= 4096 else _kept_row.__wrapped__
    return make(number, count, dtype)


@lru_cache(256)
def _kept_row(number: int, count: int, dtype: np.dtype) -> np.ndarray:
    vector = np.full(count, number, dtype)
    vector.flags.writeable = False
    return vector
