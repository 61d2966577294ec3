"""One long cycle: the rate rises to its maximum, then falls far below its start.

Source: L. Smith, N. Topin, "Super-convergence: very fast training of neural networks
using large learning rates" (2018).
"""

import math
from typing import NamedTuple

from ..optimizer import Optimizer
from .base import LRScheduler, check_optimizer, per_group


class _Phase(NamedTuple):
    """Until the step `end`, from one setting of the group to another."""

    end: float
    lrs: tuple[str, str]
    momenta: tuple[str, str]


UP, DOWN = ("max_momentum", "base_momentum"), ("base_momentum", "max_momentum")


class OneCycleLR(LRScheduler):
    """Call `step()` after every batch, `total_steps` times in all.

    The rate goes from max_lr / div_factor to max_lr in the fraction `pct_start` of the
    steps, then down to 1 / final_div_factor of its start; momentum (or Adam's β₁) goes
    the other way.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        max_lr: float | list[float],
        total_steps: int | None = None,
        epochs: int | None = None,
        steps_per_epoch: int | None = None,
        pct_start: float = 0.3,
        anneal_strategy: str = "cos",
        cycle_momentum: bool = True,
        base_momentum: float | list[float] = 0.85,
        max_momentum: float | list[float] = 0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
    ) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        self.total_steps = _total(total_steps, epochs, steps_per_epoch)
        if not isinstance(pct_start, float) or not 0 <= pct_start <= 1:
            raise ValueError(
                f"Expected float between 0 and 1 pct_start, but got {pct_start}"
            )
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(
                "anneal_strategy must be one of 'cos' or 'linear', instead got "
                f"{anneal_strategy}"
            )
        self._schedule_phases = _phases(self.total_steps, pct_start, three_phase)
        self._anneal_func_type = anneal_strategy
        top = per_group("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for group, rate in zip(optimizer.param_groups, top, strict=True):
                group["initial_lr"] = rate / div_factor
                group["max_lr"] = rate
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._start_momentum(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)

    def _start_momentum(self, lowest, highest, last_epoch: int) -> None:
        optimizer = self.optimizer
        if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
            raise ValueError(
                "optimizer must support momentum or beta1 with `cycle_momentum` option "
                "enabled"
            )
        self.use_beta1 = "betas" in optimizer.defaults
        highest = per_group("max_momentum", optimizer, highest)
        lowest = per_group("base_momentum", optimizer, lowest)
        if last_epoch != -1:
            return
        for group, low, high in zip(
            optimizer.param_groups, lowest, highest, strict=True
        ):
            self._set_momentum(group, high)
            group["max_momentum"], group["base_momentum"] = high, low

    def _set_momentum(self, group: dict, momentum: float) -> None:
        if self.use_beta1:
            group["betas"] = (momentum, *group["betas"][1:])
        else:
            group["momentum"] = momentum

    def get_lr(self) -> list[float]:
        """The rate of each group at this step; sets the momentum too."""
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(
                f"Tried to step {step} times. The specified number of total steps is "
                f"{self.total_steps}"
            )
        start = 0.0
        for phase in self._schedule_phases:
            if step <= phase.end:
                break
            start = phase.end if phase is not self._schedule_phases[-1] else start
        part = (step - start) / (phase.end - start)
        rates = []
        for group in self.optimizer.param_groups:
            rates.append(self._between(*(group[name] for name in phase.lrs), part))
            if self.cycle_momentum:
                ends = (group[name] for name in phase.momenta)
                self._set_momentum(group, self._between(*ends, part))
        return rates

    def _between(self, start: float, end: float, part: float) -> float:
        if self._anneal_func_type == "linear":
            return (end - start) * part + start
        return end + (start - end) / 2.0 * (math.cos(math.pi * part) + 1)


def _total(
    total_steps: int | None, epochs: int | None, steps_per_epoch: int | None
) -> int:
    if total_steps is not None:
        return _positive("total_steps", total_steps)
    if epochs is None or steps_per_epoch is None:
        raise ValueError(
            "You must define either total_steps OR (epochs AND steps_per_epoch)"
        )
    return _positive("epochs", epochs) * _positive("steps_per_epoch", steps_per_epoch)


def _positive(name: str, value: int) -> int:
    if value <= 0 or not isinstance(value, int):
        raise ValueError(f"Expected positive integer {name}, but got {value}")
    return value


def _phases(total: int, pct_start: float, three: bool) -> list[_Phase]:
    rise = _Phase(float(pct_start * total) - 1, ("initial_lr", "max_lr"), UP)
    if not three:
        return [rise, _Phase(total - 1, ("max_lr", "min_lr"), DOWN)]
    return [
        rise,
        _Phase(float(2 * pct_start * total) - 2, ("max_lr", "initial_lr"), DOWN),
        _Phase(total - 1, ("initial_lr", "min_lr"), ("max_momentum", "max_momentum")),
    ]
