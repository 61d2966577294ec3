"""Sums as products with ones."""

import numpy as np

from ..ops.broadcasting import row


def sum_of_rows(a: np.ndarray) -> np.ndarray:
    """np.add.reduce(a, 0) of a matrix: as a product with ones four times as fast. Not
    of half floats, which have none so fast, nor of many rows: digits would be lost."""
    if len(a) <= 4096 and a.size >= 512 and a.dtype.itemsize >= 4:
        return row(1, len(a), a.dtype).dot(a)
    return np.add.reduce(a, 0)


def sum_of_all(a: np.ndarray) -> np.generic:
    """np.add.reduce(a, None): the same; a few numbers are added in PyTorch's order."""
    if a.ndim == 1 and 64 <= len(a) <= 4096 and a.dtype.itemsize >= 4:
        return row(1, len(a), a.dtype).dot(a)
    return np.add.reduce(a, None)


def sums(a: np.ndarray, axes: tuple | None, keepdims: bool = False) -> np.ndarray:
    """np.add.reduce(a, axes) of floats: over a short last axis such a product, too."""
    if axes is None or len(axes) == a.ndim and not keepdims:
        return sum_of_all(a)
    usual = a.flags.c_contiguous and a.dtype.itemsize >= 4  # float16: no fast product
    if usual and len(axes) == 1 and a.ndim > 1 and a.size >= 512:
        n, kept = a.shape[axes[0]], (1,) if keepdims else ()
        if axes[0] == a.ndim - 1 and n <= 256:  # longer ones would lose more digits
            out = a.reshape((-1, n)).dot(row(1, n, a.dtype))
            return out.reshape(a.shape[:-1] + kept)
        elif axes[0] == 0:
            return sum_of_rows(a.reshape((n, -1))).reshape(kept + a.shape[1:])
    return np.add.reduce(a, axes, keepdims=keepdims)
