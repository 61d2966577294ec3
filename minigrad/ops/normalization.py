"""Normalization: entries shifted and scaled to the mean 0 and the variance 1.

`LayerNorm` serves batch and group norms, too: they differ in the axes over which mean
and variance are taken. It returns these two as outputs, so that a second derivative
finds its way through them. `Standardize` takes mean and variance as given.
"""

import math
from typing import NamedTuple

import numpy as np

from ..autograd.op import Op
from .reduce import Sum, sums


class Axes(NamedTuple):
    """The input in the shape `rows`; its statistics are over the axes `reduced`.

    Weight and bias have `shape`, and broadcast to the rows as `parameters`.
    """

    rows: tuple[int, ...]
    reduced: tuple[int, ...]
    parameters: tuple[int, ...]
    shape: tuple[int, ...]


class LayerNorm(Op, operands=3, name="NativeLayerNormBackward0"):
    """out = (x - mean) / √(var + eps) weight + bias; and the mean, and the variance"""

    @staticmethod
    def forward(ctx, x, weight, bias, axes, eps):
        ctx.eps, ctx.input = eps, x.shape
        ctx.rows, ctx.reduced, ctx.parameters, ctx.shape = axes
        count = math.prod(axes.rows[axis] for axis in axes.reduced)
        ctx.count = count = max(count, 1)  # an empty batch has an empty gradient
        rows = x.reshape(axes.rows)
        mean = sums(rows, axes.reduced, True) / count
        out = rows - mean
        var = sums(out * out, axes.reduced, True) / count
        out *= 1 / np.sqrt(var + eps)
        ctx.save_for_backward(x, weight, mean, var)
        return with_parameters(ctx, out, weight, bias).reshape(x.shape), mean, var

    @staticmethod
    def backward(ctx, grad, grad_mean, grad_var):
        x, weight, mean, var = ctx.saved_tensors
        needs_x, needs_weight, needs_bias = ctx.needs_input_grad
        grad = (np.zeros_like(x) if grad is None else grad).reshape(ctx.rows)
        centered = x.reshape(ctx.rows) - mean
        scale = 1 / np.sqrt(var + ctx.eps)
        scaled = centered * scale
        grad_x = None
        if needs_x:
            grad_x = input_grad(ctx, grad, weight, scaled, scale)
            grad_x = through_statistics(ctx, grad_x, grad_mean, grad_var, centered)
        grad_weight = parameter_grad(ctx, grad * scaled) if needs_weight else None
        return grad_x, grad_weight, parameter_grad(ctx, grad) if needs_bias else None


class BatchNorm(LayerNorm, name="NativeBatchNormBackward0"):
    """The statistics are over all axes but the second, which has the parameters."""


class GroupNorm(LayerNorm, name="NativeGroupNormBackward0"):
    """The statistics are over the channels of a group, each with its parameters."""


def input_grad(ctx, grad, weight, scaled, scale):
    """The gradient of the input: a constant or a multiple of it has no effect."""
    if weight is not None:
        grad = grad * weight.reshape(ctx.parameters)
    mean = Sum.call(grad, ctx.reduced, True) / ctx.count
    slope = Sum.call(grad * scaled, ctx.reduced, True) / ctx.count
    return (grad - mean - scaled * slope) * scale


def through_statistics(ctx, grad_x, grad_mean, grad_var, centered):
    """`grad_x`, and what comes back through mean and variance as outputs."""
    if grad_mean is not None:
        grad_x = grad_x + grad_mean / ctx.count
    if grad_var is not None:
        grad_x = grad_x + centered * (grad_var * (2 / ctx.count))
    return grad_x.reshape(ctx.input)


def parameter_grad(ctx, grad):
    """The gradient of weight or bias: summed over the entries that share one."""
    axes = tuple(i for i, size in enumerate(ctx.parameters) if size == 1)
    return Sum.call(grad, axes, False).reshape(ctx.shape)


def with_parameters(ctx, out, weight, bias):
    """out * weight + bias, in the memory of `out`, which is new."""
    if weight is not None:
        out *= weight.reshape(ctx.parameters)
    if bias is not None:
        out += bias.reshape(ctx.parameters)
    return out


class Standardize(Op, operands=3, tensors=True, name="NativeBatchNormBackward0"):
    """out = (x - mean) / √(var + eps) weight + bias for a given mean and variance"""

    @staticmethod
    def forward(ctx, x, weight, bias, mean, var, eps):
        ctx.eps, ctx.shape = eps, mean.shape
        ctx.parameters = (1, x.shape[1], *(1,) * (x.ndim - 2))
        out = x - mean.reshape(ctx.parameters)
        out *= 1 / np.sqrt(var.reshape(ctx.parameters) + eps)
        ctx.save_for_backward(x, weight, mean, var)
        return with_parameters(ctx, out, weight, bias)

    @staticmethod
    def backward(ctx, grad):
        x, weight, mean, var = ctx.saved_tensors
        needs_x, needs_weight, needs_bias = ctx.needs_input_grad
        scale = 1 / np.sqrt(var.reshape(ctx.parameters) + ctx.eps)
        grad_x = grad_weight = None
        if needs_x:
            factor = scale if weight is None else scale * weight.reshape(ctx.parameters)
            grad_x = grad * factor
        if needs_weight:
            scaled = (x - mean.reshape(ctx.parameters)) * scale
            grad_weight = parameter_grad(ctx, grad * scaled)
        return grad_x, grad_weight, parameter_grad(ctx, grad) if needs_bias else None
