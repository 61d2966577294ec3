"""Losses that ask for a margin: between classes, ranks, distances."""

from ...functions.elementwise import where
from ...ops import loss as ops
from ...tensor import Tensor
from .activation import logsigmoid
from .checks import reduced, reduction_of
from .distance import pairwise_distance


def hinge_embedding_loss(
    input: Tensor,
    target: Tensor,
    margin: float = 1.0,
    size_average=None,
    reduce=None,
    reduction: str = "mean",
) -> Tensor:
    """input where the target is 1, max(0, margin - input) where it is -1."""
    reduction = reduction_of(size_average, reduce, reduction)
    far = where(target != 1, (margin - input).clamp_min(0), 0.0)
    return reduced(far + where(target != -1, input, 0.0), reduction)


def soft_margin_loss(
    input: Tensor,
    target: Tensor,
    size_average=None,
    reduce=None,
    reduction: str = "mean",
) -> Tensor:
    """log(1 + exp(-target * input)), for targets 1 and -1."""
    reduction = reduction_of(size_average, reduce, reduction)
    if target.shape != input.shape:
        target = target.expand((target.detach() + input.detach()).shape)
    return ops.SoftMarginLoss.apply(input, target, reduction)


def margin_ranking_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0,
    size_average=None,
    reduce=None,
    reduction: str = "mean",
) -> Tensor:
    """max(0, -target * (input1 - input2) + margin), for targets 1 and -1."""
    reduction = reduction_of(size_average, reduce, reduction)
    if not input1.dim() == input2.dim() == target.dim():
        raise RuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but "
            "got "
            f"sizes: input1: {input1.size()}, input2: {input2.size()}, target: "
            f"{target.size()} "
        )
    return reduced((-target * (input1 - input2) + margin).clamp_min(0), reduction)


def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0,
    size_average=None,
    reduce=None,
    reduction: str = "mean",
) -> Tensor:
    """1 - cos where the target is 1, max(0, cos - margin) where it is -1."""
    reduction = reduction_of(size_average, reduce, reduction)
    squares = [(each * each).sum(-1) + 1e-12 for each in (input1, input2)]
    cosine = (input1 * input2).sum(-1) / (squares[0] * squares[1]).sqrt()
    near = where(target == 1, 1 - cosine, 0.0)
    far = where(target == -1, (cosine - margin).clamp_min(0), 0.0)
    return reduced(near + far, reduction)


def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2,
    eps: float = 1e-6,
    swap: bool = False,
    size_average=None,
    reduce=None,
    reduction: str = "mean",
) -> Tensor:
    """max(0, margin + distance to the positive - distance to the negative).

    With `swap` the negative's distance is that to the positive, if it is less.
    """
    reduction = reduction_of(size_average, reduce, reduction)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    ranks = anchor.dim(), positive.dim(), negative.dim()
    if len(set(ranks)) > 1:
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same "
            f"number of dimensions, but got: anchor {ranks[0]}D, positive {ranks[1]}D, "
            f"and negative {ranks[2]}D inputs"
        )
    near = pairwise_distance(anchor, positive, p, eps)
    far = pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = far.minimum(pairwise_distance(positive, negative, p, eps))
    return reduced((margin + near - far).clamp_min(0), reduction)


def multilabel_soft_margin_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average=None,
    reduce=None,
    reduction: str = "mean",
) -> Tensor:
    """The mean over the classes (the last axis) of one binary cross-entropy each."""
    reduction = reduction_of(size_average, reduce, reduction)
    loss = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    if weight is not None:
        loss = loss * weight
    return reduced(loss.sum(-1) / input.size(-1), reduction)


def multi_margin_loss(
    input: Tensor,
    target: Tensor,
    p: int = 1,
    margin: float = 1.0,
    weight: Tensor | None = None,
    size_average=None,
    reduce=None,
    reduction: str = "mean",
) -> Tensor:
    """Σ max(0, margin - input[target] + input[j])^p / C over the other classes j."""
    reduction = reduction_of(size_average, reduce, reduction)
    if p not in (1, 2):
        raise RuntimeError("only p == 1 and p == 2 supported")
    scores = input if input.dim() == 2 else input.reshape(1, -1)
    count, classes = scores.shape
    if target.dim() > 1 or target.numel() != count:
        raise RuntimeError(
            "multi_margin_loss: target tensor should be 1-D with size equal to the "
            "number of input samples (batch size). Expected target size "
            f"[{count}], but got {list(target.shape)}. Input has shape "
            f"{list(input.shape)}."
        )
    chosen = target.reshape(-1, 1)
    loss = (margin - scores.gather(1, chosen) + scores).clamp_min(0)
    loss = loss if p == 1 else loss * loss
    if weight is not None:
        loss = loss * weight[chosen]
    loss = loss.scatter(1, chosen, 0.0).sum(1) / classes
    return reduced(loss if input.dim() == 2 else loss.reshape(()), reduction)
