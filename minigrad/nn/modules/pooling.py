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
class _PoolNd(Settings):
    """What all but the adaptive ones share."""

    kernel_size: Any
    stride: Any = None
    padding: Any = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stride is None:
            self.stride = self.kernel_size


@layer
class _MaxPoolNd(_PoolNd):
    """The largest of each window, and its place if `return_indices`."""

    dilation: Any = 1
    return_indices: bool = field(default=False, repr=False)
    ceil_mode: bool = False

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
class _AvgPoolNd(_PoolNd):
    """The mean of each window; zeros of the padding count if `count_include_pad`."""

    ceil_mode: bool = field(default=False, repr=False)
    count_include_pad: bool = field(default=True, repr=False)

    def _settings(self) -> tuple:
        window = self.kernel_size, self.stride, self.padding
        return *window, self.ceil_mode, self.count_include_pad


class AvgPool1d(_AvgPoolNd):
    """(N, C, L) to (N, C, L')"""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.kernel_size = _single(self.kernel_size)
        self.stride, self.padding = _single(self.stride), _single(self.padding)

    def forward(self, input: Tensor) -> Tensor:
        return F.avg_pool1d(input, *self._settings())


@layer
class AvgPool2d(_AvgPoolNd):
    """(N, C, H, W) to (N, C, H', W'); sums are divided by `divisor_override`"""

    divisor_override: int | None = field(default=None, repr=False)

    def forward(self, input: Tensor) -> Tensor:
        return F.avg_pool2d(input, *self._settings(), self.divisor_override)


@layer
class _AdaptiveAvgPoolNd(Settings):
    """Means of windows of nearly equal size."""

    output_size: Any


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """(N, C, L) to (N, C, output_size)"""

    def forward(self, input: Tensor) -> Tensor:
        return F.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """(N, C, H, W) to (N, C, *output_size)"""

    def forward(self, input: Tensor) -> Tensor:
        return F.adaptive_avg_pool2d(input, self.output_size)
