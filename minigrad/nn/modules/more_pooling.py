"""Pooling of three axes, by a power mean, and undone; norms of near channels."""

from typing import Any

from ...tensor import Tensor
from .. import functional as F
from .module import Module
from .new import ntuple
from .pooling import (
    _AdaptiveMaxPoolNd,
    _AdaptivePoolNd,
    _DividedAvgPoolNd,
    _MaxPoolNd,
)


class MaxPool3d(_MaxPoolNd):
    """(N, C, D, H, W) to (N, C, D', H', W')"""

    def forward(self, input: Tensor) -> Tensor:
        return F.max_pool3d(input, **self._settings())


class AvgPool3d(_DividedAvgPoolNd):
    """(N, C, D, H, W) to (N, C, D', H', W')"""

    def forward(self, input: Tensor) -> Tensor:
        return F.avg_pool3d(input, *self._settings())


class AdaptiveAvgPool3d(_AdaptivePoolNd):
    """(N, C, D, H, W) to (N, C, *output_size)"""

    def forward(self, input: Tensor) -> Tensor:
        return F.adaptive_avg_pool3d(input, self.output_size)


class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    """(N, C, D, H, W) to (N, C, *output_size)"""

    def forward(self, input: Tensor) -> Tensor:
        return F.adaptive_max_pool3d(input, self.output_size, self.return_indices)


class _LPPoolNd(Module):
    """(Σ x^p)^(1/p) of each window, where p is `norm_type`."""

    def __init__(
        self,
        norm_type: float,
        kernel_size: Any,
        stride: Any = None,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode

    def extra_repr(self) -> str:
        return (
            f"norm_type={self.norm_type}, kernel_size={self.kernel_size}, "
            f"stride={self.stride}, ceil_mode={self.ceil_mode}"
        )

    def _settings(self) -> tuple:
        return float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode


class LPPool1d(_LPPoolNd):
    """(N, C, L) to (N, C, L')"""

    def forward(self, input: Tensor) -> Tensor:
        return F.lp_pool1d(input, *self._settings())


class LPPool2d(_LPPoolNd):
    """(N, C, H, W) to (N, C, H', W')"""

    def forward(self, input: Tensor) -> Tensor:
        return F.lp_pool2d(input, *self._settings())


class _MaxUnpoolNd(Module):
    """Zeros, with the entries where max pooling took them, as its indices say."""

    axes: int

    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0) -> None:
        super().__init__()
        self.kernel_size = ntuple(kernel_size, self.axes)
        given = kernel_size if stride is None else stride
        self.stride = ntuple(given, self.axes)
        self.padding = ntuple(padding, self.axes)

    def extra_repr(self) -> str:
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, "
            f"padding={self.padding}"
        )

    def _settings(self) -> tuple:
        return self.kernel_size, self.stride, self.padding


class MaxUnpool1d(_MaxUnpoolNd):
    """(N, C, L) to (N, C, L')"""

    axes = 1

    def forward(
        self, input: Tensor, indices: Tensor, output_size: Any = None
    ) -> Tensor:
        return F.max_unpool1d(input, indices, *self._settings(), output_size)


class MaxUnpool2d(_MaxUnpoolNd):
    """(N, C, H, W) to (N, C, H', W')"""

    axes = 2

    def forward(
        self, input: Tensor, indices: Tensor, output_size: Any = None
    ) -> Tensor:
        return F.max_unpool2d(input, indices, *self._settings(), output_size)


class LocalResponseNorm(Module):
    """x / (k + alpha · mean of x² over `size` channels around)^beta

    Source: A. Krizhevsky et al., "ImageNet classification with deep convolutional
    neural networks" (2012).
    """

    def __init__(
        self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0
    ) -> None:
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def forward(self, input: Tensor) -> Tensor:
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)

    def extra_repr(self) -> str:
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"
