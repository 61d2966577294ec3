"""Rearranged images: channels as pixels, pixels as channels, channels in groups."""

from ...tensor import Tensor


def pixel_shuffle(input: Tensor, upscale_factor: int) -> Tensor:
    """(…, C r², H, W) to (…, C, H r, W r): each pixel's channels as a square of r·r."""
    r = upscale_factor
    _check_images("pixel_shuffle", input)
    if r <= 0:
        raise RuntimeError(
            f"pixel_shuffle expects a positive upscale_factor, but got {r}"
        )
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


def pixel_unshuffle(input: Tensor, downscale_factor: int) -> Tensor:
    """(…, C, H r, W r) to (…, C r², H, W): each square of r·r pixels as channels."""
    r = downscale_factor
    _check_images("pixel_unshuffle", input)
    if r <= 0:
        raise RuntimeError(
            f"pixel_unshuffle expects a positive downscale_factor, but got {r}"
        )
    *batch, channels, height, width = input.shape
    for axis, name, size in ((-2, "height", height), (-1, "width", width)):
        if size % r:
            raise RuntimeError(
                f"pixel_unshuffle expects {name} to be divisible by downscale_factor, "
                f"but input.size({axis})={size} is not divisible by {r}"
            )
    out = input.reshape(*batch, channels, height // r, r, width // r, r)
    out = out.movedim((-3, -1), (-4, -3))
    return out.reshape(*batch, channels * r * r, height // r, width // r)


def _check_images(name: str, input: Tensor) -> None:
    if input.dim() < 3:
        raise RuntimeError(
            f"{name} expects input to have at least 3 dimensions, but got input with "
            f"{input.dim()} dimension(s)"
        )


def channel_shuffle(input: Tensor, groups: int) -> Tensor:
    """Channels (axis 1), in so many groups, taken from each group in turn."""
    if input.dim() <= 2:
        raise RuntimeError(
            "channel_shuffle expects input with > 2 dims, but got input with sizes "
            f"{list(input.shape)}"
        )
    if groups <= 0:
        raise RuntimeError(
            "Number of groups to divide channels in must be positive. Value of "
            f"groups:{groups}"
        )
    batch, channels, *rest = input.shape
    if channels % groups:
        raise RuntimeError(
            f"Number of channels must be divisible by groups. Got {channels} channels "
            f"and {groups} groups."
        )
    out = input.reshape(batch, groups, channels // groups, *rest)
    return out.transpose(1, 2).reshape(batch, channels, *rest)
