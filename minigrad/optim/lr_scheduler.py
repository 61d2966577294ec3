"""Schedules for the learning rates of an optimizer: call `step()` after each epoch.

Read: `LRScheduler`, then the formulas: a schedule writes `rate_after`, which goes from
one epoch to the next. `ReduceLROnPlateau` looks at the loss instead of the epoch.
"""

import math
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, SupportsFloat

from ..names import module_getattr
from ..tensor import Tensor
from .optimizer import Optimizer
from .parts import as_number


class LRScheduler:
    """The base class. Write `get_lr`, or `rate_after` for one group.

    Making a scheduler takes its first step: it sets the rates of epoch 0. `base_lrs`
    are the rates that the groups had before, `last_epoch` is the epoch's number.
    """

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", as_number(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(
                    f"param 'initial_lr' is not specified in param_groups[{i}] when "
                    "resuming scheduler with last_epoch >= 0.\nThis typically "
                    "happens when:\n1. the optimizer's state was not loaded before\n"
                    "2. last_epoch >= 0 was given for a fresh run"
                )
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self._step_count = 0
        self._is_initial = True  # while the rates of the first epoch are set
        self._go_on()
        self._is_initial = False

    def step(self) -> None:
        """Go to the next epoch; call it after `optimizer.step()`."""
        if self._step_count == 1 and not self.optimizer._opt_called:
            warnings.warn(
                "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In "
                "PyTorch 1.1.0 and later, you should call them in the opposite order: "
                "`optimizer.step()` before `lr_scheduler.step()`.  Failure to do this "
                "will result in PyTorch skipping the first value of the learning rate "
                "schedule.",
                UserWarning,
                stacklevel=2,
            )
        self._go_on()

    def _go_on(self) -> None:
        self._step_count += 1
        self.last_epoch += 1
        rates = self.get_lr()
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            set_lr(group, rate)
        self._last_lr = rates_of(self.optimizer)

    def get_lr(self) -> list[float]:
        """The rate of each group in this epoch, from that of the epoch before."""
        pairs = zip(rates_of(self.optimizer), self.base_lrs, strict=True)
        return [self.rate_after(rate, base_lr) for rate, base_lr in pairs]

    def rate_after(self, lr: float, base_lr: float) -> float:
        """The rate of one group in this epoch: `lr` was the last one."""
        raise NotImplementedError

    def get_last_lr(self) -> list[float]:
        """The rates that the last step set."""
        return self._last_lr

    def state_dict(self) -> dict[str, Any]:
        """All attributes but the optimizer."""
        return {
            name: value for name, value in self.__dict__.items() if name != "optimizer"
        }

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what `state_dict` gave."""
        self.__dict__.update(state_dict)


def check_optimizer(optimizer: object) -> None:
    """TypeError for anything but an Optimizer."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def rates_of(optimizer: Optimizer) -> list[float]:
    """The learning rate of each group, as a number."""
    return [as_number(group["lr"]) for group in optimizer.param_groups]


def set_lr(group: dict[str, Any], lr: float) -> None:
    """Set the rate of a group; a Tensor is filled in place."""
    if isinstance(group["lr"], Tensor):
        group["lr"].fill_(lr)
    else:
        group["lr"] = lr


# -- formulas of the epoch --------------------------------------------------------


class LambdaLR(LRScheduler):
    """lr = base_lr · lr_lambda(epoch), one function or one for each group"""

    def __init__(
        self,
        optimizer: Optimizer,
        lr_lambda: Callable[[int], float] | list[Callable[[int], float]],
        last_epoch: int = -1,
    ) -> None:
        check_optimizer(optimizer)
        count = len(optimizer.param_groups)
        if not isinstance(lr_lambda, list | tuple):
            lr_lambda = [lr_lambda] * count
        if len(lr_lambda) != count:
            raise ValueError(f"Expected {count} lr_lambdas, but got {len(lr_lambda)}")
        self.lr_lambdas = list(lr_lambda)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The rate of each group in this epoch."""
        pairs = zip(self.lr_lambdas, self.base_lrs, strict=True)
        return [base_lr * factor(self.last_epoch) for factor, base_lr in pairs]

    def state_dict(self) -> dict[str, Any]:
        """All attributes but the optimizer and the functions."""
        return super().state_dict() | {"lr_lambdas": [None] * len(self.lr_lambdas)}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what `state_dict` gave; the functions stay."""
        super().load_state_dict(state_dict | {"lr_lambdas": self.lr_lambdas})


class StepLR(LRScheduler):
    """lr ← gamma · lr every `step_size` epochs"""

    def __init__(
        self,
        optimizer: Optimizer,
        step_size: int,
        gamma: float = 0.1,
        last_epoch: int = -1,
    ) -> None:
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def rate_after(self, lr: float, base_lr: float) -> float:
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return lr
        return lr * self.gamma


class MultiStepLR(LRScheduler):
    """lr ← gamma · lr at each of the epochs `milestones`"""

    def __init__(
        self,
        optimizer: Optimizer,
        milestones: Iterable[int],
        gamma: float = 0.1,
        last_epoch: int = -1,
    ) -> None:
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def rate_after(self, lr: float, base_lr: float) -> float:
        return lr * self.gamma ** self.milestones[self.last_epoch]


class ExponentialLR(LRScheduler):
    """lr ← gamma · lr every epoch"""

    def __init__(
        self, optimizer: Optimizer, gamma: float, last_epoch: int = -1
    ) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def rate_after(self, lr: float, base_lr: float) -> float:
        return lr if self._is_initial else lr * self.gamma


class CosineAnnealingLR(LRScheduler):
    """lr falls from base_lr to eta_min like half a cosine, in T_max epochs

    lr = eta_min + (base_lr − eta_min) · (1 + cos(π · epoch / T_max)) / 2. Source: I.
    Loshchilov, F. Hutter, "SGDR: stochastic gradient descent with warm restarts"
    (2017), without the restarts.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        T_max: int,
        eta_min: float = 0.0,
        last_epoch: int = -1,
    ) -> None:
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def _height(self, epoch: int) -> float:
        """1 + cos: 2 at the top, 0 at the bottom."""
        return 1 + math.cos(math.pi * epoch / self.T_max)

    def rate_after(self, lr: float, base_lr: float) -> float:
        epoch = self.last_epoch
        if self._is_initial:
            return lr
        if (epoch - 1 - self.T_max) % (2 * self.T_max) == 0:  # up from the bottom
            return lr + (base_lr - self.eta_min) * (2 - self._height(1)) / 2
        ratio = self._height(epoch) / self._height(epoch - 1)
        return ratio * (lr - self.eta_min) + self.eta_min


# -- a look at the loss -----------------------------------------------------------


class ReduceLROnPlateau(LRScheduler):
    """lr ← factor · lr after more than `patience` epochs without a better metric

    "Better" is by `threshold`, relative ("rel") or absolute ("abs"), downwards ("min")
    or upwards ("max"). After a change, `cooldown` epochs are not counted.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: list[float] | float = 0,
        eps: float = 1e-8,
    ) -> None:
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        check_optimizer(optimizer)
        if mode not in ("min", "max"):
            raise ValueError(f"mode {mode} is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError(f"threshold mode {threshold_mode} is unknown!")
        count = len(optimizer.param_groups)
        self.min_lrs = min_lr if isinstance(min_lr, list | tuple) else [min_lr] * count
        if len(self.min_lrs) != count:
            raise ValueError(f"expected {count} min_lrs, got {len(self.min_lrs)}")
        self.optimizer = optimizer
        self.factor, self.eps = factor, eps
        self.patience, self.cooldown = patience, cooldown
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode
        self.best = math.inf if mode == "min" else -math.inf
        self.cooldown_counter = self.num_bad_epochs = self.last_epoch = 0
        self._last_lr = rates_of(optimizer)

    def step(self, metrics: SupportsFloat) -> None:
        """Take note of this epoch's metric."""
        current = float(metrics)
        self.last_epoch += 1
        if self._is_better(current):
            self.best = current
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr()
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = rates_of(self.optimizer)

    def _is_better(self, value: float) -> bool:
        sign = -1 if self.mode == "min" else 1
        if self.threshold_mode == "rel":
            limit = self.best * (1 + sign * self.threshold)
        else:
            limit = self.best + sign * self.threshold
        return sign * value > sign * limit

    def _reduce_lr(self) -> None:
        groups = self.optimizer.param_groups
        for group, lowest in zip(groups, self.min_lrs, strict=True):
            old = as_number(group["lr"])
            new = max(old * self.factor, lowest)
            if old - new > self.eps:
                set_lr(group, new)


__getattr__ = module_getattr(__name__)
