"""Images in another size: their pixels rearranged, repeated or mixed."""

import math

import numpy as np

from ...tensor import Tensor
from .pool import Spread


class Upsample1d(Spread, name="UpsampleNearest1DBackward0"):
    """out = each entry of a repeated over its window of the last axis"""


class Upsample2d(Spread, name="UpsampleNearest2DBackward0"):
    """out = each entry of a repeated over its window of the last two axes"""


def interpolate(
    input: Tensor,
    size=None,
    scale_factor=None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
) -> Tensor:
    """The axes behind (N, C) in another size: each entry that of its nearest neighbour.

    Other modes: "linear" (N, C, L) and "bilinear" (N, C, H, W) mix the neighbours by
    distance.
    """
    axes = {"linear": (1,), "bilinear": (2,), "nearest": (1, 2)}.get(mode, ())
    if input.dim() - 2 not in axes:
        raise NotImplementedError(
            "minigrad interpolates (N, C, L) in mode nearest or linear, (N, C, H, W) "
            f"in mode nearest or bilinear; got {input.dim()}D input and mode={mode!r}"
        )
    sizes, factors = _sizes(input, size, scale_factor)
    if recompute_scale_factor:
        factors = [None] * len(sizes)
    if mode == "nearest":
        return _nearest(input, sizes, factors)
    if not input.is_floating_point():
        raise NotImplementedError(
            f"minigrad has mode={mode!r} for floats only: convert with x.float() first"
        )
    for axis, (count, factor) in enumerate(zip(sizes, factors, strict=True), 2):
        input = _linear(input, axis, count, factor, bool(align_corners))
    return input


def _sizes(input: Tensor, size, scale_factor) -> tuple[tuple[int, ...], list]:
    """The size of each axis, and the factor given for it, if any."""
    if size is None and scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    spatial = input.shape[2:]
    given = scale_factor if size is None else size
    values = given if isinstance(given, tuple | list) else (given,) * len(spatial)
    pairs = zip(spatial, values, strict=True)
    if size is not None:
        sizes, factors = tuple(int(count) for _, count in pairs), [None] * len(spatial)
    else:
        sizes, factors = tuple(math.floor(n * f) for n, f in pairs), list(values)
    if min(sizes) <= 0:
        raise RuntimeError(
            "Input and output sizes should be greater than 0, but got input "
            f"{tuple(spatial)} output {sizes}"
        )
    return sizes, factors


def _ratio(size: int, count: int, factor: float | None) -> float:
    """How far apart neighbours of the output are in the input."""
    return size / count if factor is None else 1 / factor


def _nearest(input: Tensor, sizes: tuple[int, ...], factors: list) -> Tensor:
    """Each entry spread over the window of the output to which it is the nearest."""
    windows = []
    for size, count, factor in zip(input.shape[2:], sizes, factors, strict=True):
        ratio = np.float32(_ratio(size, count, factor))
        sources = (np.arange(count, dtype=np.float32) * ratio).astype(np.int64)
        edges = np.searchsorted(np.minimum(sources, size - 1), np.arange(size + 1))
        windows.append(list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)))
    op = Upsample1d if len(sizes) == 1 else Upsample2d
    return op.apply(input, windows, 1, sizes)


def _linear(
    input: Tensor, axis: int, count: int, factor: float | None, align_corners: bool
) -> Tensor:
    """One axis in another size, each entry a mixture of its two neighbours."""
    size = input.shape[axis]
    places = np.arange(count)
    if align_corners:
        at = places * ((size - 1) / (count - 1) if count > 1 else 0.0)
    else:
        at = np.maximum((places + 0.5) * _ratio(size, count, factor) - 0.5, 0)
    before = np.minimum(at.astype(np.int64), size - 1)
    after = np.minimum(before + 1, size - 1)
    share = (at - before).astype(input._data.dtype)
    share = Tensor(share.reshape(-1, *(1,) * (input.dim() - axis - 1)))
    first, second = (
        input.index_select(axis, Tensor(index)) for index in (before, after)
    )
    return first * (1 - share) + second * share


def pixel_shuffle(input: Tensor, upscale_factor: int) -> Tensor:
    """(…, C r², H, W) to (…, C, H r, W r): each pixel's channels as a square of r·r."""
    r = upscale_factor
    *batch, channels, height, width = input.shape
    if channels % (r * r):
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by "
            "the square of upscale_factor, but input.size(-3)="
            f"{channels} is not divisible by {r * r}"
        )
    out = input.reshape(*batch, channels // (r * r), r, r, height, width)
    out = out.movedim((-4, -3), (-3, -1))
    return out.reshape(*batch, channels // (r * r), height * r, width * r)
