"""Max-pooling: the largest entry of each of many windows of the last axes.

`MaxPool` finds which entry of each window is the largest; `TakeTaps` and `PlaceTaps`
read and write the entries found so, and are each other's derivative.
"""

from typing import NamedTuple

import numpy as np
from numpy import ndarray

from ...autograd.tied import Tied
from ...core.op import Op
from ...ops.masked import masked
from ...tensor import Tensor
from .windows import counts_of, image_of, in_row, settings_of


class Taps(NamedTuple):
    """Windows: the entry `tap` of window i is at stride i + dilation tap - padding."""

    input: tuple[int, ...]
    kernel: tuple[int, ...]
    output: tuple[int, ...]
    stride: tuple[int, ...]
    padding: tuple[int, ...]
    dilation: tuple[int, ...]

    def keys(self) -> list[tuple]:
        """For each tap, a key for the entries of a padded array that it meets."""
        axes = list(zip(self.output, self.stride, self.dilation, strict=True))
        return [
            (
                ...,
                *[
                    slice(d * tap, d * tap + s * (count - 1) + 1, s)
                    for tap, (count, s, d) in zip(taps, axes, strict=True)
                ],
            )
            for taps in np.ndindex(self.kernel)
        ]

    def padded(self, x: ndarray, value: float) -> ndarray:
        """x with `value` around its last axes; x itself if nothing is to be added."""
        sizes = self.sizes()
        if sizes == self.input:
            return x
        out = np.full((*x.shape[: -len(sizes)], *sizes), value, x.dtype)
        out[self.inside()] = x
        return out

    def sizes(self) -> tuple[int, ...]:
        """The sizes with padding; a last window may reach even further."""
        return tuple(
            max(size + 2 * pad, s * (count - 1) + d * (k - 1) + 1)
            for size, k, count, s, pad, d in zip(*self, strict=True)
        )

    def are_fours(self) -> bool:
        """True for windows of 2 x 2 entries that do not overlap, without padding."""
        if self.kernel != (2, 2) or self.stride != (2, 2) or self.dilation != (1, 1):
            return False
        return self.sizes() == self.input

    def inside(self) -> tuple:
        """A key for what is not padding."""
        sides = zip(self.padding, self.input, strict=True)
        return ..., *[slice(pad, pad + size) for pad, size in sides]

    def places(self, found: ndarray) -> ndarray:
        """The place of each entry found in the unpadded input, as one flat number."""
        places = 0
        taps = np.unravel_index(found.astype(np.int64), self.kernel)
        for axis, tap in enumerate(taps):
            shape = [1] * (len(taps) - 1)
            shape.insert(axis, -1)
            starts = np.arange(self.output[axis]) * self.stride[axis]
            place = starts.reshape(shape) + tap * self.dilation[axis]
            places = places * self.input[axis] + place - self.padding[axis]
        return places


class MaxPool(Op, name="MaxPool2DWithIndicesBackward0"):
    """out = the largest entry of each window, the first of equals; or its place too"""

    @staticmethod
    def forward(ctx, x, taps, indices):
        out, ctx.found = largest(x, taps)
        ctx.taps = taps
        ctx.save_for_backward(x)
        return (out, taps.places(ctx.found)) if indices else out

    @staticmethod
    def backward(ctx, grad):
        grad = Tied.call(grad, *ctx.saved_tensors)
        return PlaceTaps.call(grad, ctx.found, ctx.taps)


def largest(x: ndarray, taps: Taps) -> tuple[ndarray, ndarray]:
    """The largest entry of each window, and its number in the window."""
    if taps.are_fours() and x.dtype.kind == "f":
        out, found = _largest_of_four(x, taps)
        if not np.isnan(np.maximum.reduce(out, axis=None, initial=-np.inf)):
            return out, found
    lowest = -np.inf if x.dtype.kind == "f" else np.iinfo(x.dtype).min
    first, *others = taps.keys()
    x = taps.padded(x, lowest)
    out = x[first].copy()
    number = np.uint8 if len(others) < 256 else np.int32
    found = np.zeros(out.shape, number)
    for tap, key in enumerate(others, 1):
        entry = x[key]
        larger = (entry > out) | (entry != entry)  # nan counts as the largest
        np.maximum(found, larger * number(tap), out=found)
        np.maximum(out, entry, out=out)
    return out, found


def _largest_of_four(x: ndarray, taps: Taps) -> tuple[ndarray, ndarray]:
    """`largest` for windows of 2 x 2 that do not overlap, without nan."""
    height, width = taps.output
    cut = x[..., : 2 * height, : 2 * width].reshape(-1, height, 2, width, 2)
    shape = (*x.shape[:-2], height, width)
    (a, b), (c, d) = cut.transpose(2, 4, 0, 1, 3).copy().reshape(2, 2, *shape)
    found, second = (b > a).view(np.uint8), (d > c).view(np.uint8)
    np.maximum(a, b, out=a)
    np.maximum(c, d, out=c)
    below = (c > a).view(np.uint8)
    found ^= (found ^ second) & below  # `second` where the lower row has the largest
    found |= below << 1
    return np.maximum(a, c), found


def _place_fours(a: ndarray, found: ndarray, taps: Taps) -> ndarray:
    """`PlaceTaps` for windows of 2 x 2 that do not overlap: each entry is written."""
    whole = all(size % 2 == 0 for size in taps.input)
    out = (np.empty if whole else np.zeros)((*a.shape[:-2], *taps.input), a.dtype)
    height, width = (2 * count for count in taps.output)
    for tap, (row, column) in enumerate(np.ndindex(2, 2)):
        masked(a, found == tap, out[..., row:height:2, column:width:2])
    return out


class PlaceTaps(Op):
    """out = zeros, with each entry of a added where its window found it"""

    @staticmethod
    def forward(ctx, a, found, taps):
        ctx.found, ctx.taps = found, taps
        if taps.are_fours():
            return _place_fours(a, found, taps)
        out = np.zeros((*a.shape[:-2], *taps.sizes()), a.dtype)
        for tap, key in enumerate(taps.keys()):
            out[key] += masked(a, found == tap)
        return out[taps.inside()]

    @staticmethod
    def backward(ctx, grad):
        return TakeTaps.call(grad, ctx.found, ctx.taps)


class TakeTaps(Op):
    """out = of each window the entry found before"""

    @staticmethod
    def forward(ctx, a, found, taps):
        ctx.found, ctx.taps = found, taps
        a = taps.padded(a, 0)
        out = np.zeros(found.shape, a.dtype)
        for tap, key in enumerate(taps.keys()):
            out += masked(a[key], found == tap)
        return out

    @staticmethod
    def backward(ctx, grad):
        return PlaceTaps.call(grad, ctx.found, ctx.taps)


# -- the functions ----------------------------------------------------------------


# piece: MaxPool2d
def max_pool2d(
    input: Tensor,
    kernel_size,
    stride=None,
    padding=0,
    dilation=1,
    ceil_mode: bool = False,
    return_indices: bool = False,
):
    """The largest entry of each window of the last two axes.

    With `return_indices` also its place in the H x W entries of its image.
    """
    settings = settings_of(kernel_size, stride, padding, dilation)
    output = counts_of(input, *settings, ceil_mode)
    taps = Taps(tuple(input.shape[-2:]), settings[0], output, *settings[1:])
    return MaxPool.apply(input, taps, return_indices)


def max_pool1d(
    input: Tensor,
    kernel_size,
    stride=None,
    padding=0,
    dilation=1,
    ceil_mode: bool = False,
    return_indices: bool = False,
):
    """The largest entry of each window of the last axis; see `max_pool2d`."""
    settings = in_row(kernel_size), in_row(stride), in_row(padding, 0), in_row(dilation)
    image = image_of("max_pool1d", input)
    pooled = max_pool2d(image, *settings, ceil_mode, return_indices)
    if return_indices:
        return tuple([each.squeeze(-2) for each in pooled])
    return pooled.squeeze(-2)
