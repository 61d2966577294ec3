"""Gradients that have the history of what they were computed with.

The slope of relu is constant where there is one: a formula makes of it a mask without
history. In PyTorch the gradient requires grad nevertheless, as it is a function of a
saved tensor that does. So under `create_graph` the formulas tie it to what they saved.
"""

import numpy as np

from ..core.op import Op
from ..core.tensor import Tensor


class Tied(Op, operands=None):
    """out = a, with the history of the others, too; they get zeros"""

    @staticmethod
    def call(grad, *saved):
        """The gradient, tied to those of the saved tensors that require grad."""
        if not isinstance(grad, Tensor):  # in an ordinary pass
            return grad
        saved = [each for each in saved if each is not None and each.requires_grad]
        return Tied.apply(grad, *saved) if saved else grad

    @staticmethod
    def forward(ctx, a, *others):
        ctx.save_for_backward(*others)
        return a

    @staticmethod
    def backward(ctx, grad):
        return grad, *[np.zeros_like(each) for each in ctx.saved_tensors]
