"""Activations as layers: each calls the function of its name in nn.functional."""

from typing import Any

from ...creation import empty
from ...tensor import Tensor
from .. import functional as F
from .. import init as initial
from ..parameter import Parameter
from .module import Module
from .settings import Settings, layer


class _InPlace(Settings):
    """An activation that may overwrite its input, and then says so."""

    def extra_repr(self) -> str:
        return super().extra_repr().removesuffix("inplace=False").removesuffix(", ")


@layer
class _OnlyInPlace(_InPlace):
    inplace: bool = False


class ReLU(_OnlyInPlace):
    """max(0, x)"""

    def forward(self, input: Tensor) -> Tensor:
        return F.relu(input, inplace=self.inplace)


class ReLU6(_OnlyInPlace):
    """min(max(0, x), 6)"""

    def forward(self, input: Tensor) -> Tensor:
        return F.relu6(input, inplace=self.inplace)


@layer
class LeakyReLU(_InPlace):
    """x where it is positive, negative_slope · x elsewhere"""

    negative_slope: float = 1e-2
    inplace: bool = False

    def forward(self, input: Tensor) -> Tensor:
        return F.leaky_relu(input, self.negative_slope, self.inplace)


@layer
class ELU(_InPlace):
    """x where it is positive, alpha (eˣ − 1) elsewhere"""

    alpha: float = 1.0
    inplace: bool = False

    def forward(self, input: Tensor) -> Tensor:
        return F.elu(input, self.alpha, self.inplace)


class SELU(_OnlyInPlace):
    """1.0507 ELU(x) with alpha 1.6733: it keeps mean 0 and variance 1"""

    def forward(self, input: Tensor) -> Tensor:
        return F.selu(input, self.inplace)


class SiLU(_OnlyInPlace):
    """x σ(x)"""

    def forward(self, input: Tensor) -> Tensor:
        return F.silu(input, inplace=self.inplace)


@layer
class Hardtanh(_InPlace):
    """x between min_val and max_val, and these beyond"""

    min_val: float = -1.0
    max_val: float = 1.0
    inplace: bool = False

    def forward(self, input: Tensor) -> Tensor:
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)


@layer
class GELU(Settings):
    """x Φ(x), Φ the normal distribution; or its approximation by "tanh" """

    approximate: str = "none"

    def forward(self, input: Tensor) -> Tensor:
        return F.gelu(input, approximate=self.approximate)


@layer
class Softplus(Settings):
    """log(1 + e^(beta x)) / beta; x itself where beta x is above `threshold`"""

    beta: float = 1.0
    threshold: float = 20.0

    def forward(self, input: Tensor) -> Tensor:
        return F.softplus(input, self.beta, self.threshold)


@layer
class _AlongDim(Settings):
    dim: int | None = None


class Softmax(_AlongDim):
    """eˣ / Σ eˣ along `dim`"""

    def forward(self, input: Tensor) -> Tensor:
        return F.softmax(input, self.dim)


class LogSoftmax(_AlongDim):
    """x − log Σ eˣ along `dim`"""

    def forward(self, input: Tensor) -> Tensor:
        return F.log_softmax(input, self.dim)


@layer
class GLU(Settings):
    """a σ(b) for the two halves a, b along `dim`"""

    dim: int = -1

    def forward(self, input: Tensor) -> Tensor:
        return F.glu(input, self.dim)


class Sigmoid(Module):
    """1 / (1 + e⁻ˣ)"""

    def forward(self, input: Tensor) -> Tensor:
        return input.sigmoid()


class LogSigmoid(Module):
    """log σ(x)"""

    def forward(self, input: Tensor) -> Tensor:
        return F.logsigmoid(input)


class Tanh(Module):
    """tanh x"""

    def forward(self, input: Tensor) -> Tensor:
        return input.tanh()


class PReLU(Module):
    """x where it is positive, weight · x elsewhere; one weight, or one per channel"""

    def __init__(
        self,
        num_parameters: int = 1,
        init: float = 0.25,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        weight = empty(num_parameters, device=device, dtype=dtype)
        self.weight = Parameter(initial.constant_(weight, init))

    def forward(self, input: Tensor) -> Tensor:
        return F.prelu(input, self.weight)

    def extra_repr(self) -> str:
        return f"num_parameters={self.num_parameters}"
