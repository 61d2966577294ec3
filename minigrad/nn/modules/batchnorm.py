"""Normalisation by statistics of the batch, or of each instance, with running ones.

Sources: S. Ioffe, C. Szegedy, "Batch normalization" (2015); D. Ulyanov et al.,
"Instance normalization" (2016).
"""

import warnings
from typing import Any

from ...creation import ones, tensor, zeros
from ...dtypes import int64
from ...tensor import Tensor
from .. import functional as F
from .. import init
from .module import Module
from .new import parameter


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
            new = parameter(num_features, **made) if wanted else None
            self.register_parameter(name, new)
        buffers = dict.fromkeys(("running_mean", "running_var", "num_batches_tracked"))
        if track_running_stats:
            buffers["running_mean"] = zeros(num_features, dtype=dtype)
            buffers["running_var"] = ones(num_features, dtype=dtype)
            buffers["num_batches_tracked"] = tensor(0, dtype=int64)
        for name, buffer in buffers.items():
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
        if self.affine:
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


class BatchNorm3d(_BatchNorm):
    """(N, C, D, H, W), normalised over all axes but C"""

    dims = (5,)


class _InstanceNorm(_NormBase):
    """Statistics of each channel of each instance; running ones only if asked for."""

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
        super().__init__(
            num_features,
            eps,
            momentum,
            affine,
            track_running_stats,
            device,
            dtype,
            bias=bias,
        )

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        single = input.ndim == self.dims[0]  # an instance without a batch axis
        axis = 0 if single else 1
        if input.shape[axis] != self.num_features:
            self._report_size(input, axis)
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

    def _report_size(self, input: Tensor, axis: int) -> None:
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


class InstanceNorm1d(_InstanceNorm):
    """(N, C, L) or (C, L), each channel normalised by itself"""

    dims = (2, 3)


class InstanceNorm2d(_InstanceNorm):
    """(N, C, H, W) or (C, H, W), each channel normalised by itself"""

    dims = (3, 4)


class InstanceNorm3d(_InstanceNorm):
    """(N, C, D, H, W) or (C, D, H, W), each channel normalised by itself"""

    dims = (4, 5)
