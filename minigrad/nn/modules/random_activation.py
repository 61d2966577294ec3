"""RReLU: slopes drawn at random.

Source: B. Xu et al., "Empirical evaluation of rectified activations in convolutional
network" (2015).
"""

from ...tensor import Tensor
from .. import functional as F
from .module import Module


class RReLU(Module):
    """x where it is positive, else times a slope drawn between `lower` and `upper`"""

    def __init__(
        self, lower: float = 1 / 8, upper: float = 1 / 3, inplace: bool = False
    ) -> None:
        super().__init__()
        self.lower = lower
        self.upper = upper
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)

    def extra_repr(self) -> str:
        inplace = ", inplace=True" if self.inplace else ""
        return f"lower={self.lower}, upper={self.upper}{inplace}"
