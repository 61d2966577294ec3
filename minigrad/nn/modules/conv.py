"""Convolutions of one and two axes, and the transposed one.

`weight` has the shape (out_channels, in_channels / groups, *kernel_size); of a
transposed one (in_channels, out_channels / groups, *kernel_size). Weight and bias start
uniform in ±1/√fan_in.
"""

import math
from typing import Any

from ...creation import empty
from ...tensor import Tensor
from .. import functional as F
from .. import init
from ..parameter import Parameter
from .module import Module, changed
from .utils import _pair, ntuple


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
        *,
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
        self._check()
        channels = (out_channels, in_channels)
        rows, columns = reversed(channels) if self.transposed else channels
        made = {"device": device, "dtype": dtype}
        self.weight = Parameter(
            empty(rows, columns // groups, *self.kernel_size, **made)
        )
        self.register_parameter(
            "bias", Parameter(empty(out_channels, **made)) if bias else None
        )
        self.reset_parameters()

    def _check(self) -> None:
        if self.groups <= 0:
            raise ValueError("groups must be a positive integer")
        if self.in_channels % self.groups:
            raise ValueError("in_channels must be divisible by groups")
        if self.out_channels % self.groups:
            raise ValueError("out_channels must be divisible by groups")
        if self.padding == "same" and any(step != 1 for step in self.stride):
            raise ValueError("padding='same' is not supported for strided convolutions")

    def reset_parameters(self) -> None:
        """Draw weight and bias anew."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input: Tensor) -> Tensor:
        convolve = F.conv1d if self.axes == 1 else F.conv2d
        settings = self.stride, self.padding, self.dilation, self.groups
        return convolve(input, self.weight, self.bias, *settings)

    def extra_repr(self) -> str:
        none, ones = (0,) * self.axes, (1,) * self.axes
        return (
            f"{self.in_channels}, {self.out_channels}, "
            f"kernel_size={self.kernel_size}, stride={self.stride}"
            f"{changed(self, padding=none, dilation=ones, output_padding=none)}"
            f"{changed(self, groups=1)}{', bias=False' if self.bias is None else ''}"
        )


class Conv1d(_ConvNd):
    """(N, in_channels, L) to (N, out_channels, L'), or both without N"""

    axes = 1


class Conv2d(_ConvNd):
    """(N, in_channels, H, W) to (N, out_channels, H', W'), or both without N"""

    axes = 2


class ConvTranspose2d(_ConvNd):
    """(N, in_channels, H, W) to (N, out_channels, H', W')

    The derivative of a convolution by its input, as a layer: it makes larger.
    """

    axes = 2
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
        *,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        settings = kernel_size, stride, _pair(padding), dilation, groups, bias
        super().__init__(
            in_channels, out_channels, *settings, device=device, dtype=dtype
        )
        self.output_padding = _pair(output_padding)

    def forward(self, input: Tensor) -> Tensor:
        settings = self.stride, self.padding, self.output_padding, self.groups
        return F.conv_transpose2d(
            input, self.weight, self.bias, *settings, self.dilation
        )
