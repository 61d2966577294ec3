"""Losses that are rarely asked for, as Modules: see loss.py."""

from collections.abc import Callable

from ...tensor import Tensor
from .. import functional as F
from .loss import _Loss


class TripletMarginWithDistanceLoss(_Loss):
    """max(0, margin + distance to the positive − to the negative), of any distance"""

    def __init__(
        self,
        *,
        distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
        margin: float = 1.0,
        swap: bool = False,
        reduction: str = "mean",
    ) -> None:
        super().__init__(None, None, reduction)
        if margin <= 0:
            raise ValueError(
                "TripletMarginWithDistanceLoss: expected margin to be greater than 0, "
                f"got {margin} instead"
            )
        chosen = distance_function
        self.distance_function = F.pairwise_distance if chosen is None else chosen
        self.margin = margin
        self.swap = swap

    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        return F.triplet_margin_with_distance_loss(
            anchor,
            positive,
            negative,
            distance_function=self.distance_function,
            margin=self.margin,
            swap=self.swap,
            reduction=self.reduction,
        )


class MultiLabelMarginLoss(_Loss):
    """Σ max(0, 1 − x[j] + x[i]) / C over classes j of the target and i not of it"""

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.multilabel_margin_loss(input, target, reduction=self.reduction)
