"""Convolutions and transposed convolutions, of one to three axes.

`weight` has the shape (out_channels, in_channels / groups, *kernel_size); of a
transposed one (in_channels, out_channels / groups, *kernel_size). Weight and bias start
uniform in ±1/√fan_in.
"""

import math
from typing import Any

from ...tensor import Tensor
from .. import functional as F
from .. import init
from .module import Module
from .new import ntuple, parameter

MODES = ("zeros", "reflect", "replicate", "circular")


class _ConvNd(Module):
    """What all of them share; `axes` is how many axes the kernel has."""

    axes: int
    transposed = False

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        axes = self.axes
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = ntuple(kernel_size, axes)
        self.stride = ntuple(stride, axes)
        self.padding = padding if isinstance(padding, str) else ntuple(padding, axes)
        self.dilation = ntuple(dilation, axes)
        self.output_padding = (0,) * axes
        self.groups = groups
        self.padding_mode = padding_mode
        self._check()
        channels = (out_channels, in_channels)
        if self.transposed:
            channels = channels[::-1]
        made = {"device": device, "dtype": dtype}
        self.weight = parameter(
            channels[0], channels[1] // groups, *self.kernel_size, **made
        )
        self.register_parameter(
            "bias", parameter(out_channels, **made) if bias else None
        )
        self.reset_parameters()

    def _check(self) -> None:
        if self.groups <= 0:
            raise ValueError("groups must be a positive integer")
        if self.in_channels % self.groups:
            raise ValueError("in_channels must be divisible by groups")
        if self.out_channels % self.groups:
            raise ValueError("out_channels must be divisible by groups")
        if isinstance(self.padding, str):
            if self.padding not in ("same", "valid"):
                raise ValueError(
                    f"Invalid padding string {self.padding!r}, should be one of "
                    "'same' and 'valid'"
                )
            if self.padding == "same" and any(step != 1 for step in self.stride):
                raise ValueError(
                    "padding='same' is not supported for strided convolutions"
                )
        if self.padding_mode not in MODES:
            raise ValueError(
                f"padding_mode must be one of {MODES}, but got "
                f"padding_mode='{self.padding_mode}'"
            )

    def reset_parameters(self) -> None:
        """Draw weight and bias anew."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def _margins(self) -> list[int]:
        """The padding as `F.pad` takes it: before and after each axis, last first."""
        if not isinstance(self.padding, str):
            return [size for size in reversed(self.padding) for _ in range(2)]
        margins = []
        pairs = zip(reversed(self.dilation), reversed(self.kernel_size), strict=True)
        for dilation, size in pairs:
            total = dilation * (size - 1) if self.padding == "same" else 0
            margins += [total // 2, total - total // 2]
        return margins

    def extra_repr(self) -> str:
        text = (
            f"{self.in_channels}, {self.out_channels}, "
            f"kernel_size={self.kernel_size}, stride={self.stride}"
        )
        if self.padding != (0,) * len(self.padding):
            text += f", padding={self.padding}"
        if any(step != 1 for step in self.dilation):
            text += f", dilation={self.dilation}"
        if any(self.output_padding):
            text += f", output_padding={self.output_padding}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        if self.padding_mode != "zeros":
            text += f", padding_mode={self.padding_mode}"
        return text

    def forward(self, input: Tensor) -> Tensor:
        convolve = (F.conv1d, F.conv2d)[self.axes - 1]
        padding = self.padding
        if self.padding_mode != "zeros":
            input = F.pad(input, self._margins(), mode=self.padding_mode)
            padding = (0,) * self.axes
        return convolve(
            input,
            self.weight,
            self.bias,
            self.stride,
            padding,
            self.dilation,
            self.groups,
        )


class Conv1d(_ConvNd):
    """(N, in_channels, L) to (N, out_channels, L'), or both without N"""

    axes = 1


class Conv2d(_ConvNd):
    """(N, in_channels, H, W) to (N, out_channels, H', W'), or both without N"""

    axes = 2


class Conv3d(_ConvNd):
    """(N, in_channels, D, H, W) to (N, out_channels, D', H', W'), or without N"""

    axes = 3


class _ConvTransposeNd(_ConvNd):
    """The derivative of a convolution by its input, as a layer: it makes larger."""

    transposed = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Any = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        if padding_mode != "zeros":
            raise ValueError(
                f'Only "zeros" padding mode is supported for {type(self).__name__}'
            )
        super().__init__(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            ntuple(padding, self.axes),
            dilation,
            groups,
            bias,
            padding_mode,
            device,
            dtype,
        )
        self.output_padding = ntuple(output_padding, self.axes)

    def _output_padding(self, input: Tensor, output_size: Any) -> tuple[int, ...]:
        """What to add at the end of each axis to reach `output_size`."""
        if output_size is None:
            return self.output_padding
        axes, before = self.axes, input.ndim - self.axes
        if len(output_size) == input.ndim:
            output_size = output_size[before:]
        if len(output_size) != axes:
            raise ValueError(
                f"ConvTranspose{axes}D: for {input.ndim}D input, output_size must have "
                f"{axes} or {axes + before} elements (got {len(output_size)})"
            )
        lowest = [
            (input.shape[before + i] - 1) * self.stride[i]
            - 2 * self.padding[i]
            + self.dilation[i] * (self.kernel_size[i] - 1)
            + 1
            for i in range(axes)
        ]
        highest = [low + self.stride[i] - 1 for i, low in enumerate(lowest)]
        for size, low, high in zip(output_size, lowest, highest, strict=True):
            if not low <= size <= high:
                raise ValueError(
                    f"requested an output size of {output_size}, but valid sizes range "
                    f"from {lowest} to {highest} (for an input of {input.shape[2:]})"
                )
        return tuple(size - low for size, low in zip(output_size, lowest, strict=True))

    def forward(self, input: Tensor, output_size: Any = None) -> Tensor:
        convolve = getattr(F, f"conv_transpose{self.axes}d")
        return convolve(
            input,
            self.weight,
            self.bias,
            self.stride,
            self.padding,
            self._output_padding(input, output_size),
            self.groups,
            self.dilation,
        )


class ConvTranspose1d(_ConvTransposeNd):
    """(N, in_channels, L) to (N, out_channels, L')"""

    axes = 1


class ConvTranspose2d(_ConvTransposeNd):
    """(N, in_channels, H, W) to (N, out_channels, H', W')"""

    axes = 2


class ConvTranspose3d(_ConvTransposeNd):
    """(N, in_channels, D, H, W) to (N, out_channels, D', H', W')"""

    axes = 3
