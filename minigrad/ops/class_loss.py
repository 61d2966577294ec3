"""Losses of class scores: cross-entropy, and the negative log-likelihood below it."""

import math

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..autograd.tied import Tied
from ..core.arithmetic import Expand
from ..core.op import Op
from ..tensor import Tensor
from .arguments import check_tensors
from .index import Place
from .loss import check_reduction, reduce_loss
from .softmax import LogSoftmax


# piece: NLL
class NllMean(Op, tensors=True, name="NllLossBackward0"):
    """out = -the mean of x[i, t_i]: the usual case, in which all rows count alike"""

    @staticmethod
    def forward(ctx, x, target):
        ctx.at = np.arange(len(x)), target
        ctx.save_for_backward(x, target, None)
        return np.add.reduce(x[ctx.at]) / -len(x)

    @staticmethod
    def backward(ctx, grad):
        x, target, weight = ctx.saved_tensors
        shares = Expand.call(Tied.call(grad, x) / -len(x), target.shape)
        return Place.call(shares, x.shape, ctx.at, True)


class NllLoss(Op, tensors=True):
    """out = -Σ w[t_i] x[i, t_i], over Σ w[t_i] for the mean; `ignored` has no weight

    The input is (N, C, *sizes) or (C,), the target (N, *sizes) or (). It is linear in
    x, so that its derivative is the transposed map, `NllGrad`.
    """

    @staticmethod
    def forward(ctx, x, target, weight, ignored, reduction):
        ctx.options = x.shape, ignored, reduction
        ctx.save_for_backward(x, target, weight)
        at, factors = picked(x, x.shape, target, weight, ignored, reduction)
        loss = x.reshape(columns(x.shape))[at] * factors
        if reduction == "none":
            return loss.reshape(target.shape)
        total = np.add.reduce(loss, axis=None)
        return total if loss.size or reduction == "sum" else total + np.nan

    @staticmethod
    def backward(ctx, grad):
        x, target, weight = ctx.saved_tensors
        grad = Tied.call(grad, x)
        return NllGrad.call(grad, target, weight, *ctx.options)


class NllLoss2d(NllLoss, name="NllLoss2DBackward0"):
    """The loss of several targets for each entry of the batch, a node of its own."""


class NllGrad(Op, tensors=True):
    """out[i, t_i] = -w[t_i] a[i], over Σ w[t_i] for the mean; 0 elsewhere"""

    @staticmethod
    def forward(ctx, a, target, weight, shape, ignored, reduction):
        ctx.options = ignored, reduction
        ctx.save_for_backward(target, weight)
        at, factors = picked(a, shape, target, weight, ignored, reduction)
        out = np.zeros(columns(shape), a.dtype)
        out[at] = factors * (a.reshape(factors.shape) if reduction == "none" else a)
        return out.reshape(shape)

    @staticmethod
    def backward(ctx, grad):
        target, weight = ctx.saved_tensors
        return NllLoss.call(grad, target, weight, *ctx.options)


# -- on arrays --------------------------------------------------------------------


def columns(shape: tuple[int, ...]) -> tuple[int, int, int]:
    """The shape of scores as (batch, classes, places)."""
    if len(shape) == 1:
        return 1, shape[0], 1
    return shape[0], shape[1], math.prod(shape[2:])


def picked(like: ndarray, shape: tuple, target: ndarray, weight, ignored, reduction):
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


# -- the functions ----------------------------------------------------------------


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """-log softmax(input) at the target class; the classes are axis 1.

    The target holds class numbers, of the input's shape without axis 1, or
    probabilities, of the input's shape. `label_smoothing` mixes it with the uniform
    distribution.
    """
    check_reduction(reduction)
    if weight is None and not label_smoothing and _are_rows(input, target):
        scores = LogSoftmax.apply(input, 1)
        return _applied(scores, target, None, ignore_index, reduction)
    if not 0 <= label_smoothing <= 1:
        raise RuntimeError(
            f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}"
        )
    axis = 0 if input.dim() == 1 else 1
    scores, classes = input.log_softmax(axis), input.shape[axis]
    if input.shape == target.shape:
        _check_weight(weight, classes, "cross_entropy: ")
        options = weight, ignore_index, reduction, label_smoothing
        return _of_probabilities(scores, target, axis, *options)
    loss = nll_loss(
        scores, target, weight, ignore_index=ignore_index, reduction=reduction
    )
    if label_smoothing == 0:
        return loss
    uniform = _uniform(scores, target, axis, weight, ignore_index, reduction)
    return uniform * (label_smoothing / classes) + loss * (1 - label_smoothing)


def _are_rows(input: Tensor, target: Tensor) -> bool:
    """True for the usual case: scores (N, C) and N class numbers."""
    try:
        a, numbers = input._data, target._data
    except AttributeError:
        check_tensors("cross_entropy_loss", input=input, target=target)
        raise
    return (
        a.ndim == 2
        and a.dtype.kind == "f"
        and numbers.dtype == np.int64
        and numbers.shape == a.shape[:1]
    )


def _of_probabilities(
    scores: Tensor, target: Tensor, axis: int, weight, ignored, reduction, smoothing
) -> Tensor:
    if not target.is_floating_point():
        raise RuntimeError(
            "Expected floating point type for target with class probabilities, got "
            f"{dtypes.kind(target.dtype)}"
        )
    if ignored >= 0:
        raise RuntimeError("ignore_index is not supported for floating point target")
    if smoothing > 0:
        target = target * (1 - smoothing) + smoothing / scores.shape[axis]
    products = scores * target
    if weight is not None:
        products = products * _along(weight, scores, axis)
    loss = -products.sum(axis)
    if reduction == "mean":
        return loss.sum() / (scores.numel() / scores.shape[axis])
    return reduce_loss(loss, reduction)


def _uniform(
    scores: Tensor, target: Tensor, axis: int, weight, ignored: int, reduction: str
) -> Tensor:
    """The loss of a target that has all classes alike, times their number."""
    if weight is not None:
        scores = scores * _along(weight, scores, axis)
    counts = target != ignored
    loss = -scores.sum(axis).masked_fill(~counts, 0.0)
    if reduction != "mean":
        return reduce_loss(loss, reduction)
    return loss.sum() / (counts if weight is None else weight[target[counts]]).sum()


def _along(weight: Tensor, scores: Tensor, axis: int) -> Tensor:
    """The weight of each class, in the shape that broadcasts to the scores."""
    return weight.view(-1, *(1,) * (scores.dim() - axis - 1))


def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Tensor:
    """-input at the target class: the input (N, C, ...) holds log-probabilities.

    A weight counts each class; the mean is over the weights of the targets.
    """
    check_reduction(reduction)
    shape, rank = tuple(input.shape), input.dim()
    if rank < 1:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    if rank != 1 and shape[0] != target.shape[0]:
        raise ValueError(
            f"Expected input batch_size ({shape[0]}) to match target batch_size "
            f"({target.shape[0]})."
        )
    _check_target(shape, target)
    _check_weight(weight, shape[min(rank, 2) - 1], "", input)
    options = weight, ignore_index, reduction
    if rank < 3:
        target = target.view(()) if rank == 1 and target.dim() == 1 else target
        return _applied(input, target, *options)
    if rank == 4:
        return NllLoss2d.apply(input, target, *options)
    image = 1, math.prod(shape[2:])  # PyTorch makes an image of one row
    input, flat = input.reshape(*shape[:2], *image), target.reshape(-1, *image)
    loss = NllLoss2d.apply(input, flat, *options)
    return loss.view(target.shape) if reduction == "none" else loss


def _applied(input: Tensor, target: Tensor, weight, ignored: int, reduction: str):
    """The loss of scores (N, C) or (C,), by the op for the usual case if this is it."""
    shape, classes = input._data.shape, target._data
    if reduction == "mean" and weight is None and len(shape) == 2 and classes.size:
        lowest, highest = classes[classes.argmin()], classes[classes.argmax()]
        if 0 <= lowest and highest < shape[1] and not 0 <= ignored < shape[1]:
            return NllMean.apply(input, target)
    return NllLoss.apply(input, target, weight, ignored, reduction)


def _check_target(shape: tuple[int, ...], target: Tensor) -> None:
    """An error unless these are class numbers for scores of this shape."""
    if target.dtype not in (dtypes.int64, dtypes.uint8):
        raise RuntimeError(
            "expected target dtype to be Long or Byte, but got "
            f"{dtypes.kind(target.dtype)}"
        )
    if len(shape) < 3 and target.dim() > 1:
        raise RuntimeError(
            "0D or 1D target tensor expected, multi-target not supported"
        )
    if len(shape) == 1 and target.numel() != 1:
        raise ValueError(
            "For 1D input, 1D target must have size 1, but got target size: "
            f"{target.numel()}"
        )
    if len(shape) == 4 and target.dim() != 3:
        raise RuntimeError(
            "only batches of spatial targets supported (3D tensors) but got targets of "
            f"dimension: {target.dim()}"
        )
    if len(shape) == 4 and target.shape[1:] != shape[2:]:
        raise RuntimeError(
            f"size mismatch (got input: {list(shape)} , target: {list(target.shape)}"
        )
    expected = [shape[0], *shape[2:]]
    if len(shape) > 2 and list(target.shape) != expected:
        raise RuntimeError(f"Expected target size {expected}, got {list(target.shape)}")


def _check_weight(weight, classes: int, prefix: str, input=None) -> None:
    if weight is None:
        return
    if weight.dim() != 1 or weight.numel() != classes:
        raise RuntimeError(
            f"{prefix}weight tensor should be defined either for all {classes} classes "
            f"or no classes but got weight tensor of shape: {list(weight.shape)}"
        )
    if input is not None and weight.dtype != input.dtype:
        raise RuntimeError(
            f"expected scalar type {dtypes.kind(input.dtype)} but found "
            f"{dtypes.kind(weight.dtype)}"
        )
