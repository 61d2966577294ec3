"""Older names of `interpolate`, each with PyTorch's notice."""

import warnings

from ...tensor import Tensor
from .interpolate import interpolate


def _notice(name: str) -> None:
    warnings.warn(
        f"`nn.functional.{name}` is deprecated. Use `nn.functional.interpolate` "
        "instead.",
        stacklevel=3,
    )


def upsample(
    input: Tensor,
    size=None,
    scale_factor=None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    """`interpolate` under the name that it had before."""
    _notice("upsample")
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input: Tensor, size=None, scale_factor=None) -> Tensor:
    """Each entry that of its nearest neighbour."""
    _notice("upsample_nearest")
    return interpolate(input, size, scale_factor)


def upsample_bilinear(input: Tensor, size=None, scale_factor=None) -> Tensor:
    """Each entry a mixture of four neighbours, the corners staying what they are."""
    _notice("upsample_bilinear")
    return interpolate(input, size, scale_factor, "bilinear", True)
