"""Arithmetic (Add, Mul are in the core), powers, exp, log, tanh: each with its formula.

Broadcasting and promotion are not here: the engine sums a gradient down to its
operand's shape, and `apply` converts operands. Read it as a table of derivatives;
after it come the functions that choose an op, and which names stand for what.
"""

import numpy as np

from ..autograd.tied import Tied
from ..core.arithmetic import Add as Add
from ..core.arithmetic import Mul as Mul
from ..core.op import Op
from ..errors import not_implemented
from ..tensor import Tensor
from .arguments import joined, number
from .public import public

# -- arithmetic -------------------------------------------------------------------


class Sub(Op, operands=2, elementwise=True):
    """out = a - b"""

    @staticmethod
    def forward(ctx, a, b):
        return a - b

    @staticmethod
    def backward(ctx, grad):
        return grad, -grad


class Rsub(Op, elementwise=True, name="RsubBackward1"):
    """out = b - a for a Python number b"""

    @staticmethod
    def forward(ctx, a, b):
        return b - a

    @staticmethod
    def backward(ctx, grad):
        return -grad


# piece: Div
class Div(Op, operands=2, elementwise=True, floats=True, used_for={0: 1}):
    """out = a / b"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a = grad / b
        return grad_a, -grad_a * a / b


class Neg(Op, elementwise=True):
    """out = -a"""

    @staticmethod
    def forward(ctx, a):
        return -a

    @staticmethod
    def backward(ctx, grad):
        return -grad


class Reciprocal(Op, elementwise=True, floats=True):
    """out = 1 / a, so out' = -out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.reciprocal(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return -grad * out * out


# -- powers -----------------------------------------------------------------------


# piece: Pow
class PowScalar(Op, elementwise=True, name="PowBackward0"):
    """out = a ** n for a Python number n; a ** 0 has the derivative 0 everywhere"""

    @staticmethod
    def forward(ctx, a, n):
        ctx.save_for_backward(a)
        ctx.n = n
        return power(a, n)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        if ctx.n == 0:
            return np.zeros_like(grad)
        if ctx.n == 2:
            return Tied.call(grad, a) * (a + a)
        return grad * (ctx.n * power(a, ctx.n - 1))


class Pow(Op, operands=2, elementwise=True, name="PowBackward1"):
    """out = a ** b; at a = 0 the derivative by b is 0 for b >= 0"""

    @staticmethod
    def forward(ctx, a, b):
        out = np.power(a, b)
        ctx.save_for_backward(a, b, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b, out = ctx.saved_tensors
        grad_a = np.where(b == 0, 0.0, grad * (b * a ** (b - 1)))
        grad_b = np.where((a == 0) & (b >= 0), 0.0, grad * (out * np.log(a)))
        return grad_a, grad_b


class PowOfScalar(Op, elementwise=True, name="PowBackward2"):
    """out = base ** a for a Python number base; base 0 has the derivative 0"""

    @staticmethod
    def forward(ctx, a, base):
        out = np.power(a.dtype.type(base), a)
        ctx.base = base
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        if ctx.base == 0:
            return np.where(a >= 0, 0.0, grad * (out * -np.inf))
        return grad * (out * float(np.log(ctx.base)))


def power(a, n: float):
    """a ** n for an array or a Tensor. Some as products and roots: in NumPy `a**3`
    costs three times `a*a*a`, and a root of -inf is nan only so, as in PyTorch."""
    if isinstance(a, np.ndarray):
        if n == 2:
            return a * a
        if n == 3:
            return a * a * a
        if n == 0.5:
            return np.sqrt(a)
        if n == -0.5:
            return 1 / np.sqrt(a)
    return a**n


# -- exponentials and their like --------------------------------------------------


# piece: Exp
class Exp(Op, elementwise=True, floats=True):
    """out = exp a, so out' = out"""

    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out


# piece: Log
class Log(Op, elementwise=True, floats=True):
    """out = log a, so out' = 1 / a"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.log(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad / a


# piece: Tanh
class Tanh(Op, elementwise=True, floats=True):
    """out = tanh a, so out' = 1 - out²"""

    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return TanhGrad.call(grad, out)


class TanhGrad(Op, operands=2, elementwise=True, name="TanhBackwardBackward0"):
    """out = a (1 - y²), where y is a hyperbolic tangent"""

    @staticmethod
    def plain(a, y):
        product = a * y
        product *= y
        return a - product

    @staticmethod
    def forward(ctx, a, y):
        ctx.save_for_backward(a, y)
        return TanhGrad.plain(a, y)

    @staticmethod
    def backward(ctx, grad):
        a, y = ctx.saved_tensors
        product = grad * y
        return grad - product * y, -2 * product * a


# -- functions --------------------------------------------------------------------


def subtracted_from(input: Tensor, other: float) -> Tensor:
    """other - input, for the reflected operator."""
    if not isinstance(other, int | float):
        return not_implemented((input, other))
    if input._data.dtype.kind != "f":
        input = joined(input, other)
    return Rsub.apply(input, other)


def divided_into(input: Tensor, other: float) -> Tensor:
    """other / input, for the reflected operator."""
    return Mul.apply(Reciprocal.apply(input), other)


def raised(input: "Tensor | float", exponent: "Tensor | float") -> Tensor:
    """input ** exponent; either may be a Python number."""
    if isinstance(exponent, Tensor):
        if isinstance(input, Tensor):
            return Pow.apply(input, exponent)
        return raised_to(exponent, input)
    exponent = number(exponent)
    if not isinstance(exponent, int | float):
        return not_implemented((input, exponent))
    if input._data.dtype.kind != "f":
        input = joined(input, exponent)
        if input._data.dtype.kind != "f" and exponent < 0:
            raise RuntimeError("Integers to negative integer powers are not allowed.")
    return PowScalar.apply(input, exponent)


def raised_to(input: Tensor, base: float) -> Tensor:
    """base ** input, for the reflected operator."""
    base = number(base)
    if not isinstance(base, int | float):
        return not_implemented((input, base))
    if input._data.dtype.kind != "f":
        input = joined(input, base)
    return PowOfScalar.apply(input, base)


def square(input: Tensor) -> Tensor:
    """input ** 2"""
    return raised(input, 2)


def positive(input: Tensor) -> Tensor:
    """The tensor itself, for the operator +x."""
    return input


# -- the tables -------------------------------------------------------------------

METHODS = FUNCTIONS = {
    "mul": Mul,
    "neg": Neg,
    "reciprocal": Reciprocal,
    "pow": public(raised, "pow"),
    "square": square,
    "exp": Exp,
    "log": Log,
    "tanh": Tanh,
}
IN_PLACE = {name: METHODS[name] for name in METHODS if name != "square"}
NUMPY = {
    np.add: Add,
    np.subtract: Sub,
    np.multiply: Mul,
    np.divide: Div,
    np.negative: Neg,
    np.reciprocal: Reciprocal,
    np.power: raised,
    np.square: square,
    np.exp: Exp,
    np.log: Log,
    np.tanh: Tanh,
    np.zeros_like: lambda a, **options: Tensor(np.zeros_like(a._data, **options)),
    np.ones_like: lambda a, **options: Tensor(np.ones_like(a._data, **options)),
}
