"""Losses as Modules: each calls the function of the same name in nn.functional.

`reduction` is "mean", "sum" or "none". All settings but `weight` are given by name:
PyTorch has two older ones before them, `size_average` and `reduce`.
"""

from typing import Any

from ...tensor import Tensor
from .. import functional as F
from .module import Module


class _Loss(Module):
    """A loss with a reduction."""

    def __init__(self, *, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction


class _WeightedLoss(_Loss):
    """A loss with a weight for each class or element, which is part of its state."""

    def __init__(
        self, weight: Tensor | None = None, *, reduction: str = "mean"
    ) -> None:
        super().__init__(reduction=reduction)
        self.register_buffer("weight", weight)

    def _settings(self) -> dict[str, Any]:
        return {"weight": self.weight, "reduction": self.reduction}


class L1Loss(_Loss):
    """|input − target|"""

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.l1_loss(input, target, reduction=self.reduction)


class MSELoss(_Loss):
    """(input − target)²"""

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.mse_loss(input, target, reduction=self.reduction)


class SmoothL1Loss(_Loss):
    """d²/2β where d = |input − target| < β, d − β/2 elsewhere"""

    def __init__(self, *, reduction: str = "mean", beta: float = 1.0) -> None:
        super().__init__(reduction=reduction)
        self.beta = beta

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


class HuberLoss(_Loss):
    """d²/2 where d = |input − target| < δ, δ (d − δ/2) elsewhere"""

    def __init__(self, reduction: str = "mean", delta: float = 1.0) -> None:
        super().__init__(reduction=reduction)
        self.delta = delta

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.huber_loss(input, target, reduction=self.reduction, delta=self.delta)


class KLDivLoss(_Loss):
    """t (log t − input) for log-probabilities `input`; reduction "batchmean" too"""

    def __init__(self, *, reduction: str = "mean", log_target: bool = False) -> None:
        super().__init__(reduction=reduction)
        self.log_target = log_target

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.kl_div(
            input, target, reduction=self.reduction, log_target=self.log_target
        )


class BCELoss(_WeightedLoss):
    """−t log p − (1 − t) log(1 − p) for probabilities p"""

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.binary_cross_entropy(input, target, **self._settings())


class BCEWithLogitsLoss(_WeightedLoss):
    """BCELoss of sigmoid(input); `pos_weight` counts the positive part more"""

    def __init__(
        self,
        weight: Tensor | None = None,
        *,
        reduction: str = "mean",
        pos_weight: Tensor | None = None,
    ) -> None:
        super().__init__(weight, reduction=reduction)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        settings = self._settings() | {"pos_weight": self.pos_weight}
        return F.binary_cross_entropy_with_logits(input, target, **settings)


class NLLLoss(_WeightedLoss):
    """−input[target] for log-probabilities; `ignore_index` marks what counts not"""

    def __init__(
        self,
        weight: Tensor | None = None,
        *,
        ignore_index: int = -100,
        reduction: str = "mean",
    ) -> None:
        super().__init__(weight, reduction=reduction)
        self.ignore_index = ignore_index

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        settings = self._settings() | {"ignore_index": self.ignore_index}
        return F.nll_loss(input, target, **settings)


class CrossEntropyLoss(_WeightedLoss):
    """NLLLoss of log_softmax(input): `input` holds logits, classes on axis 1

    `target` holds class numbers, or probabilities in the shape of `input`.
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        *,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ) -> None:
        super().__init__(weight, reduction=reduction)
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        return F.cross_entropy(
            input,
            target,
            **self._settings(),
            ignore_index=self.ignore_index,
            label_smoothing=self.label_smoothing,
        )
