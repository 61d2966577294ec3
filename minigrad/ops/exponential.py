"""Exponentials and logarithms other than exp and log. Each docstring is the formula."""

import numpy as np

from ..autograd.function import Op

LN2, LN10 = float(np.log(2.0)), float(np.log(10.0))


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


class Logit(Op, elementwise=True, floats=True):
    """out = log(a / (1 - a)), where a is first clamped to [eps, 1 - eps]"""

    @staticmethod
    def forward(ctx, a, eps):
        ctx.save_for_backward(a)
        ctx.low, ctx.outside = (0.0, np.nan) if eps is None else (eps, 0.0)
        if eps is not None:
            a = np.clip(a, a.dtype.type(eps), a.dtype.type(1 - eps))
        return np.log(a / (1 - a))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        outside = (a < ctx.low) | (a > 1 - ctx.low)
        return np.where(outside, ctx.outside, grad / (a - a * a))


class Exp2(Op, elementwise=True, floats=True):
    """out = 2 ** a, so out' = out log 2"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp2(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out * LN2


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


# -- of two operands --------------------------------------------------------------


class Logaddexp(Op, operands=2, elementwise=True):
    """out = log(exp a + exp b)"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.logaddexp(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad / (np.exp(b - a) + 1), grad / (np.exp(a - b) + 1)


class Logaddexp2(Op, operands=2, elementwise=True):
    """out = log2(2 ** a + 2 ** b)"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.logaddexp2(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad / (2.0 ** (b - a) + 1), grad / (2.0 ** (a - b) + 1)


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


class XlogyOfScalar(Op, elementwise=True, floats=True, name="XlogyBackward1"):
    """out = number log a, and 0 for the number 0"""

    @staticmethod
    def forward(ctx, a, number):
        ctx.number = number
        ctx.save_for_backward(a)
        return number * np.log(a) if number else np.where(a == a, 0.0, a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * ctx.number / a


class XlogyScalar(Op, elementwise=True, floats=True, name="XlogyBackward2"):
    """out = a log number, and 0 where a is 0"""

    @staticmethod
    def forward(ctx, a, number):
        ctx.number = number
        ctx.save_for_backward(a)
        return np.where(a == 0, 0.0, a * np.log(a.dtype.type(number)))

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if ctx.number > 0:
            return grad * float(np.log(ctx.number))
        return np.where(a == 0, 0.0, XlogyScalar.call(grad, ctx.number))
