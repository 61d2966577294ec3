"""Normalization: entries shifted and scaled to the mean 0 and the variance 1.

Layer, group and batch norms differ in the axes over which mean and variance are taken.
Their derivative is `grads_of`. `Standardize` takes mean and variance as given. The
functions that choose them stand in normalization.py.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy import ndarray

from ...autograd.tied import Tied
from ...core import arithmetic
from ...core.op import Op
from ...ops.reduce import Sum


class Axes(NamedTuple):
    """The input in the shape `rows`; its statistics are over the axes `reduced`.

    Weight and bias have `shape`, and broadcast to the rows as `parameters`.
    """

    rows: tuple[int, ...]
    reduced: tuple[int, ...]
    parameters: tuple[int, ...]
    shape: tuple[int, ...]

    def count(self) -> int:
        """How many entries a mean is over; 1 for none: their gradient is empty."""
        return math.prod([self.rows[axis] for axis in self.reduced]) or 1


class LayerNorm(Op, operands=3, name="NativeLayerNormBackward0"):
    """out = (x - mean) / √(var + eps) weight + bias

    Backward computes mean and variance anew: that costs less than keeping them.
    """

    @staticmethod
    def forward(ctx, x, weight, bias, axes, eps):
        ctx.save_for_backward(x, weight)
        return normalized(ctx, x, weight, bias, axes, eps)[0]

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        rows, reduced, *_ = ctx.axes
        if len(rows) == 2:  # of a group norm, PyTorch computes each gradient by itself
            grad = Tied.call(grad, x, weight)
        out, mean, var = centered(x.reshape(rows), reduced, ctx.count)
        return grads_of(grad, ctx, weight, out, 1 / np.sqrt(var + ctx.eps))


class GroupNorm(LayerNorm, name="NativeGroupNormBackward0"):
    """The statistics are over the channels of a group, each with its parameters."""


class BatchNorm(Op, operands=3, name="NativeBatchNormBackward0"):
    """out = as for `LayerNorm`, over all axes but the second; and mean and variance"""

    @staticmethod
    def forward(ctx, x, weight, bias, axes, eps):
        out, mean, var = normalized(ctx, x, weight, bias, axes, eps)
        ctx.save_for_backward(x, weight, mean, var)
        return out, mean, var

    @staticmethod
    def backward(ctx, grad, grad_mean, grad_var):
        x, weight, mean, var = ctx.saved_tensors
        rows = x.reshape(ctx.axes[0]) - mean
        grad = np.zeros_like(x) if grad is None else Tied.call(grad, x, weight)
        grad_x, *others = grads_of(grad, ctx, weight, rows, 1 / np.sqrt(var + ctx.eps))
        if grad_mean is not None and grad_x is not None:
            grad_x = grad_x + (grad_mean / ctx.count + rows * 0).reshape(x.shape)
        if grad_var is not None and grad_x is not None:
            grad_x = grad_x + (rows * (grad_var * (2 / ctx.count))).reshape(x.shape)
        return grad_x, *others


def normalized(ctx, x: ndarray, weight, bias, axes: Axes, eps: float) -> tuple:
    """What a norm computes of arrays, mean and variance; its settings go on ctx."""
    ctx.axes, ctx.count, ctx.eps = axes, axes.count(), eps
    out, mean, var = centered(x.reshape(axes.rows), axes.reduced, ctx.count)
    out *= 1 / np.sqrt(var + eps)
    out = with_parameters(out, weight, bias, axes.parameters)
    return out.reshape(x.shape), mean, var


def centered(a, axes: tuple[int, ...], count: int) -> tuple:
    """`a` less its mean over axes, the mean, and the variance."""
    mean = total(a, None, axes) / count
    out = a - mean
    return out, mean, total(out, out, axes) / count


def total(a, b, axes: tuple[int, ...]):
    """The sum of a, or of a * b, over axes, which are kept with size 1."""
    if not isinstance(a, np.ndarray):
        return Sum.call(a if b is None else a * b, axes, True)
    if b is not None and axes == (a.ndim - 1,):
        return np.vecdot(a, b)[..., None]
    return arithmetic.sums(a if b is None else a * b, axes, keepdims=True)


def grads_of(grad, ctx, weight, centered, scale) -> tuple:
    """The gradients of input, weight and bias."""
    needs_x, needs_weight, needs_bias = ctx.needs_input_grad
    rows, reduced, parameters, shape = ctx.axes
    grad_x = grad_weight = grad_bias = None
    given, grad = grad.shape, grad.reshape(rows)
    if needs_x:
        through = grad if weight is None else grad * weight.reshape(parameters)
        grad_x = input_grad(through, centered, scale, reduced, ctx.count).reshape(given)
    if needs_weight:
        grad_weight = parameter_grad(grad * centered, parameters, scale).reshape(shape)
    if needs_bias:
        grad_bias = parameter_grad(grad, parameters).reshape(shape)
    return grad_x, grad_weight, grad_bias


def input_grad(a, centered, scale, axes: tuple[int, ...], count: int):
    """The gradient of the input, where `a` is that of `centered * scale`.

    Adding a constant or a multiple of the input has no effect on the output.
    """
    slope = total(a, centered, axes) * (scale * scale / count)
    mean = total(a, None, axes) / count
    if isinstance(a, np.ndarray):
        out = centered * slope
        np.subtract(a, out, out=out)
        out -= mean
        out *= scale
        return out
    return (a - mean - centered * slope) * scale


def parameter_grad(a, parameters: tuple[int, ...], scale=None):
    """The gradient of weight or bias: `a` times the scale, summed over what shares one.

    For the rows of a layer norm the sum is one product with the scales.
    """
    axes = tuple([i for i, size in enumerate(parameters) if size == 1])
    if scale is not None:
        if isinstance(a, np.ndarray) and axes == (0,) and scale.shape == (len(a), 1):
            return scale.reshape(-1).dot(a)
        a = a * scale
    if isinstance(a, np.ndarray):
        return arithmetic.sums(a, axes)
    return Sum.call(a, axes, False)


def with_parameters(out: ndarray, weight, bias, shape: tuple[int, ...]) -> ndarray:
    """out * weight + bias, in the memory of `out`, which is new."""
    if weight is not None:
        out *= weight.reshape(shape)
    if bias is not None:
        out += bias.reshape(shape)
    return out


class Standardize(Op, operands=3, tensors=True, name="NativeBatchNormBackward0"):
    """out = (x - mean) / √(var + eps) weight + bias for a given mean and variance"""

    @staticmethod
    def forward(ctx, x, weight, bias, mean, var, eps):
        ctx.eps, ctx.parameters = eps, (1, x.shape[1], *(1,) * (x.ndim - 2))
        out = x - mean.reshape(ctx.parameters)
        out *= 1 / np.sqrt(var.reshape(ctx.parameters) + eps)
        ctx.save_for_backward(x, weight, mean, var)
        return with_parameters(out, weight, bias, ctx.parameters)

    @staticmethod
    def backward(ctx, grad):
        x, weight, mean, var = ctx.saved_tensors
        needs_x, needs_weight, needs_bias = ctx.needs_input_grad
        grad = Tied.call(grad, x, weight)
        mean, var = mean.reshape(ctx.parameters), var.reshape(ctx.parameters)
        scale, shape = 1 / np.sqrt(var + ctx.eps), (x.shape[1],)
        factor = scale if weight is None else scale * weight.reshape(ctx.parameters)
        return (
            grad * factor if needs_x else None,
            parameter_grad(grad * (x - mean), ctx.parameters, scale).reshape(shape)
            if needs_weight
            else None,
            parameter_grad(grad, ctx.parameters).reshape(shape) if needs_bias else None,
        )
