"""Activations: functions of one entry, most of them in two pieces.

The ops, then the functions of nn.functional that choose them. At the border of two
pieces the derivative is the one that PyTorch takes.
"""

import numpy as np

from ..autograd.inplace import change
from ..autograd.tied import Tied
from ..core.op import Op
from ..errors import axes_of, check_tensor
from ..tensor import Tensor
from .arguments import check_kind
from .exponential import Sigmoid
from .extremes import ReLU
from .join import Cat
from .masked import Masked
from .reduce import Sum

# -- the ops ----------------------------------------------------------------------


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
        grad = Tied.call(grad, a)
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
        grad = Tied.call(grad, a, weight)
        below = Masked.call(grad, ~(a > 0))
        grad_weight = Sum.call(below * a, ctx.axes, True)
        return grad - below + below * weight, grad_weight


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
        inside = ~((a <= low) | (a >= high))  # nan, too
        return Masked.call(Tied.call(grad, a), inside)


class Elu(Op):
    """out = scale a if a > 0, else scale alpha (exp(a) - 1)"""

    @staticmethod
    def forward(ctx, a, alpha, scale):
        ctx.alpha, ctx.scale = alpha, scale
        below = np.expm1(np.minimum(a, 0))
        below *= alpha * scale
        out = np.maximum(a, 0) * scale + below
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, out = ctx.saved_tensors
        below = Masked.call(grad * (out + ctx.alpha * ctx.scale), a <= 0)
        return below + Masked.call(grad, ~(a <= 0)) * ctx.scale


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


class Glu(Op):
    """out = a σ(b) for the two halves a and b of an axis"""

    @staticmethod
    def forward(ctx, x, dim):
        half, before = x.shape[dim] // 2, (slice(None),) * dim
        ctx.halves = (*before, slice(half)), (*before, slice(half, None))
        ctx.dim = dim
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


# -- the functions ----------------------------------------------------------------


def _applied(op: type, input: Tensor, *options, inplace: bool = False) -> Tensor:
    """The op on `input`, whose values it replaces if `inplace`."""
    if inplace:
        return change(input, op.apply, *options)
    return op.apply(input, *options)


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """max(input, 0)"""
    check_tensor("relu", input)
    return _applied(ReLU, input, inplace=inplace)


def relu_(input: Tensor) -> Tensor:
    """max(input, 0), in place."""
    return change(input, ReLU.apply)


def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """min(max(input, 0), 6)"""
    return _applied(Hardtanh, input, 0.0, 6.0, inplace=inplace)


def hardtanh(
    input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False
) -> Tensor:
    """input, limited to what lies between min_val and max_val"""
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    return _applied(Hardtanh, input, min_val, max_val, inplace=inplace)


def leaky_relu(
    input: Tensor, negative_slope: float = 0.01, inplace: bool = False
) -> Tensor:
    """input where it is above 0, else negative_slope * input"""
    check_kind("leaky_relu_cpu", input, "f")
    return _applied(LeakyReLU, input, negative_slope, inplace=inplace)


def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """input where it is above 0, else weight * input; one weight, or one a channel"""
    x, w = input._data, weight._data
    channels = x.shape[1] if x.ndim > 1 else 1
    if w.size not in (1, channels):
        raise RuntimeError(
            "Mismatch of parameter numbers and input channel size. Found parameter "
            f"numbers = {w.size} and channel size = {channels}."
        )
    if x.ndim != w.ndim or w.ndim > 1:
        weight = weight.view((1, w.size, *(1,) * (x.ndim - 2))[: x.ndim])
    return Prelu.apply(input, weight)


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """input where it is above 0, else alpha * (exp(input) - 1)"""
    check_kind("elu_cpu", input, "f")
    return _applied(Elu, input, alpha, 1, inplace=inplace)


def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """`elu` with the alpha and the scale that keep mean 0 and variance 1"""
    check_kind("elu_cpu", input, "f")
    alpha, scale = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946
    return _applied(Elu, input, alpha, scale, inplace=inplace)


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """input * sigmoid(input)"""
    check_kind("silu_cpu", input, "f")
    return _applied(Silu, input, inplace=inplace)


def softplus(input: Tensor, beta: float = 1, threshold: float = 20) -> Tensor:
    """log(1 + exp(beta * input)) / beta; input where beta * input > threshold"""
    check_kind("softplus_cpu", input, "f")
    return Softplus.apply(input, beta, threshold)


def logsigmoid(input: Tensor) -> Tensor:
    """log(sigmoid(input))"""
    check_kind("log_sigmoid_cpu", input, "f")
    return LogSigmoid.apply(input)


def softsign(input: Tensor) -> Tensor:
    """input / (1 + |input|)"""
    return input / (input.abs() + 1)


def glu(input: Tensor, dim: int = -1) -> Tensor:
    """a * sigmoid(b), where a and b are the halves of the axis `dim`"""
    (axis,) = axes_of(dim, input._data.ndim)
    size = input._data.shape[axis]
    if size % 2:
        raise RuntimeError(
            f"Halving dimension must be even, but dimension {axis} is size {size}"
        )
    check_kind("glu_cpu", input, "f")
    return Glu.apply(input, axis)


def sigmoid(input: Tensor) -> Tensor:
    """1 / (1 + exp(-input))"""
    return input.sigmoid()


def tanh(input: Tensor) -> Tensor:
    """The hyperbolic tangent."""
    return input.tanh()
