"""Losses of class scores: cross-entropy, and the negative log-likelihood below it."""

import numpy as np

from ... import dtypes
from ...functions.shape import reshape, view
from ...ops.loss import NllLoss, NllLoss2d
from ...ops.softmax import LogSoftmax
from ...tensor import Tensor
from .checks import reduced, reduction_of


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average=None,
    ignore_index: int = -100,
    reduce=None,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """-log softmax(input) at the target class; the classes are axis 1.

    The target holds class numbers, of the input's shape without axis 1, or
    probabilities, of the input's shape. `label_smoothing` mixes it with the uniform
    distribution.
    """
    reduction = reduction_of(size_average, reduce, reduction)
    if weight is None and not label_smoothing and _are_rows(input, target):
        scores = LogSoftmax.apply(input, 1)
        return NllLoss.apply(scores, target, None, ignore_index, reduction)
    if not 0 <= label_smoothing <= 1:
        raise RuntimeError(
            f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}"
        )
    axis = 0 if input.dim() == 1 else 1
    if input.shape == target.shape:
        options = weight, ignore_index, reduction, label_smoothing
        return _of_probabilities(input, target, axis, *options)
    scores = input.log_softmax(axis)
    loss = nll_loss(
        scores, target, weight, ignore_index=ignore_index, reduction=reduction
    )
    if label_smoothing == 0:
        return loss
    uniform = _uniform(scores, target, axis, weight, ignore_index, reduction)
    share = label_smoothing / input.shape[axis]
    return uniform * share + loss * (1 - label_smoothing)


def _are_rows(input: Tensor, target: Tensor) -> bool:
    """True for the usual case: scores (N, C) and N class numbers."""
    a, numbers = input._data, target._data
    return (
        a.ndim == 2
        and a.dtype.kind == "f"
        and numbers.dtype == np.int64
        and numbers.shape == a.shape[:1]
    )


def _of_probabilities(
    input: Tensor,
    target: Tensor,
    axis: int,
    weight: Tensor | None,
    ignore_index: int,
    reduction: str,
    label_smoothing: float,
) -> Tensor:
    if not target.is_floating_point():
        raise RuntimeError(
            "Expected floating point type for target with class probabilities, got "
            f"{dtypes.kind(target.dtype)}"
        )
    if ignore_index >= 0:
        raise RuntimeError("ignore_index is not supported for floating point target")
    classes = input.shape[axis]
    _check_weight(weight, classes, "cross_entropy: ")
    scores = input.log_softmax(axis)
    if label_smoothing > 0:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    products = scores * target
    if weight is not None:
        products = products * _along(weight, scores, axis)
    if reduction == "none":
        return -products.sum(axis)
    if reduction == "sum":
        return -products.sum()
    return -products.sum() / (scores.numel() / classes)


def _uniform(
    scores: Tensor,
    target: Tensor,
    axis: int,
    weight: Tensor | None,
    ignore_index: int,
    reduction: str,
) -> Tensor:
    """The loss of a target that has all classes alike, times their number."""
    if weight is not None:
        scores = scores * _along(weight, scores, axis)
    ignored = target == ignore_index
    loss = -scores.sum(axis).masked_fill(ignored, 0.0)
    if reduction != "mean":
        return reduced(loss, reduction)
    if weight is None:
        return loss.sum() / (~ignored).sum()
    return loss.sum() / weight[target.masked_select(~ignored)].sum()


def _along(weight: Tensor, scores: Tensor, axis: int) -> Tensor:
    """The weight of each class, in the shape that broadcasts to the scores."""
    sizes = [1] * scores.dim()
    sizes[axis] = -1
    return weight.view(*sizes)


def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average=None,
    ignore_index: int = -100,
    reduce=None,
    reduction: str = "mean",
) -> Tensor:
    """-input at the target class: the input (N, C, ...) holds log-probabilities.

    A weight counts each class; the mean is over the weights of the targets.
    """
    reduction = reduction_of(size_average, reduce, reduction)
    shape, rank = input.shape, input.dim()
    if rank < 1:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    if rank != 1 and shape[0] != target.shape[0]:
        raise ValueError(
            f"Expected input batch_size ({shape[0]}) to match target batch_size "
            f"({target.shape[0]})."
        )
    if rank < 3:
        return _of_rows(input, target, weight, ignore_index, reduction)
    if rank == 4:
        return _of_images(input, target, weight, ignore_index, reduction)
    expected = [shape[0], *shape[2:]]
    if list(target.shape[1:]) != expected[1:]:
        raise RuntimeError(f"Expected target size {expected}, got {list(target.shape)}")
    places = max(1, input.numel() // max(1, shape[0] * shape[1]))
    loss = _of_images(
        reshape(input, shape[0], shape[1], 1, places),
        reshape(target, shape[0], 1, places),
        weight,
        ignore_index,
        reduction,
    )
    return view(loss, *expected) if reduction == "none" else loss


def _of_rows(input, target, weight, ignore_index: int, reduction: str) -> Tensor:
    """The loss of scores (N, C) or (C,)."""
    if target.dim() > 1:
        raise RuntimeError(
            "0D or 1D target tensor expected, multi-target not supported"
        )
    if input.dim() == 1 and target.numel() != 1:
        raise ValueError(
            "For 1D input, 1D target must have size 1, but got target size: "
            f"{target.numel()}"
        )
    _check_target(target)
    _check_weight(weight, input.shape[-1], "", input)
    if input.dim() == 1 and target.dim() == 1:
        target = view(target, ())
    return NllLoss.apply(input, target, weight, ignore_index, reduction)


def _of_images(input, target, weight, ignore_index: int, reduction: str) -> Tensor:
    """The loss of scores (N, C, H, W)."""
    if target.dim() != 3:
        raise RuntimeError(
            "only batches of spatial targets supported (3D tensors) but got targets of "
            f"dimension: {target.dim()}"
        )
    if target.shape[1:] != input.shape[2:]:
        raise RuntimeError(
            f"size mismatch (got input: {list(input.shape)} , target: "
            f"{list(target.shape)}"
        )
    _check_target(target)
    _check_weight(weight, input.shape[1], "", input)
    return NllLoss2d.apply(input, target, weight, ignore_index, reduction)


def _check_target(target: Tensor) -> None:
    if target.dtype not in (dtypes.int64, dtypes.uint8):
        raise RuntimeError(
            "expected target dtype to be Long or Byte, but got "
            f"{dtypes.kind(target.dtype)}"
        )


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
