"""Convolution, with its two derivatives as operations of their own.

`Convolution` is linear in the input and in the weight. `ConvolutionInput` is its
derivative by the input, which is also what PyTorch calls a transposed convolution;
`ConvolutionWeight` is the derivative by the weight. Each is linear in both operands,
and the derivatives of each are the other two: so all orders of derivatives are here.
How they are computed stands in columns.py.
"""

import warnings

from .. import dtypes
from ..autograd.tied import Tied
from ..core.op import Op
from ..errors import check_tensor
from ..tensor import Tensor
from .columns import Columns, Geometry, tuple_of
from .pad import pad
from .reduce import Sum


class Convolution(Op, operands=3):
    """out[n, o, i] = Σ_ck w[o, c, k] x[n, c, stride i + dilation k - padding] + b[o]"""

    @staticmethod
    def forward(ctx, x, weight, bias, geometry):
        ctx.geometry = geometry
        ctx.save_for_backward(x, weight)
        return Columns(geometry, x.dtype).convolved(x, weight, bias)

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        needs_x, needs_weight, needs_bias = ctx.needs_input_grad
        geometry, grad = ctx.geometry, Tied.call(grad, x, weight)
        return (
            ConvolutionInput.call(grad, weight, None, geometry) if needs_x else None,
            ConvolutionWeight.call(x, grad, geometry) if needs_weight else None,
            Sum.call(grad, (0, *range(2, grad.ndim))) if needs_bias else None,
        )


class ConvolutionInput(Op, operands=3, name="ConvolutionBackward0"):
    """out[n, c, stride i + dilation k - padding] = Σ w[o, c, k] y[n, o, i] + b[c]"""

    @staticmethod
    def forward(ctx, y, weight, bias, geometry):
        ctx.geometry = geometry
        ctx.save_for_backward(y, weight)
        return Columns(geometry, y.dtype).transposed(y, weight, bias)

    @staticmethod
    def backward(ctx, grad):
        y, weight = ctx.saved_tensors
        needs_y, needs_weight, needs_bias = ctx.needs_input_grad
        geometry, grad = ctx.geometry, Tied.call(grad, y, weight)
        return (
            Convolution.call(grad, weight, None, geometry) if needs_y else None,
            ConvolutionWeight.call(grad, y, geometry) if needs_weight else None,
            Sum.call(grad, (0, *range(2, grad.ndim))) if needs_bias else None,
        )


class ConvolutionWeight(Op, operands=2):
    """out[o, c, k] = Σ_ni y[n, o, i] x[n, c, stride i + dilation k - padding]"""

    @staticmethod
    def forward(ctx, x, y, geometry):
        ctx.geometry = geometry
        ctx.save_for_backward(x, y)
        return Columns(geometry, x.dtype).weight(x, y)

    @staticmethod
    def backward(ctx, grad):
        x, y = ctx.saved_tensors
        needs_x, needs_y = ctx.needs_input_grad
        return (
            ConvolutionInput.call(y, grad, None, ctx.geometry) if needs_x else None,
            Convolution.call(x, grad, None, ctx.geometry) if needs_y else None,
        )


# -- the functions ----------------------------------------------------------------
# Stride, padding and dilation are numbers, or one for each axis.


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Slide kernels (O, C / groups, K) over an input (N, C, L) or (C, L)."""
    return _conv(1, input, weight, bias, stride, padding, dilation, groups)


# piece: Conv2d
def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Slide kernels (O, C / groups, KH, KW) over an input (N, C, H, W) or (C, H, W)."""
    return _conv(2, input, weight, bias, stride, padding, dilation, groups)


def conv_transpose2d(
    input,
    weight,
    bias=None,
    stride=1,
    padding=0,
    output_padding=0,
    groups=1,
    dilation=1,
):
    """The derivative of conv2d by its input: kernels (C, O / groups, KH, KW)."""
    settings = stride, padding, dilation, groups, output_padding
    return _conv(2, input, weight, bias, *settings)


def _conv(
    rank: int, input, weight, bias, stride, padding, dilation, groups, extra=None
) -> Tensor:
    """A convolution; a transposed one if `extra`, the output padding, is given."""
    transposed = extra is not None
    name = f"conv_transpose{rank}d" if transposed else f"conv{rank}d"
    check_tensor(name, weight, "weight", 2)
    if input.dim() not in (rank + 1, rank + 2):
        raise RuntimeError(
            f"Expected {rank + 1}D (unbatched) or {rank + 2}D (batched) input to "
            f"{name}, but got input of size: {list(input.shape)}"
        )
    x = input if input.dim() == rank + 2 else input.unsqueeze(0)
    kernel = tuple(weight.shape[2:])
    stride = _setting("stride", stride, rank, kernel)
    dilation = _setting("dilation", dilation, rank, kernel)
    reach = [d * (k - 1) + 1 for d, k in zip(dilation, kernel, strict=True)]
    if isinstance(padding, str):
        x, padding = _padded(x, padding, reach, stride)
    padding = _setting("padding", padding, rank, kernel)
    _check_fit(x, weight, bias, groups, transposed)
    sizes = tuple(x.shape[2:])
    if transposed:
        extra = _setting("output_padding", extra, rank, kernel)
        output = _sizes_before(sizes, reach, stride, padding, dilation, extra)
        geometry = Geometry(output, kernel, sizes, stride, padding, dilation, groups)
        out = ConvolutionInput.apply(x, weight, bias, geometry)
    else:
        output = _sizes_behind(sizes, reach, stride, padding)
        geometry = Geometry(sizes, kernel, output, stride, padding, dilation, groups)
        out = Convolution.apply(x, weight, bias, geometry)
    return out if x.dim() == input.dim() else out.squeeze(0)


def _padded(x: Tensor, padding: str, reach: list[int], stride: tuple[int, ...]):
    """For a padding by name: the input, and the numbers on both of its sides."""
    if padding == "valid":
        return x, 0
    if padding != "same":
        raise RuntimeError(f"Invalid padding string: '{padding}'")
    if set(stride) != {1}:
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    if any(span % 2 == 0 for span in reach):
        warnings.warn(
            "Using padding='same' with even kernel lengths and odd dilation may "
            "require a zero-padded copy of the input be created",
            stacklevel=5,
        )
        ends = [(0, 1 - span % 2) for span in reversed(reach)]  # PyTorch's order
        x = pad(x, [size for pair in ends for size in pair])
    return x, tuple((span - 1) // 2 for span in reach)


def _sizes_behind(sizes, reach, stride, padding) -> tuple[int, ...]:
    """The sizes of what a convolution makes."""
    padded = [size + 2 * p for size, p in zip(sizes, padding, strict=True)]
    axes = list(zip(padded, reach, stride, strict=True))
    if any(size < span for size, span, _ in axes):
        raise RuntimeError(
            f"Calculated padded input size per channel: {_times(padded)}. Kernel size: "
            f"{_times(reach)}. Kernel size can't be greater than actual input size"
        )
    return tuple([(size - span) // s + 1 for size, span, s in axes])


def _sizes_before(sizes, reach, stride, padding, dilation, extra) -> tuple[int, ...]:
    """The sizes of what a transposed convolution makes."""
    axes = list(zip(sizes, reach, stride, padding, extra, strict=True))
    output = tuple([(n - 1) * s - 2 * p + span + e for n, span, s, p, e in axes])
    if any(e >= max(s, d) for e, s, d in zip(extra, stride, dilation, strict=True)):
        raise RuntimeError(
            "output padding must be smaller than either stride or dilation, but got "
            f"output_padding={extra}, stride={stride}, dilation={dilation}"
        )
    if min(output) <= 0:
        raise RuntimeError(
            f"Given input size per channel: {_times(sizes)}. Calculated output size "
            f"per channel: {_times(output)}. Output size is too small"
        )
    return output


def _setting(name: str, value, rank: int, kernel: tuple[int, ...]) -> tuple[int, ...]:
    """One number an axis, which must be the axes of the kernel as well."""
    values, axes = tuple_of(value, rank), len(kernel)
    if len(values) != axes:
        raise RuntimeError(
            f"expected {name} to be a single integer value or a list of {axes} values "
            f"to match the convolution dimensions, but got {name}={list(values)}"
        )
    if min(values) < 0 or "padding" not in name and 0 in values:
        wrong = "negative" if "padding" in name else "non-positive"
        raise RuntimeError(f"{wrong} {name} is not supported")
    return values


def _check_fit(input, weight, bias, groups: int, transposed: bool) -> None:
    """RuntimeError unless channels and dtypes of the three fit."""
    sizes, channels = list(weight.shape), input.shape[1]
    ends = sizes[0], sizes[1] * groups
    outputs, expected = ends[::-1] if transposed else ends
    if channels != expected:
        given = "transposed=1" if transposed else f"groups={groups}"
        raise RuntimeError(
            f"Given {given}, weight of size {sizes}, expected input"
            f"{list(input.shape)} to have {expected} channels, but got {channels} "
            "channels instead"
        )
    if bias is not None and tuple(bias.shape) != (outputs,):
        given = "transposed=1, " if transposed else ""
        raise RuntimeError(
            f"Given {given}weight of size {sizes}, expected bias to be 1-dimensional "
            f"with {outputs} elements, but got bias of size {list(bias.shape)} instead"
        )
    fits = weight.dtype == input.dtype
    if bias is not None and bias.dtype != input.dtype and (fits or not transposed):
        raise RuntimeError(
            f"Input type ({dtypes.C_NAMES[input.dtype]}) and bias type "
            f"({dtypes.C_NAMES[bias.dtype]}) should be the same"
        )
    if not fits:
        raise RuntimeError(
            f"expected scalar type {dtypes.kind(input.dtype)} but found "
            f"{dtypes.kind(weight.dtype)}"
        )


def _times(sizes) -> str:
    return f"({' x '.join(map(str, sizes))})"
