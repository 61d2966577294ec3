"""Padding: with a number, or with the entries at the border."""

import numpy as np

from ..autograd.tied import Tied
from ..core.op import Op
from ..tensor import Tensor
from .rows import AddedRows


class ConstantPadNd(Op):
    """out = a with `value` around it

    `pads` says for each axis how many entries come before and how many behind; a
    negative number takes entries away.
    """

    @staticmethod
    def forward(ctx, a, pads, value):
        ctx.back = tuple([(-before, -behind) for before, behind in pads])
        shape = [n + sum(pad) for n, pad in zip(a.shape, pads, strict=True)]
        out = np.full(shape, value, a.dtype) if value else np.zeros(shape, a.dtype)
        key = inner(shape, pads)
        ctx.key = key if out[key].shape == a.shape else None  # if nothing is cut off
        out[key] = a[inner(a.shape, ctx.back)]
        return out

    @staticmethod
    def backward(ctx, grad):
        if ctx.key is not None:
            return grad[ctx.key]
        return ConstantPadNd.call(grad, ctx.back, 0)


def inner(shape, pads: tuple) -> tuple:
    """The key of what is left of a padded array without its pads."""
    return tuple(
        slice(max(before, 0), size - max(behind, 0))
        for size, (before, behind) in zip(shape, pads, strict=True)
    )


class BorderPad(Op):
    """out = a with entries of its own around it: along `axes` those at `places`

    PyTorch pads with `copies` for mode "circular": their gradient has no history.
    """

    @staticmethod
    def forward(ctx, a, axes, places, copies):
        ctx.shape, ctx.axes = a.shape, axes
        ctx.save_for_backward(None if copies else a, *places)
        for axis, at in zip(axes, places, strict=True):
            a = np.take(a, at, axis)
        return a

    @staticmethod
    def backward(ctx, grad):
        a, *places = ctx.saved_tensors
        grad = Tied.call(grad, a)
        for axis, at in zip(ctx.axes, places, strict=True):
            shape = (*grad.shape[:axis], ctx.shape[axis], *grad.shape[axis + 1 :])
            grad = AddedRows.call(grad, shape, axis, at)
        return grad


class ReflectionPad1D(BorderPad):
    """out = a mirrored at the first and last entry of the last axis"""


class ReflectionPad2D(BorderPad):
    """out = a mirrored at the borders of the last two axes"""


class ReplicationPad1D(BorderPad):
    """out = a with the first and last entry of the last axis repeated"""


class ReplicationPad2D(BorderPad):
    """out = a with the borders of the last two axes repeated"""


# -- functions --------------------------------------------------------------------

_BORDERS = {  # NumPy's name, and the op for one axis and for two
    "reflect": ("reflect", ReflectionPad1D, ReflectionPad2D),
    "replicate": ("edge", ReplicationPad1D, ReplicationPad2D),
    "circular": ("wrap", BorderPad, BorderPad),
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
    counts, shape = tuple(pad), input._data.shape
    if len(counts) % 2:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(counts) > 2 * len(shape):
        raise RuntimeError(
            "Padding length should be less than or equal to two times the input "
            f"dimension but got padding length {len(counts)} and input of dimension "
            f"{len(shape)}"
        )
    pairs = tuple(zip(counts[::2], counts[1::2], strict=True))[::-1]
    if mode == "constant":
        pads = ((0, 0),) * (len(shape) - len(pairs)) + pairs
        for size, (before, behind) in zip(shape, pads, strict=True):
            if size + min(before, 0) + min(behind, 0) < 0:
                raise RuntimeError("narrow(): length must be non-negative.")
        return ConstantPadNd.apply(input, pads, value or 0)
    if value:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    if mode not in _BORDERS:
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    return _border(input, pairs, mode)


def _border(input: Tensor, pairs: tuple, mode: str) -> Tensor:
    """Pads of the last axes, one pair for each."""
    shape, spatial = input._data.shape, len(pairs)
    if spatial not in (1, 2) or len(shape) not in (spatial + 1, spatial + 2):
        raise NotImplementedError(
            f"Padding size {2 * spatial} is not supported for {len(shape)}D input "
            "tensor."
        )
    name, *ops = _BORDERS[mode]
    axes, places = tuple(range(len(shape) - spatial, len(shape))), []
    for axis, pads in zip(axes, pairs, strict=True):
        if min(pads) < 0:
            raise NotImplementedError('pads below 0 are for mode "constant" only')
        if mode == "reflect" and max(pads) >= shape[axis]:
            raise RuntimeError(
                "Argument #4: Padding size should be less than the corresponding input "
                f"dimension, but got: padding ({pads[0]}, {pads[1]}) at dimension "
                f"{axis} of input {list(shape)}"
            )
        if mode == "circular" and max(pads) > shape[axis]:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        places.append(np.pad(np.arange(shape[axis]), pads, name))
    return ops[spatial - 1].apply(input, axes, places, mode == "circular")


# -- the tables -------------------------------------------------------------------

METHODS: list[str] = []
FUNCTIONS: list[str] = []  # nn.functional shows `pad`
NUMPY: dict = {}
