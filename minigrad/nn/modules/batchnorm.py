"""Normalisation by statistics of the batch, or of each instance, with running ones.

Sources: S. Ioffe, C. Szegedy, "Batch normalization" (2015); D. Ulyanov et al.,
"Instance normalization" (2016).
"""

from typing import Any

from ...creation import ones, tensor, zeros
from ...dtypes import int64
from ...tensor import Tensor
from .. import functional as F
from .normalization import Affine


class _NormBase(Affine):
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
    ) -> None:
        super().__init__()
        made = {"device": device, "dtype": dtype}
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        mean = var = count = None
        if track_running_stats:
            mean, var = zeros(num_features, **made), ones(num_features, **made)
            count = tensor(0, dtype=int64)
        self.register_buffer("running_mean", mean)
        self.register_buffer("running_var", var)
        self.register_buffer("num_batches_tracked", count)
        self._add((num_features,), affine, affine, made)

    def reset_running_stats(self) -> None:
        """Mean 0 and variance 1, after no batch."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """Scale 1 and shift 0, and the running statistics anew."""
        self.reset_running_stats()
        super().reset_parameters()

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
    ) -> None:
        settings = num_features, eps, momentum, affine, track_running_stats
        super().__init__(*settings, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        if self.affine and input.shape[-3] != self.num_features:
            raise ValueError(
                f"expected input's size at dim={input.ndim - 3} to match num_features "
                f"({self.num_features}), but got: {input.shape[-3]}."
            )
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
