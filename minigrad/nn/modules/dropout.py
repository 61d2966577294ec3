"""Dropout: in training, zero entries at random and scale the rest up.

Source: N. Srivastava et al., "Dropout: a simple way to prevent neural networks from
overfitting" (2014).
"""

from ...tensor import Tensor
from .. import functional as F
from .settings import Settings, layer


@layer
class _DropoutNd(Settings):
    """`p` is the probability of a zero."""

    p: float = 0.5
    inplace: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.p < 0 or self.p > 1:
            raise ValueError(
                f"dropout probability has to be between 0 and 1, but got {self.p}"
            )


class Dropout(_DropoutNd):
    """Each entry by itself"""

    def forward(self, input: Tensor) -> Tensor:
        return F.dropout(input, self.p, self.training, self.inplace)


class Dropout1d(_DropoutNd):
    """Each channel as a whole, of (N, C, L) or (C, L)"""

    def forward(self, input: Tensor) -> Tensor:
        return F.dropout1d(input, self.p, self.training, self.inplace)


class Dropout2d(_DropoutNd):
    """Each channel as a whole, of (N, C, H, W)"""

    def forward(self, input: Tensor) -> Tensor:
        return F.dropout2d(input, self.p, self.training, self.inplace)
