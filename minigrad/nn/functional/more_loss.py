"""Losses that are rarely asked for: distances of one's own, several classes a row."""

from collections.abc import Callable

import numpy as np

from ...tensor import Tensor
from .checks import check_reduction, reduced, reduction_of
from .distance import pairwise_distance


def triplet_margin_with_distance_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    *,
    distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
    margin: float = 1.0,
    swap: bool = False,
    reduction: str = "mean",
) -> Tensor:
    """`triplet_margin_loss` with a distance of one's own."""
    reduction = check_reduction(reduction)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    distance = pairwise_distance if distance_function is None else distance_function
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = far.minimum(distance(positive, negative))
    return reduced((margin + near - far).clamp_min(0), reduction)


def multilabel_margin_loss(
    input: Tensor,
    target: Tensor,
    size_average=None,
    reduce=None,
    reduction: str = "mean",
) -> Tensor:
    """Σ max(0, 1 - input[j] + input[i]) / C over classes j of the target, i not of it.

    The target has the numbers of its classes, up to the first -1.
    """
    reduction = reduction_of(size_average, reduce, reduction)
    if input.shape != target.shape or input.dim() > 2:
        raise RuntimeError(
            f"inconsistent target size: {list(target.shape)} for input of size: "
            f"{list(input.shape)}"
        )
    rows = input.dim() == 2
    scores, classes = (
        each if rows else each.reshape(1, -1) for each in (input, target)
    )
    listed = np.cumprod(classes._data >= 0, 1, dtype=np.int64)
    places = np.maximum(classes._data, 0)
    own = np.zeros(places.shape, np.int64)
    np.maximum.at(own, (np.arange(len(own))[:, None], places), listed)
    chosen = scores.gather(1, Tensor(places))
    margins = (1 - chosen.unsqueeze(2) + scores.unsqueeze(1)).clamp_min(0)
    counted = Tensor((listed[:, :, None] * (1 - own[:, None, :])).astype(bool))
    loss = margins.masked_fill(~counted, 0).sum((1, 2)) / max(scores.shape[1], 1)
    return reduced(loss if rows else loss.reshape(()), reduction)
