"""Normalisation within each example: over its last axes, or over groups of channels.

Sources: J. Ba et al., "Layer normalization" (2016); Y. Wu, K. He, "Group
normalization" (2018); B. Zhang, R. Sennrich, "Root mean square layer normalization"
(2019).
"""

from typing import Any

from ...tensor import Tensor
from .. import functional as F
from .. import init
from .module import Module
from .new import ntuple, parameter


class _Affine(Module):
    """A scale that starts at 1 and a shift that starts at 0, or None."""

    def _add(self, names: tuple, size: tuple, device: Any, dtype: Any) -> None:
        for name in ("weight", "bias"):
            new = (
                parameter(*size, device=device, dtype=dtype) if name in names else None
            )
            self.register_parameter(name, new)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Scale 1 and shift 0."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self._parameters.get("bias") is not None:
            init.zeros_(self.bias)


class LayerNorm(_Affine):
    """(…, *normalized_shape), each normalised over the axes of `normalized_shape`"""

    def __init__(
        self,
        normalized_shape: Any,
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.normalized_shape = ntuple(normalized_shape, 1)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        names = ("weight", "bias") if bias else ("weight",)
        names = names if elementwise_affine else ()
        self._add(names, self.normalized_shape, device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        return F.layer_norm(
            input, self.normalized_shape, self.weight, self.bias, self.eps
        )

    def extra_repr(self) -> str:
        return (
            f"{self.normalized_shape}, eps={self.eps}, "
            f"elementwise_affine={self.elementwise_affine}, "
            f"bias={self.bias is not None}"
        )


class GroupNorm(_Affine):
    """(N, C, …), each normalised over groups of C / num_groups channels"""

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        if num_channels % num_groups:
            raise ValueError(
                f"num_channels ({num_channels}) must be divisible by num_groups "
                f"({num_groups})"
            )
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        names = ("weight", "bias") if bias else ("weight",)
        self._add(names if affine else (), (num_channels,), device, dtype)

    def forward(self, input: Tensor) -> Tensor:
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.num_groups}, {self.num_channels}, eps={self.eps}, "
            f"affine={self.affine}, bias={self.bias is not None}"
        )


class RMSNorm(_Affine):
    """input / √(mean of squares + eps) · weight; eps None is the dtype's own"""

    def __init__(
        self,
        normalized_shape: Any,
        eps: float | None = None,
        elementwise_affine: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.normalized_shape = ntuple(normalized_shape, 1)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        new = None
        if elementwise_affine:
            new = parameter(*self.normalized_shape, device=device, dtype=dtype)
        self.register_parameter("weight", new)
        self.reset_parameters()

    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.normalized_shape}, eps={self.eps}, "
            f"elementwise_affine={self.elementwise_affine}"
        )
