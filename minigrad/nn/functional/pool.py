"""Average pooling: the mean of each of many windows of the last axes.

A window is a span (start, stop) of each of the last axes, and so windows are given by
one list of spans for each axis. `Pool` sums windows and `Spread` spreads entries over
windows: divided by the same numbers they are each other's derivative. Nearest-neighbour
resizing, in interpolate.py, is a `Spread`, too.
"""

import math

import numpy as np
from numpy import ndarray

from ...autograd.tied import Tied
from ...core.op import Op
from ...ops.arguments import check_kind
from ...ops.columns import tuple_of
from ...tensor import Tensor
from .windows import counts_of, image_of, in_row, settings_of


class Pool(Op):
    """out = Σ of each window of a, divided by `divisor`, one integer or one for each"""

    @staticmethod
    def forward(ctx, a, windows, divisor):
        ctx.windows, ctx.divisor = windows, divisor
        ctx.save_for_backward(a)
        out = a
        for axis, spans in enumerate(windows, a.ndim - len(windows)):
            out = _sums(out, axis, spans)
        return _divided(out, divisor)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        sizes = a.shape[a.ndim - len(ctx.windows) :]
        return Spread.call(Tied.call(grad, a), ctx.windows, ctx.divisor, sizes)


class AvgPool(Pool, name="AvgPool2DBackward0"):
    """out = the mean of each window of a"""


class AdaptiveAvgPool(Pool, name="AdaptiveAvgPool2DBackward0"):
    """out = the mean of each window of a, where the windows have any sizes"""


class Spread(Op):
    """out = for each entry the sum of a / divisor over the windows that it is in"""

    @staticmethod
    def forward(ctx, a, windows, divisor, sizes):
        ctx.windows, ctx.divisor = windows, divisor
        out = _divided(a, divisor)
        first = a.ndim - len(windows)
        for axis, (spans, size) in enumerate(zip(windows, sizes, strict=True), first):
            out = _spread(out, axis, spans, size)
        return out

    @staticmethod
    def backward(ctx, grad):
        return Pool.call(grad, ctx.windows, ctx.divisor)


# -- on arrays --------------------------------------------------------------------


def _divided(a: ndarray, divisor: "int | ndarray") -> ndarray:
    if isinstance(divisor, int) and divisor == 1:
        return a
    return np.true_divide(a, divisor, dtype=a.dtype)


def _sums(a: ndarray, axis: int, spans: list[tuple[int, int]]) -> ndarray:
    """The sums of a over spans of one axis."""
    taps = _taps(axis, spans)
    if taps:
        out = a[taps[0]].copy()
        for tap in taps[1:]:
            out += a[tap]
        return out
    sums = [a[_along(axis, slice(*span))].sum(axis) for span in spans]
    return np.stack(sums, axis)


def _spread(a: ndarray, axis: int, spans: list[tuple[int, int]], size: int) -> ndarray:
    """Zeros of `size` along one axis, with the entries of a added over their spans."""
    out = np.zeros((*a.shape[:axis], size, *a.shape[axis + 1 :]), a.dtype)
    taps = _taps(axis, spans)
    for tap in taps:
        out[tap] += a
    for i, span in enumerate(spans) if not taps else ():
        out[_along(axis, slice(*span))] += a[_along(axis, slice(i, i + 1))]
    return out


def _taps(axis: int, spans: list[tuple[int, int]]) -> list[tuple]:
    """For spans of one length and distance: keys for their first entries, second …"""
    lengths = {stop - start for start, stop in spans}
    steps = {b[0] - a[0] for a, b in zip(spans, spans[1:], strict=False)} or {1}
    if len(lengths) != 1 or len(steps) != 1 or 0 in steps:
        return []
    (length,), (step,) = lengths, steps
    start, end = spans[0][0], spans[-1][0] + 1
    return [_along(axis, slice(start + t, end + t, step)) for t in range(length)]


def _along(axis: int, part: "int | slice") -> tuple:
    return (slice(None),) * axis + (part,)


# -- the functions ----------------------------------------------------------------


def avg_pool2d(
    input: Tensor,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """The mean of each window of the last two axes, or its sum / divisor_override."""
    settings = settings_of(kernel_size, stride, padding)
    check_kind("avg_pool2d_out_frame", input, "f")
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    counts = counts_of(input, *settings, ceil_mode)
    windows, lengths = [], []
    axes = zip(input.shape[-2:], counts, *settings[:3], strict=True)
    for size, count, k, s, p in axes:
        whole = [(i * s - p, min(i * s - p + k, size + p)) for i in range(count)]
        spans = [(max(start, 0), min(stop, size)) for start, stop in whole]
        windows.append(spans)
        covered = whole if count_include_pad else spans
        lengths.append([stop - start for start, stop in covered])
    divisor = _divisor(lengths) if divisor_override is None else divisor_override
    return AvgPool.apply(input, windows, divisor)


def avg_pool1d(
    input: Tensor,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:
    """The mean of each window of the last axis."""
    image = image_of("avg_pool1d", input)
    settings = in_row(kernel_size), in_row(stride), in_row(padding, 0)
    return avg_pool2d(image, *settings, ceil_mode, count_include_pad).squeeze(-2)


def adaptive_avg_pool2d(input: Tensor, output_size) -> Tensor:
    """The mean of each of output_size windows that cover the last two axes.

    Of `size` entries window i of `count` has those from ⌊i size / count⌋ to
    ⌈(i + 1) size / count⌉. A count of None is the size itself.
    """
    if output_size is None or isinstance(output_size, int):
        output_size = output_size, output_size
    if len(output_size) != 2:
        raise RuntimeError("adaptive_avg_pool2d: output_size must be 2")
    if input.dim() not in (3, 4):
        raise RuntimeError(
            "adaptive_avg_pool2d(): Expected 3D or 4D tensor, but got "
            f"{list(input.shape)}"
        )
    windows = []
    for count, size in zip(output_size, input.shape[-2:], strict=True):
        count = size if count is None else count
        starts = [i * size // count for i in range(count)]
        stops = [-(-(i + 1) * size // count) for i in range(count)]
        windows.append(list(zip(starts, stops, strict=True)))
    if [len(spans) for spans in windows] == [1, 1]:
        return input.mean((-1, -2), keepdim=True)
    check_kind("adaptive_avg_pool2d", input, "f")
    lengths = [[stop - start for start, stop in spans] for spans in windows]
    return AdaptiveAvgPool.apply(input, windows, _divisor(lengths))


def adaptive_avg_pool1d(input: Tensor, output_size) -> Tensor:
    """The mean of each of output_size windows that cover the last axis."""
    sizes = 1, *tuple_of(output_size, 1)
    return adaptive_avg_pool2d(input.unsqueeze(-2), sizes).squeeze(-2)


def _divisor(lengths: list[list[int]]) -> "int | ndarray":
    """How many entries each window has: one number if all have the same."""
    if all(len(set(each)) == 1 for each in lengths):
        return math.prod(each[0] for each in lengths)
    return np.multiply.outer(*lengths)
