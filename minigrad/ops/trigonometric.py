"""Trigonometric functions with their inverses, and sinh and cosh.

Each docstring is the formula.
"""

import numpy as np

from ..core.op import Op

# -- sine and its kin -------------------------------------------------------------


class Sin(Op, elementwise=True, floats=True):
    """out = sin a, so out' = cos a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.sin(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.cos(a)


class Cos(Op, elementwise=True, floats=True):
    """out = cos a, so out' = -sin a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.cos(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return -grad * np.sin(a)


class Tan(Op, elementwise=True, floats=True):
    """out = tan a, so out' = 1 + out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tan(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad + grad * out * out


class Asin(Op, elementwise=True, floats=True):
    """out = arcsin a, so out' = 1 / √(1 - a²)"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.arcsin(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / np.sqrt(1 - a * a)


class Acos(Op, elementwise=True, floats=True):
    """out = arccos a, so out' = -1 / √(1 - a²)"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.arccos(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return -grad / np.sqrt(1 - a * a)


class Atan(Op, elementwise=True, floats=True):
    """out = arctan a, so out' = 1 / (1 + a²)"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.arctan(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / (a * a + 1)


class Atan2(Op, operands=2, elementwise=True, floats=True):
    """out = the angle of the point (b, a); at the origin the derivatives are 0"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.arctan2(a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        squares = a * a + b * b
        grad = np.where(squares == 0, 0.0, grad / squares)
        return grad * b, -grad * a


# -- hyperbolic -------------------------------------------------------------------


class Sinh(Op, elementwise=True, floats=True):
    """out = sinh a, so out' = cosh a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.sinh(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.cosh(a)


class Cosh(Op, elementwise=True, floats=True):
    """out = cosh a, so out' = sinh a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.cosh(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * np.sinh(a)


METHODS = FUNCTIONS = {
    op.__name__.lower(): op
    for op in (Sin, Cos, Tan, Asin, Acos, Atan, Atan2, Sinh, Cosh)
}
NUMPY = {np.sin: Sin, np.cos: Cos, np.sinh: Sinh, np.cosh: Cosh}
