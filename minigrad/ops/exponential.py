"""Roots, and exponentials and logarithms other than exp and log.

Each docstring is the formula.
"""

import numpy as np

from ..core.op import Op

LN2, LN10 = float(np.log(2.0)), float(np.log(10.0))


class Sqrt(Op, elementwise=True, floats=True):
    """out = √a, so out' = 1 / (2 out)"""

    @staticmethod
    def forward(ctx, a):
        out = np.sqrt(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad / (2 * out)


class Rsqrt(Op, elementwise=True, floats=True):
    """out = 1 / √a, so out' = -out³ / 2"""

    @staticmethod
    def forward(ctx, a):
        out = np.reciprocal(np.sqrt(a))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (out * out * out) * -0.5


class Sigmoid(Op, elementwise=True, floats=True):
    """out = 1 / (1 + exp(-a)), so out' = out (1 - out)"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(-a)  # inf for a far below 0: then out is 0, as it should be
        out += 1
        out = np.reciprocal(out)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        grad = grad * out
        return grad - grad * out


class Expm1(Op, elementwise=True, floats=True):
    """out = exp(a) - 1, so out' = out + 1"""

    @staticmethod
    def forward(ctx, a):
        out = np.expm1(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out + grad


class Log1p(Op, elementwise=True, floats=True, name="Log1PBackward0"):
    """out = log(1 + a), so out' = 1 / (1 + a)"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log1p(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / (a + 1)


class Log2(Op, elementwise=True, floats=True):
    """out = the logarithm with base 2, so out' = 1 / (a log 2)"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log2(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / (a * LN2)


class Log10(Op, elementwise=True, floats=True):
    """out = the logarithm with base 10, so out' = 1 / (a log 10)"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log10(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / (a * LN10)


class Xlogy(Op, operands=2, elementwise=True, floats=True):
    """out = a log b, and 0 where a is 0"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.where((a == 0) & (b == b), 0.0, a * np.log(b)).astype(a.dtype)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = np.where((a == 0) & (b <= 0), 0.0, Xlogy.call(grad, b))
        return grad_a, grad * a / b


METHODS = FUNCTIONS = {
    op.__name__.lower(): op
    for op in (Sqrt, Rsqrt, Sigmoid, Expm1, Log1p, Log2, Log10, Xlogy)
}
IN_PLACE = {"sqrt": Sqrt, "rsqrt": Rsqrt, "sigmoid": Sigmoid}
NUMPY = {np.sqrt: Sqrt, np.expm1: Expm1, np.log1p: Log1p}
