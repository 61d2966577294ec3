"""The error function and the gamma function, and what belongs to them."""

import numpy as np

from ..autograd.function import Op
from . import error_function, gamma

SLOPE = float(2 / np.sqrt(np.pi))  # of erf at 0


class Erf(Op, elementwise=True, floats=True):
    """out = erf a, so out' = 2 / √π exp(-a²)"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return error_function.erf(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.exp(-a * a) * SLOPE


class Erfc(Op, elementwise=True, floats=True):
    """out = 1 - erf a, so out' = -2 / √π exp(-a²)"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return error_function.erfc(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.exp(-a * a) * -SLOPE


class Erfinv(Op, elementwise=True, floats=True):
    """out = the number whose erf is a, so out' = √π / 2 exp(out²)"""

    @staticmethod
    def forward(ctx, a):
        out = error_function.erfinv(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * np.exp(out * out) * (1 / SLOPE)


class Lgamma(Op, elementwise=True, floats=True):
    """out = log |Γ(a)|, so out' = digamma a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return gamma.lgamma(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * Digamma.call(a)


class Digamma(Op, elementwise=True, floats=True):
    """out = the derivative of log Γ, so out' = polygamma 1"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return gamma.digamma(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * Polygamma.call(a, 1)


class Polygamma(Op, elementwise=True, floats=True):
    """out = the n-th derivative of digamma, so out' is the next one"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.n = n
        ctx.save_for_backward(a)
        return gamma.polygamma(n, a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * Polygamma.call(a, ctx.n + 1)
