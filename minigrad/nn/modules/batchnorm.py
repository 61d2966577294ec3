"""Normalisation by statistics of the batch, or of each instance, with running ones.

Sources: S. Ioffe, C. Szegedy, "Batch normalization" (2015); D. Ulyanov et al.,
"Instance normalization" (2016).
"""

import warnings
from typing import Any

from ...creation import empty, ones, tensor, zeros
from ...dtypes import int64
from ...tensor import Tensor
from .. import functional as F
from .. import init
from ..parameter import Parameter
from .module import Module


class _NormBase(Module):
    """Scale and shift for each channel, and running statistics as buffers."""

    _version = 2
    dims: tuple[int, ...]  # how many axes an input may have

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        made = {"device": device, "dtype": dtype}
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        for name, wanted in (("weight", affine), ("bias", affine and bias)):
            new = Parameter(empty(num_features, **made)) if wanted else None
            self.register_parameter(name, new)
        stats = (None, None, None)
        if track_running_stats:
            stats = zeros(num_features, **made), ones(num_features, **made)
            stats += (tensor(0, dtype=int64),)
        names = "running_mean", "running_var", "num_batches_tracked"
        for name, buffer in zip(names, stats, strict=True):
            self.register_buffer(name, buffer)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """Mean 0 and variance 1, after no batch."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """Scale 1 and shift 0, and the running statistics anew."""
        self.reset_running_stats()
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)

    def _check_input_dim(self, input: Tensor) -> None:
        if input.ndim not in self.dims:
            expected = " or ".join(f"{ndim}D" for ndim in self.dims)
            raise ValueError(f"expected {expected} input (got {input.ndim}D input)")

    def extra_repr(self) -> str:
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, "
            f"affine={self.affine}, bias={self.bias is not None}, "
            f"track_running_stats={self.track_running_stats}"
        )


class _BatchNorm(_NormBase):
    """Statistics of the batch in training, the running ones in evaluation."""

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:  # the mean over all batches
                momentum = 1.0 / self.num_batches_tracked.item()
        keeps = not self.training or self.track_running_stats
        return F.batch_norm(
            input,
            self.running_mean if keeps else None,
            self.running_var if keeps else None,
            self.weight,
            self.bias,
            self.training or self.running_mean is None,
            momentum,
            self.eps,
        )


class BatchNorm1d(_BatchNorm):
    """(N, C) or (N, C, L), normalised over all axes but C"""

    dims = (2, 3)


class BatchNorm2d(_BatchNorm):
    """(N, C, H, W), normalised over all axes but C"""

    dims = (4,)


class InstanceNorm2d(_NormBase):
    """(N, C, H, W) or (C, H, W), each channel of each instance normalised by itself

    Running statistics are kept only if asked for.
    """

    dims = (3, 4)

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        settings = num_features, eps, momentum, affine, track_running_stats
        super().__init__(*settings, device, dtype, bias=bias)

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        if input.shape[-3] != self.num_features:
            self._report_size(input)
        single = input.ndim == 3
        out = F.instance_norm(
            input.unsqueeze(0) if single else input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training or not self.track_running_stats,
            0.0 if self.momentum is None else self.momentum,
            self.eps,
        )
        return out.squeeze(0) if single else out

    def _report_size(self, input: Tensor) -> None:
        axis = input.ndim - 3
        if self.affine:
            raise ValueError(
                f"expected input's size at dim={axis} to match num_features "
                f"({self.num_features}), but got: {input.shape[axis]}."
            )
        warnings.warn(
            f"input's size at dim={axis} does not match num_features. You can silence "
            "this warning by not passing in num_features, which is not used because "
            "affine=False",
            stacklevel=3,
        )
