"""Losses of the difference of two tensors, and of distributions."""

import math
import warnings

from ... import dtypes
from ...autograd.grad_mode import no_grad
from ...creation import ones_like
from ...ops import loss as ops
from ...tensor import Size, Tensor
from .checks import check_floats, check_reduction, reduced, reduction_of

# -- of a difference --------------------------------------------------------------


def mse_loss(
    input: Tensor,
    target: Tensor,
    size_average=None,
    reduce=None,
    reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """(input - target)², reduced; with a weight, a mean is over the weights."""
    input, target = _broadcast(input, target)
    reduction = reduction_of(size_average, reduce, reduction)
    if weight is not None:
        loss = _weighted((input - target) ** 2, input, weight)
        return (
            loss.sum() / weight.sum()
            if reduction == "mean"
            else reduced(loss, reduction)
        )
    if target._data.dtype.kind != "f":
        check_floats("mse_cpu", input)
    return ops.MseLoss.apply(input, target, reduction)


def l1_loss(
    input: Tensor,
    target: Tensor,
    size_average=None,
    reduce=None,
    reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """|input - target|, reduced; with a weight, a mean is over the weights."""
    input, target = _broadcast(input, target)
    reduction = reduction_of(size_average, reduce, reduction)
    loss = (input - target).abs()
    if weight is not None:
        loss = _weighted(loss, input, weight)
        return (
            loss.sum() / weight.sum()
            if reduction == "mean"
            else reduced(loss, reduction)
        )
    return reduced(loss, reduction)


def smooth_l1_loss(
    input: Tensor,
    target: Tensor,
    size_average=None,
    reduce=None,
    reduction: str = "mean",
    beta: float = 1.0,
) -> Tensor:
    """d² / (2 beta) where |d| < beta, else |d| - beta / 2, for d = input - target."""
    input, target = _broadcast(input, target)
    reduction = reduction_of(size_average, reduce, reduction)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return reduced((input - target).abs(), reduction)
    return ops.SmoothL1Loss.apply(input, target, beta, reduction)


def huber_loss(
    input: Tensor,
    target: Tensor,
    reduction: str = "mean",
    delta: float = 1.0,
    weight: Tensor | None = None,
) -> Tensor:
    """d² / 2 where |d| <= delta, else delta (|d| - delta / 2); d = input - target."""
    input, target = _broadcast(input, target)
    check_reduction(reduction)
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    if weight is None:
        return ops.HuberLoss.apply(input, target, delta, reduction)
    loss = _weighted(ops.HuberLoss.apply(input, target, delta, "none"), input, weight)
    return (
        loss.sum() / weight.sum() if reduction == "mean" else reduced(loss, reduction)
    )


def _broadcast(input: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
    """Both in one shape, with PyTorch's warning if they differ."""
    if target.size() == input.size():
        return input, target
    warnings.warn(
        f"Using a target size ({target.size()}) that is different to the input size "
        f"({input.size()}). This will likely lead to incorrect results due to "
        "broadcasting. Please ensure they have the same size.",
        stacklevel=3,
    )
    shape = (input.detach() + target.detach()).shape
    return tuple(
        each if each.shape == shape else each.expand(shape) for each in (input, target)
    )


def _weighted(loss: Tensor, input: Tensor, weight: Tensor) -> Tensor:
    if weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")
    return loss * weight


# -- of probabilities -------------------------------------------------------------


def binary_cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average=None,
    reduce=None,
    reduction: str = "mean",
) -> Tensor:
    """-(target log(input) + (1 - target) log(1 - input)) for probabilities."""
    reduction = reduction_of(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input "
            "size "
            f"({input.size()}) is deprecated. Please ensure they have the same size."
        )
    if weight is not None:
        weight = weight.expand(_joined(target, weight))
    kinds = [dtypes.kind(each.dtype) for each in (target, input)]
    if kinds[0] != kinds[1]:
        raise RuntimeError(f"Found dtype {kinds[0]} but expected {kinds[1]}")
    for name, tensor in (("input", input), ("target", target)):
        values = tensor._data
        if not ((values >= 0) & (values <= 1)).all():
            raise RuntimeError(f"all elements of {name} should be between 0 and 1")
    return ops.BinaryCrossEntropy.apply(input, target, weight, reduction)


def _joined(a: Tensor, b: Tensor) -> Size:
    return (a.detach() + b.detach()).shape


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average=None,
    reduce=None,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """The binary cross-entropy of sigmoid(input), computed without overflow."""
    reduction = reduction_of(size_average, reduce, reduction)
    if target.size() != input.size():
        raise ValueError(
            f"Target size ({target.size()}) must be the same as input size "
            f"({input.size()})"
        )
    if target._data.dtype.kind != "f":
        kind = dtypes.kind(target.dtype)
        raise RuntimeError(
            f"result type Float can't be cast to the desired output type {kind}"
        )
    if pos_weight is not None:
        _joined(pos_weight, input)  # their sizes must broadcast
    op = ops.BinaryCrossEntropyWithLogits
    return op.apply(input, target, weight, pos_weight, reduction)


def kl_div(
    input: Tensor,
    target: Tensor,
    size_average=None,
    reduce=None,
    reduction: str = "mean",
    log_target: bool = False,
) -> Tensor:
    """target (log(target) - input): the divergence; the input is a log-probability.

    With `log_target`, so is the target. "batchmean" divides the sum by the batch size.
    """
    if size_average is not None or reduce is not None or reduction != "batchmean":
        reduction = reduction_of(size_average, reduce, reduction)
    if reduction == "mean":
        warnings.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the "
            "support size.'batchmean' divides only by the batch size, and aligns with "
            "the KL div math definition.'mean' will be changed to behave the same as "
            "'batchmean' in the next major release.",
            stacklevel=2,
        )
    if log_target:
        loss = target.exp() * (target - input)
    else:
        loss = target.xlogy(target) - target * input
    if reduction == "batchmean":
        return loss.sum() / (input.size(0) if input.dim() else 1)
    return reduced(loss, reduction)


def poisson_nll_loss(
    input: Tensor,
    target: Tensor,
    log_input: bool = True,
    full: bool = False,
    size_average=None,
    eps: float = 1e-8,
    reduce=None,
    reduction: str = "mean",
) -> Tensor:
    """-log of the Poisson probability of the target, without the factorial's term.

    `full` adds Stirling's approximation of it, where the target is above 1.
    """
    reduction = reduction_of(size_average, reduce, reduction)
    if log_input:
        loss = input.exp() - target * input
    else:
        loss = input - target * (input + eps).log()
    if full:
        term = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        loss = loss + term.masked_fill(target <= 1, 0)
    return reduced(loss, reduction)


def gaussian_nll_loss(
    input: Tensor,
    target: Tensor,
    var: "Tensor | float",
    full: bool = False,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Tensor:
    """(log(var) + (input - target)² / var) / 2, where var is at least eps."""
    if isinstance(var, float):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        var = var * ones_like(input)
    elif (var._data < 0).any():
        raise ValueError("var has negative entry/entries")
    if var.size() != input.size():
        if input.size()[:-1] == var.size():
            var = var.unsqueeze(-1)
        elif input.size()[:-1] != var.size()[:-1] or var.size(-1) != 1:
            raise ValueError("var is of incorrect size")
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(reduction + " is not valid")
    var = var.clone()
    with no_grad():
        var.clamp_(min=eps)
    loss = 0.5 * (var.log() + (input - target) ** 2 / var)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return reduced(loss, reduction)
