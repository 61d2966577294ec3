"""Dropout: entries, or whole channels, set to 0 at random; the rest scaled up."""

import warnings

from ... import dtypes
from ...autograd.inplace import change
from ...creation import empty
from ...ops.elementwise import Mul
from ...ops.random_fill import bernoulli_
from ...tensor import Tensor


def dropout(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """In training each entry is 0 with probability p, else divided by 1 - p."""
    return _dropped(input, p, training, inplace, input.shape)


def dropout1d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """`dropout` of whole channels of an input (N, C, L) or (C, L)."""
    return _dropped(input, p, training, inplace, (*input.shape[:-1], 1))


def dropout2d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """`dropout` of whole channels of an input (N, C, H, W)."""
    if input.dim() != 4:
        warnings.warn(
            f"dropout2d: Received a {input.dim()}-D input to dropout2d, which is "
            "deprecated and will result in an error in a future release. To retain the "
            "behavior and silence this warning, please use dropout instead.",
            stacklevel=3,
        )
    channels = (*input.shape[:2], *(1,) * (input.dim() - 2))
    return _dropped(input, p, training, inplace, channels)


def _dropped(input: Tensor, p: float, training: bool, inplace: bool, shape) -> Tensor:
    """The input with what `shape` broadcasts to dropped together."""
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if p == 0 or not training or not input.numel():
        return input
    if not input.is_floating_point():
        raise RuntimeError(
            "result type Float can't be cast to the desired output type "
            f"{dtypes.kind(input.dtype)}"
        )
    noise = bernoulli_(empty(shape, dtype=input.dtype), 1 - p)
    if p < 1:
        noise._data *= 1 / (1 - p)
    return change(input, Mul.apply, noise) if inplace else input * noise
