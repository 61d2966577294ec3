"""Dropout: entries, or whole channels, set to 0 at random; the rest scaled up."""

import warnings

from ... import dtypes
from ...functions.elementwise import mul
from ...functions.random import rand
from ...inplace import change
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
    _check_probability(p)
    if input.dim() not in (2, 3):
        raise RuntimeError(
            "dropout1d: Expected 2D or 3D input, but received a "
            f"{input.dim()}D input. Note that dropout1d exists to provide channel-wise "
            "dropout on inputs with 1 spatial dimension, a channel dimension, and an "
            "optional batch dimension (i.e. 2D or 3D inputs)."
        )
    channels = input.shape[:-1]
    return _dropped(input, p, training, inplace, (*channels, 1))


def dropout2d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """`dropout` of whole channels of an input (N, C, H, W)."""
    _check_probability(p)
    if input.dim() not in (3, 4):
        warnings.warn(
            f"dropout2d: Received a {input.dim()}-D input to dropout2d, which is "
            "deprecated and will result in an error in a future release. To retain the "
            "behavior and silence this warning, please use dropout instead.",
            stacklevel=2,
        )
    if input.dim() == 3:
        warnings.warn(
            "dropout2d: Received a 3D input to dropout2d and assuming that "
            "channel-wise "
            "1D dropout behavior is desired - input is interpreted as shape (N, C, L), "
            "where C is the channel dim.",
            stacklevel=2,
        )
    return _dropped(input, p, training, inplace, _channels(input))


def dropout3d(
    input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
) -> Tensor:
    """`dropout` of whole channels of an input (N, C, D, H, W)."""
    _check_probability(p)
    if input.dim() not in (4, 5):
        warnings.warn(
            f"dropout3d: Received a {input.dim()}-D input to dropout3d, which is "
            "deprecated and will result in an error in a future release. To retain the "
            "behavior and silence this warning, please use dropout instead.",
            stacklevel=2,
        )
    return _dropped(input, p, training, inplace, _channels(input))


def alpha_dropout(
    input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Tensor:
    """Dropout that keeps mean 0 and variance 1: what falls out gets selu's lower limit.

    Scale and shift are those of Klambauer et al. 2017, "Self-Normalizing Neural
    Networks".
    """
    return _alpha_dropped(input, p, training, inplace, input.shape)


def feature_alpha_dropout(
    input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False
) -> Tensor:
    """`alpha_dropout` of whole channels of an input (N, C, …)."""
    _check_probability(p)
    if not training:
        return input
    return _alpha_dropped(input, p, training, inplace, _channels(input))


def _alpha_dropped(
    input: Tensor, p: float, training: bool, inplace: bool, shape: tuple[int, ...]
) -> Tensor:
    _check_probability(p)
    if p == 0 or not training or not input.numel():
        return input
    if p == 1:
        return change(input, mul, 0.0) if inplace else input * 0.0
    limit = -1.7580993408473766  # of selu, far below 0
    scale = ((1 - p) * (1 + p * limit * limit)) ** -0.5
    kept = (rand(shape, dtype=input.dtype) >= p).to(input.dtype)
    shift = (1 - kept) * (limit * scale) - limit * scale * p
    result = input * (kept * scale) + shift
    return input.copy_(result) if inplace else result


def _check_probability(p: float) -> None:
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def _channels(input: Tensor) -> tuple[int, ...]:
    """The shape with the axes behind the channels as size 1."""
    if input.dim() < 2:
        raise RuntimeError(
            "Feature dropout requires at least 2 dimensions in the input"
        )
    return (*input.shape[:2], *(1,) * (input.dim() - 2))


def _dropped(input: Tensor, p: float, training: bool, inplace: bool, shape) -> Tensor:
    """The input with what `shape` broadcasts to dropped together."""
    _check_probability(p)
    if p == 0 or not training or not input.numel():
        return input
    if not input.is_floating_point():
        raise RuntimeError(
            f"result type Float can't be cast to the desired output type "
            f"{dtypes.kind(input.dtype)}"
        )
    noise = (rand(shape) >= p).to(input.dtype)
    if p < 1:
        noise._data *= 1 / (1 - p)
    return change(input, mul, noise) if inplace else input * noise
