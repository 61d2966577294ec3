"""Taking, replacing or finding the entries at which a bool tensor is True.

The mask comes behind the operands and has no gradient. It is saved, so that a change of
it in place is noticed.
"""

import numpy as np

from .. import dtypes
from ..core.op import Op
from ..errors import size_error, type_name
from ..tensor import Tensor
from .convert import to
from .expand import expand
from .reduce import Sum


class MaskedFill(Op, operands=None):
    """out = a, with a number where the mask is True"""

    @staticmethod
    def forward(ctx, a, value, mask):
        ctx.save_for_backward(mask)
        return np.where(mask, a.dtype.type(value), a)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return MaskedFill.call(grad, 0.0, mask)


class MaskedFillTensor(Op, operands=2, name="MaskedFillBackward1"):
    """out = a, with the 0-d tensor b where the mask is True"""

    @staticmethod
    def forward(ctx, a, b, mask):
        ctx.save_for_backward(mask)
        return np.where(mask, b, a)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        needs_a, needs_b = ctx.needs_input_grad
        return (
            MaskedFill.call(grad, 0.0, mask) if needs_a else None,
            Sum.call(np.where(mask, grad, 0.0), None, False) if needs_b else None,
        )


class MaskedSelect(Op, operands=None):
    """out = the entries of a where the mask, of the same shape, is True"""

    @staticmethod
    def forward(ctx, a, none, mask):
        ctx.save_for_backward(mask)
        return a[mask]

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return MaskedPlace.call(grad, None, mask)


class MaskedPlace(Op, operands=None):
    """out = zeros, with the entries of the vector a where the mask is True"""

    @staticmethod
    def forward(ctx, a, none, mask):
        ctx.save_for_backward(mask)
        out = np.zeros(mask.shape, a.dtype)
        out[mask] = a
        return out

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return MaskedSelect.call(grad, None, mask)


# -- functions --------------------------------------------------------------------


def masked_fill(input: Tensor, mask: Tensor, value: "Tensor | float") -> Tensor:
    """The input, with `value` where the mask is True; they broadcast together."""
    if mask._data.dtype != np.bool_:
        raise RuntimeError(
            "masked_fill_ only supports boolean masks, but got mask with dtype "
            f"{dtypes.C_NAMES[mask.dtype]}"
        )
    if not isinstance(value, Tensor | int | float):
        raise TypeError(
            "masked_fill() received an invalid combination of arguments - got (Tensor, "
            f"{type_name(value)}), but expected one of:\n * (Tensor mask, Tensor value)"
            "\n * (Tensor mask, Number value)"
        )
    input = _widened(input, mask)
    if not isinstance(value, Tensor):
        return MaskedFill.apply(input, value, mask)
    if value._data.ndim:
        raise RuntimeError(
            "masked_fill_ only supports a 0-dimensional value tensor, but got tensor "
            f"with {value._data.ndim} dimension(s)."
        )
    return MaskedFillTensor.apply(input, to(value, input.dtype), mask)


def _widened(input: Tensor, mask: Tensor) -> Tensor:
    """The input, expanded to the shape to which it and the mask broadcast."""
    own, other = input._data.shape, mask._data.shape
    if own == other:
        return input
    try:
        shape = np.broadcast_shapes(own, other)
    except ValueError:
        # PyTorch names the mask's size first.
        raise size_error(other, own) from None
    return input if shape == own else expand(input, shape)


def masked_select(input: Tensor, mask: Tensor) -> Tensor:
    """A vector of the entries where the mask is True; they broadcast together."""
    if mask._data.dtype != np.bool_:
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    input = _widened(input, mask)
    if mask._data.shape != input._data.shape:
        mask = expand(mask, input._data.shape)
    return MaskedSelect.apply(input, None, mask)


def nonzero(input: Tensor, *, as_tuple: bool = False) -> "Tensor | tuple[Tensor, ...]":
    """The places of the entries that are not 0: one per row, or a vector per axis."""
    array = input._data
    if as_tuple:
        return tuple(map(Tensor, np.array(np.atleast_1d(array).nonzero(), np.int64)))
    if array.ndim == 0:
        return Tensor(np.zeros((int(bool(array)), 0), np.int64))
    return Tensor(np.argwhere(array).astype(np.int64, copy=False))


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = "masked_fill masked_select nonzero".split()
IN_PLACE = {"masked_fill": masked_fill}
NUMPY: dict = {}
