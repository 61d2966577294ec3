"""Operations of two or three operands in one step: lerp, addcmul, hypot …"""

import numpy as np

from ..autograd.function import Op


class AddScaled(Op, operands=2, elementwise=True, name="AddBackward0"):
    """out = a + alpha b"""

    @staticmethod
    def forward(ctx, a, b, alpha):
        ctx.alpha = alpha
        return a + b * alpha

    @staticmethod
    def backward(ctx, grad):
        return grad, grad * ctx.alpha


class SubScaled(Op, operands=2, elementwise=True, name="SubBackward0"):
    """out = a - alpha b"""

    @staticmethod
    def forward(ctx, a, b, alpha):
        ctx.alpha = alpha
        return a - b * alpha

    @staticmethod
    def backward(ctx, grad):
        return grad, -grad * ctx.alpha


class RsubTensor(Op, operands=2, elementwise=True, name="RsubBackward0"):
    """out = b - alpha a"""

    @staticmethod
    def forward(ctx, a, b, alpha):
        ctx.alpha = alpha
        return b - a * alpha

    @staticmethod
    def backward(ctx, grad):
        return -grad * ctx.alpha, grad


class Lerp(Op, operands=2, elementwise=True, name="LerpBackward0"):
    """out = a + weight (b - a) for a Python number `weight`"""

    @staticmethod
    def forward(ctx, a, b, weight):
        ctx.weight = weight
        if abs(weight) < 0.5:  # the form that meets its end exactly at weight 1
            return a + (b - a) * weight
        return b - (b - a) * (1 - weight)

    @staticmethod
    def backward(ctx, grad):
        return grad * (1 - ctx.weight), grad * ctx.weight


class LerpTensor(Op, operands=3, elementwise=True, name="LerpBackward1"):
    """out = a + weight (b - a)"""

    @staticmethod
    def forward(ctx, a, b, weight):
        ctx.save_for_backward(a, b, weight)
        step = b - a
        return np.where(
            np.abs(weight) < 0.5, a + weight * step, b - step * (1 - weight)
        )

    @staticmethod
    def backward(ctx, grad):
        a, b, weight = ctx.saved_tensors
        return grad * (1 - weight), grad * weight, grad * (b - a)


class Addcmul(Op, operands=3, elementwise=True):
    """out = a + value b c"""

    @staticmethod
    def forward(ctx, a, b, c, value):
        ctx.value = value
        ctx.save_for_backward(b, c)
        return a + (b * c if value == 1 else b * c * value)

    @staticmethod
    def backward(ctx, grad):
        b, c = ctx.saved_tensors
        scaled = grad if ctx.value == 1 else grad * ctx.value
        return grad, scaled * c, scaled * b


class Addcdiv(Op, operands=3, elementwise=True):
    """out = a + value b / c"""

    @staticmethod
    def forward(ctx, a, b, c, value):
        ctx.value = value
        ctx.save_for_backward(b, c)
        return a + (b / c if value == 1 else b / c * value)

    @staticmethod
    def backward(ctx, grad):
        b, c = ctx.saved_tensors
        grad_b = grad * ctx.value / c
        return grad, grad_b, -grad_b * b / c


class Hypot(Op, operands=2, elementwise=True):
    """out = √(a² + b²)"""

    @staticmethod
    def forward(ctx, a, b):
        out = np.hypot(a, b)
        ctx.save_for_backward(a, b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b, out = ctx.saved_tensors
        return grad * (a / out), grad * (b / out)
