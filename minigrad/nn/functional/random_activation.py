"""Activations that draw random numbers: rrelu, gumbel_softmax."""

import numpy as np

from ...generator import default_generator
from ...inplace import change
from ...tensor import Tensor
from .activation import leaky_relu, softmax
from .checks import check_floats


def rrelu(
    input: Tensor,
    lower: float = 1 / 8,
    upper: float = 1 / 3,
    training: bool = False,
    inplace: bool = False,
) -> Tensor:
    """input where it is above 0, else times a slope.

    In training each slope is drawn between `lower` and `upper`, else it is their mean.
    """
    check_floats("rrelu_with_noise_out_cpu", input)
    if lower > upper:
        raise RuntimeError(
            "Lower bound should be less than or equal to the upper bound"
        )
    if not training:
        return leaky_relu(input, (lower + upper) / 2, inplace)
    values = input._data
    below = values <= 0
    drawn = default_generator.uniform(int(below.sum()), np.dtype(np.float64))
    slopes = np.ones_like(values)
    slopes[below] = drawn * (upper - lower) + lower
    slopes = Tensor(slopes)
    if inplace:
        return change(input, lambda x: x * slopes)
    return input * slopes


def gumbel_softmax(
    logits: Tensor,
    tau: float = 1,
    hard: bool = False,
    eps: float = 1e-10,
    dim: int = -1,
) -> Tensor:
    """A random class for each vector along `dim`, as a smooth "one-hot" vector.

    The smaller the temperature `tau`, the nearer to 0 and 1. With `hard` the values are
    0 and 1, and the gradient is that of the smooth ones.

    Source: E. Jang et al., "Categorical reparameterization with Gumbel-softmax" (2017).
    """
    gumbels = -Tensor(np.empty_like(logits._data)).exponential_().log()
    soft = softmax((logits + gumbels) / tau, dim)
    if not hard:
        return soft
    chosen = soft.detach().max(dim, keepdim=True).indices
    one_hot = Tensor(np.zeros_like(soft._data)).scatter_(dim, chosen, 1.0)
    return one_hot - soft.detach() + soft
