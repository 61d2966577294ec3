"""Losses of two tensors: of their difference, of probabilities, of scores.

The ops, then the functions of nn.functional that choose them. Each loss ends with a
reduction: "mean", "sum" or "none". `ctx.count` is what the gradient is divided by: the
number of entries for a mean.
"""

import warnings

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..core import arithmetic
from ..core.op import Op
from ..errors import check_shapes
from ..tensor import Tensor
from .activation import LogSigmoid
from .arguments import check_kind
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


# piece: MSE
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


class HuberLoss(Op, operands=2, elementwise=True):
    """out = scale (d² / 2 if |d| <= delta, else delta (|d| - delta / 2)), d = a - b"""

    @staticmethod
    def forward(ctx, a, b, delta, scale, reduction):
        ctx.delta, ctx.scale = delta, scale
        ctx.save_for_backward(a, b)
        d = np.abs(a - b)
        loss = np.where(d <= delta, 0.5 * d * d, delta * (d - 0.5 * delta))
        return reduced(ctx, loss * scale, reduction)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        d = a - b
        slope = np.where(np.absolute(d) <= ctx.delta, d, ctx.delta * np.sign(d))
        grad_a = slope * (ctx.scale * shared(ctx, grad))
        return grad_a, -grad_a


class SmoothL1Loss(HuberLoss):
    """out = d² / (2 beta) if |d| <= beta, else |d| - beta / 2: Huber's over beta"""


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


# -- the functions ----------------------------------------------------------------


def check_reduction(reduction: str) -> None:
    """ValueError if there is no reduction of that name."""
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")


def reduce_loss(loss: Tensor, reduction: str) -> Tensor:
    """The loss itself, its mean or its sum."""
    check_reduction(reduction)
    if reduction == "none":
        return loss
    return loss.mean() if reduction == "mean" else loss.sum()


def mse_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """(input - target)², reduced"""
    input, target = _broadcast(input, target, reduction)
    if target._data.dtype.kind != "f":
        check_kind("mse_cpu", input, "f")
    return MseLoss.apply(input, target, reduction)


def l1_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """|input - target|, reduced"""
    input, target = _broadcast(input, target, reduction)
    return reduce_loss((input - target).abs(), reduction)


def smooth_l1_loss(
    input: Tensor, target: Tensor, *, reduction: str = "mean", beta: float = 1.0
) -> Tensor:
    """d² / (2 beta) where |d| < beta, else |d| - beta / 2, for d = input - target."""
    input, target = _broadcast(input, target, reduction)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return reduce_loss((input - target).abs(), reduction)
    return SmoothL1Loss.apply(input, target, beta, 1 / beta, reduction)


def huber_loss(
    input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0
) -> Tensor:
    """d² / 2 where |d| <= delta, else delta (|d| - delta / 2); d = input - target."""
    input, target = _broadcast(input, target, reduction)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    return HuberLoss.apply(input, target, delta, 1, reduction)


def _broadcast(input: Tensor, target: Tensor, reduction: str) -> list[Tensor]:
    """Both in one shape, with PyTorch's warning if they differ."""
    check_reduction(reduction)
    if target.size() == input.size():
        return [input, target]
    warnings.warn(
        f"Using a target size ({target.size()}) that is different to the input size "
        f"({input.size()}). This will likely lead to incorrect results due to "
        "broadcasting. Please ensure they have the same size.",
        stacklevel=4,
    )
    shape = (input.detach() + target.detach()).shape
    return [
        each if each.shape == shape else each.expand(shape) for each in (input, target)
    ]


def binary_cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    reduction: str = "mean",
) -> Tensor:
    """-(target log(input) + (1 - target) log(1 - input)) for probabilities."""
    check_reduction(reduction)
    if target.size() != input.size():
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input "
            f"size ({input.size()}) is deprecated. Please ensure they have the same "
            "size."
        )
    if weight is not None:
        weight = weight.expand((target.detach() + weight.detach()).shape)
    own, given = dtypes.kind(input.dtype), dtypes.kind(target.dtype)
    if own != given:
        raise RuntimeError(f"Found dtype {given} but expected {own}")
    for name, values in (("input", input._data), ("target", target._data)):
        if not ((values >= 0) & (values <= 1)).all():
            raise RuntimeError(f"all elements of {name} should be between 0 and 1")
    return BinaryCrossEntropy.apply(input, target, weight, reduction)


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """The binary cross-entropy of sigmoid(input), computed without overflow."""
    check_reduction(reduction)
    if target.size() != input.size():
        raise ValueError(
            f"Target size ({target.size()}) must be the same as input size "
            f"({input.size()})"
        )
    if not target.is_floating_point():
        raise RuntimeError(
            "result type Float can't be cast to the desired output type "
            f"{dtypes.kind(target.dtype)}"
        )
    if pos_weight is not None:
        check_shapes(pos_weight.shape, input.shape)
    op = BinaryCrossEntropyWithLogits
    return op.apply(input, target, weight, pos_weight, reduction)


def kl_div(
    input: Tensor,
    target: Tensor,
    *,
    reduction: str = "mean",
    log_target: bool = False,
) -> Tensor:
    """target (log(target) - input): the divergence; the input is a log-probability.

    With `log_target`, so is the target. "batchmean" divides the sum by the batch size.
    """
    if reduction == "mean":
        warnings.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the "
            "support size.'batchmean' divides only by the batch size, and aligns with "
            "the KL div math definition.'mean' will be changed to behave the same as "
            "'batchmean' in the next major release.",
            stacklevel=3,
        )
    if log_target:
        loss = target.exp() * (target - input)
    else:
        loss = target.xlogy(target) - target * input
    if reduction == "batchmean":
        return loss.sum() / (input.size(0) if input.dim() else 1)
    return reduce_loss(loss, reduction)
