"""Other values in place of a tensor's own: fill_, zero_, copy_, and `x[key] = value`.

Each op is what the change leaves of the old values: nothing, so their derivative is 0.
"""

import numpy as np

from ..autograd.inplace import change
from ..core.arithmetic import Convert
from ..core.op import Op
from ..tensor import Tensor
from .convert import to


class Fill(Op, name="FillBackward2"):
    """out = one number everywhere; the derivative is 0"""

    @staticmethod
    def forward(ctx, a, value):
        return np.full_like(a, value)

    @staticmethod
    def backward(ctx, grad):
        return np.zeros_like(grad)


class Copy(Op, operands=2, elementwise=True, name="CopyBackwards"):
    """out = b, broadcast to the shape of a: what copy_ leaves in a"""

    @staticmethod
    def forward(ctx, a, b):
        return np.broadcast_to(b, np.broadcast_shapes(a.shape, np.shape(b))).copy()

    @staticmethod
    def backward(ctx, grad):
        return np.zeros_like(grad), grad


Copy.node_class._name = "torch::autograd::CopyBackwards"


class FillTensor(Op, operands=2, elementwise=True, name="FillBackward3"):
    """out = the one number in b everywhere: what is left of a after `a[key] = b`"""

    @staticmethod
    def forward(ctx, a, b):
        return np.full_like(a, b)

    @staticmethod
    def backward(ctx, grad):
        return np.zeros_like(grad), grad


class Zero(Fill, name="ZeroBackward0"):
    """out = 0 everywhere: PyTorch's node for zero_"""


# -- functions --------------------------------------------------------------------


def copied(target: Tensor, source: Tensor) -> Tensor:
    """The values of `source` as copy_ gives them to `target`."""
    if target._data.dtype.kind != "f" and source._data.dtype != target._data.dtype:
        source = Convert.apply(source, target._data.dtype)
    return Copy.apply(target, source)


def copy_(self: Tensor, source: Tensor) -> Tensor:
    """Take over the values of `source`, in place; gradients flow to it."""
    return change(self, copied, source)


def fill_(self: Tensor, value: "float | Tensor") -> Tensor:
    """Fill with `value`, a number or a 0-d tensor, in place; gradients flow to it."""
    if isinstance(value, Tensor):
        if value._data.ndim:
            raise RuntimeError(
                "fill_ only supports 0-dimension value tensor but got tensor with "
                f"{value._data.ndim} dimensions."
            )
        return change(self, FillTensor.apply, to(value, self.dtype))
    if not isinstance(value, int | float | np.generic):
        raise TypeError(
            f"fill_(): argument 'value' must be a number or a Tensor, not "
            f"{type(value).__name__}"
        )
    return change(self, Fill.apply, value)


def zero_(self: Tensor) -> Tensor:
    """Fill with zeros, in place."""
    return change(self, Zero.apply, 0)


# -- the tables -------------------------------------------------------------------

METHODS = {"copy_": copy_, "fill_": fill_, "zero_": zero_}
