"""Normalisation within each example: over its last axes, or over groups of channels.

Sources: J. Ba et al., "Layer normalization" (2016); Y. Wu, K. He, "Group
normalization" (2018); B. Zhang, R. Sennrich, "Root mean square layer normalization"
(2019).
"""

from typing import Any

from ...creation import empty
from ...tensor import Tensor
from .. import functional as F
from .. import init
from ..parameter import Parameter
from .module import Module
from .utils import _single


class Affine(Module):
    """A scale `weight` that starts at 1 and a shift `bias` at 0, or None."""

    def _add(self, size: tuple, weight: bool, bias: bool, made: dict) -> None:
        for name, wanted in (("weight", weight), ("bias", bias)):
            self.register_parameter(
                name, Parameter(empty(size, **made)) if wanted else None
            )
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Scale 1 and shift 0."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)


class LayerNorm(Affine):
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
        self.normalized_shape = _single(normalized_shape)
        self.eps = eps
        self.elementwise_affine = affine = elementwise_affine
        made = {"device": device, "dtype": dtype}
        self._add(self.normalized_shape, affine, affine and bias, made)

    def forward(self, input: Tensor) -> Tensor:
        shape = self.normalized_shape
        return F.layer_norm(input, shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.normalized_shape}, eps={self.eps}, "
            f"elementwise_affine={self.elementwise_affine}, "
            f"bias={self.bias is not None}"
        )


class GroupNorm(Affine):
    """(N, C, …), each normalised over groups of C / num_groups channels"""

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        device: Any = None,
        dtype: Any = None,
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
        made = {"device": device, "dtype": dtype}
        self._add((num_channels,), affine, affine, made)

    def forward(self, input: Tensor) -> Tensor:
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.num_groups}, {self.num_channels}, eps={self.eps}, "
            f"affine={self.affine}, bias={self.bias is not None}"
        )


class RMSNorm(Affine):
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
        self.normalized_shape = _single(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        made = {"device": device, "dtype": dtype}
        self._add(self.normalized_shape, elementwise_affine, False, made)

    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.normalized_shape}, eps={self.eps}, "
            f"elementwise_affine={self.elementwise_affine}"
        )
