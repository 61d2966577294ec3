"""Pooling: the largest, or the mean, of each window.

`stride` is the size of the window unless given.
"""

from dataclasses import field
from typing import Any

from ...tensor import Tensor
from .. import functional as F
from .settings import Settings, layer
from .utils import _single


@layer
class _MaxPoolNd(Settings):
    """The largest of each window, and its place if `return_indices`."""

    kernel_size: Any
    stride: Any = None
    padding: Any = 0
    dilation: Any = 1
    return_indices: bool = field(default=False, repr=False)
    ceil_mode: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stride is None:
            self.stride = self.kernel_size

    def _settings(self) -> tuple:
        window = self.kernel_size, self.stride, self.padding, self.dilation
        return *window, self.ceil_mode, self.return_indices


class MaxPool1d(_MaxPoolNd):
    """(N, C, L) to (N, C, L')"""

    def forward(self, input: Tensor) -> Tensor:
        return F.max_pool1d(input, *self._settings())


class MaxPool2d(_MaxPoolNd):
    """(N, C, H, W) to (N, C, H', W')"""

    def forward(self, input: Tensor) -> Tensor:
        return F.max_pool2d(input, *self._settings())


@layer
class AvgPool1d(Settings):
    """(N, C, L) to (N, C, L')"""

    kernel_size: Any
    stride: Any = None
    padding: Any = 0
    ceil_mode: bool = field(default=False, repr=False)
    count_include_pad: bool = field(default=True, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stride is None:
            self.stride = self.kernel_size
        self.kernel_size = _single(self.kernel_size)
        self.stride = _single(self.stride)
        self.padding = _single(self.padding)

    def forward(self, input: Tensor) -> Tensor:
        window = self.kernel_size, self.stride, self.padding
        return F.avg_pool1d(input, *window, self.ceil_mode, self.count_include_pad)


@layer
class AvgPool2d(Settings):
    """(N, C, H, W) to (N, C, H', W'); sums are divided by `divisor_override`"""

    kernel_size: Any
    stride: Any = None
    padding: Any = 0
    ceil_mode: bool = field(default=False, repr=False)
    count_include_pad: bool = field(default=True, repr=False)
    divisor_override: int | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stride is None:
            self.stride = self.kernel_size

    def forward(self, input: Tensor) -> Tensor:
        window = self.kernel_size, self.stride, self.padding
        counts = self.count_include_pad, self.divisor_override
        return F.avg_pool2d(input, *window, self.ceil_mode, *counts)


@layer
class AdaptiveAvgPool1d(Settings):
    """(N, C, L) to (N, C, output_size), by means of windows of nearly equal size"""

    output_size: Any

    def forward(self, input: Tensor) -> Tensor:
        return F.adaptive_avg_pool1d(input, self.output_size)


@layer
class AdaptiveAvgPool2d(Settings):
    """(N, C, H, W) to (N, C, *output_size), by means of windows of nearly equal size"""

    output_size: Any

    def forward(self, input: Tensor) -> Tensor:
        return F.adaptive_avg_pool2d(input, self.output_size)
