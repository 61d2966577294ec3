"""Convolutions and transposed convolutions over one, two or three axes."""

import warnings

from ... import dtypes
from ...functions.pad import pad
from ...ops.conv import Convolution, ConvolutionInput, Geometry
from ...tensor import Tensor
from .checks import tuple_of


def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride=1,
    padding=0,
    dilation=1,
    groups: int = 1,
) -> Tensor:
    """Slide kernels (O, C / groups, K) over an input (N, C, L) or (C, L)."""
    return _convolved(1, input, weight, bias, stride, padding, dilation, groups)


def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride=1,
    padding=0,
    dilation=1,
    groups: int = 1,
) -> Tensor:
    """Slide kernels (O, C / groups, KH, KW) over an input (N, C, H, W) or (C, H, W)."""
    return _convolved(2, input, weight, bias, stride, padding, dilation, groups)


def conv3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride=1,
    padding=0,
    dilation=1,
    groups: int = 1,
) -> Tensor:
    """Slide kernels (O, C / groups, KD, KH, KW) over an input ([N,] C, D, H, W)."""
    return _convolved(3, input, weight, bias, stride, padding, dilation, groups)


def _convolved(rank: int, input, weight, bias, stride, padding, dilation, groups):
    name = f"conv{rank}d"
    input, batched = _batch(name, rank, input, weight)
    kernel = weight.shape[2:]
    stride = _setting("stride", stride, rank, weight)
    dilation = _setting("dilation", dilation, rank, weight)
    if isinstance(padding, str):
        input, padding = _padded(input, padding, kernel, stride, dilation)
    padding = _setting("padding", padding, rank, weight)
    _check_settings(stride, padding, dilation, groups)
    _check_weight(input, weight, bias, groups)
    _check_dtypes(input, weight, bias)
    sizes = tuple(input.shape[2:])
    reach = [d * (k - 1) + 1 for d, k in zip(dilation, kernel, strict=True)]
    padded = [size + 2 * p for size, p in zip(sizes, padding, strict=True)]
    if any(size < span for size, span in zip(padded, reach, strict=True)):
        raise RuntimeError(
            f"Calculated padded input size per channel: {_times(padded)}. Kernel size: "
            f"{_times(reach)}. Kernel size can't be greater than actual input size"
        )
    output = tuple(
        (size - span) // s + 1
        for size, span, s in zip(padded, reach, stride, strict=True)
    )
    geometry = Geometry(sizes, tuple(kernel), output, stride, padding, dilation, groups)
    out = Convolution.apply(input, weight, bias, geometry)
    return out if batched else out.squeeze(0)


def _padded(input: Tensor, padding: str, kernel, stride, dilation):
    """For a padding by name: the input, and the numbers on both of its sides."""
    if padding == "valid":
        return input, 0
    if padding != "same":
        raise RuntimeError(f"Invalid padding string: '{padding}'")
    if set(stride) != {1}:
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    totals = [d * (k - 1) for d, k in zip(dilation, kernel, strict=True)]
    sides = tuple(total // 2 for total in totals)
    if any(total % 2 for total in totals):
        warnings.warn(
            "Using padding='same' with even kernel lengths and odd dilation may "
            "require "
            "a zero-padded copy of the input be created",
            stacklevel=4,
        )
        ends = [(0, total % 2) for total in reversed(totals)]  # PyTorch's order
        input = pad(input, [size for pair in ends for size in pair])
    return input, sides


# -- transposed -------------------------------------------------------------------


def conv_transpose1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride=1,
    padding=0,
    output_padding=0,
    groups: int = 1,
    dilation=1,
) -> Tensor:
    """The derivative of conv1d by its input: kernels (C, O / groups, K)."""
    options = stride, padding, output_padding, groups, dilation
    return _transposed(1, input, weight, bias, *options)


def conv_transpose2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride=1,
    padding=0,
    output_padding=0,
    groups: int = 1,
    dilation=1,
) -> Tensor:
    """The derivative of conv2d by its input: kernels (C, O / groups, KH, KW)."""
    options = stride, padding, output_padding, groups, dilation
    return _transposed(2, input, weight, bias, *options)


def conv_transpose3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride=1,
    padding=0,
    output_padding=0,
    groups: int = 1,
    dilation=1,
) -> Tensor:
    """The derivative of conv3d by its input: kernels (C, O / groups, KD, KH, KW)."""
    options = stride, padding, output_padding, groups, dilation
    return _transposed(3, input, weight, bias, *options)


def _transposed(
    rank: int, input, weight, bias, stride, padding, output_padding, groups, dilation
) -> Tensor:
    name = f"conv_transpose{rank}d"
    input, batched = _batch(name, rank, input, weight)
    kernel, sizes = tuple(weight.shape[2:]), tuple(input.shape[2:])
    stride = _setting("stride", stride, rank, weight)
    dilation = _setting("dilation", dilation, rank, weight)
    padding = _setting("padding", padding, rank, weight)
    extra = _setting("output_padding", output_padding, rank, weight)
    _check_settings(stride, padding, dilation, groups)
    _check_weight(input, weight, bias, groups, transposed=True)
    _check_dtypes(input, weight, None)
    _check_dtypes(input, weight, bias)
    _check_extra(extra, stride, dilation)
    output = tuple(
        (size - 1) * s - 2 * p + d * (k - 1) + e + 1
        for size, s, p, d, k, e in zip(
            sizes, stride, padding, dilation, kernel, extra, strict=True
        )
    )
    if any(size <= 0 for size in output):
        raise RuntimeError(
            f"Given input size per channel: {_times(sizes)}. Calculated output size "
            f"per channel: {_times(output)}. Output size is too small"
        )
    geometry = Geometry(output, kernel, sizes, stride, padding, dilation, groups)
    out = ConvolutionInput.apply(input, weight, bias, geometry)
    return out if batched else out.squeeze(0)


def _check_extra(extra, stride, dilation) -> None:
    """RuntimeError unless each output padding is below the stride or the dilation."""
    if all(e < max(s, d) for e, s, d in zip(extra, stride, dilation, strict=True)):
        return
    axes = ("depth", "height", "width")[3 - max(2, len(extra)) :]
    named = " ".join(
        f"{what}_{axis}: {value}"
        for what, values in (
            ("output_padding", extra),
            ("stride", stride),
            ("dilation", dilation),
        )
        for axis, value in zip(
            axes, (*(0,) * (len(axes) - len(extra)), *values), strict=True
        )
    )
    raise RuntimeError(
        "output padding must be smaller than either stride or dilation, but got "
        + named
    )


# -- checks -----------------------------------------------------------------------


def _batch(name: str, rank: int, input, weight) -> tuple[Tensor, bool]:
    """The input with an axis for the batch, and whether it had one."""
    if not (isinstance(input, Tensor) and isinstance(weight, Tensor)):
        kinds = ", ".join(type(each).__name__ for each in (input, weight))
        raise TypeError(
            f"{name}() received an invalid combination of arguments - got ({kinds}), "
            "but "
            "expected one of:\n * (Tensor input, Tensor weight, ...)"
        )
    if input.dim() not in (rank + 1, rank + 2):
        raise RuntimeError(
            f"Expected {rank + 1}D (unbatched) or {rank + 2}D (batched) input to "
            f"{name}, "
            f"but got input of size: {list(input.shape)}"
        )
    batched = input.dim() == rank + 2
    return (input if batched else input.unsqueeze(0)), batched


def _setting(name: str, value, rank: int, weight: Tensor) -> tuple[int, ...]:
    """One number an axis, which must be the axes of the weight as well."""
    values, axes = tuple_of(value, rank), weight.dim() - 2
    if len(values) != axes:
        raise RuntimeError(
            f"expected {name} to be a single integer value or a list of {axes} values "
            f"to match the convolution dimensions, but got {name}={list(values)}"
        )
    return values


def _check_settings(stride, padding, dilation, groups: int) -> None:
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")
    if min(padding) < 0:
        raise RuntimeError("negative padding is not supported")
    if min(stride) <= 0:
        raise RuntimeError("non-positive stride is not supported")
    if min(dilation) <= 0:
        raise RuntimeError("non-positive dilation is not supported")


def _check_weight(input, weight, bias, groups: int, transposed: bool = False) -> None:
    sizes, channels = list(weight.shape), input.shape[1]
    if sizes[0] < groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be at least {groups} at "
            f"dimension 0, but got weight of size {sizes} instead"
        )
    if sizes[0] % groups:
        raise RuntimeError(
            f"Given groups={groups}, expected weight to be divisible by {groups} at "
            f"dimension 0, but got weight of size [{sizes}] instead"
        )
    expected = sizes[0] if transposed else sizes[1] * groups
    given = "transposed=1" if transposed else f"groups={groups}"
    if channels != expected:
        raise RuntimeError(
            f"Given {given}, weight of size {sizes}, expected input"
            f"{list(input.shape)} to have {expected} channels, but got {channels} "
            "channels instead"
        )
    outputs = sizes[1] * groups if transposed else sizes[0]
    if bias is not None and tuple(bias.shape) != (outputs,):
        given = "transposed=1, " if transposed else ""
        raise RuntimeError(
            f"Given {given}weight of size {sizes}, expected bias to be 1-dimensional "
            f"with {outputs} elements, but got bias of size {list(bias.shape)} instead"
        )


def _check_dtypes(input: Tensor, weight: Tensor, bias: Tensor | None) -> None:
    if bias is not None and bias.dtype != input.dtype:
        raise RuntimeError(
            f"Input type ({dtypes.C_NAMES[input.dtype]}) and bias type "
            f"({dtypes.C_NAMES[bias.dtype]}) should be the same"
        )
    if input.dtype != weight.dtype:
        raise RuntimeError(
            f"expected scalar type {dtypes.kind(input.dtype)} but found "
            f"{dtypes.kind(weight.dtype)}"
        )


def _times(sizes) -> str:
    return f"({' x '.join(map(str, sizes))})"
