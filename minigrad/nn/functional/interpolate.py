"""Images in another size."""

import math

import numpy as np

from ...ops.windows import Upsample1d, Upsample2d, Upsample3d
from ...tensor import Tensor

MODES = "nearest linear bilinear bicubic trilinear lanczos area nearest-exact".split()
LINEAR = {"linear": 3, "bilinear": 4, "trilinear": 5}


def interpolate(
    input: Tensor,
    size=None,
    scale_factor=None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    """The axes behind (N, C) in another size: each entry that of its nearest neighbour.

    Other modes: "nearest-exact", and "linear", "bilinear", "trilinear", which mix the
    neighbours by distance.
    """
    if input.dim() not in (3, 4, 5) or mode not in MODES:
        raise NotImplementedError(
            "Input Error: Only 3D, 4D and 5D input Tensors supported (got "
            f"{input.dim()}D) for the modes: {' | '.join(MODES)} (got {mode})"
        )
    if align_corners is not None and mode not in (*LINEAR, "bicubic"):
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: linear "
            "| bilinear | bicubic | trilinear"
        )
    sizes, factors = _sizes(input, size, scale_factor)
    if recompute_scale_factor:
        factors = [None] * len(sizes)
    if min(sizes) <= 0:
        _too_small(input, sizes)
    if mode.startswith("nearest"):
        return _nearest(input, sizes, factors, mode == "nearest-exact")
    if antialias or mode not in LINEAR:
        raise NotImplementedError(f"minigrad has no interpolate with mode={mode!r}")
    if not input.is_floating_point():
        raise NotImplementedError(
            f"minigrad has mode={mode!r} for floats only: convert with x.float() first"
        )
    if LINEAR[mode] != input.dim():
        raise NotImplementedError(
            f"Got {input.dim()}D input, but {mode} mode needs {LINEAR[mode]}D input"
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
    spatial = list(input.shape[2:])
    given, name, short = (
        (size, "output size of", ("output size", "o"))
        if size is not None
        else (scale_factor, "scale_factor of shape", ("scale_factor", "s"))
    )
    values = given if isinstance(given, tuple | list) else (given,) * len(spatial)
    if len(values) != len(spatial):
        what, letter = short
        raise ValueError(
            "Input and "
            + ("output" if size is not None else "scale_factor")
            + " must have the same number of spatial dimensions, but got input with "
            f"spatial dimensions of {spatial} and {name} {given}. Please provide input "
            f"tensor in (N, C, d1, d2, ...,dK) format and {what} in ({letter}1, "
            f"{letter}2, ...,{letter}K) format."
        )
    if size is not None:
        return tuple(int(value) for value in values), [None] * len(spatial)
    scaled = zip(spatial, values, strict=True)
    return tuple(math.floor(n * factor) for n, factor in scaled), list(values)


def _too_small(input: Tensor, sizes: tuple[int, ...]) -> None:
    letters = "DHW"[-len(sizes) :]
    given, out = (
        " ".join(f"{name}: {n}," for name, n in zip(letters, each, strict=True))[:-1]
        for each in (input.shape[2:], sizes)
    )
    raise RuntimeError(
        f"Input and output sizes should be greater than 0, but got input ({given}) "
        f"output ({out})"
    )


def _ratio(size: int, count: int, factor: float | None) -> float:
    """How far apart neighbours of the output are in the input."""
    return size / count if factor is None else 1 / factor


def _nearest(input: Tensor, sizes, factors, exact: bool) -> Tensor:
    """Each entry spread over the window of the output to which it is the nearest."""
    windows = []
    for size, count, factor in zip(input.shape[2:], sizes, factors, strict=True):
        ratio = np.float32(_ratio(size, count, factor))
        places = np.arange(count, dtype=np.float32)
        sources = np.floor((places + np.float32(0.5 * exact)) * ratio).astype(np.int64)
        edges = np.searchsorted(np.minimum(sources, size - 1), np.arange(size + 1))
        windows.append(list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)))
    op = {1: Upsample1d, 2: Upsample2d, 3: Upsample3d}[len(sizes)]
    return op.apply(input, windows, 1, sizes)


def _linear(
    input: Tensor, axis: int, count: int, factor, align_corners: bool
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
