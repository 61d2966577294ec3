"""`LRScheduler`: sets the learning rate of every parameter group, epoch by epoch."""

import warnings
from typing import Any

from ...tensor import Tensor
from ..optimizer import Optimizer
from ..settings import as_number

EPOCH_WARNING = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being "
    "deprecated where possible. Please use `scheduler.step()` to step the scheduler. "
    "During the deprecation, if epoch is different from None, the closed form is used "
    "instead of the new chainable form, where available."
)


class LRScheduler:
    """The base class. Write `get_lr`, or `_next` (and `_closed`) for one group.

    Making a scheduler takes its first step: it sets the rates of epoch 0.
    """

    _get_lr_called_within_step = False
    _is_initial = False

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
        self.base_lrs = settings_of(optimizer, "initial_lr")
        self.last_epoch = last_epoch
        self._initial_step()

    def _initial_step(self) -> None:
        self._step_count = 0
        self._is_initial = True
        try:
            self.step()
        finally:
            self._is_initial = False

    def step(self, epoch: int | None = None) -> None:
        """Go to the next epoch; call it after `optimizer.step()`."""
        if self._step_count == 1 and not getattr(self.optimizer, "_opt_called", False):
            warnings.warn(
                "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In "
                "PyTorch 1.1.0 and later, you should call them in the opposite order: "
                "`optimizer.step()` before `lr_scheduler.step()`.  Failure to do this "
                "will result in PyTorch skipping the first value of the learning rate "
                "schedule.",
                UserWarning,
                stacklevel=2,
            )
        self._step_count += 1
        if epoch is not None:
            warnings.warn(EPOCH_WARNING, UserWarning, stacklevel=2)
        self._update_lr(epoch)

    def _update_lr(self, epoch: int | None = None) -> None:
        self._get_lr_called_within_step = True
        try:
            if epoch is None:
                self.last_epoch += 1
                rates = self.get_lr()
            else:
                self.last_epoch = epoch
                rates = self._get_closed_form_lr()
        finally:
            self._get_lr_called_within_step = False
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            set_lr(group, rate)
        self._last_lr = settings_of(self.optimizer, "lr")

    def get_lr(self) -> list[float]:
        """The rate of each group in this epoch, from the one before."""
        if type(self)._next is LRScheduler._next:
            raise NotImplementedError
        if not self._get_lr_called_within_step:
            warnings.warn(
                "To get the last learning rate computed by the scheduler, please use "
                "`get_last_lr()`.",
                UserWarning,
                stacklevel=2,
            )
        rates = settings_of(self.optimizer, "lr")
        return [
            self._next(rate, base)
            for rate, base in zip(rates, self.base_lrs, strict=True)
        ]

    def _next(self, lr: float, base_lr: float) -> float:
        """The rate in this epoch, from the last one or from the first."""
        raise NotImplementedError

    def _get_closed_form_lr(self) -> list[float]:
        """The rate of each group in this epoch, from the first one."""
        if type(self)._closed is LRScheduler._closed:
            return self.get_lr()
        return [self._closed(base_lr) for base_lr in self.base_lrs]

    def _closed(self, base_lr: float) -> float:
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


class _LRScheduler(LRScheduler):
    """PyTorch's old name of the base class."""


def check_optimizer(optimizer: object) -> None:
    """TypeError for anything but an Optimizer."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def settings_of(optimizer: Optimizer, name: str) -> list[float]:
    """A setting of each group, as a number."""
    return [as_number(group[name]) for group in optimizer.param_groups]


def set_lr(group: dict[str, Any], lr: float) -> None:
    """Set the rate of a group; a Tensor is filled in place."""
    if isinstance(group["lr"], Tensor):
        group["lr"].fill_(lr)
    else:
        group["lr"] = lr


def per_group(name: str, optimizer: Optimizer, given: Any) -> list:
    """A setting given once, or as a list with one for each group."""
    count = len(optimizer.param_groups)
    if not isinstance(given, list | tuple):
        return [given] * count
    if len(given) != count:
        raise ValueError(
            f"{name} must have the same length as optimizer.param_groups. {name} has "
            f"{len(given)} values, param_groups has {count}."
        )
    return list(given)
