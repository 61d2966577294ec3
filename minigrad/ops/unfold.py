"""Windows: cutting them out, which takes entries several times, and summing them up.

Each pair, `Unfold` and `Fold`, `Im2Col` and `Col2Im`, is each other's derivative.
`unfold` and `fold` are those of nn.functional; `Tensor.unfold` is in rearrange.py.
"""

import math

import numpy as np
from numpy.lib.stride_tricks import as_strided

from ..autograd.views import ViewOp
from ..core.op import Op
from ..tensor import Tensor


class Unfold(ViewOp):
    """out[..., i, ..., k] = a[..., step i + k, ...] at axis `dim`; k comes last"""

    @staticmethod
    def forward(ctx, a, dim, size, step):
        ctx.shape, ctx.window = a.shape, (dim, size, step)
        if a.ndim == 0:
            return a.reshape(1)[:size]
        shape, strides = list(a.shape), list(a.strides)
        shape[dim] = (shape[dim] - size) // step + 1
        strides[dim] *= step
        return as_strided(
            a, (*shape, size), (*strides, a.strides[dim]), writeable=a.flags.writeable
        )

    @staticmethod
    def backward(ctx, grad):
        return Fold.call(grad, ctx.shape, *ctx.window)


class Fold(Op):
    """out = zeros of a shape, with the windows of a added where they were cut out"""

    @staticmethod
    def forward(ctx, a, shape, dim, size, step):
        ctx.window = dim, size, step
        out = np.zeros(shape, a.dtype)
        if not shape:
            return out + a.sum()
        span = step * a.shape[dim]
        for k in range(size):
            out[(slice(None),) * dim + (slice(k, k + span, step),)] += a[..., k]
        return out

    @staticmethod
    def backward(ctx, grad):
        return Unfold.call(grad, *ctx.window)


class Im2Col(Op):
    """out[..., (c, k), l] = entry k of window l of channel c of an image

    `window` is (kernel, dilation, padding, stride), each a pair; `blocks` says how many
    windows there are along each axis.
    """

    @staticmethod
    def forward(ctx, a, window, blocks):
        ctx.shape, ctx.window, ctx.blocks = a.shape, window, blocks
        return windows(a, window, blocks)

    @staticmethod
    def backward(ctx, grad):
        return Col2Im.call(grad, ctx.shape, ctx.window, ctx.blocks)


def windows(a: np.ndarray, window: tuple, blocks: tuple[int, int]) -> np.ndarray:
    """The windows of images, each as a column, in new memory."""
    (kh, kw), dilation, (ph, pw), stride = window
    *batch, channels = a.shape[:-2]
    if ph or pw:
        a = np.pad(a, [(0, 0)] * (a.ndim - 2) + [(ph, ph), (pw, pw)])
    down, across = a.strides[-2:]
    strides = (down * dilation[0], across * dilation[1])
    strides += (down * stride[0], across * stride[1])
    cut = as_strided(
        a, (*a.shape[:-2], kh, kw, *blocks), a.strides[:-2] + strides, writeable=False
    )
    out = cut.reshape(*batch, channels * kh * kw, blocks[0] * blocks[1])
    return out.copy() if np.may_share_memory(out, a) else out


class Col2Im(Op):
    """out = images of zeros of a shape, with each window added where it was cut out"""

    @staticmethod
    def forward(ctx, a, shape, window, blocks):
        ctx.window, ctx.blocks = window, blocks
        return summed(a, shape, window, blocks)

    @staticmethod
    def backward(ctx, grad):
        return Im2Col.call(grad, ctx.window, ctx.blocks)


def summed(a: np.ndarray, shape: tuple, window: tuple, blocks: tuple) -> np.ndarray:
    """Images with the windows added: one addition for each entry of the kernel."""
    (kh, kw), dilation, (ph, pw), stride = window
    *first, height, width = shape
    out = np.zeros((*first, height + 2 * ph, width + 2 * pw), a.dtype)
    a = a.reshape(*first, kh, kw, *blocks)
    spans = [step * number for step, number in zip(stride, blocks, strict=True)]
    for i in range(kh):
        for j in range(kw):
            top, left = i * dilation[0], j * dilation[1]
            down = slice(top, top + spans[0], stride[0])
            across = slice(left, left + spans[1], stride[1])
            out[..., down, across] += a[..., i, j, :, :]
    return out[..., ph : ph + height, pw : pw + width]


# -- functions --------------------------------------------------------------------


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
        kernel, dilation, padding, _ = setting
        raise RuntimeError(
            f"Given input with spatial size {(height, width)}, kernel_size="
            f"{kernel}, dilation={dilation}, padding={padding}, calculated shape of "
            f"the array of sliding blocks as {blocks}, but its components must "
            "be at least one."
        )
    return Im2Col.apply(input, setting, blocks)


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
    kernel, dilation, padding, stride = setting
    rows, columns = shape[-2:]
    dim = len(shape) - 2
    if rows % math.prod(kernel):
        raise RuntimeError(
            f"Expected size of input's dimension {dim} to be divisible by the product "
            f"of kernel_size, but got input.size({dim})={rows} and kernel_size="
            f"{kernel}."
        )
    high, wide = blocks = _blocks(size, setting)
    if columns != high * wide:
        raise RuntimeError(
            f"Given output_size={size}, kernel_size={kernel}, dilation={dilation}, "
            f"padding={padding}, stride={stride}, expected size of input's dimension "
            f"{dim + 1} to match the calculated number of sliding blocks {high} * "
            f"{wide} = {high * wide}, but got input.size({dim + 1})={columns}."
        )
    images = (*shape[:-2], rows // math.prod(kernel), *size)
    return Col2Im.apply(input, images, setting, blocks)


def _window(kernel_size, dilation, padding, stride) -> tuple:
    """The settings as pairs, once they are numbers that windows can have."""
    given = {"kernel size": kernel_size, "dilation": dilation, "stride": stride}
    kernel, dilation, stride = pairs = [_pair(each) for each in given.values()]
    for name, (high, wide) in zip(given, pairs, strict=True):
        if min(high, wide) <= 0:
            short = name.partition(" ")[0]
            raise RuntimeError(
                f"{name} should be greater than zero, but got {short}_height: "
                f"{high} {short}_width: {wide}"
            )
    return kernel, dilation, _pair(padding), stride


def _pair(given) -> tuple[int, int]:
    """A number for both axes, or one for each."""
    return (given, given) if isinstance(given, int) else tuple(given)


def _blocks(size: tuple[int, int], setting: tuple) -> tuple[int, int]:
    """How many windows there are along each axis."""
    high, wide = (
        (length + 2 * pad - dilation * (kernel - 1) - 1) // stride + 1
        for length, kernel, dilation, pad, stride in zip(size, *setting, strict=True)
    )
    return high, wide
