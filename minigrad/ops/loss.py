"""Losses that PyTorch computes in one node.

Each ends with a reduction: "mean", "sum" or "none". `ctx.count` is what the gradient is
divided by: the number of entries for a mean.
"""

import math
from functools import lru_cache

import numpy as np
from numpy import ndarray

from ..core import arithmetic
from ..core.op import Op
from .activation import LogSigmoid
from .exponential import Sigmoid


def reduced(ctx, loss: ndarray, reduction: str) -> ndarray:
    """The loss of each entry, their sum or their mean; the divisor goes on ctx."""
    ctx.count = max(loss.size, 1) if reduction == "mean" else 1
    if reduction == "none":
        return loss
    total = arithmetic.sums(loss, None)
    return total / loss.size if reduction == "mean" else total


def shared(ctx, grad):
    """The gradient of the loss of each entry."""
    return grad if ctx.count == 1 else grad / ctx.count


# -- of the difference of two tensors ---------------------------------------------


class MseLoss(Op, operands=2, elementwise=True):
    """out = (a - b)²"""

    @staticmethod
    def forward(ctx, a, b, reduction):
        ctx.save_for_backward(a, b)
        loss = np.asarray(a - b)
        return reduced(ctx, np.multiply(loss, loss, out=loss), reduction)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        needs_a, needs_b = ctx.needs_input_grad
        grad_a = (a - b) * (2 * shared(ctx, grad))
        return grad_a, -grad_a if needs_b else None


class SmoothL1Loss(Op, operands=2, elementwise=True):
    """out = d² / (2 beta) if |d| < beta, else |d| - beta / 2, where d = a - b"""

    @staticmethod
    def forward(ctx, a, b, beta, reduction):
        ctx.beta = beta
        ctx.save_for_backward(a, b)
        d = np.abs(a - b)
        loss = np.where(d < beta, 0.5 * d * d / beta, d - 0.5 * beta)
        return reduced(ctx, loss, reduction)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        d = a - b
        slope = np.where(np.absolute(d) < ctx.beta, d / ctx.beta, np.sign(d))
        grad_a = slope * shared(ctx, grad)
        return grad_a, -grad_a


class HuberLoss(Op, operands=2, elementwise=True):
    """out = d² / 2 if |d| <= delta, else delta (|d| - delta / 2), where d = a - b"""

    @staticmethod
    def forward(ctx, a, b, delta, reduction):
        ctx.delta = delta
        ctx.save_for_backward(a, b)
        d = np.abs(a - b)
        loss = np.where(d <= delta, 0.5 * d * d, delta * (d - 0.5 * delta))
        return reduced(ctx, loss, reduction)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        d = a - b
        slope = np.where(np.absolute(d) <= ctx.delta, d, ctx.delta * np.sign(d))
        grad_a = slope * shared(ctx, grad)
        return grad_a, -grad_a


# -- of probabilities and of scores -----------------------------------------------


class BinaryCrossEntropy(Op, operands=2, tensors=True):
    """out = -w (t log p + (1 - t) log(1 - p)); a logarithm is at least -100"""

    @staticmethod
    def forward(ctx, p, t, weight, reduction):
        ctx.save_for_backward(p, t, weight)
        loss = (t - 1) * np.maximum(np.log1p(-p), -100)
        loss -= t * np.maximum(np.log(p), -100)
        return reduced(ctx, loss if weight is None else loss * weight, reduction)

    @staticmethod
    def backward(ctx, grad):
        p, t, weight = ctx.saved_tensors
        needs_p, needs_t = ctx.needs_input_grad
        grad = shared(ctx, grad) if weight is None else shared(ctx, grad) * weight
        product = p * (1 - p)
        grad_p = grad * (p - t) / np.where(product < 1e-12, 1e-12, product)
        return grad_p, grad * (np.log(1 - p) - np.log(p)) if needs_t else None


class BinaryCrossEntropyWithLogits(Op, operands=2, elementwise=True, tensors=True):
    """out = -w (v t log σ(x) + (1 - t) log(1 - σ(x))); v weighs the positive class"""

    @staticmethod
    def forward(ctx, x, t, weight, v, reduction):
        ctx.save_for_backward(x, t, weight, v)
        loss = np.log1p(np.exp(-np.abs(x)))
        loss += np.maximum(-x, 0)  # -log σ(x)
        if v is not None:
            loss = loss * (t * (v - 1) + 1)
        loss = loss + (1 - t) * x
        return reduced(ctx, loss if weight is None else loss * weight, reduction)

    @staticmethod
    def backward(ctx, grad):
        x, t, weight, v = ctx.saved_tensors
        needs_x, needs_t = ctx.needs_input_grad
        grad = shared(ctx, grad) if weight is None else shared(ctx, grad) * weight
        if v is None:
            grad_t = -x * grad if needs_t else None
            return (Sigmoid.call(x) - t) * grad, grad_t
        grad_x = ((v * t + 1 - t) * Sigmoid.call(x) - v * t) * grad
        if not needs_t:
            return grad_x, None
        return grad_x, (LogSigmoid.call(-x) - v * LogSigmoid.call(x)) * grad


class SoftMarginLoss(Op, tensors=True):
    """out = log(1 + exp(-t x)); only x gets a gradient"""

    @staticmethod
    def forward(ctx, x, t, reduction):
        ctx.save_for_backward(x, t)
        return reduced(ctx, np.log1p(np.exp(-t * x)), reduction)

    @staticmethod
    def backward(ctx, grad):
        x, t = ctx.saved_tensors
        return -t * Sigmoid.call(-t * x) * shared(ctx, grad)


# -- of classes -------------------------------------------------------------------


class NllLoss(Op, tensors=True):
    """out = -Σ w[t_i] x[i, t_i], over Σ w[t_i] for the mean; `ignored` has no weight

    The input is (N, C, *sizes) or (C,), the target (N, *sizes) or (). It is linear in
    x, so that its derivative is the transposed map, `NllGrad`.
    """

    @staticmethod
    def forward(ctx, x, target, weight, ignored, reduction):
        ctx.at = plain(x.shape, target, weight, ignored)
        ctx.options = x.shape, ignored, reduction
        ctx.save_for_backward(target, weight)
        if ctx.at is not None:
            return reduced(ctx, np.negative(x.take(ctx.at)), reduction)
        at, factors = picked(x, x.shape, target, weight, ignored, reduction)
        loss = x.reshape(columns(x.shape))[at] * factors
        if reduction == "none":
            return loss.reshape(target.shape)
        total = np.add.reduce(loss, axis=None)
        return total if loss.size or reduction == "sum" else total + np.nan

    @staticmethod
    def backward(ctx, grad):
        target, weight = ctx.saved_tensors
        return NllGrad.call(grad, target, weight, ctx.at, *ctx.options)


class NllLoss2d(NllLoss, name="NllLoss2DBackward0"):
    """The loss of several targets for each entry of the batch, a node of its own."""


class NllGrad(Op, tensors=True):
    """out[i, t_i] = -w[t_i] a[i], over Σ w[t_i] for the mean; 0 elsewhere"""

    @staticmethod
    def plain(a, target, weight, at, shape, ignored, reduction):
        if at is not None:
            out = np.zeros(math.prod(shape), a.dtype)
            out[at] = -a / len(target) if reduction == "mean" else -a
            return out.reshape(shape)
        at, factors = picked(a, shape, target, weight, ignored, reduction)
        out = np.zeros(columns(shape), a.dtype)
        out[at] = factors * (a.reshape(factors.shape) if reduction == "none" else a)
        return out.reshape(shape)

    @staticmethod
    def forward(ctx, a, target, weight, at, shape, ignored, reduction):
        ctx.options = ignored, reduction
        ctx.save_for_backward(target, weight)
        return NllGrad.plain(a, target, weight, at, shape, ignored, reduction)

    @staticmethod
    def backward(ctx, grad):
        target, weight = ctx.saved_tensors
        return NllLoss.call(grad, target, weight, *ctx.options)


UNSIGNED = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}


def plain(shape: tuple, target: ndarray, weight, ignored: int) -> ndarray | None:
    """The places of the scores that the targets pick, if all of them count alike.

    A place is counted through a matrix of scores, row by row. None if some are weighed,
    ignored or out of bounds.
    """
    if weight is not None or len(shape) != 2 or not target.size:
        return None
    if 0 <= ignored < shape[1]:
        return None
    classes = target.view(UNSIGNED[target.itemsize])  # a negative one is large then
    if classes[classes.argmax()] >= shape[1]:
        return None
    starts = _kept_starts if shape[0] <= 4096 else _kept_starts.__wrapped__
    return starts(*shape) + target


@lru_cache(64)
def _kept_starts(count: int, size: int) -> ndarray:
    """Where each of `count` rows of `size` entries starts."""
    out = np.arange(0, count * size, size)
    out.flags.writeable = False
    return out


def columns(shape: tuple[int, ...]) -> tuple[int, int, int]:
    """The shape of scores as (batch, classes, places)."""
    if len(shape) == 1:
        return 1, shape[0], 1
    return shape[0], shape[1], math.prod(shape[2:])


def picked(
    like: ndarray,
    shape: tuple[int, ...],
    target: ndarray,
    weight: ndarray | None,
    ignored: int,
    reduction: str,
) -> tuple[tuple, ndarray]:
    """A key for the scores that the targets pick, and the factor of each."""
    count, classes, places = columns(shape)
    target = target.reshape(count, places)
    counts = target != ignored
    target = target * counts
    wrong = (target < 0) | (target >= classes)
    if wrong.any():
        raise IndexError(f"Target {target[wrong][0]} is out of bounds.")
    weights = counts.astype(like.dtype)
    if weight is not None:
        weights *= weight[target]
    if reduction == "mean":
        weights /= weights.sum()
    at = np.arange(count)[:, None], target, np.arange(places)
    return at, np.negative(weights, out=weights)
