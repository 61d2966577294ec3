"""Pooling: the largest entry or the mean of each window of the last axes."""

import math

import numpy as np

from ...functions.shape import squeeze, unsqueeze
from ...ops.max_pool import MaxPool, MaxPoolIndices, Taps
from ...ops.reduce import axes_of
from ...ops.windows import AdaptiveAvgPool, AdaptiveMaxPool, AvgPool
from ...tensor import Tensor
from .checks import check_floats, tuple_of

# -- the maximum ------------------------------------------------------------------


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
    kernel, stride, padding = _settings("max_pool2d", kernel_size, stride, padding)
    dilation = _pair("max_pool2d", "dilation", dilation)
    if min(dilation) <= 0:
        raise RuntimeError(
            "dilation should be greater than zero, but got "
            f"dilationH: {dilation[0]} dilationW: {dilation[1]}"
        )
    _check_image(input)
    output = _sizes(input, kernel, stride, padding, dilation, ceil_mode)
    taps = Taps(tuple(input.shape[-2:]), kernel, output, stride, padding, dilation)
    return (MaxPoolIndices if return_indices else MaxPool).apply(input, taps)


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
    if input.dim() not in (2, 3):
        raise RuntimeError(
            "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim "
            f"batch size for input, but got:{list(input.shape)}"
        )
    kernel, padding, dilation = (
        tuple_of(each, 1)[0] for each in (kernel_size, padding, dilation)
    )
    stride = kernel if stride in (None, ()) else tuple_of(stride, 1)[0]
    if padding > kernel // 2:
        raise RuntimeError(
            "max_pool1d() padding should be at most half of kernel size, but got "
            f"padding={padding} and kernel_size={kernel}"
        )
    size = _size(input.shape[-1], kernel, stride, padding, dilation, ceil_mode)
    if size <= 0:
        raise RuntimeError(f"max_pool1d() Invalid computed output size: {size}")
    settings = (1, kernel), (1, stride), (0, padding), (1, dilation)
    pooled = max_pool2d(unsqueeze(input, -2), *settings, ceil_mode, return_indices)
    if return_indices:
        return tuple(squeeze(each, -2) for each in pooled)
    return squeeze(pooled, -2)


def adaptive_max_pool2d(input: Tensor, output_size, return_indices: bool = False):
    """The largest entry of each of output_size windows that cover the last two axes."""
    if input.dim() not in (3, 4):
        raise RuntimeError(
            "adaptive_max_pool2d(): Expected 3D or 4D tensor, but got: "
            f"{list(input.shape)}"
        )
    pooled = AdaptiveMaxPool.apply(
        input, _adaptive(input, _outputs(input, output_size))
    )
    return pooled if return_indices else pooled[0]


def adaptive_max_pool1d(input: Tensor, output_size, return_indices: bool = False):
    """The largest entry of each of output_size windows that cover the last axis."""
    (size,) = tuple_of(output_size, 1)
    out, indices = adaptive_max_pool2d(unsqueeze(input, -2), (1, size), True)
    out = squeeze(out, -2)
    return (out, squeeze(indices, -2)) if return_indices else out


# -- the mean ---------------------------------------------------------------------


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
    kernel, stride, padding = _settings("avg_pool2d", kernel_size, stride, padding)
    if divisor_override == 0:
        raise RuntimeError("divisor must be not zero")
    axes_of(-3, input.dim())
    _check_image(input)
    output = _sizes(input, kernel, stride, padding, (1, 1), ceil_mode)
    windows, counts = [], []
    settings = zip(input.shape[-2:], output, kernel, stride, padding, strict=True)
    for size, count, k, s, p in settings:
        starts = [i * s - p for i in range(count)]
        stops = [min(start + k, size + p) for start in starts]
        ends = zip(starts, stops, strict=True)
        spans = [(max(start, 0), min(stop, size)) for start, stop in ends]
        covered = zip(starts, stops, strict=True) if count_include_pad else spans
        windows.append(spans)
        counts.append([stop - start for start, stop in covered])
    divisor = _divisor(counts) if divisor_override is None else divisor_override
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
    if input.dim() not in (2, 3):
        raise RuntimeError(
            f"Expected 2 to 3 dimensions, but got {input.dim()}-dimensional tensor for "
            "argument #1 'self' (while checking arguments for avg_pool1d)"
        )
    kernel, padding = (tuple_of(each, 1)[0] for each in (kernel_size, padding))
    stride = kernel if stride in (None, ()) else tuple_of(stride, 1)[0]
    settings = (1, kernel), (1, stride), (0, padding)
    pooled = avg_pool2d(unsqueeze(input, -2), *settings, ceil_mode, count_include_pad)
    return squeeze(pooled, -2)


def adaptive_avg_pool2d(input: Tensor, output_size) -> Tensor:
    """The mean of each of output_size windows that cover the last two axes."""
    outputs = _outputs(input, output_size)
    if len(outputs) != 2:
        raise RuntimeError("adaptive_avg_pool2d: output_size must be 2")
    if min(outputs) < 0:
        raise RuntimeError(
            "adaptive_avg_pool2d: elements of output_size must be greater than or "
            "equal "
            f"to 0 but received {{{outputs[0]}, {outputs[1]}}}"
        )
    if outputs == (1, 1):
        return input.mean((-1, -2), keepdim=True)
    if input.dim() not in (3, 4):
        raise RuntimeError(
            "adaptive_avg_pool2d(): Expected 3D or 4D tensor, but got "
            f"{list(input.shape)}"
        )
    check_floats("adaptive_avg_pool2d", input)
    windows = _adaptive(input, outputs)
    counts = [[stop - start for start, stop in spans] for spans in windows]
    return AdaptiveAvgPool.apply(input, windows, _divisor(counts))


def adaptive_avg_pool1d(input: Tensor, output_size) -> Tensor:
    """The mean of each of output_size windows that cover the last axis."""
    (size,) = tuple_of(output_size, 1)
    return squeeze(adaptive_avg_pool2d(unsqueeze(input, -2), (1, size)), -2)


# -- windows ----------------------------------------------------------------------


def _settings(name: str, kernel_size, stride, padding) -> tuple:
    """Kernel, stride and padding of both axes, checked."""
    kernel = _pair(name, "kernel_size", kernel_size)
    stride = kernel if stride in (None, ()) else _pair(name, "stride", stride)
    padding = _pair(name, "padding", padding)
    if 0 in stride:
        raise RuntimeError("stride should not be zero")
    for k, p in zip(kernel, padding, strict=True):
        if p > k // 2:
            raise RuntimeError(
                "pad should be at most half of effective kernel size, but got "
                f"pad={p}, kernel_size={k} and dilation=1"
            )
    return kernel, stride, padding


def _pair(name: str, argument: str, value) -> tuple[int, int]:
    values = tuple_of(value, 2)
    if len(values) != 2:
        raise RuntimeError(
            f"{name}: {argument} must either be a single int, or a tuple of two ints"
        )
    return values


def _check_image(input: Tensor) -> None:
    shape = input.shape
    if input.dim() not in (3, 4):
        raise RuntimeError("non-empty 3D or 4D (batch mode) tensor expected for input")
    if 0 in shape[1 if input.dim() == 4 else 0 :]:
        raise RuntimeError(
            "Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for "
            f"input, but got:{list(shape)}"
        )


def _sizes(input, kernel, stride, padding, dilation, ceil_mode) -> tuple[int, int]:
    sizes = tuple(
        _size(*each, ceil_mode)
        for each in zip(
            input.shape[-2:], kernel, stride, padding, dilation, strict=True
        )
    )
    if min(sizes) < 1:
        given, out = (
            "x".join(map(str, (input.shape[-3], *each)))
            for each in (input.shape[-2:], sizes)
        )
        raise RuntimeError(
            f"Given input size: ({given}). Calculated output size: ({out}). Output "
            "size "
            "is too small"
        )
    return sizes


def _size(
    size: int, kernel: int, stride: int, padding: int, dilation: int, ceil_mode: bool
) -> int:
    """How many windows fit; with ceil_mode one more that starts inside counts."""
    room = size + 2 * padding - dilation * (kernel - 1) - 1
    if not ceil_mode:
        return room // stride + 1
    count = -(-room // stride) + 1
    return count - 1 if (count - 1) * stride >= size + padding else count


def _outputs(input: Tensor, output_size) -> tuple[int, ...]:
    if output_size is None or isinstance(output_size, int):
        output_size = (output_size, output_size)
    sizes = input.shape[-len(output_size) :]
    return tuple(
        size if out is None else out
        for out, size in zip(output_size, sizes, strict=True)
    )


def _adaptive(input: Tensor, outputs: tuple[int, ...]) -> list:
    """Windows from ⌊i size / count⌋ to ⌈(i + 1) size / count⌉ for each axis."""
    return [
        [(i * size // count, -(-(i + 1) * size // count)) for i in range(count)]
        for size, count in zip(input.shape[-len(outputs) :], outputs, strict=True)
    ]


def _divisor(counts: list[list[int]]) -> "int | np.ndarray":
    """How many entries each window has: one number if all have the same."""
    if all(len(set(each)) == 1 for each in counts):
        return math.prod(each[0] for each in counts)
    return np.multiply.outer(*counts)
