"""Adam and AdamW: steps of about lr in each coordinate, whatever the gradient's size.

Sources: D. Kingma, J. Ba, "Adam: a method for stochastic optimization" (2015);
S. Reddi et al., "On the convergence of Adam and beyond" (2018), for amsgrad;
I. Loshchilov, F. Hutter, "Decoupled weight decay regularization" (2019), for AdamW.
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
    first_step,
    mix_in,
    mix_in_square,
    refuse,
    root,
    zeros_like,
)


class Adam(Optimizer):
    """p ← p − lr · m̂ / (√v̂ + eps)

    m ← β₁ m + (1 − β₁) g and v ← β₂ v + (1 − β₂) g² are running means of the gradient
    and of its square; after t steps m̂ = m / (1 − β₁ᵗ) and v̂ = v / (1 − β₂ᵗ) correct
    that both start at zero. `amsgrad` divides by the largest v so far.
    """

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
        decoupled_weight_decay: bool = False,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(eps=eps)
        betas = tuple(map(as_number, betas))
        check_betas(betas)
        check_at_least_zero(weight_decay=weight_decay)
        refuse(differentiable, capturable)
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "amsgrad": amsgrad,
            "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable,
            "differentiable": differentiable,
            "fused": fused,
            "decoupled_weight_decay": decoupled_weight_decay,
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
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = zeros_like(data)
        count = counted(state)
        grad = decayed(data, grad, group)
        mean, square = state["exp_avg"]._data, state["exp_avg_sq"]._data
        mix_in(mean, grad, 1 - beta1)
        mix_in_square(square, grad, beta2)
        if group["amsgrad"]:
            largest = state["max_exp_avg_sq"]._data
            square = np.maximum(largest, square, out=largest)
        step = root(square)
        step /= (1 - beta2**count) ** 0.5
        step += group["eps"]
        np.divide(mean, step, out=step)
        step *= lr / (1 - beta1**count)
        data -= step


class AdamW(Adam):
    """Adam whose weight decay shrinks p directly: p ← (1 − lr · weight_decay) p"""

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        super().__init__(
            params,
            lr,
            betas,
            eps,
            weight_decay,
            amsgrad,
            foreach=foreach,
            maximize=maximize,
            capturable=capturable,
            differentiable=differentiable,
            fused=fused,
            decoupled_weight_decay=True,
        )

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        for group in self.param_groups:  # also in a state that Adam saved
            group["decoupled_weight_decay"] = True
