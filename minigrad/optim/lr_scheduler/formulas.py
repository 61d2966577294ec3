"""Schedules that are a formula of the epoch.

`_next` goes from one epoch to the next, so that schedules can be chained; `_closed`
gives the same rate from the first one.
"""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any

from ..optimizer import Optimizer
from .base import LRScheduler, settings_of


class LambdaLR(LRScheduler):
    """lr = base_lr · lr_lambda(epoch), one function or one for each group"""

    def __init__(
        self,
        optimizer: Optimizer,
        lr_lambda: Callable[[int], float] | list[Callable[[int], float]],
        last_epoch: int = -1,
    ) -> None:
        count = len(optimizer.param_groups)
        if not isinstance(lr_lambda, list | tuple):
            lr_lambda = [lr_lambda] * count
        if len(lr_lambda) != count:
            raise ValueError(f"Expected {count} lr_lambdas, but got {len(lr_lambda)}")
        self.lr_lambdas = list(lr_lambda)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        pairs = zip(self.lr_lambdas, self.base_lrs, strict=True)
        return [base_lr * factor(self.last_epoch) for factor, base_lr in pairs]

    def state_dict(self) -> dict[str, Any]:
        """All attributes; of the functions, those of callable objects only."""
        state = super().state_dict()
        state["lr_lambdas"] = [
            None if isinstance(each, FunctionType) else each.__dict__.copy()
            for each in self.lr_lambdas
        ]
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what `state_dict` gave; the functions stay."""
        state = dict(state_dict)
        for own, saved in zip(self.lr_lambdas, state.pop("lr_lambdas"), strict=True):
            if saved is not None:
                own.__dict__.update(saved)
        self.__dict__.update(state)


class MultiplicativeLR(LambdaLR):
    """lr ← lr · lr_lambda(epoch), from epoch 1 on"""

    def get_lr(self) -> list[float]:
        rates = settings_of(self.optimizer, "lr")
        if self._is_initial:
            return rates
        pairs = zip(self.lr_lambdas, rates, strict=True)
        return [rate * factor(self.last_epoch) for factor, rate in pairs]


class StepLR(LRScheduler):
    """lr ← gamma · lr every `step_size` epochs"""

    def __init__(
        self,
        optimizer: Optimizer,
        step_size: int,
        gamma: float = 0.1,
        last_epoch: int = -1,
    ) -> None:
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _next(self, lr: float, base_lr: float) -> float:
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return lr
        return lr * self.gamma

    def _closed(self, base_lr: float) -> float:
        return base_lr * self.gamma ** (self.last_epoch // self.step_size)


class MultiStepLR(LRScheduler):
    """lr ← gamma · lr at each of the epochs `milestones`"""

    def __init__(
        self,
        optimizer: Optimizer,
        milestones: Iterable[int],
        gamma: float = 0.1,
        last_epoch: int = -1,
    ) -> None:
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _next(self, lr: float, base_lr: float) -> float:
        if self.last_epoch not in self.milestones:
            return lr
        return lr * self.gamma ** self.milestones[self.last_epoch]

    def _closed(self, base_lr: float) -> float:
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return base_lr * self.gamma**passed


class ConstantLR(LRScheduler):
    """lr = factor · base_lr before epoch `total_iters`, then base_lr"""

    def __init__(
        self,
        optimizer: Optimizer,
        factor: float = 1.0 / 3,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        if factor > 1.0 or factor < 0:
            raise ValueError(
                "Constant multiplicative factor expected to be between 0 and 1."
            )
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def _next(self, lr: float, base_lr: float) -> float:
        if self.last_epoch == 0:
            return lr * self.factor
        if self.last_epoch != self.total_iters:
            return lr
        return lr * (1.0 / self.factor)

    def _closed(self, base_lr: float) -> float:
        return base_lr if self.last_epoch >= self.total_iters else base_lr * self.factor


class LinearLR(LRScheduler):
    """lr from start_factor to end_factor times base_lr, in `total_iters` epochs"""

    def __init__(
        self,
        optimizer: Optimizer,
        start_factor: float = 1.0 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError(
                "Starting multiplicative factor expected to be greater than 0 and less "
                "or equal to 1."
            )
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError(
                "Ending multiplicative factor expected to be between 0 and 1."
            )
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def _next(self, lr: float, base_lr: float) -> float:
        if self.last_epoch == 0:
            return lr * self.start_factor
        if self._is_initial or self.last_epoch > self.total_iters:
            return lr
        rise = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * rise
        return lr * (1.0 + rise / before)

    def _closed(self, base_lr: float) -> float:
        rise = self.end_factor - self.start_factor
        passed = min(self.total_iters, self.last_epoch)
        return base_lr * (self.start_factor + rise * passed / self.total_iters)


class ExponentialLR(LRScheduler):
    """lr ← gamma · lr every epoch"""

    def __init__(
        self, optimizer: Optimizer, gamma: float, last_epoch: int = -1
    ) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _next(self, lr: float, base_lr: float) -> float:
        return lr if self._is_initial else lr * self.gamma

    def _closed(self, base_lr: float) -> float:
        return base_lr * self.gamma**self.last_epoch


class PolynomialLR(LRScheduler):
    """lr = base_lr · (1 − epoch / total_iters) ^ power, then 0"""

    def __init__(
        self,
        optimizer: Optimizer,
        total_iters: int = 5,
        power: float = 1.0,
        last_epoch: int = -1,
    ) -> None:
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def _next(self, lr: float, base_lr: float) -> float:
        if self._is_initial or self.last_epoch > self.total_iters:
            return lr
        left = 1.0 - self.last_epoch / self.total_iters
        return lr * (left / (left + 1.0 / self.total_iters)) ** self.power

    def _closed(self, base_lr: float) -> float:
        passed = min(self.total_iters, self.last_epoch)
        return base_lr * (1.0 - passed / self.total_iters) ** self.power


class CosineAnnealingLR(LRScheduler):
    """lr falls from base_lr to eta_min like half a cosine, in T_max epochs

    Source: I. Loshchilov, F. Hutter, "SGDR: stochastic gradient descent with warm
    restarts" (2017), without the restarts.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        T_max: int,
        eta_min: float = 0.0,
        last_epoch: int = -1,
    ) -> None:
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def _height(self, epoch: int) -> float:
        """1 + cos: 2 at the top, 0 at the bottom."""
        return 1 + math.cos(math.pi * epoch / self.T_max)

    def _next(self, lr: float, base_lr: float) -> float:
        epoch = self.last_epoch
        if self._is_initial:
            return lr
        if self._step_count == 1 and epoch > 0:
            return self._closed(base_lr)
        if (epoch - 1 - self.T_max) % (2 * self.T_max) == 0:  # up from the bottom
            return lr + (base_lr - self.eta_min) * (2 - self._height(1)) / 2
        ratio = self._height(epoch) / self._height(epoch - 1)
        return ratio * (lr - self.eta_min) + self.eta_min

    def _closed(self, base_lr: float) -> float:
        span = base_lr - self.eta_min
        return self.eta_min + span * self._height(self.last_epoch) / 2
