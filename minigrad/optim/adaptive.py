"""Optimizers that divide by the size of past gradients: RMSprop, Adagrad, Adadelta.

Sources: G. Hinton, lecture 6e of "Neural networks for machine learning" (2012), and
A. Graves, "Generating sequences with recurrent neural networks" (2013), for its
centered form; J. Duchi et al., "Adaptive subgradient methods" (2011); M. Zeiler,
"ADADELTA: an adaptive learning rate method" (2012).
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy import ndarray

from ..tensor import Tensor
from .optimizer import Optimizer
from .settings import (
    as_number,
    check_at_least_zero,
    check_lr,
    counted,
    directed,
    first_step,
    mix_in,
    mix_in_square,
    refuse,
    root,
    zeros_like,
)


class RMSprop(Optimizer):
    """p ← p − lr · g / (√v + eps), where v ← α v + (1 − α) g²

    `centered` subtracts the square of the mean gradient from v; `momentum` sums steps.
    """

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum: float = 0,
        centered: bool = False,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(
            eps=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha
        )
        refuse(differentiable, capturable)
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "alpha": alpha,
            "eps": eps,
            "centered": centered,
            "weight_decay": weight_decay,
            "capturable": capturable,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def _update(
        self, data: ndarray, grad: ndarray, param: Tensor, group: dict[str, Any]
    ) -> None:
        lr, momentum = as_number(group["lr"]), group["momentum"]
        state = self.state[param]
        if not state:
            state["step"] = first_step()
            state["square_avg"] = zeros_like(data)
            if momentum > 0:
                state["momentum_buffer"] = zeros_like(data)
            if group["centered"]:
                state["grad_avg"] = zeros_like(data)
        counted(state)
        grad = directed(data, grad, group)
        square = state["square_avg"]._data
        mix_in_square(square, grad, group["alpha"])
        if group["centered"]:
            mean = state["grad_avg"]._data
            mix_in(mean, grad, 1 - group["alpha"])
            square = square - mean * mean
        step = root(square)
        step += group["eps"]
        np.divide(grad, step, out=step)
        if momentum > 0:
            buffer = state["momentum_buffer"]._data
            buffer *= momentum
            buffer += step
            step = buffer
        data -= lr * step


class Adagrad(Optimizer):
    """p ← p − lr · g / (√s + eps), where s is the sum of all g² so far

    After t steps lr is divided by 1 + (t − 1) · lr_decay.
    """

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 1e-2,
        lr_decay: float = 0,
        weight_decay: float = 0,
        initial_accumulator_value: float = 0,
        eps: float = 1e-10,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(
            lr_decay=lr_decay,
            weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value,
            eps=eps,
        )
        refuse(differentiable)
        defaults = {
            "lr": lr,
            "lr_decay": lr_decay,
            "eps": eps,
            "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "fused": fused,
        }
        super().__init__(params, defaults)
        for group in self.param_groups:
            for param in group["params"]:
                self._start(param)

    def _start(self, param: Tensor) -> dict[str, Tensor]:
        total = zeros_like(param._data)
        total._data += self.defaults["initial_accumulator_value"]
        self.state[param].update({"step": first_step(), "sum": total})
        return self.state[param]

    def _update(
        self, data: ndarray, grad: ndarray, param: Tensor, group: dict[str, Any]
    ) -> None:
        state = self.state[param] or self._start(param)
        count = counted(state)
        grad = directed(data, grad, group)
        total = state["sum"]._data
        total += grad * grad
        step = root(total)
        step += group["eps"]
        np.divide(grad, step, out=step)
        step *= as_number(group["lr"]) / (1 + (count - 1) * group["lr_decay"])
        data -= step


class Adadelta(Optimizer):
    """p ← p − lr · d, where d = g √(u + eps) / √(v + eps)

    v and u are the running means of g² and of d², which keep the fraction rho.
    """

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        capturable: bool = False,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        check_at_least_zero(eps=eps, weight_decay=weight_decay)
        refuse(differentiable, capturable)
        defaults = {
            "lr": lr,
            "rho": rho,
            "eps": eps,
            "weight_decay": weight_decay,
            "maximize": maximize,
            "capturable": capturable,
            "foreach": foreach,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def _update(
        self, data: ndarray, grad: ndarray, param: Tensor, group: dict[str, Any]
    ) -> None:
        state = self.state[param]
        if not state:
            state["step"] = first_step()
            state["square_avg"] = zeros_like(data)
            state["acc_delta"] = zeros_like(data)
        counted(state)
        grad = directed(data, grad, group)
        rho, eps = group["rho"], group["eps"]
        square, moved = state["square_avg"]._data, state["acc_delta"]._data
        mix_in_square(square, grad, rho)
        delta = root(moved + eps)
        delta /= root(square + eps)
        delta *= grad
        mix_in_square(moved, delta, rho)
        data -= as_number(group["lr"]) * delta
