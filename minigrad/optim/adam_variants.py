"""Adam's relatives: Adamax, NAdam, RAdam.

Sources: D. Kingma, J. Ba, "Adam: a method for stochastic optimization" (2015), for
Adamax; T. Dozat, "Incorporating Nesterov momentum into Adam" (2016); L. Liu et al., "On
the variance of the adaptive learning rate and beyond" (2020), for RAdam.
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
    check_betas,
    check_lr,
    counted,
    decayed,
    directed,
    first_step,
    mix_in,
    mix_in_square,
    refuse,
    root,
    zeros_like,
)


class Adamax(Optimizer):
    """p ← p − lr / (1 − β₁ᵗ) · m / u, where u ← max(β₂ u, |g| + eps)

    m is the running mean of the gradient, as in Adam.
    """

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        capturable: bool = False,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(eps=eps)
        check_betas(betas)
        check_at_least_zero(weight_decay=weight_decay)
        refuse(differentiable, capturable)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "capturable": capturable,
        }
        super().__init__(params, defaults)

    def _update(
        self, data: ndarray, grad: ndarray, param: Tensor, group: dict[str, Any]
    ) -> None:
        beta1, beta2 = group["betas"]
        state = self.state[param]
        if not state:
            state["step"] = first_step()
            state["exp_avg"] = zeros_like(data)
            state["exp_inf"] = zeros_like(data)
        count = counted(state)
        grad = directed(data, grad, group)
        mean, largest = state["exp_avg"]._data, state["exp_inf"]._data
        mix_in(mean, grad, 1 - beta1)
        largest *= beta2
        np.maximum(largest, np.abs(grad) + group["eps"], out=largest)
        data -= as_number(group["lr"]) / (1 - beta1**count) * (mean / largest)


class NAdam(Optimizer):
    """Adam with Nesterov's momentum: the step also takes this gradient's part of m

    The momentum of step t is μ = β₁ (1 − 0.96^(t · momentum_decay) / 2).
    """

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum_decay: float = 4e-3,
        decoupled_weight_decay: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(eps=eps)
        check_betas(betas)
        check_at_least_zero(weight_decay=weight_decay, momentum_decay=momentum_decay)
        refuse(differentiable, capturable)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "momentum_decay": momentum_decay,
            "decoupled_weight_decay": decoupled_weight_decay,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def _update(
        self, data: ndarray, grad: ndarray, param: Tensor, group: dict[str, Any]
    ) -> None:
        lr, (beta1, beta2) = as_number(group["lr"]), group["betas"]
        state = self.state[param]
        if not state:
            state["step"] = first_step()
            state["mu_product"] = Tensor(np.array(1.0, np.float32))
            state["exp_avg"] = zeros_like(data)
            state["exp_avg_sq"] = zeros_like(data)
        count = counted(state)
        grad = decayed(data, grad, group)
        now, after = (
            beta1 * (1 - 0.5 * 0.96 ** (step * group["momentum_decay"]))
            for step in (count, count + 1)
        )
        state["mu_product"]._data *= now
        product = state["mu_product"].item()
        mean, square = state["exp_avg"]._data, state["exp_avg_sq"]._data
        mix_in(mean, grad, 1 - beta1)
        mix_in_square(square, grad, beta2)
        size = root(square / (1 - beta2**count))
        size += group["eps"]
        data -= lr * (1 - now) / (1 - product) * (grad / size)
        data -= lr * after / (1 - product * after) * (mean / size)


class RAdam(Optimizer):
    """Adam that divides by √v̂ only once enough gradients are behind it

    The quotient is scaled by how much the variance of 1 / √v̂ is too large still.
    """

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        decoupled_weight_decay: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(eps=eps)
        check_betas(betas)
        check_at_least_zero(weight_decay=weight_decay)
        refuse(differentiable, capturable)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable,
            "decoupled_weight_decay": decoupled_weight_decay,
            "differentiable": differentiable,
        }
        super().__init__(params, defaults)

    def _update(
        self, data: ndarray, grad: ndarray, param: Tensor, group: dict[str, Any]
    ) -> None:
        lr, (beta1, beta2) = as_number(group["lr"]), group["betas"]
        state = self.state[param]
        if not state:
            state["step"] = first_step()
            state["exp_avg"] = zeros_like(data)
            state["exp_avg_sq"] = zeros_like(data)
        count = counted(state)
        grad = decayed(data, grad, group)
        mean, square = state["exp_avg"]._data, state["exp_avg_sq"]._data
        mix_in(mean, grad, 1 - beta1)
        mix_in_square(square, grad, beta2)
        step = mean * (lr / (1 - beta1**count))
        rest = 1 - beta2**count
        longest = 2 / (1 - beta2) - 1
        length = longest - 2 * count * beta2**count / rest  # of the running mean
        if length > 5:
            step /= root(square) + group["eps"]
            step *= rest**0.5
            step *= (
                ((length - 4) * (length - 2) * longest)
                / ((longest - 4) * (longest - 2) * length)
            ) ** 0.5
        data -= step
