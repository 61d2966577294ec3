"""The matrix products behind convolution, on arrays.

`Columns` copies, for each entry of the kernel, the part of the input that it meets, so
that one matrix product does the work. The batch goes through in pieces that fit the
cache.

Any number of spatial axes: inputs are (N, C, *sizes), weights (O, C / groups, *kernel).
"""

import math
import threading
from typing import NamedTuple

import numpy as np
from numpy import ndarray

PIECE = 1 << 19  # entries of the columns that are made at a time


class Geometry(NamedTuple):
    """How a kernel runs over an input, one number for each spatial axis."""

    input: tuple[int, ...]
    kernel: tuple[int, ...]
    output: tuple[int, ...]
    stride: tuple[int, ...]
    padding: tuple[int, ...]
    dilation: tuple[int, ...]
    groups: int


class Columns:
    """The matrix products behind the three operations, for one geometry.

    For each entry of the kernel a *run* of the padded input is read: as many entries as
    there are outputs, or, where the stride is 1, one piece of the memory of `width`
    entries. Such a piece goes on from row to row through the padding, and what it holds
    between the rows is dropped from an output, and is 0 in a gradient. Batch and
    channels are swapped, so that all runs of a channel of a batch are one long row.
    """

    def __init__(self, geometry: Geometry, dtype: np.dtype) -> None:
        input, kernel, output, stride, padding, dilation, _ = geometry
        self.geometry, self.dtype = geometry, dtype
        self.padded = tuple(
            [size + 2 * pad for size, pad in zip(input, padding, strict=True)]
        )
        self.inside = tuple(
            [slice(pad, pad + size) for size, pad in zip(input, padding, strict=True)]
        )
        rows = _row_sizes(self.padded)
        wide = (output[0], *self.padded[1:])
        self.width, self.taps = math.prod(wide), np.multiply(dilation, rows).tolist()
        if set(stride) == {1} and self.width <= 2 * math.prod(output):
            self.sizes, self.run, self.steps = wide, (self.width,), (1,)
            last = sum((k - 1) * tap for k, tap in zip(kernel, self.taps, strict=True))
            self.tail = max(0, self.width + last - math.prod(self.padded))
        else:
            self.sizes = self.run = output
            self.width, self.tail = math.prod(output), 0
            self.steps = np.multiply(stride, rows).tolist()
        self.keep = (..., *[slice(size) for size in output])

    def convolved(self, x: ndarray, weight: ndarray, bias: ndarray | None) -> ndarray:
        groups, outputs = self.geometry.groups, len(weight)
        out = np.empty((len(x), outputs, *self.geometry.output), self.dtype)
        matrix = weight.reshape(groups, outputs // groups, math.prod(weight.shape[1:]))
        for piece in self.pieces(x):
            product = _products(matrix, self.columns(x[piece]))
            product = product.reshape(outputs, len(out[piece]), *self.sizes)
            _finish(product[self.keep], bias, out[piece])
        return out

    def transposed(self, y: ndarray, weight: ndarray, bias: ndarray | None) -> ndarray:
        groups, outputs = self.geometry.groups, len(weight)
        channels = weight.shape[1] * groups
        out = np.empty((len(y), channels, *self.geometry.input), self.dtype)
        matrix = weight.reshape(groups, outputs // groups, math.prod(weight.shape[1:]))
        for piece in self.pieces(out):
            columns = _products(matrix.mT, self.rows(y[piece]))
            padded = self.scattered(columns, channels, len(out[piece]))
            _finish(padded[(..., *self.inside)], bias, out[piece])
        return out

    def weight(self, x: ndarray, y: ndarray) -> ndarray:
        groups, channels = self.geometry.groups, x.shape[1]
        shape = (y.shape[1], channels // groups, *self.geometry.kernel)
        out = np.zeros((groups, shape[0] // groups, math.prod(shape[1:])), self.dtype)
        for piece in self.pieces(x):
            out += _products(self.rows(y[piece]), self.columns(x[piece]).mT)
        return out.reshape(shape)

    def pieces(self, x: ndarray) -> list[slice]:
        """The batch in pieces whose columns fit the cache."""
        count, channels = x.shape[:2]
        each = channels * math.prod(self.geometry.kernel) * self.width
        size = max(1, PIECE // max(each, 1))
        return [slice(start, start + size) for start in range(0, count, size)]

    def columns(self, x: ndarray) -> ndarray:
        """(groups, channels of one * entries of the kernel, batch * width)"""
        count, channels = x.shape[:2]
        padded = self.zeros(channels, count)
        self.spatial(padded, channels, count)[(..., *self.inside)] = np.swapaxes(
            x, 0, 1
        )
        groups, rows = self.geometry.groups, channels * math.prod(self.geometry.kernel)
        view = self.view(padded, channels, count)
        columns = scratch("columns", view.shape, self.dtype)
        np.copyto(columns, view)
        return columns.reshape(groups, rows // groups, count * self.width)

    def rows(self, y: ndarray) -> ndarray:
        """A gradient as (groups, channels of one, batch * width), 0 between rows."""
        count, channels = y.shape[:2]
        groups, y = self.geometry.groups, np.swapaxes(y, 0, 1)
        if self.sizes != self.geometry.output:
            rows = scratch("rows", (channels, count, *self.sizes), self.dtype)
            rows.fill(0)
            rows[self.keep] = y
            y = rows
        return y.reshape(groups, channels // groups, count * self.width)

    def scattered(self, columns: ndarray, channels: int, count: int) -> ndarray:
        """Each run of the columns added where it was read: (channels, batch, ...)"""
        padded = self.zeros(channels, count)
        kernel = self.geometry.kernel
        columns = columns.reshape(channels, *kernel, count, *self.run)
        target = self.view(padded, channels, count)
        for tap in np.ndindex(kernel):
            target[:, *tap] += columns[:, *tap]
        return self.spatial(padded, channels, count)

    def zeros(self, channels: int, count: int) -> ndarray:
        """Memory for padded inputs; the last run of the last one reads past its end."""
        size = channels * count * math.prod(self.padded) + self.tail
        memory = scratch("padded", (size,), self.dtype)
        memory.fill(0)
        return memory

    def spatial(self, padded: ndarray, channels: int, count: int) -> ndarray:
        end = padded.size - self.tail
        return padded[:end].reshape(channels, count, *self.padded)

    def view(self, padded: ndarray, channels: int, count: int) -> ndarray:
        """The runs as (channels, *kernel, batch, *run), over the same memory."""
        size = math.prod(self.padded)
        strides = (count * size, *self.taps, size, *self.steps)
        return np.ndarray(
            (channels, *self.geometry.kernel, count, *self.run),
            self.dtype,
            padded,
            strides=[stride * self.dtype.itemsize for stride in strides],
        )


_own = threading.local()


def scratch(name: str, shape: tuple[int, ...], dtype: np.dtype) -> ndarray:
    """Memory for a step in between, the same at each call: fresh memory costs more.

    Each thread has its own, and keeps what one piece of a batch needs.
    """
    size = math.prod(shape)
    memory = getattr(_own, name + dtype.char, None)
    if memory is None or memory.size < size:
        memory = np.empty(size, dtype)
        if size <= 2 * PIECE:
            setattr(_own, name + dtype.char, memory)
    return memory[:size].reshape(shape)


def _row_sizes(sizes: tuple[int, ...]) -> list[int]:
    """How many entries lie between neighbours along each axis."""
    return [math.prod(sizes[axis + 1 :]) for axis in range(len(sizes))]


def _products(a: ndarray, b: ndarray) -> ndarray:
    """The matrix product of each group; NumPy is faster for one without its axis."""
    out = scratch("products", (len(a), a.shape[1], b.shape[2]), a.dtype)
    if len(a) > 1:
        return np.matmul(a, b, out=out)
    np.matmul(a[0], b[0], out=out[0])
    return out


def _finish(values: ndarray, bias: ndarray | None, out: ndarray) -> None:
    """Write (channels, batch, ...) plus a bias into `out`, (batch, channels, ...)."""
    target = np.swapaxes(out, 0, 1)
    if bias is None:
        target[...] = values
    else:
        np.add(values, bias.reshape(-1, *(1,) * (values.ndim - 1)), out=target)


def tuple_of(value: "int | tuple[int, ...]", count: int) -> tuple[int, ...]:
    """One number for each of `count` axes: a single one stands for all of them."""
    if isinstance(value, int):
        return (value,) * count
    value = tuple(int(each) for each in value)
    return value * count if len(value) == 1 else value
