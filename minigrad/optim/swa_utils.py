"""Averages of the parameters that training passes through, and a schedule for them.

Source: P. Izmailov et al., "Averaging weights leads to wider optima and better
generalization" (2018).
"""

import copy
import math
import warnings
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from ..autograd.grad_mode import no_grad
from ..creation import tensor
from ..dtypes import int64
from ..nn.modules.batchnorm import _NormBase
from ..nn.modules.module import Module
from ..tensor import Tensor
from .lr_scheduler.base import LRScheduler, per_group
from .optimizer import Optimizer

__all__ = [
    "AveragedModel",
    "SWALR",
    "get_ema_avg_fn",
    "get_ema_multi_avg_fn",
    "get_swa_avg_fn",
    "get_swa_multi_avg_fn",
    "update_bn",
]


def get_ema_avg_fn(decay: float = 0.999) -> Callable:
    """average ← decay · average + (1 − decay) · parameter"""
    _check_decay(decay)

    @no_grad()
    def ema_update(average: Tensor, current: Tensor, count: "Tensor | int") -> Tensor:
        return decay * average + (1 - decay) * current

    return ema_update


def get_swa_avg_fn() -> Callable:
    """The mean of all parameters so far, of which there are `count`."""

    @no_grad()
    def swa_update(average: Tensor, current: Tensor, count: "Tensor | int") -> Tensor:
        return average + (current - average) / (count + 1)

    return swa_update


def _of_lists(update: Callable) -> Callable:
    """The same for lists of tensors, in place."""

    @no_grad()
    def update_all(averages: list, currents: list, count: "Tensor | int") -> None:
        for average, current in zip(averages, currents, strict=True):
            average.copy_(update(average, current, count))

    return update_all


def get_ema_multi_avg_fn(decay: float = 0.999) -> Callable:
    """`get_ema_avg_fn` for lists of tensors, in place."""
    return _of_lists(get_ema_avg_fn(decay))


def get_swa_multi_avg_fn() -> Callable:
    """`get_swa_avg_fn` for lists of tensors, in place."""
    return _of_lists(get_swa_avg_fn())


def _check_decay(decay: float) -> None:
    if not 0.0 <= decay <= 1.0:
        raise ValueError(
            f"Invalid decay value {decay} provided. Please provide a value in [0,1] "
            "range."
        )


class AveragedModel(Module):
    """A copy of a model whose parameters are averages of those it had at each update

    `avg_fn(average, parameter, count)` returns the new average, by default the mean of
    all. Buffers are averaged with `use_buffers`, else those of the last update.
    """

    def __init__(
        self,
        model: Module,
        device: Any = None,
        avg_fn: Callable | None = None,
        multi_avg_fn: Callable | None = None,
        use_buffers: bool = False,
    ) -> None:
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError(
                "Only one of avg_fn and multi_avg_fn should be provided"
            )
        self.module = copy.deepcopy(model)
        self.register_buffer("n_averaged", tensor(0, dtype=int64))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        return self.module(*args, **kwargs)

    @no_grad()
    def update_parameters(self, model: Module) -> None:
        """Take in the parameters that `model` has now."""
        own, given = self._averaged(self.module), self._averaged(model)
        if self.n_averaged.item() == 0:
            for average, current in zip(own, given, strict=True):
                average.copy_(current)
        elif self.avg_fn is None:
            update = self.multi_avg_fn or get_swa_multi_avg_fn()
            update(own, given, self.n_averaged)
        else:
            for average, current in zip(own, given, strict=True):
                average.copy_(self.avg_fn(average, current, self.n_averaged))
        if not self.use_buffers:
            pairs = zip(self.module.buffers(), model.buffers(), strict=True)
            for average, current in pairs:
                average.copy_(current)
        self.n_averaged += 1

    def _averaged(self, model: Module) -> list[Tensor]:
        buffers = model.buffers() if self.use_buffers else ()
        return [each.detach() for each in chain(model.parameters(), buffers)]


@no_grad()
def update_bn(loader: Iterable, model: Module, device: Any = None) -> None:
    """Let batch normalisation compute its statistics anew, over all of `loader`.

    A batch is the input, or a list or tuple that begins with it.
    """
    layers = [each for each in model.modules() if isinstance(each, _NormBase)]
    if not layers:
        return
    momenta = [layer.momentum for layer in layers]
    training = model.training
    for layer in layers:
        layer.reset_running_stats()
        layer.momentum = None  # the mean over all batches
    model.train()
    try:
        for batch in loader:
            model(batch[0] if isinstance(batch, list | tuple) else batch)
    finally:
        for layer, momentum in zip(layers, momenta, strict=True):
            layer.momentum = momentum
        model.train(training)


class SWALR(LRScheduler):
    """lr goes to `swa_lr` in `anneal_epochs` epochs, like half a cosine or a line"""

    def __init__(
        self,
        optimizer: Optimizer,
        swa_lr: float | list[float],
        anneal_epochs: int = 10,
        anneal_strategy: str = "cos",
        last_epoch: int = -1,
    ) -> None:
        rates = per_group("swa_lr", optimizer, swa_lr)
        for rate, group in zip(rates, optimizer.param_groups, strict=True):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(
                "anneal_strategy must be one of 'cos' or 'linear', instead got "
                f"{anneal_strategy}"
            )
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(
                f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}"
            )
        self._anneal_strategy = anneal_strategy
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def _share(self, step: float) -> float:
        """How much of the way is behind after so many steps."""
        part = max(0, min(1, step / max(1, self.anneal_epochs)))
        if self._anneal_strategy == "linear":
            return part
        return (1 - math.cos(math.pi * part)) / 2

    def get_lr(self) -> list[float]:
        """The rate of each group, from the one before."""
        if not self._get_lr_called_within_step:
            warnings.warn(
                "To get the last learning rate computed by the scheduler, please use "
                "`get_last_lr()`.",
                UserWarning,
                stacklevel=2,
            )
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._share(step - 1), self._share(step)
        rates = []
        for group in self.optimizer.param_groups:
            lr, last = group["lr"], group["swa_lr"]
            start = last if before == 1 else (lr - before * last) / (1 - before)
            rates.append(last * now + start * (1 - now))
        return rates
