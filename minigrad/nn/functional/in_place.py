"""Activations that change their input: `relu_(x)` is `relu(x, inplace=True)`."""

from ...tensor import Tensor
from . import activation
from .random_activation import rrelu


def relu_(input: Tensor) -> Tensor:
    """max(input, 0), in place."""
    return activation.relu(input, inplace=True)


def leaky_relu_(input: Tensor, negative_slope: float = 0.01) -> Tensor:
    """input where it is above 0, else negative_slope * input, in place."""
    return activation.leaky_relu(input, negative_slope, inplace=True)


def elu_(input: Tensor, alpha: float = 1.0) -> Tensor:
    """input where it is above 0, else alpha (e^input - 1), in place."""
    return activation.elu(input, alpha, inplace=True)


def celu_(input: Tensor, alpha: float = 1.0) -> Tensor:
    """input where it is above 0, else alpha (e^(input / alpha) - 1), in place."""
    return activation.celu(input, alpha, inplace=True)


def selu_(input: Tensor) -> Tensor:
    """The scaled `elu` that keeps mean 0 and variance 1, in place."""
    return activation.selu(input, inplace=True)


def hardtanh_(input: Tensor, min_val: float = -1.0, max_val: float = 1.0) -> Tensor:
    """input, cut off at min_val and max_val, in place."""
    return activation.hardtanh(input, min_val, max_val, inplace=True)


def threshold_(input: Tensor, threshold: float, value: float) -> Tensor:
    """input where it is above the threshold, else `value`, in place."""
    return activation.threshold(input, threshold, value, inplace=True)


def rrelu_(
    input: Tensor, lower: float = 1 / 8, upper: float = 1 / 3, training: bool = False
) -> Tensor:
    """input where it is above 0, else times a random slope, in place."""
    return rrelu(input, lower, upper, training, inplace=True)
