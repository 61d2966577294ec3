"""Activations: functions of one entry, most of them in two or three pieces.

At the border of two pieces the derivative is the one that PyTorch takes.
"""

import numpy as np

from ..core.op import Op
from .exponential import Sigmoid
from .join import Cat
from .masked import Masked
from .reduce import Sum

# -- pieces of lines --------------------------------------------------------------


class LeakyReLU(Op, name="LeakyReluBackward0"):
    """out = a if a > 0, else slope a"""

    @staticmethod
    def forward(ctx, a, slope):
        ctx.slope = slope
        ctx.save_for_backward(a)
        return np.maximum(a, 0) + slope * np.minimum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return Masked.call(grad, a > 0) + ctx.slope * Masked.call(grad, ~(a > 0))


class Prelu(Op, operands=2, name="PreluKernelBackward0"):
    """out = a if a > 0, else weight a"""

    @staticmethod
    def forward(ctx, a, weight):
        ctx.save_for_backward(a, weight)
        ctx.axes = tuple(i for i, size in enumerate(weight.shape) if size == 1)
        return np.maximum(a, 0) + weight * np.minimum(a, 0)

    @staticmethod
    def backward(ctx, grad):
        a, weight = ctx.saved_tensors
        below = Masked.call(grad, ~(a > 0))
        grad_weight = Sum.call(below * a, ctx.axes, True)
        return grad - below + below * weight, grad_weight


class Threshold(Op):
    """out = a if a > threshold, else a number"""

    @staticmethod
    def forward(ctx, a, threshold, value):
        ctx.threshold = threshold
        ctx.save_for_backward(a)
        return np.where(a <= threshold, a.dtype.type(value), a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return Masked.call(grad, ~(a <= ctx.threshold))


class Hardtanh(Op):
    """out = a between two bounds, where the derivative is 0"""

    @staticmethod
    def forward(ctx, a, low, high):
        ctx.bounds = low, high
        ctx.save_for_backward(a)
        return np.minimum(np.maximum(a, a.dtype.type(low)), a.dtype.type(high))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        low, high = ctx.bounds
        return Masked.call(grad, ~((a <= low) | (a >= high)))  # nan is between


class Hardsigmoid(Op):
    """out = a / 6 + 1 / 2 between 0 and 1"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.minimum(np.maximum(a + 3, 0), 6) / 6

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return Masked.call(grad / 6, (a > -3) & (a < 3))


class Hardswish(Op):
    """out = a (a / 6 + 1 / 2) between -3 and 3, 0 below, a above"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a * np.minimum(np.maximum(a + 3, 0), 6) / 6

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        middle = Masked.call(grad * (a / 3 + 0.5), (a > -3) & (a < 3))
        return middle + Masked.call(grad, ~(a < 3))  # nan is above


class Hardshrink(Op):
    """out = a, but 0 where |a| <= width"""

    @staticmethod
    def forward(ctx, a, width):
        ctx.width = width
        ctx.save_for_backward(a)
        return np.where(np.abs(a) <= width, a.dtype.type(0), a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return Masked.call(grad, ~(np.absolute(a) <= ctx.width))


class Softshrink(Op):
    """out = a nearer to 0 by a width, 0 where |a| is less"""

    @staticmethod
    def forward(ctx, a, width):
        ctx.width = width
        ctx.save_for_backward(a)
        shrunk = np.where(a > width, a - width, a + width)
        return np.where(np.abs(a) > width, shrunk, a * 0)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return Masked.call(grad, ~(np.absolute(a) <= ctx.width))


# -- with exponentials ------------------------------------------------------------


class Elu(Op):
    """out = scale a if a > 0, else scale alpha (exp(rate a) - 1)"""

    @staticmethod
    def forward(ctx, a, alpha, scale, rate):
        ctx.alpha, ctx.scale, ctx.rate = alpha, scale, rate
        below = np.expm1(np.minimum(a, 0) * rate)
        below *= alpha * scale
        out = np.maximum(a, 0) * scale + below
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        slope = (out + ctx.alpha * ctx.scale) * ctx.rate
        below = Masked.call(grad * slope, a <= 0)
        return below + Masked.call(grad, ~(a <= 0)) * ctx.scale


class Celu(Elu):
    """out = a if a > 0, else alpha (exp(a / alpha) - 1)"""


class Softplus(Op):
    """out = log(1 + exp(beta a)) / beta; a itself where beta a is above a threshold"""

    @staticmethod
    def forward(ctx, a, beta, threshold):
        ctx.beta, ctx.threshold = beta, threshold
        ctx.save_for_backward(a)
        z = a * beta
        return np.where(z > threshold, a, np.log1p(np.exp(z)) / beta)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        z = a * ctx.beta
        curved = Masked.call(grad * Sigmoid.call(z), ~(z > ctx.threshold))
        return curved + Masked.call(grad, z > ctx.threshold)


class LogSigmoid(Op):
    """out = log σ(a) = min(a, 0) - log(1 + exp(-|a|))"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.minimum(a, 0) - np.log1p(np.exp(-np.abs(a)))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * Sigmoid.call(-a)


class Silu(Op):
    """out = a σ(a)"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a * Sigmoid.call(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        s = Sigmoid.call(a)
        return grad * (s + a * s * (1 - s))


class Mish(Op):
    """out = a tanh(log(1 + exp a))"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a * np.tanh(np.logaddexp(a, 0))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        t = np.tanh(-LogSigmoid.call(-a))
        return grad * (t + a * Sigmoid.call(a) * (1 - t * t))


class Glu(Op):
    """out = a σ(b) for the two halves a and b of an axis"""

    @staticmethod
    def forward(ctx, x, dim):
        ctx.halves, ctx.dim = halves(x.shape, dim), dim
        ctx.save_for_backward(x)
        a, b = ctx.halves
        return x[a] * Sigmoid.call(x[b])

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        a, b = ctx.halves
        s = Sigmoid.call(x[b])
        grad = grad * s
        return Cat.call(grad, grad * x[a] * (1 - s), ctx.dim)


def halves(shape: tuple[int, ...], dim: int) -> tuple[tuple, tuple]:
    """Keys for the two halves of an axis."""
    half, before = shape[dim] // 2, (slice(None),) * dim
    return (*before, slice(half)), (*before, slice(half, 2 * half))
