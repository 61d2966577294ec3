"""Windows: cutting them out, which takes entries several times, and summing them up.

Each pair, `Unfold` and `Fold`, `Im2Col` and `Col2Im`, is each other's derivative.
"""

import numpy as np
from numpy.lib.stride_tricks import as_strided

from ..autograd.views import ViewOp
from ..core.op import Op


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
