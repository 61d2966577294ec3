"""`pad`, `unfold` and `fold`, which nn.functional shows under these names."""

import numpy as np

from ..ops import pad as ops
from ..ops import unfold as windows
from ..tensor import Tensor

_BORDERS = {
    "reflect": (ops.ReflectionPad1D, ops.ReflectionPad2D),
    "replicate": (ops.ReplicationPad1D, ops.ReplicationPad2D),
    "circular": (ops.BorderPad,) * 2,
}


def pad(
    input: Tensor,
    pad: "tuple[int, ...] | list[int]",
    mode: str = "constant",
    value: float | None = None,
) -> Tensor:
    """The input with entries put around it, or taken away where a number is negative.

    `pad` holds for the last axis how many come before and how many behind, then for the
    axis before it, and so on. They are `value` (0) for mode "constant", or taken from
    the input: mirrored at its border ("reflect"), the border itself ("replicate"), or
    the other side's ("circular").
    """
    counts, ndim = tuple(pad), input._data.ndim
    if len(counts) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(counts) > 2 * ndim:
        raise RuntimeError(
            "Padding length should be less than or equal to two times the input "
            f"dimension but got padding length {len(counts)} and input of dimension "
            f"{ndim}"
        )
    pairs = list(zip(counts[::2], counts[1::2], strict=True))[::-1]
    pads = ((0, 0),) * (ndim - len(pairs)) + tuple(pairs)
    if mode == "constant":
        _check_lengths(input, pads)
        return ops.ConstantPadNd.apply(input, pads, value or 0)
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    if mode not in _BORDERS:
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    return _border(input, pads, len(pairs), mode)


def _check_lengths(input: Tensor, pads: tuple) -> None:
    for size, (before, behind) in zip(input._data.shape, pads, strict=True):
        if size + min(before, 0) + min(behind, 0) < 0:
            raise RuntimeError("narrow(): length must be non-negative.")


def _border(input: Tensor, pads: tuple, spatial: int, mode: str) -> Tensor:
    shape = input._data.shape
    if spatial not in (1, 2) or len(shape) not in (spatial + 1, spatial + 2):
        raise NotImplementedError(
            f"Padding size {2 * spatial} is not supported for {len(shape)}D input "
            "tensor."
        )
    places: list = [None] * len(shape)
    for axis in range(len(shape) - spatial, len(shape)):
        _check_border(shape, axis, pads[axis], mode)
        before, behind = pads[axis]
        places[axis] = _places(shape[axis], before, behind, mode)
    return _BORDERS[mode][spatial - 1].apply(input, pads, tuple(places))


def _places(size: int, before: int, behind: int, mode: str) -> tuple[int, ...]:
    """Which entry of an axis stands at each place of the padded axis."""
    at = np.arange(-before, size + behind)
    if mode == "reflect":
        at = np.where(at < 0, -at, np.where(at >= size, 2 * size - 2 - at, at))
    elif mode == "replicate":
        at = np.clip(at, 0, size - 1)
    else:  # around what is left of the axis
        kept = np.arange(max(-before, 0), size - max(-behind, 0))
        at = kept[(at - kept[0]) % len(kept)]
    return tuple(at.tolist())


def _check_border(shape: tuple, axis: int, pads: tuple[int, int], mode: str) -> None:
    size, (before, behind) = shape[axis], pads
    if size == 0:
        raise RuntimeError(
            f"{len(shape)}D tensor expected with non-zero dimensions except for a "
            f"batch, but got: {list(shape)}"
        )
    if mode == "reflect" and max(pads) >= size:
        raise RuntimeError(
            "Argument #4: Padding size should be less than the corresponding input "
            f"dimension, but got: padding ({before}, {behind}) at dimension {axis} of "
            f"input {list(shape)}"
        )
    if mode == "circular" and max(pads) > size:
        raise RuntimeError("Padding value causes wrapping around more than once.")
    if size + before + behind < 1 or size + min(before, 0) + min(behind, 0) < 1:
        raise RuntimeError(
            f"pads of {before} and {behind} leave nothing of the {size} entries of "
            f"dimension {axis}"
        )


# -- windows of images ------------------------------------------------------------


def unfold(input: Tensor, kernel_size, dilation=1, padding=0, stride=1) -> Tensor:
    """The windows of images, each a column: (N, C, H, W) to (N, C kh kw, windows)."""
    if input._data.ndim not in (3, 4):
        raise RuntimeError(
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and "
            f"other non-zero dimensions for input, but got: {list(input._data.shape)}"
        )
    setting = _window(kernel_size, dilation, padding, stride)
    height, width = input._data.shape[-2:]
    blocks = _blocks((height, width), setting)
    if min(blocks) < 1:
        kernel, dilation, padding, _ = map(_shown, setting)
        raise RuntimeError(
            f"Given input with spatial size {_shown((height, width))}, kernel_size="
            f"{kernel}, dilation={dilation}, padding={padding}, calculated shape of "
            f"the array of sliding blocks as {_shown(blocks)}, but its components must "
            "be at least one."
        )
    return windows.Im2Col.apply(input, setting, blocks)


def fold(
    input: Tensor, output_size, kernel_size, dilation=1, padding=0, stride=1
) -> Tensor:
    """Images of `output_size` with columns, as `unfold` makes them, added up."""
    shape = input._data.shape
    if len(shape) not in (2, 3):
        raise RuntimeError(
            "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch "
            f"size and non-zero dimensions for input, but got: {list(shape)}"
        )
    setting = _window(kernel_size, dilation, padding, stride)
    size = _pair(output_size)
    _check_fold(shape, size, setting)
    (kh, kw), blocks = setting[0], _blocks(size, setting)
    images = (*shape[:-2], shape[-2] // (kh * kw), *size)
    return windows.Col2Im.apply(input, images, setting, blocks)


def _check_fold(shape: tuple, size: tuple[int, int], setting: tuple) -> None:
    kernel, dilation, padding, stride = setting
    dim = len(shape) - 2
    if shape[dim] % (kernel[0] * kernel[1]):
        raise RuntimeError(
            f"Expected size of input's dimension {dim} to be divisible by the product "
            f"of kernel_size, but got input.size({dim})={shape[dim]} and kernel_size="
            f"{_shown(kernel)}."
        )
    high, wide = _blocks(size, setting)
    if shape[dim + 1] != high * wide:
        raise RuntimeError(
            f"Given output_size={_shown(size)}, kernel_size={_shown(kernel)}, dilation="
            f"{_shown(dilation)}, padding={_shown(padding)}, stride={_shown(stride)}, "
            f"expected size of input's dimension {dim + 1} to match the calculated "
            f"number of sliding blocks {high} * {wide} = {high * wide}, but got "
            f"input.size({dim + 1})={shape[dim + 1]}."
        )


def _window(kernel_size, dilation, padding, stride) -> tuple:
    kernel, dilation, padding, stride = map(
        _pair, (kernel_size, dilation, padding, stride)
    )
    for name, short, pair in (
        ("kernel size", "kernel", kernel),
        ("dilation", "dilation", dilation),
        ("stride", "stride", stride),
    ):
        if min(pair) <= 0:
            raise RuntimeError(
                f"{name} should be greater than zero, but got {short}_height: "
                f"{pair[0]} {short}_width: {pair[1]}"
            )
    if min(padding) < 0:
        raise RuntimeError(
            "padding should be non-negative, but got pad_height: "
            f"{padding[0]} pad_width: {padding[1]}"
        )
    return kernel, dilation, padding, stride


def _pair(given) -> tuple[int, int]:
    """A number for both axes, or one for each."""
    if isinstance(given, int):
        return given, given
    first, *rest = given
    return first, (rest or [first])[0]


def _blocks(size: tuple[int, int], setting: tuple) -> tuple[int, int]:
    """How many windows there are along each axis."""
    high, wide = (
        (length + 2 * pad - dilation * (kernel - 1) - 1) // stride + 1
        for length, kernel, dilation, pad, stride in zip(size, *setting, strict=True)
    )
    return high, wide


def _shown(pair: tuple[int, int]) -> str:
    return f"({pair[0]}, {pair[1]})"


# -- the tables -------------------------------------------------------------------

METHODS: list[str] = []  # `Tensor.unfold` is in rearrange.py
FUNCTIONS: list[str] = []  # these stand in nn.functional
NUMPY = {}
